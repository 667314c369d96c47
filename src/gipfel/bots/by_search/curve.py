"""The learning curve as a picture: how far the net is from the truth, round by round."""

from collections.abc import Sequence

from ...core.picture import FAINT, INK, RED, SHADE, sheet

LEFT, TOP, WIDE, HIGH = 60, 60, 560, 220


def draw(title: str, rounds: Sequence[tuple[float, float]]) -> str:
    """Return a curve of errors, and of the least that they could be, as SVG."""
    numbers = [number for pair in rounds for number in pair]
    low, high = min(numbers), max(numbers)
    span = high - low or 1.0

    def across(place: int) -> float:
        return LEFT + WIDE * place / max(1, len(rounds) - 1)

    def down(number: float) -> float:
        return TOP + HIGH * (high - number) / span

    parts = [
        f'<text x="16" y="44" fill="{RED}">error on new games</text>',
        f'<text x="150" y="44" fill="{SHADE}">the least that luck allows</text>',
    ]
    for step in range(5):
        number = low + span * step / 4
        y = down(number)
        parts += [
            f'<line x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}"/>',
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">'
            f"{number:.3g}</text>",
        ]
    for which, colour in ((1, SHADE), (0, RED)):
        points = " ".join(
            f"{across(place):.1f},{down(pair[which]):.1f}" for place, pair in enumerate(rounds)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
    label = f"rounds 1 to {len(rounds)}"
    parts.append(f'<text x="{LEFT}" y="{TOP + HIGH + 30}" fill="{INK}">{label}</text>')
    return sheet(LEFT + WIDE + 30, TOP + HIGH + 50, f"{title}: what was learned", parts)
