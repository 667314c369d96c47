"""The results as a picture: a bar for each bot, with its interval and its fair share."""

from html import escape

from ..core.picture import FAINT, INK, RED, SHADE, scale, sheet
from ..core.rulebook import rulebook
from .statistics import Interval, Standing, Summary

ROW, LEFT, WIDE, TOP = 34, 190, 460, 66


def draw(summary: Summary) -> str:
    """Return the standings as SVG: shares of wins, or points of bots that play alone."""
    bars = [(one, value) for one in summary.standings if (value := _value(one)) is not None]
    low, high, step = _scale([value for _, value in bars], solo=summary.is_solo)
    height = TOP + ROW * len(bars) + 40

    def across(value: float) -> float:
        return LEFT + WIDE * (value - low) / (high - low)

    parts = [f'<text x="16" y="46" fill="{INK}">{escape(_subtitle(summary))}</text>']
    for number in range(round((high - low) / step) + 1):
        mark = low + number * step
        x, label = across(mark), _label(mark, solo=summary.is_solo)
        parts += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{height - 30}" stroke="{FAINT}"/>',
            f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle" fill="{INK}">{label}</text>',
        ]
    for row, (standing, value) in enumerate(bars):
        y = TOP + ROW * row
        start, end = sorted((across(max(low, 0.0)), across(value.value)))
        least, most = across(max(low, value.low)), across(min(high, value.high))
        label = _label(value.value, solo=summary.is_solo)
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 16}" text-anchor="end" fill="{INK}">'
            f"{escape(standing.bot[:26])}</text>",
            f'<rect x="{start:.1f}" y="{y}" width="{end - start:.1f}" height="{ROW - 12}"'
            f' fill="{RED if row == 0 else SHADE}"/>',
            f'<path d="M{least:.1f} {y + 11}H{most:.1f}M{least:.1f} {y + 6}v10M{most:.1f} {y + 6}'
            f'v10" stroke="{INK}" stroke-width="1.5" fill="none"/>',
            f'<text x="{max(end, most) + 8:.1f}" y="{y + 16}" fill="{INK}">{label}</text>',
        ]
        if not summary.is_solo:
            x = across(standing.fair)
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 4}" y2="{y + ROW - 8}" stroke="{INK}"'
                ' stroke-dasharray="3 2"/>'
            )
    return sheet(LEFT + WIDE + 110, height, _title(summary), parts)


def _value(standing: Standing) -> Interval | None:
    return standing.share or standing.score


def _title(summary: Summary) -> str:
    what = (
        "points, alone" if summary.is_solo else f"share of wins, {summary.setup['players']} players"
    )
    return f"{rulebook(summary.setup['game']).title}: {what}"


def _subtitle(summary: Summary) -> str:
    text = f"{summary.games:,} games on {summary.deals:,} deals, 95 % intervals"
    return text if summary.is_solo else f"{text}; the dashed line is the fair share"


def _label(value: float, *, solo: bool) -> str:
    return f"{value:,.4g}" if solo else f"{100 * value:.3g} %"


def _scale(values: list[Interval], *, solo: bool) -> tuple[float, float, float]:
    """Return the lowest mark, the highest and the step between two."""
    if not solo:
        return 0.0, 1.0, 0.25
    return scale(
        min([0.0, *(value.low for value in values)]), max([1.0, *(value.high for value in values)])
    )
