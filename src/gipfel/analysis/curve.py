"""The chances of a game as a picture: a line for each seat over the events, mistakes marked.

Seats differ by colour, by shape and by dashes, so that it can be read in black and white.
"""

from html import escape
from math import ceil

from ..core.picture import FAINT, INK, PAPER, scale, sheet
from ..core.rulebook import rulebook
from .review import SIGNS, Judged, Review

COLOURS = ("#d9412b", "#1f7a6b", "#e6a517", "#6a4c93")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
NAMES = ("Red", "Green", "Yellow", "Violet")
"""What the seats of a match without names are called."""
LEFT, TOP, WIDE, HIGH, RIGHT = 62, 86, 640, 280, 150
MARKERS = 9
"""Shapes along a line, at the most."""
RINGS = {"doubtful": 4, "mistake": 5.5, "blunder": 7}
"""Round a decision that is marked, by its mark."""
APART = 17
"""Between the names at the ends of the lines."""


def draw(review: Review) -> str:
    """Return the curve as SVG."""
    return _Curve(review).picture()


class _Curve:
    """The measures of one picture."""

    def __init__(self, review: Review) -> None:
        self.review = review
        match = review.match
        self.names = match.names or NAMES[: match.players]
        self.points = [review.start, *(step.chances for step in review.steps)]
        self.low, self.high, self.step = 0.0, 1.0, 0.25
        if review.unit == "points":
            numbers = [0.0, 1.0, *(number for point in self.points for number in point)]
            self.low, self.high, self.step = scale(min(numbers), max(numbers))

    def across(self, number: int) -> float:
        return LEFT + WIDE * number / max(1, len(self.points) - 1)

    def down(self, value: float) -> float:
        return TOP + HIGH * (self.high - value) / (self.high - self.low)

    def picture(self) -> str:
        title, subtitle = self._titles()
        seats = range(len(self.names))
        parts = [
            f'<text x="16" y="48" fill="{INK}">{escape(subtitle)}</text>',
            f'<text x="16" y="65" fill="{INK}">{escape(self._legend())}</text>',
            *self._grid(),
            *(part for seat in seats for part in self._line(seat)),
            *(part for step in self.review.steps for part in self._mistake(step)),
            *self._ends(),
        ]
        return sheet(LEFT + WIDE + RIGHT, TOP + HIGH + 50, title, parts)

    def _titles(self) -> tuple[str, str]:
        review = self.review
        game = rulebook(review.match.game.NAME).title
        what = "the score to expect" if review.unit == "points" else "the chance to win"
        over = "" if review.finished else ", the game is not finished"
        count = f"{len(review.steps)} event{'s' * (len(review.steps) != 1)}"
        return f"{game}: {what}", f"after each of {count}, judged by {review.by}{over}"

    def _legend(self) -> str:
        return " · ".join(f"{sign} {mark}" for mark, sign in SIGNS.items() if mark)

    def _grid(self) -> list[str]:
        parts = []
        for number in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + number * self.step
            y = self.down(value)
            label = f"{value:g}" if self.review.unit == "points" else f"{100 * value:.0f} %"
            parts += [
                f'<path d="M{LEFT} {y:.1f}h{WIDE}" stroke="{FAINT}"/>',
                f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end"'
                f' fill="{INK}">{label}</text>',
            ]
        last = len(self.points) - 1
        for number in sorted({round(last * part / 4) for part in range(5)}):
            parts.append(
                f'<text x="{self.across(number):.1f}" y="{TOP + HIGH + 24}" text-anchor="middle"'
                f' fill="{INK}">{number}</text>'
            )
        return parts

    def _line(self, seat: int) -> list[str]:
        places = [
            (self.across(number), self.down(chances[seat]))
            for number, chances in enumerate(self.points)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        every = max(1, ceil(len(places) / MARKERS))
        first = every * (seat + 1) // (len(self.names) + 1)
        return [
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2.2"'
            f' stroke-linejoin="round"{dashes}/>',
            *(_shape(seat, x, y) for x, y in places[first::every]),
        ]

    def _mistake(self, step: Judged) -> list[str]:
        """Put a sign at a decision that is marked, below the line of its seat; words to hover."""
        if not step.mark or step.seat is None:
            return []
        x, y = self.across(step.number), self.down(step.chances[step.seat])
        above = y > TOP + HIGH - 24
        words = f"{step.number}, {self.names[step.seat]}: {step.event}, {step.mark}"
        if step.best:
            words += f", better {step.best}"
        return [
            f'<g><title>{escape(words)}</title><circle cx="{x:.1f}" cy="{y:.1f}"'
            f' r="{RINGS[step.mark]}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
            f'<text x="{x:.1f}" y="{y + (-10 if above else 20):.1f}" text-anchor="middle"'
            f' font-weight="bold" fill="{INK}" stroke="{PAPER}" stroke-width="3"'
            f' paint-order="stroke">{SIGNS[step.mark]}</text></g>'
        ]

    def _ends(self) -> list[str]:
        """Name each line at its end; names that would cover each other stand one below another."""
        last = self.points[-1]
        wanted = sorted((self.down(chance), seat) for seat, chance in enumerate(last))
        parts = []
        free = float(TOP - APART)
        for place, (y, seat) in enumerate(wanted):
            room = TOP + HIGH - APART * (len(wanted) - 1 - place)
            free = min(max(y, free + APART), max(room, free + APART))
            x = LEFT + WIDE + 16
            parts += [
                _shape(seat, x, free),
                f'<text x="{x + 12}" y="{free + 4:.1f}" fill="{INK}">'
                f"{escape(self.names[seat][:18])}</text>",
            ]
        return parts


def _shape(seat: int, x: float, y: float) -> str:
    """Return the sign of a seat: ▲ ● ■ ◆."""
    paint = f'fill="{COLOURS[seat]}" stroke="{PAPER}"'
    if seat == 1:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {paint}/>'
    corners = {0: "m0 -6l5.5 10h-11z", 2: "m-4.5 -4.5h9v9h-9z", 3: "m0 -6.5l6 6.5l-6 6.5l-6 -6.5z"}
    return f'<path d="M{x:.1f} {y:.1f}{corners[seat]}" {paint}/>'
