"""Pictures in the look of the house, as SVG: paper, ink, a title, and scales of round numbers."""

from collections.abc import Iterable
from html import escape
from math import ceil, floor, log10

INK, PAPER, RED, SHADE, FAINT = "#1d2a3a", "#f4ead7", "#d9412b", "#5b7fa3", "#d8ccb4"
MARKS = 5
"""Steps of a scale, about."""


def sheet(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """Return a picture with a title, on paper."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        ' font-family="Jost, Helvetica, Arial, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        f'<text x="16" y="26" font-size="16" fill="{INK}">{escape(title)}</text>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def scale(least: float, most: float) -> tuple[float, float, float]:
    """Return the lowest mark, the highest and the step of a scale over different numbers."""
    rough = (most - least) / MARKS
    ten = 10.0 ** floor(log10(rough))
    step = next(ten * times for times in (1, 2, 5, 10) if ten * times >= rough)
    return step * floor(least / step), step * ceil(most / step), step
