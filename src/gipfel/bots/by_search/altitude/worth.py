"""What a position is worth to a seat: by the net, or by hand."""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, AVALANCHE, CABLE_CAR, SAINT_BERNARD
from ....games.altitude.mountain import ANIMALS_COUNT_FROM
from ....games.altitude.state import Phase
from ....kernel.altitude import ORIGIN, SEATS, scores
from ....kernel.compiled import Record, Records, Whole, compiled
from ..net import TENS, chances, run
from .facts import ALL, describe, look_out, prospect

_OVER = tuple(Phase).index(Phase.OVER)
RIVAL = 0.25


@compiled
def shares(state: Record, out: Any) -> None:
    """Write each seat's part of the win, in seat order (A22); alone, its score (A23)."""
    totals = np.zeros(SEATS, np.int16)
    scores(state, totals)
    best = totals.max()
    winners = 0
    for seat in range(state.players):
        winners += totals[seat] == best
    for seat in range(state.players):
        out[seat] = np.float32(totals[seat] == best) / np.float32(winners)
    if state.players == 1:
        out[0] = best


@compiled
def value(state: Record, tables: Record, viewer: Whole, mind: Any, changed: Whole = ALL) -> Any:
    """Return what a position is worth to a viewer: its chance to win or, alone, its score.

    `mind.out` then holds the chances of all, the viewer first. `look_out` comes before it.
    """
    out = mind.out
    players = np.int64(state.players)
    if state.phase == _OVER:
        shares(state, mind.room)
        for turn in range(players):
            out[turn] = mind.room[(viewer + turn) % players]
    else:
        describe(state, tables, viewer, mind, changed)
        run(mind.net, mind.facts, mind.room, out)
        if players > 1:
            chances(out)
        else:
            out[0] *= TENS
    return out[0]


@compiled
def standing(state: Record, tables: Record, seat: Whole, forecast: Record) -> Any:
    """Return what a seat may come to: its floors to be, and its animals (A22)."""
    total = prospect(state, tables, seat, forecast)
    if state.floors[seat]:
        first, last = 2 * state.left[seat] + ORIGIN, 2 * state.right[seat] + ORIGIN
        for column in range(first, last + 1):
            for floor in range(state.heights[seat, column], ANIMALS_COUNT_FROM - 1, -2):
                total += ANIMAL < state.cards[seat, column, (floor - 1) >> 1] < CABLE_CAR
    return total


@compiled
def lead(state: Record, tables: Record, seat: Whole, forecast: Record) -> Any:
    """Return how good a position is by hand: own prospects and hand, less a part of a rival's."""
    total = standing(state, tables, seat, forecast)
    for which in range(state.held[seat]):
        card = state.hands[seat, which]
        if card == CABLE_CAR:
            total += np.float32(0.5)
        elif card == AVALANCHE:
            total -= 1
        elif card == SAINT_BERNARD:
            total += np.float32(1.3)
        elif card > ANIMAL:
            total += np.float32(0.7)
    rival = np.float32(0)
    for other in range(state.players):
        if other != seat:
            rival = max(rival, standing(state, tables, other, forecast))
    return total - np.float32(RIVAL) * rival


@compiled
def evaluate(states: Records, tables: Record, mind: Any, times: Whole) -> Whole:
    """Value every position for the seat on turn, so many times; return how many were valued."""
    for _ in range(times):
        for which in range(len(states)):
            look_out(states[which], tables, states[which].seat, mind.forecast[0])
            value(states[which], tables, states[which].seat, mind)
    return times * len(states)
