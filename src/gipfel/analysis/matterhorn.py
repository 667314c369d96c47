"""Matterhorn for analysis: exact chances of a roll, for any number of dice and any set of lines."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import Json
from ..games.matterhorn.board import STANDARD
from ..games.matterhorn.dice import DICE, SIDES, choices, rolls
from ..games.matterhorn.rules import open_lines
from ..games.matterhorn.state import Phase, State
from ..games.matterhorn.view import View

OPEN = True


@cache
def _reaches(dice: int) -> dict[frozenset[int], int]:
    """Return how many of the ordered rolls of so many dice can make just these results."""
    ways: dict[frozenset[int], int] = {}
    for faces, weight in rolls(dice):
        results = frozenset(choices(faces))
        ways[results] = ways.get(results, 0) + weight
    return ways


@lru_cache(maxsize=1 << 10)
def flop(dice: int, lines: frozenset[int]) -> Fraction:
    """Return the chance that a roll can make none of these lines (M17)."""
    misses = sum(weight for made, weight in _reaches(dice).items() if not made & lines)
    return Fraction(misses, SIDES**dice)


@cache
def chance_of(dice: int, line: int) -> Fraction:
    """Return the chance that a roll can make a line (M9-M11)."""
    return 1 - flop(dice, frozenset({line}))


@cache
def kept_for(dice: int, line: int) -> Fraction | None:
    """Return how many dice can be kept on average when a roll makes a line; None if none does."""
    rolled = [(choices(faces).get(line), weight) for faces, weight in rolls(dice)]
    made = [(max(map(len, ways)), weight) for ways, weight in rolled if ways]
    if not made:
        return None
    total = sum(weight for _, weight in made)
    return Fraction(sum(most * weight for most, weight in made), total)


def chances(view: View) -> Json:
    """Return the chances of the roll that comes, or would come next: a flop, each open line.

    While a token is being chosen, or when this turn sees no further roll, there is none to tell of.
    """
    state = view.position
    if state.phase not in (Phase.ROLL, Phase.BONUS, Phase.DECIDE):
        return {"dice": 0, "flop": None, "lines": {}, "kept": {}}
    return _roll(state.dice_left, open_lines(state))


def tables(words: Sequence[str]) -> list[Json]:
    """Return the chances of a roll of each number of dice with just these lines open, or all."""
    for word in words:
        if word not in map(str, STANDARD.spans):
            there = ", ".join(map(str, STANDARD.spans))
            raise BadRequest(f"No line {quoted(word)}; there are {there}.", "M1")
    lines = frozenset(map(int, words)) or frozenset(STANDARD.spans)
    return [_roll(dice, lines) for dice in range(DICE, 0, -1)]


def _roll(dice: int, open_now: Iterable[int]) -> Json:
    lines = sorted(open_now, reverse=True)
    kept = {str(line): kept_for(dice, line) for line in lines}
    return {
        "dice": dice,
        "flop": float(flop(dice, frozenset(lines))),
        "lines": {str(line): float(chance_of(dice, line)) for line in lines},
        "kept": {line: float(mean) for line, mean in kept.items() if mean is not None},
    }


def at_decision(view: View) -> Json | None:
    """Return the chance of a flop if one rolled again, and of each line; None if no roll may come.

    While a token is chosen: `after`, what the chance of a flop will be, by its line and by the dice
    kept. A bonus (M12) may still change it.
    """
    state = view.position
    if state.phase is Phase.TOKEN:
        return {"after": _after_token(state)}
    if state.phase not in (Phase.BONUS, Phase.DECIDE):
        return None
    dice, lines = state.dice_left, open_lines(state)
    return {
        "flop": float(flop(dice, lines)),
        "lines": {str(line): float(chance_of(dice, line)) for line in sorted(lines)},
    }


def _after_token(state: State) -> Json:
    open_now = open_lines(state)
    open_then = open_now if state.pool > 1 else frozenset()  # M3: the token takes one of the pool
    return {
        str(line): {
            str(dice): float(flop(dice, open_then - {line})) for dice in sorted(set(map(len, ways)))
        }
        for line, ways in sorted(choices(state.dice).items())
        if line in open_now
    }


def concerns(state: State) -> int | None:
    """Return the seat that rolls; the roll-off (M5) is everybody's."""
    return None if state.phase is Phase.ROLLOFF else state.seat


def is_dealing(_: State) -> bool:
    """Nothing is dealt."""
    return False


def may_come(_: View) -> None:
    """Tell nothing: the search of a turn goes over all rolls itself."""


def values_points(_: int, __: str) -> bool:
    """There are no points: moves are always valued by the chance to win."""
    return False


def is_count(_: View) -> bool:
    """There are no points to count."""
    return False
