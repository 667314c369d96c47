"""Spending actions: a beam search for the best ways to use one, two, three of them …"""

from typing import Any

import numpy as np

from ....games.matterhorn.rules import ROPE_TEAM
from ....games.matterhorn.state import Phase
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.matterhorn import CLEAR, CLIMB, KIND, NOWHERE, PASS, apply, legal
from .worth import PLENTY, value

_ACTIONS, _OVER = map(tuple(Phase).index, (Phase.ACTIONS, Phase.OVER))
_SUMMIT = 6
LEVELS = 9
"""Actions that are planned ahead, and one."""
WIDEST = 12
"""Positions kept for each number of actions, at the most."""


@compiled
def _in_the_way(state: Record, tables: Record, marks: Any) -> None:
    """Mark the circles whose clearing may help the own climbers: beside, above, and above that."""
    for circle in range(tables.circles):
        marks[circle] = False
    for which in range(ROPE_TEAM):
        circle = state.climbers[state.seat, which]
        if circle != NOWHERE:
            for way in range(4):
                near = tables.near[circle, way]
                marks[near] = True
                for further in range(2):
                    marks[tables.near[near, further]] = True


@compiled
def plan(state: Record, tables: Record, mind: Any, levels: Whole, width: Whole) -> None:
    """Search for the best ways to spend actions, if the turn ended after them.

    For each number of actions up to `levels` the `width` best positions stay in `mind.layers`,
    their values for the seat on turn in `mind.worth`, and the first move towards each in
    `mind.first` (-1 for none).
    """
    layers, first, count = mind.layers, mind.first, mind.count
    for level in range(levels + 1):
        count[level] = 0
    mind.start[0] = state
    mind.start[0].phase = _ACTIONS
    mind.start[0].actions_left = PLENTY
    _consider(mind.start, tables, mind, 0, width, -1)
    for level in range(levels):
        for which in range(count[level]):
            if layers[level, which].phase == _OVER:
                continue
            state = layers[level, which]
            _in_the_way(state, tables, mind.marks)
            for place in range(legal(state, tables, mind.ways)):
                move = np.int64(mind.ways[place])
                kind, argument = move >> KIND, move & ((1 << KIND) - 1)
                if kind == PASS or (kind == CLEAR and not mind.marks[argument]):
                    continue
                cost: Whole = 1
                if kind == CLIMB and argument & 7 == _SUMMIT:
                    cost = np.int64(state.summit_cost)
                if level + cost <= levels:
                    mind.start[0] = state
                    apply(mind.start[0], tables, move)
                    towards = move if level == 0 else np.int64(first[level, which])
                    _consider(mind.start, tables, mind, level + cost, width, towards)


@compiled
def _alike(one: Record, other: Record) -> bool:
    """Say whether the same things stand on the circles."""
    for circle in range(NOWHERE):
        if one.circles[circle] != other.circles[circle]:
            return False
    return True


@compiled
def _consider(
    found: Records, tables: Record, mind: Any, level: Whole, width: Whole, towards: Whole
) -> None:
    """Keep a position among the best of its level, unless it is there already."""
    worth, count = mind.worth, mind.count
    seat = np.int64(found[0].seat)
    ended = mind.ended
    ended[0] = found[0]
    if ended[0].phase != _OVER:
        apply(ended[0], tables, PASS << KIND)
    good = value(ended[0], tables, seat, mind)
    n = np.int64(count[level])
    for which in range(n):
        if worth[level, which] == good and _alike(mind.layers[level, which], found[0]):
            return
    if n == width:
        if good <= worth[level, n - 1]:
            return
        n -= 1
    while n > 0 and worth[level, n - 1] < good:
        mind.layers[level, n] = mind.layers[level, n - 1]
        worth[level, n] = worth[level, n - 1]
        mind.first[level, n] = mind.first[level, n - 1]
        n -= 1
    mind.layers[level, n] = found[0]
    worth[level, n] = good
    mind.first[level, n] = towards
    count[level] = min(count[level] + 1, width)
