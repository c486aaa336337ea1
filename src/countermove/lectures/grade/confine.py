"""A student's process shut in, as far as the system allows without special rights.

On Linux with user namespaces, the code runs in namespaces of its own (user, processes, network, files, messages):

- it has no network, and sees no process but its own;
- it sees Python, the system's libraries and the folder that its file is in, all read-only; /tmp is its own, empty,
  small, and gone afterwards;
- when its process ends, so does whatever it started.

    asked by the grader -> this process, which only waits
                             -> the first process of the namespace, which only waits: when it ends, all end
                                  -> the student's code, without any rights over its namespaces

Everywhere, files that it writes are limited in size. Where a step is not allowed, the steps before it still hold.
References: user_namespaces(7), pid_namespaces(7), mount_setattr(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

SLOW = 5.0
"""Time limits are processor time, for a busy machine is not the program's fault; by the clock, code may take this many
times as long."""
NEW_MOUNT, NEW_IPC, NEW_USER, NEW_PROCESS, NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
BIND, MOVE, RECURSIVE, PRIVATE = 0x1000, 0x2000, 0x4000, 0x40000
NO_SETUID, NO_DEVICES, DETACH = 0x2, 0x4, 0x2
MOUNT_SETATTR, HERE, RECURSIVELY, READ_ONLY = 442, -100, 0x8000, 0x1
DIE_WITH_PARENT, NO_NEW_PRIVILEGES = 1, 38
CAPABILITIES = 0x20080522
ROOT = "/proc"
"""Where the private file system is put together: a directory that exists, and that nobody needs any more."""
SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/dev/null", "/dev/urandom", "/dev/zero")
FILE_MEGABYTES, FOLDER_MEGABYTES = 64, 64
"""The size of a file, and of all in /tmp."""
PROCESSES = 64


def confine(folder: Path) -> None:
    """Go on in a process that is shut in; `folder` can still be read."""
    _limit_files()
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):  # no such rights, or no such functions
        _shut_in(folder)


def _limit_files() -> None:
    try:
        import resource
    except ImportError:
        return
    for kind, number in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, FILE_MEGABYTES * 2**20)):
        _, most = resource.getrlimit(kind)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (number if most < 0 else min(number, most), most))


def _shut_in(folder: Path) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    _die_with_parent(libc)
    user, group = os.geteuid(), os.getegid()
    _done(libc.unshare(NEW_USER | NEW_MOUNT | NEW_IPC | NEW_PROCESS | NEW_NETWORK))
    for _ in ("the first process of the namespace", "the student's"):
        child = os.fork()
        if child:
            _wait_and_end(child)
        _die_with_parent(libc)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError):
            Path("/proc/self", name).write_text(text)
    try:
        _hide_files(libc, [folder, *_needed()])
    except OSError:
        libc.umount2(ROOT.encode(), DETACH)
    libc.prctl(NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))
    _done(libc.capset((ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)()))
    _limit_processes()


def _die_with_parent(libc: ctypes.CDLL) -> None:
    libc.prctl(DIE_WITH_PARENT, *map(ctypes.c_ulong, (signal.SIGKILL, 0, 0, 0)))


def _wait_and_end(child: int) -> None:
    """Wait for a child, and end as it ends."""
    code = None
    while code is None:
        ended, status = os.wait()  # of orphans too, for which the first process has to care
        code = os.waitstatus_to_exitcode(status) if ended == child else None
    number = -code if code < 0 else code - 128
    if number in signal.valid_signals():
        os.kill(os.getpid(), number)
    os._exit(code if code >= 0 else 128 + number)  # the first process of a namespace does not hear its own signals


def _needed() -> Iterator[Path]:
    """What Python needs to run."""
    for name in (sys.prefix, sys.base_prefix, *sys.path, *SYSTEM):
        if name and os.path.exists(name):
            yield Path(name)


def _hide_files(libc: ctypes.CDLL, paths: list[Path]) -> None:
    """See these paths, read-only, and an empty /tmp, and nothing else."""

    def mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
        words = (each.encode() if each is not None else None for each in (source, target, kind))
        _done(libc.mount(*words, ctypes.c_ulong(flags), data.encode() if data else None))

    def change(target: str, flags: int, then: int, no_longer: int) -> None:
        attributes = (ctypes.c_uint64 * 4)(then, no_longer, 0, 0)
        numbers = ctypes.c_long(MOUNT_SETATTR), HERE, target.encode(), flags
        _done(libc.syscall(*numbers, attributes, ctypes.c_size_t(ctypes.sizeof(attributes))))

    def place(target: str) -> None:
        mount("none", target, "tmpfs", NO_SETUID | NO_DEVICES, f"size={FOLDER_MEGABYTES}m,mode=0755")

    mount("none", "/", None, RECURSIVE | PRIVATE)
    place(ROOT)
    scratch = Path(ROOT, "tmp")
    scratch.mkdir()
    place(str(scratch))
    seen: list[Path] = []
    for path in sorted({path.absolute() for path in paths} | {path.resolve() for path in paths}):
        if any(path.is_relative_to(each) for each in seen):
            continue
        target = Path(ROOT, *path.parts[1:])
        (target if path.is_dir() else target.parent).mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            target.touch()
        mount(str(path), str(target), None, BIND | RECURSIVE)
        seen.append(path)
    change(ROOT, RECURSIVELY, READ_ONLY, 0)
    change(str(scratch), 0, 0, READ_ONLY)
    os.chdir(ROOT)
    mount(".", "/", None, MOVE)
    os.chroot(".")
    os.chdir("/tmp")


def _limit_processes() -> None:
    """A limit on processes, where the system counts those of the namespace alone."""
    import resource

    version = tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2])
    if version >= (5, 14):
        _, most = resource.getrlimit(resource.RLIMIT_NPROC)
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES if most < 0 else min(PROCESSES, most), most))


def _done(answer: int) -> None:
    if answer != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
