"""The mountain: circles, what touches what (M1, M2), the moves on it, and reading one from data."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from weakref import WeakValueDictionary

from ...core.checks import is_name, is_whole, listed, quoted
from ...core.errors import BadRequest
from ...core.game import Json
from .dice import DICE, SIDES, Faces, choices
from .events import TOP, Block, Clear, Climb, Push, Token

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HIGHEST = sum(range(SIDES + 1 - DICE, SIDES + 1))
"""The best result that five dice can make: the faces 2 to 6, once each."""
MOST_CIRCLES = 128
MOST_TOKENS = 200


Steps = tuple[tuple[int, Climb], ...]
Shoves = tuple[tuple[int, Push], ...]


class Board:
    """A board. There is one object for each distinct board, so boards compare by identity.

    Circles are numbered in board order: the bottom line from the left, then upwards. Tables are
    indexed by that number; those of moves pair the circle that must be free with the event.
    """

    def __init__(self, name: str, lines: tuple[tuple[int, int], ...], tokens: int) -> None:
        self.name = name
        self.lines = lines
        """Number and circles of each line, bottom first."""
        self.tokens = tokens

        self.spans: dict[int, range] = {}
        """The circles of each line, by its number."""
        start = 0
        for number, size in lines:
            self.spans[number] = range(start, start + size)
            start += size
        self.bottom = self.spans[lines[0][0]]
        self.names = tuple(
            f"{number}{LETTERS[i]}" for number, span in self.spans.items() for i in range(len(span))
        )
        self.index = {name: circle for circle, name in enumerate(self.names)}
        self.line_of = tuple(number for number, span in self.spans.items() for _ in span)
        self.sideways, self.up, self.down = _touching(list(self.spans.values()))

        self.climbs: tuple[Steps, ...] = tuple(
            tuple((to, Climb(self.names[origin], self.names[to])) for to in touching)
            for origin, touching in enumerate(map(_joined, self.up, self.sideways, self.down))
        )
        self.pushes: tuple[Shoves, ...] = tuple(
            tuple((to, Push(self.names[origin], self.names[to])) for to in touching)
            for origin, touching in enumerate(map(_joined, self.up, self.sideways))
        )
        self.to_summit = {
            origin: Climb(self.names[origin], TOP) for origin in self.spans[lines[-1][0]]
        }
        self.clears = tuple(map(Clear, self.names))
        self.blocks = tuple(map(Block, self.names))
        self._tokens: dict[Faces, dict[int, tuple[tuple[Token, ...], ...]]] = {}

    def tokens_for(self, roll: Faces) -> dict[int, tuple[tuple[Token, ...], ...]]:
        """Return, for each line that a roll can reach, the ways to place on each of its circles."""
        table = self._tokens.get(roll)
        if table is None:
            table = self._tokens[roll] = {
                line: tuple(
                    tuple(Token(self.names[circle], kept) for kept in ways)
                    for circle in self.spans[line]
                )
                for line, ways in choices(roll).items()
                if line in self.spans
            }
        return table

    def describe(self) -> Json:
        """Return the board as `board_from` reads it."""
        lines = [{"number": number, "circles": size} for number, size in self.lines]
        return {"name": self.name, "tokens": self.tokens, "lines": lines}

    def material(self) -> Json:
        """Return all that a picture of the board needs: `describe`, each circle, the way up."""
        touching = map(_joined, self.sideways, self.up, self.down)
        circles = {
            name: {
                "line": line,
                "index": LETTERS.index(name[-1]),
                "touches": [self.names[other] for other in others],
            }
            for name, line, others in zip(self.names, self.line_of, touching, strict=True)
        }
        top_from = [self.names[circle] for circle in self.to_summit]
        return {**self.describe(), "circles": circles, "top_from": top_from}

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.names)} circles, {self.tokens} tokens>"

    def __reduce__(self) -> tuple[object, ...]:
        return _board, (self.name, self.lines, self.tokens)


def _touching(spans: list[range]) -> tuple[list[tuple[int, ...]], ...]:
    """M2: circle i touches i-1, i+1 beside it, i-1, i above it and i, i+1 below it."""
    sideways, up, down = [], [], []
    padded = [range(0), *spans, range(0)]
    for below, span, above in zip(padded[:-2], spans, padded[2:], strict=True):
        for i in range(len(span)):
            sideways.append(_existing(span, i - 1, i + 1))
            up.append(_existing(above, i - 1, i))
            down.append(_existing(below, i, i + 1))
    return sideways, up, down


def _existing(span: range, *places: int) -> tuple[int, ...]:
    return tuple(span[i] for i in places if 0 <= i < len(span))


def _joined(*parts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(circle for part in parts for circle in part)


_boards: WeakValueDictionary[object, Board] = WeakValueDictionary()


def _board(name: str, lines: tuple[tuple[int, int], ...], tokens: int) -> Board:
    """Return the one object of a board."""
    key = (name, lines, tokens)
    board = _boards.get(key)
    if board is None:
        board = _boards[key] = Board(*key)
    return board


def shipped_boards() -> list[str]:
    """Return the names of the boards that come with Gipfel."""
    folder = files(__package__) / "boards"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.is_file())


@cache
def shipped_board(name: str) -> Board:
    """Return a board that comes with Gipfel."""
    if name not in shipped_boards():
        raise BadRequest(f"No board {quoted(name)}; there are {', '.join(shipped_boards())}.")
    text = (files(__package__) / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    return board_from(tomllib.loads(text))


def board_from(data: Mapping[str, object]) -> Board:
    """Return the board that a person described, or say what is wrong with it."""
    unknown = set(data) - {"name", "tokens", "lines"}
    if unknown:
        raise BadRequest(f"A board has a name, tokens and lines, but no {listed(unknown)}.", "M1")
    name = data.get("name")
    if not is_name(name):
        raise BadRequest('A board needs a name of 1 to 40 characters: name = "my board"', "M1")
    tokens = data.get("tokens")
    if not is_whole(tokens) or not 1 <= tokens <= MOST_TOKENS:
        raise BadRequest(
            f"A board needs 1 to {MOST_TOKENS} tokens, not {quoted(tokens)}: tokens = 40", "M3"
        )
    return _board(name, _lines(data.get("lines")), tokens)


def _lines(data: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(data, list) or not data:
        raise BadRequest("A board needs lines, each like { number = 12, circles = 10 }.", "M1")
    lines: list[tuple[int, int]] = []
    for line in data:
        if not isinstance(line, Mapping) or set(line) != {"number", "circles"}:
            raise BadRequest(f"A line needs a number and circles, not {quoted(line)}.", "M1")
        number, circles = line["number"], line["circles"]
        if not is_whole(number) or not 1 <= number <= HIGHEST:
            raise BadRequest(
                f"Line {quoted(number)} cannot be: five dice make 1 to {HIGHEST}.", "M1"
            )
        if not is_whole(circles) or not 1 <= circles <= len(LETTERS):
            raise BadRequest(
                f"Line {number} needs 1 to {len(LETTERS)} circles, not {quoted(circles)}.", "M1"
            )
        if lines and number != lines[-1][0] - 1:
            raise BadRequest(
                f"Line {number} is out of order: above line {lines[-1][0]} comes line "
                f"{lines[-1][0] - 1}. Lines are listed from the bottom up.",
                "M1",
            )
        lines.append((number, circles))
    if sum(circles for _, circles in lines) > MOST_CIRCLES:
        raise BadRequest(f"A board has at most {MOST_CIRCLES} circles.", "M1")
    return tuple(lines)


STANDARD = shipped_board("standard")
"""The board of the box."""
