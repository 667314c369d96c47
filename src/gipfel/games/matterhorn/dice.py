"""The dice: what a roll may be, what it is worth, and what may be kept of it (M8-M10)."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

Faces: TypeAlias = tuple[int, ...]
"""Dice as they lie, ascending."""

DICE = 5
SIDES = 6


def result(kept: Faces) -> int:
    """Return the sum of the faces that show exactly once (M10)."""
    return sum(face for face in kept if kept.count(face) == 1)


@cache
def rolls(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Return every roll of so many dice with the number of ordered rolls it stands for (M8)."""
    return tuple(
        (faces, factorial(dice) // prod(factorial(n) for n in Counter(faces).values()))
        for faces in combinations_with_replacement(range(1, SIDES + 1), dice)
    )


@cache
def choices(roll: Faces) -> dict[int, tuple[Faces, ...]]:
    """Return what may be kept of a roll (M9: at least one die), by the result it makes (M10)."""
    kept = {part for size in range(1, len(roll) + 1) for part in combinations(roll, size)}
    by_result: dict[int, tuple[Faces, ...]] = {}
    for part in sorted(kept):
        by_result[result(part)] = (*by_result.get(result(part), ()), part)
    return by_result
