"""From rules to machine code.

NumPy and LLVM do not say so where memory is short (`ulimit -v`): they end the process. So that is found out before.
"""

import sys

__all__ = ["has_memory"]

ADDRESS_SPACE = 384 * 2**20
"""Bytes of address space that NumPy and LLVM take when they are imported."""


def has_memory(size: int) -> bool:
    """Whether the system would give this process this many bytes; True where it cannot be asked."""
    import mmap

    if not hasattr(mmap, "MAP_PRIVATE"):
        return True
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return False
    return True


if "numpy" not in sys.modules and not has_memory(ADDRESS_SPACE):
    raise ImportError(f"there is too little memory for LLVM, which takes {ADDRESS_SPACE >> 20} MB (ulimit -v)")
