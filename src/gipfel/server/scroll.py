"""The history of a table in little memory: the latest lines as they are, older ones packed."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import overload

import msgspec

from .views import Line

PAGE = 16
"""Lines packed together at first."""
BOOK = 16
"""Pages bound into one: the more lines are packed together, the less each takes."""
_encode = msgspec.msgpack.Encoder().encode
_decode: msgspec.msgpack.Decoder[list[Line]] = msgspec.msgpack.Decoder(list[Line])


def _pack(lines: list[Line]) -> bytes:
    return zlib.compress(_encode(lines), 1)


def _unpack(packed: bytes) -> list[Line]:
    return _decode.decode(zlib.decompress(packed))


class Scroll:
    """Lines in the order of their versions. Written at the end, read anywhere."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._books: list[bytes] = []
        self._pages: list[bytes] = []
        self._latest: list[Line] = []
        self.extend(lines)

    def append(self, line: Line) -> None:
        """Add a line."""
        self._latest.append(line)
        if len(self._latest) == 2 * PAGE:
            self._pages.append(_pack(self._latest[:PAGE]))
            del self._latest[:PAGE]
            if len(self._pages) == BOOK:
                self._books.append(_pack([*chain.from_iterable(map(_unpack, self._pages))]))
                self._pages.clear()

    def extend(self, lines: Iterable[Line]) -> None:
        """Add lines."""
        for line in lines:
            self.append(line)

    def copy(self) -> "Scroll":
        """Return the scroll as it is now; what is packed is shared."""
        other = Scroll()
        other._books, other._pages = self._books.copy(), self._pages.copy()
        other._latest = self._latest.copy()
        return other

    def __len__(self) -> int:
        return PAGE * (BOOK * len(self._books) + len(self._pages)) + len(self._latest)

    def __iter__(self) -> Iterator[Line]:
        return self._from(0)

    def _from(self, start: int) -> Iterator[Line]:
        """Go over the lines from one on, unpacking only what is needed."""
        at = 0
        for packs, size in ((self._books, PAGE * BOOK), (self._pages, PAGE)):
            for packed in packs:
                if start < at + size:
                    yield from islice(_unpack(packed), max(0, start - at), None)
                at += size
        yield from islice(self._latest, max(0, start - at), None)

    @overload
    def __getitem__(self, place: int) -> Line: ...
    @overload
    def __getitem__(self, place: slice) -> list[Line]: ...
    def __getitem__(self, place: int | slice) -> Line | list[Line]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            return list(islice(self._from(start), max(0, stop - start)))[::step]
        (found,) = self[place : place + 1 or None]
        return found
