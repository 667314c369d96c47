"""The learning curve as a picture: how far the net is from the truth, round by round."""

from collections.abc import Sequence

from ...core.picture import FAINT, INK, RED, sheet

LEFT, TOP, WIDE, HIGH = 60, 60, 560, 220


def draw(title: str, errors: Sequence[float]) -> str:
    """Return a curve of errors as SVG."""
    low, high = min(errors), max(errors)
    span = high - low or 1.0

    def across(place: int) -> float:
        return LEFT + WIDE * place / max(1, len(errors) - 1)

    def down(number: float) -> float:
        return TOP + HIGH * (high - number) / span

    parts = [f'<text x="16" y="44" fill="{RED}">error on new games</text>']
    for step in range(5):
        number = low + span * step / 4
        y = down(number)
        parts += [
            f'<line x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y:.1f}" y2="{y:.1f}" stroke="{FAINT}"/>',
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">'
            f"{number:.3g}</text>",
        ]
    points = " ".join(
        f"{across(place):.1f},{down(error):.1f}" for place, error in enumerate(errors)
    )
    parts.append(f'<polyline points="{points}" fill="none" stroke="{RED}" stroke-width="2"/>')
    label = f"rounds 1 to {len(errors)}"
    parts.append(f'<text x="{LEFT}" y="{TOP + HIGH + 30}" fill="{INK}">{label}</text>')
    return sheet(LEFT + WIDE + 30, TOP + HIGH + 50, f"{title}: what was learned", parts)
