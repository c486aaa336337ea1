"""The functions that rules call: Python's built-in functions, the standard library and NumPy.

Importing the package registers the emitters of their calls.
"""

from countermove.native.compiler.library import (
    aggregate,
    array_creation,
    array_function,
    array_rearranged,
    collection,
    in_python,
    iteration,
    iterators,
    mathematics,
    number,
    objects,
    operators,
)

__all__ = [
    "aggregate",
    "array_creation",
    "array_function",
    "array_rearranged",
    "collection",
    "in_python",
    "iteration",
    "iterators",
    "mathematics",
    "number",
    "objects",
    "operators",
]
