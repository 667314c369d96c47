"""How the kernel is compiled, without the GIL and kept on disk; and how its records are read."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast
from zlib import crc32

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.numpy_support import carray

from ..core.game import Json

Record: TypeAlias = Any
"""One record of a structured array: NumPy's types do not know its fields."""
Records: TypeAlias = Any
"""An array of records, or of results."""
Moves: TypeAlias = Any
"""Room for moves: an array of whole numbers."""
Whole: TypeAlias = Any
"""A whole number of any width."""

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function on its first call, for the types it is called with.

    The machine code is kept beside the source or, where that is read-only, in the user's cache
    folder; where nothing can be written it is compiled anew in each process.
    """
    try:
        dispatcher: Any = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:
        return cast(F, numba.njit(nogil=True)(function))
    # Numba minds the file of the function alone, but what it calls is compiled into it.
    floor = function.__module__.split(".")[1]
    dispatcher._cache._cache_file._source_stamp = _stamp(floor)
    return cast(F, dispatcher)


@cache
def _stamp(floor: str) -> str:
    """Return the digest of all that may be compiled into a function of a floor of the house."""
    house = Path(__file__).parents[1]
    folders = sorted({floor, "games", "kernel"})
    files = (file for folder in folders for file in sorted((house / folder).rglob("*.py")))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


@intrinsic
def _pointer(_, address):  # type: ignore[no-untyped-def]
    """Read a whole number as a pointer."""

    def build(_, builder, __, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), build


@compiled
def overlay(address: Whole, length: Whole, dtype: Any) -> Any:
    """In compiled code: the array of records that lies at an address."""
    return carray(_pointer(address), length, dtype)  # type: ignore[call-arg]


def fields(dtype: np.dtype[Any], record: Any) -> dict[str, bytes]:
    """Return the bytes of each field of a record: much faster than reading them one by one."""
    raw = record.tobytes()
    return {name: raw[start : start + size] for name, start, size in _layout(dtype)}


@cache
def _layout(dtype: np.dtype[Any]) -> list[tuple[str, int, int]]:
    assert dtype.fields is not None, "a record has fields"
    return [(name, start, kind.itemsize) for name, (kind, start, *_) in dtype.fields.items()]


def blank(record: Record) -> None:
    """Set every field of a state to nought, but for its generator."""
    for name in record.dtype.names:
        if name != "rng":
            record[name] = 0


def mark(described: Json) -> int:
    """Return a number that tells one board or deck from another."""
    return crc32(json.dumps(described).encode())


def batched(raw: bytes, size: int) -> list[bytes]:
    """Cut the bytes of a field into its rows."""
    return [raw[start : start + size] for start in range(0, len(raw), size)]
