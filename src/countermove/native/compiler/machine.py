"""From LLVM IR to machine code: the optimizer, an object file in memory, and callable functions."""

from __future__ import annotations

import ctypes
import functools
import threading
from pathlib import Path
from typing import Any

from countermove.native import has_memory

try:
    import llvmlite.binding as llvm
except OSError:  # it is installed, but its library cannot be mapped
    raise ImportError("LLVM cannot be loaded; there may be too little memory for it (ulimit -v)") from None

_lock = threading.RLock()
MAX_SIZE_FOR_SECOND_PASS = 160_000
"""Characters of a module beyond which a second optimization pass takes too long."""
INLINED = 1000
"""LLVM's inlining threshold."""

MEMORY, MEMORY_PER_SIGN = 64 * 2**20, 256
"""Bytes of memory that LLVM may take for a module: any, and for each sign of it."""


def _machine() -> Any:
    """The target machine; an engine created from it owns it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, reloc="default", codemodel="jitdefault", jit=True
    )


_target = functools.cache(_machine)


def host() -> tuple[str, str, str]:
    """What machine code depends on: target triple, processor, features."""
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def optimised(text: str) -> bytes:
    """The object file of a module, given as text."""
    _require_memory(MEMORY + MEMORY_PER_SIGN * len(text))
    with _lock:
        machine = _target()
        module = llvm.parse_assembly(text)
        module.triple = llvm.get_process_triple()
        module.data_layout = str(machine.target_data)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=3)
        options.inlining_threshold = INLINED if len(text) < MAX_SIZE_FOR_SECOND_PASS else INLINED // 4
        # Unrolled loops contain much redundancy that only a second pass removes.
        for _ in range(2 if len(text) < MAX_SIZE_FOR_SECOND_PASS else 1):
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        return bytes(machine.emit_object(module))


def _require_memory(size: int) -> None:
    """MemoryError where memory is too short for LLVM, which would not say so, but end the process."""
    if not has_memory(size):
        raise MemoryError(f"there is too little memory for LLVM, which may take {size >> 20} MB more (ulimit -v)")


class Code:
    """Machine code in memory."""

    def __init__(self, data: bytes) -> None:
        with _lock:
            self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
            self._engine.finalize_object()
            address = self._engine.get_function_address("entry")
        self.run = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)


def module_text(program: Any, entry: str) -> str:
    """A whole module: the prelude, constants, functions, and the entry point."""
    functions = [spec.text for spec in program.specs.values()]
    return "\n".join([_prelude(), *program.data, *functions, entry])


@functools.cache
def _prelude() -> str:
    """Intrinsics, memory and arithmetic, which every module contains."""
    return Path(__file__).with_name("prelude.ll").read_text(encoding="utf-8")
