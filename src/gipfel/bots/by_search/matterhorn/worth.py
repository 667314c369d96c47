"""What a position is worth where a turn begins: the facts that the net sees, or a judgement."""

from typing import Any

import numpy as np

from ....games.matterhorn.rules import ROPE_TEAM
from ....games.matterhorn.state import CLIMBER, FREE, Phase
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.matterhorn import NOWHERE, SEATS, is_over
from ..net import chances, run

_OVER = tuple(Phase).index(Phase.OVER)
FAR = 12
"""Steps to the summit beyond which it is just far."""
LOWEST, LINES = 4, 10
"""Lines are told apart by their number, from 4 and less to 13 and more."""
_CLIMBER = FAR + 2
_SEAT = ROPE_TEAM * _CLIMBER + LINES
_BOARD = 3 * LINES + 5
PLENTY = 100
"""Actions enough for any plan."""
HEAD_START = 1.0
"""The last facts are the judgement by hand; the net learns what to add to it."""
INSTINCT = 0, 0
"""Nobody plays on by instinct here: the search looks no further than the own turn."""


def facts_for(players: int) -> int:
    """Return how many facts there are."""
    return players * (_SEAT + 1) + _BOARD


@compiled
def _find_ways(state: Record, tables: Record, steps: Any, costs: Any) -> None:
    """Write how many actions lead each seat from each circle to the summit, never going down.

    Obstacles and climbers cost two, the partner one; a second way up as good saves a little. All
    seats go side by side, also those that nobody has, which is quicker than one after the other.
    """
    choice = np.float32(0.1)
    for circle in range(NOWHERE + 1):
        there = np.int64(state.circles[circle])
        for seat in range(SEATS):
            costs[circle, seat] = 1 if there == FREE else 2
        if CLIMBER <= there < CLIMBER + SEATS:
            costs[circle, there - CLIMBER] = 1
    steps[NOWHERE] = PLENTY
    top = tables.lines - 1
    for circle in range(tables.start[top], tables.start[top + 1]):
        for seat in range(SEATS):
            steps[circle, seat] = state.summit_cost
    for line in range(top - 1, -1, -1):
        first, end = tables.start[line], tables.start[line + 1]
        for circle in range(first, end):
            left, right = tables.near[circle, 0], tables.near[circle, 1]
            for seat in range(SEATS):
                up = steps[left, seat] + costs[left, seat]
                other = steps[right, seat] + costs[right, seat]
                spared = choice * min(abs(up - other), np.float32(3))
                steps[circle, seat] = min(up, other) + spared
        for circle in range(first + 1, end):
            for seat in range(SEATS):
                beside = steps[circle - 1, seat] + costs[circle - 1, seat]
                steps[circle, seat] = min(steps[circle, seat], beside)
        for circle in range(end - 2, first - 1, -1):
            for seat in range(SEATS):
                beside = steps[circle + 1, seat] + costs[circle + 1, seat]
                steps[circle, seat] = min(steps[circle, seat], beside)


@compiled
def _far(state: Record, seat: Whole, which: Whole, steps: Any) -> Any:
    """Return how many actions lead a climber to the summit."""
    circle = state.climbers[seat, which]
    return steps[circle, seat] if circle != NOWHERE else np.float32(0)


@compiled
def _seat(state: Record, tables: Record, seat: Whole, steps: Any, number: Any, facts: Any) -> Any:
    """Write how far a rope team is, the climber nearer to the summit first; return its need."""
    one, other = _far(state, seat, 0, steps), _far(state, seat, 1, steps)
    swap = other < one
    for place in range(ROPE_TEAM):
        which = 1 - place if swap else place
        circle, far, start = state.climbers[seat, which], other if which else one, place * _CLIMBER
        shown: Whole = min(np.int64(far + np.float32(0.5)), FAR)
        for step in range(shown):
            facts[start + step] = 1
        facts[start + FAR] = np.float32(0.1) * far
        if circle != NOWHERE:
            for way in range(2):
                free = state.circles[tables.near[circle, way]] == FREE
                facts[start + FAR + 1] += np.float32(0.5) * free
            facts[ROPE_TEAM * _CLIMBER + number[tables.line_of[circle]]] += 1
    return one + other


@compiled
def describe(state: Record, tables: Record, mind: Any) -> None:
    """Write the facts of a position where a turn begins, the seat on turn first."""
    facts, number, steps = mind.facts, mind.chart.number, mind.steps
    players = np.int64(state.players)
    for i in range(facts.size):
        facts[i] = 0
    _find_ways(state, tables, steps, mind.costs)
    start = facts.size - players
    for turn in range(players):
        seat = (state.seat + turn) % players
        own = facts[turn * _SEAT : (turn + 1) * _SEAT]
        need = _seat(state, tables, seat, steps, number, own)
        facts[start + turn] = _judgement(need, turn, players)
    start = players * _SEAT
    for line in range(tables.lines):
        place = start + 3 * number[line]
        free = np.int64(state.free[line])
        facts[place] = np.float32(0.1) * free
        facts[place + 1] = free == 1
        facts[place + 2] = free <= 3
    start += 3 * LINES
    pool = np.int64(state.pool)
    facts[start] = np.float32(0.05) * pool
    facts[start + 1] = pool <= 3
    facts[start + 2] = pool <= 6
    facts[start + 3] = pool <= 12
    facts[start + 4] = state.summit_cost > 1


@compiled
def value(state: Record, tables: Record, viewer: Whole, mind: Any) -> Any:
    """Return the chance of a viewer to win a position where a turn begins, or that is over.

    `mind.out` then holds the chances of all, the seat on turn first.
    """
    out = mind.out
    players = np.int64(state.players)
    if state.phase == _OVER or is_over(state):
        for turn in range(players):
            out[turn] = turn == 0 and state.phase == _OVER
    elif mind.judged:
        _judge(state, tables, viewer, mind)
    else:
        describe(state, tables, mind)
        run(mind.net, mind.facts, mind.room, out)
        chances(out)
    return out[(viewer + players - state.seat) % players]


@compiled
def _judgement(need: Any, turn: Whole, players: Whole) -> Any:
    """Judge a seat by the actions it needs, the last ones counting most.

    The seat on turn is about two actions ahead of where it stands.
    """
    return np.float32(-1.5) * np.sqrt(need + np.float32(2 * turn) / np.float32(players))


@compiled
def _judge(state: Record, tables: Record, viewer: Whole, mind: Any) -> None:
    """Judge by hand: the viewer by its way up; the others by theirs, or as if in its middle."""
    players, steps = np.int64(state.players), mind.steps
    _find_ways(state, tables, steps, mind.costs)
    for turn in range(players):
        seat = (state.seat + turn) % players
        need = np.float32(tables.lines)
        if seat == viewer or not mind.alone:
            need = _far(state, seat, 0, steps) + _far(state, seat, 1, steps)
        mind.out[turn] = _judgement(need, turn, players)
    chances(mind.out)


@compiled
def evaluate(states: Records, tables: Record, mind: Any, times: Whole) -> Whole:
    """Value every position for the seat on turn, so many times; return how many were valued."""
    for _ in range(times):
        for which in range(len(states)):
            value(states[which], tables, states[which].seat, mind)
    return times * len(states)
