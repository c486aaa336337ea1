"""A build backend of one function, so that pip can install the plug-in without a network."""

import tomllib
import zipfile
from pathlib import Path


def build_wheel(directory, settings=None, metadata=None):
    """Write the wheel: the module, its metadata and its entry points."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = f"{name}-{version}.dist-info"
    points = "\n".join(
        f"[{group}]\n" + "\n".join(f"{key} = {target}" for key, target in members.items())
        for group, members in project["entry-points"].items()
    )
    files = {
        "pebbles.py": Path("pebbles.py").read_text(),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": points,
    }
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(directory) / wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel
