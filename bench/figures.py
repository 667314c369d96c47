"""A measured figure, and a picture of many."""

from dataclasses import dataclass
from html import escape
from math import log10

from gipfel.core.picture import FAINT, INK, RED, SHADE, sheet

ROW, LEFT, WIDE = 20, 330, 460
LEAST, DECADES = 4, 4
"""The scale: from ten thousand upwards, so many powers of ten."""


@dataclass
class Figure:
    """What one run reached."""

    group: str
    name: str
    decisions: float
    """Decisions a second."""
    games: float = 0
    """Games a second, where whole games were played."""


def draw(figures: list[Figure]) -> str:
    """Return a bar chart as SVG, on a logarithmic scale."""
    height = ROW * len(figures) + 70
    parts = []
    for decade in range(DECADES + 1):
        x = LEFT + WIDE * decade / DECADES
        parts.append(f'<line x1="{x}" x2="{x}" y1="40" y2="{height - 24}" stroke="{FAINT}"/>')
        label = f"{10 ** (LEAST + decade):,}"
        parts.append(
            f'<text x="{x}" y="{height - 8}" text-anchor="middle" fill="{INK}">{label}</text>'
        )
    for row, figure in enumerate(figures):
        y = 46 + ROW * row
        ours = figure.group in ("kernel", "readable", "stepping")
        length = max(2.0, WIDE * (log10(figure.decisions) - LEAST) / DECADES)
        name = escape(f"{figure.group}: {figure.name}")
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end" fill="{INK}">{name}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{ROW - 6}"'
            f' fill="{RED if ours else SHADE}"/>',
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 12}" fill="{INK}">'
            f"{figure.decisions:,.0f}</text>",
        ]
    return sheet(LEFT + WIDE + 90, height, "Decisions a second, random play", parts)
