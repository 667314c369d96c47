"""Rolling again: what the rest of a turn is worth, over all rolls, lines used and dice left."""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ....games.matterhorn.board import Board
from ....games.matterhorn.dice import DICE, SIDES, Faces, choices, rolls
from ....games.matterhorn.rules import ROPE_TEAM
from ....kernel.compiled import Record, Whole, compiled
from ....kernel.matterhorn import NOWHERE
from .spending import LEVELS
from .worth import LINES, LOWEST

GAMBLED = 8
"""Lines that a gamble looks at, at the most."""
DEEPEST = 5
"""Further tokens that a gamble thinks of."""


class Chart(NamedTuple):
    """What the search knows of a board and its dice."""

    number: Any
    """Of each line: its number, counted from LOWEST, within LINES."""
    first: Any
    """By number of dice: the first of its rolls, and the end of the last."""
    weight: Any
    """The chance of each roll; rolls that allow the same are one."""
    kept: Any
    """By roll and line: a bit for each number of dice that can be kept, 0 if out of reach."""


@lru_cache(maxsize=64)
def chart(board: Board) -> Chart:
    """Return the chart of a board."""
    first, weights = [0], list[float]()
    kept: list[tuple[int, ...]] = []
    for dice in range(DICE + 1):
        alike: Counter[tuple[int, ...]] = Counter()
        for faces, weight in rolls(dice):
            ways = choices(faces)
            alike[tuple(_sizes(ways.get(number, ())) for number in board.spans)] += weight
        kept += alike
        weights += [weight / SIDES**dice for weight in alike.values()]
        first.append(len(kept))
    numbers = [min(max(number - LOWEST, 0), LINES - 1) for number in board.spans]
    return Chart(
        np.array(numbers, np.int64),
        np.array(first, np.int64),
        np.array(weights, np.float32),
        np.array(kept, np.uint8),
    )


def _sizes(keeps: tuple[Faces, ...]) -> int:
    """Return a bit for each number of dice that some ways to keep dice leave."""
    return sum({1 << len(keep) - 1 for keep in keeps})


@compiled
def _lines(state: Record, tables: Record, mind: Any) -> Whole:
    """List the lines that can still be used this turn; return how many.

    Beyond GAMBLED, those that a single roll reaches the least are left out.
    """
    n = 0
    for place in range(GAMBLED):
        mind.lines[place] = -1
    for line in range(tables.lines):
        usable = (state.lines_open & ~state.lines_used) >> np.uint32(line) & np.uint32(1)
        if usable:
            if n < GAMBLED:
                n += 1
            elif _reached(line, mind) <= _reached(mind.lines[n - 1], mind):
                continue
            place = n - 1
            while place > 0 and _reached(mind.lines[place - 1], mind) < _reached(line, mind):
                mind.lines[place] = mind.lines[place - 1]
                place -= 1
            mind.lines[place] = line
    return n


@compiled
def _reached(line: Whole, mind: Any) -> Any:
    """Return the chance that a roll of all the dice reaches a line."""
    total = np.float32(0)
    for roll in range(mind.chart.first[DICE], mind.chart.first[DICE + 1]):
        if mind.chart.kept[roll, line]:
            total += mind.chart.weight[roll]
    return total


@compiled
def gamble(state: Record, tables: Record, mind: Any) -> None:
    """Work out the rest of the turn: what it is worth to go on, by lines used and dice left.

    `mind.gain` must hold what actions are worth. Tokens are counted, not placed; a line that holds
    a climber now is taken to earn its bonus (M12), which a flop does not lose. Then
    `mind.ahead[used, dice]` is the worth before choosing whether to roll, and
    `mind.rolled[used, dice]` the worth of rolling.
    """
    n = _lines(state, tables, mind)
    chart, gain, ahead, rolled, best = mind.chart, mind.gain, mind.ahead, mind.rolled, mind.best
    climbed = 0
    for place in range(n):
        for seat in range(state.players):
            for which in range(ROPE_TEAM):
                circle = state.climbers[seat, which]
                if circle != NOWHERE and tables.line_of[circle] == mind.lines[place]:
                    climbed |= 1 << place
    for used in range((1 << n) - 1, -1, -1):
        tokens = bonus = 0
        for place in range(n):
            tokens += (used >> place) & 1
            bonus += (used & climbed) >> place & 1
        stop = min(np.int64(state.tokens_placed) + tokens + bonus, 2 * LEVELS - 1)
        for place in range(n):
            if not (used >> place) & 1 and tokens < DEEPEST:
                after = used | 1 << place
                for kept in range(1, 1 << DICE):
                    dice = 1
                    while not (kept >> (dice - 1)) & 1:
                        dice += 1
                    rest = kept & (kept - 1)
                    best[place, kept] = ahead[after, dice]
                    if rest:
                        best[place, kept] = max(best[place, kept], best[place, rest])
        for dice in range(1, state.dice_left + 1):
            worth = np.float32(0)
            for roll in range(chart.first[dice], chart.first[dice + 1]):
                top = np.float32(-1)
                if tokens < state.pool and tokens < DEEPEST:
                    for place in range(n):
                        kept = chart.kept[roll, mind.lines[place]]
                        if kept and not (used >> place) & 1:
                            top = max(top, best[place, kept])
                worth += chart.weight[roll] * (top if top >= 0 else gain[bonus])
            rolled[used, dice] = worth
            ahead[used, dice] = max(gain[stop], worth)
