"""Run a program of this project, setting up what it needs first.

    python3 run.py countermove best connect4 --position 4442
    python3 run.py pytest

The first run makes the virtual environment `.venv` beside this file and installs the project into it: for
`countermove` only what its commands use. The tools (pytest, ruff, mypy, ...) come with the first run of any other
program. Later runs start at once, and install again only when pyproject.toml changes. Nothing but Python 3.11 or later
is needed.
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
LINKS = os.name != "nt"
"""Whether Python is linked into the environment, as `python3 -m venv` does, so that one made by hand is taken over."""
RUN, DEV = "run", "dev"
"""The extras of pyproject.toml: what the commands of countermove use, and that with all tools."""


def wanted() -> str:
    """What the environment must match: this Python and this pyproject.toml."""
    return hashlib.sha256(sys.version.encode() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()


def stamp(extra: str) -> Path:
    """The file that says for which Python and which pyproject.toml an extra was installed."""
    return HOME / f"installed-{extra}"


def is_installed(extra: str) -> bool:
    """Whether an extra is there; the tools bring what running needs."""
    enough = (extra, DEV)
    return PYTHON.exists() and any(stamp(each).exists() and stamp(each).read_text() == wanted() for each in enough)


def install(extra: str) -> None:
    """Make the environment and put the project into it, with an extra."""
    if is_installed(extra):
        return
    what = "Setting up .venv" if extra == RUN else "Installing the tools into .venv"
    print(f"{what} (once; a minute or two) ...", file=sys.stderr, flush=True)
    pip = [str(PYTHON), "-m", "pip"]
    try:
        venv.create(HOME, with_pip=True, clear=not PYTHON.exists(), symlinks=LINKS)
    except subprocess.CalledProcessError:  # a Python without ensurepip: let its own pip install into the environment
        venv.create(HOME, with_pip=False, clear=True, symlinks=LINKS)
        pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    command = [*pip, "install", "--quiet", "--disable-pip-version-check", "--editable", f"{ROOT}[{extra}]"]
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit("run.py could not install the project: see pip's message above, then run the same command again.")
    stamp(extra).write_text(wanted())


def main(arguments: list[str]) -> int:
    """Install what is missing, then run the program named first with the other arguments."""
    if sys.version_info < (3, 11):
        return fail(f"Countermove needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    if not arguments:
        return fail("Name a program to run, for example: python3 run.py countermove games")
    install(RUN if arguments[0] == "countermove" else DEV)
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
