"""The history of a table in little memory: the latest lines as they are, older ones packed."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import overload

import msgspec

from .views import Line

PAGE = 16
"""Lines packed together."""
_encode = msgspec.msgpack.Encoder().encode
_decode: msgspec.msgpack.Decoder[list[Line]] = msgspec.msgpack.Decoder(list[Line])


class Scroll:
    """Lines in the order of their versions. Written at the end, read anywhere."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._pages: list[bytes] = []
        self._latest: list[Line] = []
        self.extend(lines)

    def append(self, line: Line) -> None:
        """Add a line."""
        self._latest.append(line)
        if len(self._latest) == 2 * PAGE:
            self._pages.append(zlib.compress(_encode(self._latest[:PAGE]), 1))
            del self._latest[:PAGE]

    def extend(self, lines: Iterable[Line]) -> None:
        """Add lines."""
        for line in lines:
            self.append(line)

    def copy(self) -> "Scroll":
        """Return the scroll as it is now; what is packed is shared."""
        other = Scroll()
        other._pages, other._latest = self._pages.copy(), self._latest.copy()
        return other

    def __len__(self) -> int:
        return PAGE * len(self._pages) + len(self._latest)

    def __iter__(self) -> Iterator[Line]:
        return self._from(0)

    def _from(self, start: int) -> Iterator[Line]:
        """Go over the lines from one on, unpacking only what is needed."""
        first = min(start // PAGE, len(self._pages))
        for number in range(first, len(self._pages)):
            lines = _decode.decode(zlib.decompress(self._pages[number]))
            yield from islice(lines, max(0, start - number * PAGE), None)
        yield from islice(self._latest, max(0, start - len(self._pages) * PAGE), None)

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
