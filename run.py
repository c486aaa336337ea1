"""Run a program of this project, setting up everything it needs first.

    python3 run.py countermove best connect4 --position 4442
    python3 run.py pytest

The first run makes the virtual environment `.venv` beside this file and installs the project into
it, with its tools; later runs start at once, and install again only when pyproject.toml changes.
Nothing but Python 3.11 or later is needed.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
HOME = ROOT / ".venv"
PROGRAMS = HOME / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")


def wanted() -> str:
    """What the environment must match: this Python and this pyproject.toml."""
    return hashlib.sha256(sys.version.encode() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()


def install() -> None:
    """Make the environment and put the project and its tools into it."""
    stamp = HOME / "installed"
    if stamp.exists() and stamp.read_text() == wanted():
        return
    print("Setting up .venv (once; a minute or two) ...", file=sys.stderr, flush=True)
    pip = [str(PYTHON), "-m", "pip"]
    try:
        venv.create(HOME, with_pip=True, clear=not PYTHON.exists())
    except subprocess.CalledProcessError:  # a Python without ensurepip: let its own pip install into the environment
        venv.create(HOME, with_pip=False, clear=True)
        pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    command = [*pip, "install", "--quiet", "--disable-pip-version-check", "--editable", f"{ROOT}[dev]"]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("run.py could not install the project: see pip's message above, then run the same command again.")
    stamp.write_text(wanted())


def main(arguments: list[str]) -> int:
    """Install what is missing, then run the program named first with the other arguments."""
    if sys.version_info < (3, 11):
        return fail(f"Countermove needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    if not arguments:
        return fail("Name a program to run, for example: python3 run.py countermove games")
    install()
    name = arguments[0] + (".exe" if os.name == "nt" else "")
    if not (PROGRAMS / name).exists():
        return fail(f"There is no program {arguments[0]!r} in {PROGRAMS}; try countermove or pytest.")
    try:
        return subprocess.run([str(PROGRAMS / name), *arguments[1:]]).returncode
    except KeyboardInterrupt:
        return 130


def fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
