"""What a position is worth where a turn begins: the facts that the net sees, or a judgement."""

from typing import Any

import numpy as np

from ....games.matterhorn.rules import ROPE_TEAM
from ....games.matterhorn.state import CLIMBER, FREE, Phase
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.matterhorn import NOWHERE, is_over
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
def _steps(state: Record, tables: Record, seat: Whole, steps: Any) -> None:
    """Write how many actions lead a seat from each circle to the summit, never going down.

    Obstacles and climbers cost two, the partner one; a second way up as good saves a little.
    """
    circles = state.circles
    own = CLIMBER + seat
    one, two, choice = np.float32(1), np.float32(2), np.float32(0.1)
    steps[NOWHERE] = PLENTY
    top = tables.lines - 1
    for circle in range(tables.start[top], tables.start[top + 1]):
        steps[circle] = state.summit_cost
    for line in range(top - 1, -1, -1):
        first, end = tables.start[line], tables.start[line + 1]
        for circle in range(first, end):
            left, right = tables.near[circle, 0], tables.near[circle, 1]
            up = steps[left] + (one if circles[left] == FREE or circles[left] == own else two)
            other = steps[right] + (one if circles[right] == FREE or circles[right] == own else two)
            steps[circle] = min(up, other) + choice * min(abs(up - other), np.float32(3))
        for circle in range(first + 1, end):
            there = circles[circle - 1]
            beside = steps[circle - 1] + (one if there in (FREE, own) else two)
            steps[circle] = min(steps[circle], beside)
        for circle in range(end - 2, first - 1, -1):
            there = circles[circle + 1]
            beside = steps[circle + 1] + (one if there in (FREE, own) else two)
            steps[circle] = min(steps[circle], beside)


@compiled
def _seat(state: Record, tables: Record, seat: Whole, mind: Any, facts: Any) -> Any:
    """Write how far a rope team is, the climber nearer to the summit first; return its need."""
    steps, climbers = mind.steps, state.climbers[seat]
    _steps(state, tables, seat, steps)
    far = np.zeros(ROPE_TEAM, np.float32)
    for which in range(ROPE_TEAM):
        far[which] = steps[climbers[which]] if climbers[which] != NOWHERE else 0
    swap = far[1] < far[0]
    for place in range(ROPE_TEAM):
        which = 1 - place if swap else place
        circle, start = climbers[which], place * _CLIMBER
        shown: Whole = min(np.int64(far[which] + np.float32(0.5)), FAR)
        for step in range(shown):
            facts[start + step] = 1
        facts[start + FAR] = np.float32(0.1) * far[which]
        if circle != NOWHERE:
            for way in range(2):
                free = state.circles[tables.near[circle, way]] == FREE
                facts[start + FAR + 1] += np.float32(0.5) * free
            facts[ROPE_TEAM * _CLIMBER + mind.chart.number[tables.line_of[circle]]] += 1
    return far[0] + far[1]


@compiled
def describe(state: Record, tables: Record, mind: Any) -> None:
    """Write the facts of a position where a turn begins, the seat on turn first."""
    facts = mind.facts
    players = np.int64(state.players)
    for i in range(facts.size):
        facts[i] = 0
    start = facts.size - players
    for turn in range(players):
        seat = (state.seat + turn) % players
        need = _seat(state, tables, seat, mind, facts[turn * _SEAT : (turn + 1) * _SEAT])
        facts[start + turn] = _judgement(need, turn, players)
    start = players * _SEAT
    for line in range(tables.lines):
        place = start + 3 * mind.chart.number[line]
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
    players = np.int64(state.players)
    for turn in range(players):
        seat = (state.seat + turn) % players
        need = np.float32(tables.lines)
        if seat == viewer or not mind.alone:
            need = np.float32(0)
            _steps(state, tables, seat, mind.steps)
            for which in range(ROPE_TEAM):
                circle = state.climbers[seat, which]
                need += mind.steps[circle] if circle != NOWHERE else np.float32(0)
        mind.out[turn] = _judgement(need, turn, players)
    chances(mind.out)


@compiled
def evaluate(states: Records, tables: Record, mind: Any, times: Whole) -> Whole:
    """Value every position for the seat on turn, so many times; return how many were valued."""
    for _ in range(times):
        for which in range(len(states)):
            value(states[which], tables, states[which].seat, mind)
    return times * len(states)
