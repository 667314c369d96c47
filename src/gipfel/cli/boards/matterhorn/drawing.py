"""The mountain, painted: circles on rock before the sky, players and dice in its corners."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rich.text import Text

from ....games.matterhorn import View
from ....games.matterhorn.board import Board
from ....games.matterhorn.events import Block, Climb, Push, Start, Token
from ....games.matterhorn.notation import climbers
from ....games.matterhorn.state import ACTION, CLIMBER, OBSTACLE, Phase, State
from ...canvas import Canvas, Paper
from ...palette import DEEP, INK, LIT, PAPER, RED, RIDGE, SEATS, SHADE, SKY, SNOW, on
from .. import Names
from .words import count, spaced

WIDEST = 124
SKY_ROWS = 3
"""Rows above the top line: the flag and the summit."""
RIDGE_LINE = (0, 1, 1, 0, -1, -2, -1, 0, 1, 2, 1, 0)
"""How the ridge between light and shade winds, row by row."""


@dataclass(frozen=True)
class Layout:
    """Where things are on the paper."""

    board: Board
    width: int
    apart: int = 2
    """Rows from one line to the next."""

    @cached_property
    def cell(self) -> int:
        """Columns from one circle to the next: names if there is room, else letters."""
        left, right = self._reach
        return next((cell for cell in (6, 4) if (right - left) * cell // 2 + 18 <= self.width), 2)

    @cached_property
    def _reach(self) -> tuple[int, int]:
        """The leftmost and the rightmost circle, in half cells (M2: lines are staggered)."""
        rights = [level + 2 * (size - 1) for level, (_, size) in enumerate(self.board.lines)]
        return 0, max(rights)

    @property
    def levels(self) -> int:
        """How many lines there are."""
        return len(self.board.lines)

    @cached_property
    def height(self) -> int:
        """Rows in all."""
        return self.y(0) + 2

    def y(self, level: int) -> int:
        """Return the row of a line, counted from the bottom."""
        return SKY_ROWS + 1 + (self.levels - 1 - level) * self.apart

    def x(self, level: int, place: int) -> int:
        """Return the column of a circle."""
        left, right = self._reach
        middle = (left + right) * self.cell // 4
        return self.width // 2 - middle + (level + 2 * place) * self.cell // 2

    def ends(self, level: int) -> tuple[int, int]:
        """Return the columns of the first and the last circle of a line."""
        return self.x(level, 0), self.x(level, self.board.lines[level][1] - 1)

    @cached_property
    def summit(self) -> int:
        """The column of the summit."""
        return sum(self.ends(self.levels - 1)) // 2

    @cached_property
    def slopes(self) -> list[tuple[int, int]]:
        """The left and right edge of the rock, by row: from the flag down over every line."""
        peak = [(0, self.summit, self.summit - 1), (1, self.summit - 3, self.summit + 3)]
        margin = self.cell // 2 + 2
        lines = [
            (self.y(level), left - margin, right + margin)
            for level in reversed(range(self.levels))
            for left, right in [self.ends(level)]
        ]
        foot = (self.height, lines[-1][1] - 3, lines[-1][2] + 3)
        edges = []
        for (y, left, right), (end, lower_left, lower_right) in pairwise([*peak, *lines, foot]):
            for row in range(end - y):
                part = row / (end - y)
                edges.append(
                    (
                        round(left + (lower_left - left) * part),
                        round(right + (lower_right - right) * part),
                    )
                )
        return edges

    def ground(self, x: int, y: int) -> str:
        """Return the colour of the ground: sky, rock in the light, rock in the shade."""
        left, right = self.slopes[y]
        if y == self.height - 1:
            return RIDGE
        if not left <= x <= right:
            return self.sky(y)
        ridge = self.summit + RIDGE_LINE[y % len(RIDGE_LINE)]
        if x < ridge:
            return LIT
        return DEEP if x < ridge + 3 else SHADE

    def sky(self, y: int) -> str:
        """Return the colour of the sky: flat steps from the top."""
        return SKY[min(y * len(SKY) // (self.height - 1), len(SKY) - 1)]


def draw(view: View, names: Names, paper: Paper) -> Text:
    """Paint the table."""
    state = view.position
    paper = Paper(min(paper.width, WIDEST), paper.height, paper.poster)
    layout = Layout(state.setup.board, paper.width)
    if layout.height > paper.height:
        layout = Layout(state.setup.board, paper.width, apart=1)
    canvas = Canvas(paper, layout.height)
    canvas.fill(layout.ground)
    _paint_slopes(canvas, layout)
    open_now = _open_circles(view)
    for circle in range(len(state.circles)):
        _paint_circle(canvas, layout, state, circle, open_now)
    _paint_summit(canvas, layout, state, view)
    _paint_players(canvas, state, names)
    _paint_dice(canvas, state)
    return canvas.text()


def _paint_slopes(canvas: Canvas, layout: Layout) -> None:
    """Soften the edges of the rock; without a ground, draw them."""
    for y in range(1, layout.height - 1):
        left, right = layout.slopes[y]
        if canvas.paper.poster:
            canvas.put(left, y, "▟", LIT, layout.sky(y))
            canvas.put(right, y, "▙", SHADE, layout.sky(y))
        else:
            canvas.put(left, y, "/")
            canvas.put(right, y, "\\")
    for level, (number, _) in enumerate(layout.board.lines):
        y = layout.y(level)
        canvas.put(layout.slopes[y][0] - 3, y, f"{number:>2}", INK, bold=True)


def _open_circles(view: View) -> frozenset[str]:
    """Return the free circles that some move of the viewer leads to."""
    found: set[str] = set()
    for event in view.legal:
        match event:
            case Start(left, right):
                found |= {left, right}
            case Token(circle) | Block(circle):
                found.add(circle)
            case Climb(_, to) | Push(_, to):
                found.add(to)
            case _:
                pass
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Mark:
    """What is painted on a circle."""

    sign: str
    ink: str
    ground: str
    bold: bool = True


def _paint_circle(
    canvas: Canvas, layout: Layout, state: State, circle: int, open_now: frozenset[str]
) -> None:
    board = layout.board
    line = board.line_of[circle]
    level = board.lines[0][0] - line
    name = board.names[circle]
    mark = _mark(state.circles[circle], name, layout.cell, is_open=name in open_now)
    x, y = layout.x(level, circle - board.spans[line].start), layout.y(level)
    width = layout.cell - 1
    sign = mark.sign.center(width) if width > 1 else mark.sign.strip("<>{}[]()")[:1]
    canvas.put(x - width // 2, y, sign, mark.ink, mark.ground, bold=mark.bold)


def _mark(what: int, name: str, cell: int, *, is_open: bool) -> Mark:
    """Return how a circle looks: signs tell things apart where colours cannot."""
    name = name if cell == 6 else name[-1]
    if what >= CLIMBER:
        seat = SEATS[what - CLIMBER]
        return Mark(f"{seat.shape}{name}", on(seat.colour), seat.colour)
    if what == ACTION:
        return Mark("{^}", SNOW, RED)
    if what == OBSTACLE:
        return Mark("[◢◣]" if cell == 6 else "[#]", PAPER, INK)
    if is_open:
        return Mark(f"<{name}>", RED, SNOW)
    return Mark(f"({name})", INK, PAPER, bold=False)


def _paint_summit(canvas: Canvas, layout: Layout, state: State, view: View) -> None:
    in_reach = any(isinstance(event, Climb) and event.to == "top" for event in view.legal)
    canvas.put(layout.summit, 0, "⚑", RED, bold=True)
    canvas.centre(
        layout.summit,
        1,
        "<top>" if in_reach else " top ",
        RED if in_reach else INK,
        SNOW if in_reach else PAPER,
        bold=True,
    )
    there = [seat for seat, number in enumerate(state.summit) for _ in range(number)]
    x = layout.summit - 3 * len(there) // 2
    for number, seat in enumerate(there):
        colour = SEATS[seat].colour
        canvas.put(x + 3 * number, 2, f" {SEATS[seat].shape} ", on(colour), colour, bold=True)


def _paint_players(canvas: Canvas, state: State, names: Names) -> None:
    """Who climbs where, in the left corner of the sky."""
    canvas.put(1, 0, "M A T T E R H O R N", INK, bold=True)
    acts = state.phase not in (Phase.ROLLOFF, Phase.OVER)
    for seat, name in enumerate(names):
        y = 2 + seat
        colour = SEATS[seat].colour
        on_turn = acts and seat == state.seat
        if on_turn:
            canvas.put(0, y, "▸", RED, bold=True)
        canvas.put(1, y, f" {SEATS[seat].shape} ", on(colour), colour, bold=True)
        places = " ".join(climbers(state, seat) or ["–"])
        canvas.put(5, y, f"{name[:9]:<9} {places}", INK, bold=on_turn)


def _paint_dice(canvas: Canvas, state: State) -> None:
    """The roll and what it may do, in the right corner of the sky."""
    in_turn = state.phase not in (Phase.ROLLOFF, Phase.START, Phase.OVER)
    facts = [f"pool {state.pool}"]
    if in_turn:
        faces = [str(face) for face in state.dice] or [" "] * state.dice_left
        x = canvas.width - 6 * len(faces)
        for number, face in enumerate(faces):
            for row, part in enumerate(("╭───╮", f"│ {face} │", "╰───╯")):
                canvas.put(x + 6 * number, row, part, INK, SNOW, bold=row == 1)
        facts.append(count(state.dice_left, "die").replace("dies", "dice") + " in play")
        if state.lines_used:
            facts.append(f"lines used {spaced(state.lines_used)}")
        if state.phase is Phase.ACTIONS:
            facts.append(f"{count(state.actions_left, 'action')} left")
    if state.setup.summit_cost > 1:
        facts.append(f"summit costs {state.setup.summit_cost}")
    for row, fact in enumerate(facts, start=3 if in_turn else 0):
        canvas.put(canvas.width - 1 - len(fact), row, fact, INK)
