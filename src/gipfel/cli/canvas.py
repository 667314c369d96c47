"""A grid of characters with colours, on which boards are painted before they are printed."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from .palette import BASIC, INK


@dataclass(frozen=True, slots=True)
class Paper:
    """What a board is painted on: its size, and whether grounds can be coloured."""

    width: int
    height: int
    """Rows that it should not exceed, if it can."""
    poster: bool
    """False where colours are few or unwanted: shapes alone must then tell everything."""


@dataclass(slots=True)
class Cell:
    """One place of the grid."""

    sign: str = " "
    ink: str = INK
    ground: str | None = None
    bold: bool = False


class Canvas:
    """The grid. What is painted outside of it is not seen."""

    def __init__(self, paper: Paper, height: int) -> None:
        self.paper = paper
        self.width, self.height = paper.width, height
        self._cells = [[Cell() for _ in range(self.width)] for _ in range(height)]

    def fill(self, ground: Callable[[int, int], str]) -> None:
        """Colour the ground, if it can be: `ground` says which colour lies at column x of row y."""
        if not self.paper.poster:
            return
        for y, row in enumerate(self._cells):
            for x, cell in enumerate(row):
                cell.ground = ground(x, y)

    def put(
        self,
        x: int,
        y: int,
        text: str,
        ink: str = INK,
        ground: str | None = None,
        *,
        bold: bool = False,
    ) -> None:
        """Print text from a place to the right, on its own ground or on the one that is there."""
        if not 0 <= y < self.height:
            return
        for column, sign in enumerate(_narrow(text), start=x):
            if 0 <= column < self.width:
                cell = self._cells[y][column]
                cell.sign, cell.ink, cell.bold = sign, ink, bold
                cell.ground = ground or cell.ground

    def centre(
        self,
        x: int,
        y: int,
        text: str,
        ink: str = INK,
        ground: str | None = None,
        *,
        bold: bool = False,
    ) -> None:
        """Print text around a column."""
        self.put(x - len(text) // 2, y, text, ink, ground, bold=bold)

    def text(self) -> Text:
        """Return the picture, one line a row."""
        return Text("\n").join(map(self._line, self._cells))

    def _line(self, row: list[Cell]) -> Text:
        line = Text(no_wrap=True, overflow="crop")
        for (ink, ground, bold), run in groupby(
            row, lambda cell: (cell.ink, cell.ground, cell.bold)
        ):
            line.append("".join(cell.sign for cell in run), self._style(ink, ground, bold))
        if not self.paper.poster:
            line.rstrip()
        return line

    def _style(self, ink: str, ground: str | None, bold: bool) -> Style:
        if self.paper.poster:
            return Style(color=ink, bgcolor=ground, bold=bold)
        return Style(color=BASIC.get(ground or "") or BASIC.get(ink), bold=bold)


def _narrow(text: str) -> str:
    """Return text in which every sign is one column wide, so that the grid stays one."""
    return "".join(sign if cell_len(sign) == 1 else "?" for sign in text)
