"""Files are written whole, and nothing but files is replaced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from countermove.files import no_device, written_whole


def test_a_file_is_whole_or_as_it_was_before(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with written_whole(path) as part:
        part.write_text("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with pytest.raises(UnicodeEncodeError), written_whole(path) as part:
        part.write_text("two \N{INFINITY}", encoding="ascii")
    assert path.read_text() == "one" and [each.name for each in tmp_path.iterdir()] == ["file"]


def test_the_name_of_a_file_being_written_cannot_be_guessed_and_a_killed_writer_s_goes(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "a.b"
    names = set()
    for each in (path, path, other):
        with written_whole(each) as part:
            names.add(part.name)
    assert len(names) == 3
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    with written_whole(path):
        pass
    assert {each.name for each in tmp_path.iterdir()} == {"a", "a.b", *(name for name in names if ".a.b." in name)}


@pytest.mark.skipif(os.name != "posix", reason="modes are otherwise here")
def test_a_file_keeps_its_mode_and_a_new_one_gets_the_usual(tmp_path: Path) -> None:
    path = tmp_path / "file"
    usual = tmp_path / "usual"
    usual.touch()
    for mode in (usual.stat().st_mode, 0o640 | stat.S_IFREG):
        with written_whole(path) as part:
            part.write_text("text")
        assert path.stat().st_mode == mode
        path.chmod(0o640)


def test_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("one")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("there are no links here")
    with written_whole(link) as part:
        part.write_text("two")
    assert link.is_symlink() and path.read_text() == "two"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(OSError, match="it is"), written_whole(path) as part:
            part.write_text("gone")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="there is no such device")
def test_a_device_is_not_read() -> None:
    with pytest.raises(OSError, match="device"):
        no_device(Path("/dev/zero"))
