"""Altitude, compiled: the same law as `games.altitude`, for search and simulation.

A position is one record of STATE; a deck is one record of TABLES, made from the readable deck.
Moves and outcomes of chance are whole numbers: a kind (DRAW … DONE) and an argument.

A mountain is kept as a skyline. Slot `f:i` stands in column 2i + f + 20; the slots of a column lie
two floors apart and fill from below, for a card rests on cards that rest on the one two floors
down. So a column is its height and its cards, and then: a column can grow by a card where both
neighbours end one floor below it (A5), and a card is bare where no neighbour is higher (A9).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from ..games.altitude import PLAYERS
from ..games.altitude import events as ev
from ..games.altitude.cards import (
    ANIMAL,
    AVALANCHE,
    BAR,
    BLOCKED,
    CABLE_CAR,
    HIDDEN,
    MOST_CARDS,
    REACH,
    SAINT_BERNARD,
    Deck,
)
from ..games.altitude.mountain import (
    ANIMALS_COUNT_FROM,
    BASE,
    FLOOR,
    Mountain,
    Slot,
    floor_and_index,
    slot_at,
)
from ..games.altitude.rules import DEALT, HAND, SECOND_PLAY_FROM
from ..games.altitude.state import Phase, Setup, State
from .compiled import Moves, Record, Records, Whole, batched, blank, compiled, fields, mark, overlay
from .rng import below

SEATS = PLAYERS[-1]
MOST_MOVES = 512
"""Room for the legal moves of any position: 24 open slots for each of 4 cards and 3 opponents."""

_PHASES = tuple(Phase)
_DEAL, _KEEP, _DRAW, _PLAY, _BUILD, _OVER = range(len(_PHASES))
PLAYED_WITH = "deck"
KIND = 20
"""Bits of a move's argument; its kind stands above them."""
DRAW, KEEP, LAY, DISCARD, GIVE, SWAP, REPLACE, RESCUE, BUILD, DONE = range(10)
_NO_CARD = 0

ORIGIN = 21
"""The column of slot 1:0. Odd columns hold floors 1, 3, 5 …, even ones 2, 4, 6 …

The base reaches nine slots either way; two columns beyond it stay empty on each side.
"""
_COLUMNS = 2 * ORIGIN + 1
_LEVELS = BASE // 2
_EMPTY = 255
"""The height of an empty odd column, -1, as a byte."""
_OPEN = 24
"""Slots that can be open at once: one in each column of a span of ten, and its two neighbours."""
_BARE = 12
"""Cards that can be bare at once: no two in neighbouring columns."""
_RESCUE = 255

STATE = np.dtype(
    [
        ("rng", "u8"),
        ("mark", "u4"),  # of the deck it is played with
        ("phase", "u1"),
        ("seat", "u1"),
        ("players", "u1"),
        ("first", "u1"),
        ("second_play", "u1"),
        ("last_drawer", "u1"),
        ("drawn", "u1"),  # 0 for none
        ("pile", "u1"),
        ("discarded", "u1"),
        ("held", "u1", SEATS),  # cards in each hand
        ("hands", "u1", (SEATS, DEALT)),  # ascending
        ("bag", "u1", MOST_CARDS),  # the undealt cards, in no order that means anything
        ("discard", "u1", MOST_CARDS),  # oldest first
        ("left", "i1", SEATS),  # ends of each base, as indexes
        ("right", "i1", SEATS),
        ("floors", "u1", SEATS),
        ("heights", "i1", (SEATS, _COLUMNS)),  # -1 or 0 where a column is empty
        ("cards", "u1", (SEATS, _COLUMNS, _LEVELS)),
        ("crowns", "u1", (SEATS, _COLUMNS)),  # the bar that the highest card of a column sets
        ("opens", "u1", SEATS),  # how many slots are open to a card, which, and their bars
        ("open_slot", "u2", (SEATS, _OPEN)),
        ("open_bar", "u1", (SEATS, _OPEN)),
        ("bares", "u1", SEATS),  # the same for the cards that are bare
        ("bare_slot", "u2", (SEATS, _BARE)),
        ("bare_bar", "u1", (SEATS, _BARE)),  # _RESCUE for an avalanche
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("mark", "u4"),
        ("bar", "u1", 256),  # by card, see games.altitude.cards
        ("reach", "u1", 256),
        ("size", "i4"),
        ("deck", "u1", MOST_CARDS),
    ],
    align=True,
)


# What the law says, compiled ----------------------------------------------------------------------


@compiled
def is_chance(state: Record) -> bool:
    """Say whether chance must act."""
    return state.phase == _DRAW or state.phase == _DEAL


@compiled
def is_over(state: Record) -> bool:
    """Say whether the game is over."""
    return state.phase == _OVER


@compiled
def legal(state: Record, tables: Record, moves: Moves) -> Whole:
    """Write every legal move of the seat that must act into `moves`; return how many."""
    n = 0
    if state.phase == _PLAY:
        n = _plays(state, tables, moves)
    elif state.phase == _BUILD:  # A21
        moves[0] = DONE << KIND
        n = _hand(state, tables, moves, 1, BUILD)
    elif state.phase == _KEEP:  # A10: of equal cards the first ones are kept
        hand = state.hands[state.seat]
        for mask in range(1 << DEALT):
            kept = mask & 1
            first = True
            for place in range(1, DEALT):
                chosen = (mask >> place) & 1
                kept += chosen
                if chosen and hand[place] == hand[place - 1] and not (mask >> (place - 1)) & 1:
                    first = False
            moves[n] = (KEEP << KIND) | mask
            n += kept == HAND and first
    return n


# Each candidate is written and then counted or not: a loop without a branch to mispredict.


@compiled
def _plays(state: Record, tables: Record, moves: Moves) -> Whole:
    """A12-A18: with the drawn card, or with one of the hand."""
    moves[0] = DISCARD << KIND
    n = 1
    seat, card = state.seat, state.drawn
    reach = tables.reach[card]
    if card != AVALANCHE and card != SAINT_BERNARD:  # A7, A8
        for place in range(state.opens[seat]):
            moves[n] = (LAY << KIND) | state.open_slot[seat, place]
            n += state.open_bar[seat, place] < reach
    n = _bare(state, tables, moves, n)
    if card != SAINT_BERNARD:
        for other in range(state.players):
            if other != seat and state.floors[other]:
                for place in range(state.opens[other]):
                    moves[n] = (GIVE << KIND) | (other << 9) | state.open_slot[other, place]
                    n += state.open_bar[other, place] < reach
    return _hand(state, tables, moves, n, SWAP)


@compiled
def _hand(state: Record, tables: Record, moves: Moves, n: Whole, kind: Whole) -> Whole:
    """A15, A21: lay a card of the hand in one's own mountain."""
    seat = state.seat
    for which in range(state.held[seat]):
        card = state.hands[seat, which]
        if which and card == state.hands[seat, which - 1]:
            continue
        if card == AVALANCHE or card == SAINT_BERNARD:
            continue
        code = (kind << KIND) | (np.int64(card) << 9)
        reach = tables.reach[card]
        for place in range(state.opens[seat]):
            moves[n] = code | state.open_slot[seat, place]
            n += state.open_bar[seat, place] < reach
    return n


@compiled
def _bare(state: Record, tables: Record, moves: Moves, n: Whole) -> Whole:
    """A16-A18: replace a bare card, or rescue from a bare avalanche."""
    seat, drawn = state.seat, state.drawn
    if drawn != AVALANCHE and drawn != SAINT_BERNARD:
        reach = tables.reach[drawn]
        for place in range(state.bares[seat]):
            moves[n] = (REPLACE << KIND) | state.bare_slot[seat, place]
            n += state.bare_bar[seat, place] < reach
    stored = False
    for which in range(state.held[seat]):
        stored |= state.hands[seat, which] == SAINT_BERNARD
    if stored or drawn == SAINT_BERNARD:
        for place in range(state.bares[seat]):
            avalanche = state.bare_bar[seat, place] == _RESCUE
            moves[n] = (RESCUE << KIND) | state.bare_slot[seat, place]
            n += avalanche and drawn == SAINT_BERNARD
            moves[n] = (SWAP << KIND) | (SAINT_BERNARD << 9) | state.bare_slot[seat, place]
            n += avalanche and stored
    return n


@compiled
def _column(index: Whole) -> Whole:
    """Return the column of a slot of the base."""
    return 2 * np.int64(index) + ORIGIN


@compiled
def sample(state: Record, tables: Record) -> Whole:  # noqa: ARG001  the contract
    """Return a draw by weight, with the state's own generator.

    The card goes to the end of the bag, where `apply` finds it at once.
    """
    place, last = below(state, state.pile), state.pile - 1
    card = state.bag[place]
    state.bag[place] = state.bag[last]
    state.bag[last] = card
    return (DRAW << KIND) | np.int64(card)


@compiled
def apply(state: Record, tables: Record, move: Whole) -> None:
    """Change a position by a move or an outcome of chance. Trusts it."""
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    seat = np.int64(state.seat)
    slot = argument & 511
    if kind == DRAW:
        _draw(state, argument)
    elif kind == KEEP:
        _keep(state, argument)
    elif kind == BUILD:
        _take(state, seat, argument >> 9)
        _lay(state, tables, seat, slot, argument >> 9)
    elif kind == DONE:
        if state.seat == state.last_drawer:
            state.phase = _OVER
        else:
            state.seat = (state.seat + 1) % state.players
    else:
        if kind == LAY:
            _lay(state, tables, seat, slot, state.drawn)
        elif kind == DISCARD:
            _throw(state, state.drawn)
        elif kind == GIVE:
            _lay(state, tables, argument >> 9, slot, state.drawn)
        elif kind == SWAP:
            card = argument >> 9
            _take(state, seat, card)
            _hold(state, seat, state.drawn)
            if card == SAINT_BERNARD:
                _dig(state, tables, seat, slot)
            else:
                _lay(state, tables, seat, slot, card)
        elif kind == REPLACE:
            _throw(state, state.cards[seat, slot >> 3, slot & 7])
            _lay(state, tables, seat, slot, state.drawn)
        else:
            _dig(state, tables, seat, slot)
        _after_play(state)


@compiled
def _draw(state: Record, card: Whole) -> None:
    """A10, A11."""
    place = state.pile - 1
    while state.bag[place] != card:
        place -= 1
    state.pile -= 1
    state.bag[place] = state.bag[state.pile]
    if state.phase == _DRAW:
        state.drawn = card
        state.phase = _PLAY
        state.last_drawer = state.seat
        return
    _hold(state, state.seat, card)
    if state.held[state.seat] == DEALT:
        state.seat = (state.seat + 1) % state.players
        if state.seat == 0:
            state.phase = _KEEP


@compiled
def _keep(state: Record, mask: Whole) -> None:
    """A10: the other two go back."""
    seat = state.seat
    kept = 0
    for place in range(DEALT):
        card = state.hands[seat, place]
        if (mask >> place) & 1:
            state.hands[seat, kept] = card
            kept += 1
        else:
            state.bag[state.pile] = card
            state.pile += 1
    state.held[seat] = kept
    if seat + 1 < state.players:
        state.seat = seat + 1
    else:
        state.seat = state.first
        state.phase = _DRAW


@compiled
def _after_play(state: Record) -> None:
    """A20: a high mountain earns a second play. A21: an empty pile ends the play."""
    state.drawn = _NO_CARD
    if state.pile == 0:
        state.phase = _BUILD
        state.second_play = False
        state.seat = (state.seat + 1) % state.players
    else:
        state.phase = _DRAW
        state.second_play = not state.second_play and state.floors[state.seat] >= SECOND_PLAY_FROM
        if not state.second_play:
            state.seat = (state.seat + 1) % state.players


@compiled
def _throw(state: Record, card: Whole) -> None:
    state.discard[state.discarded] = card
    state.discarded += 1


@compiled
def _hold(state: Record, seat: Whole, card: Whole) -> None:
    """Put a card into a hand, which stays in card order."""
    place = np.int64(state.held[seat])
    while place and state.hands[seat, place - 1] > card:
        state.hands[seat, place] = state.hands[seat, place - 1]
        place -= 1
    state.hands[seat, place] = card
    state.held[seat] += 1


@compiled
def _take(state: Record, seat: Whole, card: Whole) -> None:
    """Take a card out of a hand."""
    place = 0
    while state.hands[seat, place] != card:
        place += 1
    state.held[seat] -= 1
    while place < state.held[seat]:
        state.hands[seat, place] = state.hands[seat, place + 1]
        place += 1


@compiled
def _lay(state: Record, tables: Record, seat: Whole, slot: Whole, card: Whole) -> None:
    column, level = slot >> 3, slot & 7
    floor = 2 * level + (1 if column & 1 else 2)
    state.cards[seat, column, level] = card
    state.crowns[seat, column] = tables.bar[card]
    state.heights[seat, column] = floor
    if floor == 1:
        index = (column - ORIGIN) >> 1
        if state.floors[seat] == 0:
            state.left[seat] = state.right[seat] = index
        state.left[seat] = min(state.left[seat], index)
        state.right[seat] = max(state.right[seat], index)
    _survey(state, seat)


@compiled
def _dig(state: Record, tables: Record, seat: Whole, slot: Whole) -> None:
    """A17, A18: the avalanche and the Saint-Bernard are discarded."""
    column, level = slot >> 3, slot & 7
    state.heights[seat, column] -= 2
    state.crowns[seat, column] = tables.bar[state.cards[seat, column, level - 1]] if level else 0
    while state.heights[seat, _column(state.left[seat])] < 1:
        state.left[seat] += 1
    while state.heights[seat, _column(state.right[seat])] < 1:
        state.right[seat] -= 1
    _throw(state, AVALANCHE)
    _throw(state, SAINT_BERNARD)
    _survey(state, seat)


@compiled
def _survey(state: Record, seat: Whole) -> None:
    """Look over a mountain that has changed: its height, its open slots and its bare cards.

    A4: beside a base card, within the span. A5: on two cards. A9: with no card on it.
    """
    heights, crowns = state.heights[seat], state.crowns[seat]
    left, right = np.int64(state.left[seat]), np.int64(state.right[seat])
    n = bares = floors = 0
    for column in range(_column(left), _column(right) + 1):
        height: Whole = np.int64(heights[column])
        beside, beyond = heights[column - 1], heights[column + 1]
        bar = max(crowns[column - 1], crowns[column + 1])
        floors = max(floors, height)
        state.open_slot[seat, n] = (column << 3) | ((height + 1) >> 1)
        state.open_bar[seat, n] = bar
        n += height >= 0 and beside == height + 1 and beyond == height + 1
        state.bare_slot[seat, bares] = (column << 3) | ((height - 1) >> 1)
        state.bare_bar[seat, bares] = _RESCUE if crowns[column] == BLOCKED else bar
        bares += height > 0 and beside < height and beyond < height
    for index in range(max(left - 1, right - BASE + 1), min(right + 1, left + BASE - 1) + 1):
        column = _column(index)
        beside = heights[column - 2] > 0 or heights[column + 2] > 0
        state.open_slot[seat, n] = column << 3
        state.open_bar[seat, n] = 0
        n += heights[column] < 0 and beside
    state.opens[seat], state.bares[seat], state.floors[seat] = n, bares, floors


@compiled
def score(state: Record, seat: Whole) -> Whole:
    """Return the score of a seat, as if the game ended now (A22)."""
    dogs = 0
    for which in range(state.held[seat]):
        dogs += state.hands[seat, which] == SAINT_BERNARD
    total = np.int64(state.floors[seat]) + dogs + (dogs == state.held[seat])
    if state.floors[seat]:
        for column in range(_column(state.left[seat]), _column(state.right[seat]) + 1):
            for floor in range(state.heights[seat, column], ANIMALS_COUNT_FROM - 1, -2):
                card = state.cards[seat, column, (floor - 1) >> 1]
                total += ANIMAL < card < CABLE_CAR
    return total


@compiled
def scores(state: Record, out: Records) -> None:
    """Write each seat's score, as if the game ended now (A22)."""
    for seat in range(state.players):
        out[seat] = score(state, seat)


@compiled
def observe(state: Record, seat: Whole, out: Records) -> None:
    """Write what a seat (-1: a spectator) may know into `out`: HIDDEN for each hidden card.

    The bag and the generator, which foretell the draws, are left out.
    """
    out[0] = state
    out[0].rng = 0
    for place in range(MOST_CARDS):
        out[0].bag[place] = 0
    for other in range(state.players):
        if other != seat and state.phase != _OVER:
            for which in range(state.held[other]):
                out[0].hands[other, which] = HIDDEN
    for other in range(SEATS):
        for which in range(out[0].held[other], DEALT):
            out[0].hands[other, which] = 0
    for place in range(state.discarded, MOST_CARDS):
        out[0].discard[place] = 0
    if state.seat != seat and state.drawn != _NO_CARD:
        out[0].drawn = HIDDEN


@compiled
def determinize(seen: Record, tables: Record, seed: Whole, out: Records) -> None:
    """Write a full position that agrees with what was seen: the unseen cards dealt at random."""
    out[0] = seen
    out[0].rng = seed
    state = out[0]
    unseen = np.zeros(256, np.int16)
    for place in range(tables.size):
        unseen[tables.deck[place]] += 1
    for place in range(state.discarded):
        unseen[state.discard[place]] -= 1
    unseen[state.drawn] -= 1
    for seat in range(state.players):
        for which in range(state.held[seat]):
            unseen[state.hands[seat, which]] -= 1
        for column in range(_COLUMNS):
            for floor in range(state.heights[seat, column], 0, -2):
                unseen[state.cards[seat, column, (floor - 1) >> 1]] -= 1
    state.pile = 0
    for card in range(1, HIDDEN):
        for _ in range(unseen[card]):
            state.bag[state.pile] = card
            state.pile += 1
    for seat in range(state.players):
        hidden = np.int64(state.held[seat])
        if hidden and state.hands[seat, 0] == HIDDEN:
            state.held[seat] = 0
            for _ in range(hidden):
                _hold(state, seat, _pick(state, tables))
    if state.drawn == HIDDEN:
        state.drawn = _pick(state, tables)


@compiled
def _pick(state: Record, tables: Record) -> Whole:
    """Take a card out of the bag at random."""
    card = sample(state, tables) & 255
    state.pile -= 1
    return card


# Loops over it ------------------------------------------------------------------------------------


@compiled
def playout(state: Record, tables: Record, moves: Moves, most: Whole) -> Whole:
    """Play on at random, `most` decisions at the most; return how many were made."""
    decisions = 0
    while not is_over(state) and decisions < most:
        if is_chance(state):
            apply(state, tables, sample(state, tables))
        else:
            choice = below(state, legal(state, tables, moves))
            apply(state, tables, np.int64(moves[choice]))
            decisions += 1
    return decisions


@compiled
def playouts(
    states: Records, tables: Records, moves: Moves, most: Whole, results: Records
) -> Whole:
    """Play every state on at random and write the scores; return how many decisions were made."""
    decisions = 0
    for which in range(len(states)):
        decisions += playout(states[which], tables[0], moves, most)
        scores(states[which], results[which])
    return decisions


# From Python by address: a record costs Numba a microsecond to recognise, a number next to nothing.
# A desk is four numbers: where the state, the tables and the room for moves lie, and how many moves
# are listed there.


@compiled
def begin(desk_at: Whole) -> Whole:
    """Let chance act until a seat must choose; list its moves; return how many, 0 at the end."""
    desk = overlay(desk_at, 4, np.int64)
    state = overlay(desk[0], 1, STATE)[0]
    tables = overlay(desk[1], 1, TABLES)[0]
    while is_chance(state) and not is_over(state):
        apply(state, tables, sample(state, tables))
    desk[3] = legal(state, tables, overlay(desk[2], MOST_MOVES, np.int32))
    return desk[3]


@compiled
def step(desk_at: Whole, move: Whole) -> Whole:
    """Do a move that is listed, then as `begin`; return -1 if it is not listed."""
    desk = overlay(desk_at, 4, np.int64)
    moves = overlay(desk[2], MOST_MOVES, np.int32)
    found = False
    for place in range(desk[3]):
        found |= moves[place] == move
    if not found:
        return np.int64(-1)
    apply(overlay(desk[0], 1, STATE)[0], overlay(desk[1], 1, TABLES)[0], np.int64(move))
    return begin(desk_at)


# From the readable game and back ------------------------------------------------------------------


@lru_cache(maxsize=64)
def tables(deck: Deck) -> Any:
    """Return the tables of a deck: an array of one record."""
    array = np.zeros(1, TABLES)
    array["mark"] = mark(deck.describe())
    array[0]["bar"], array[0]["reach"] = BAR, REACH
    array[0]["size"] = deck.size
    array[0]["deck"][: deck.size] = _spread(deck, deck.counts)
    return array


def _spread(deck: Deck, counts: bytes) -> list[int]:
    """Return a multiset as a list of cards."""
    return [card for card, count in zip(deck.kinds, counts, strict=True) for _ in range(count)]


def tables_of(setup: Setup) -> Any:
    """Return the tables that a game needs."""
    return tables(setup.deck)


def encode(state: State, out: Any) -> None:
    """Write a readable position into a record; its generator stays as it is."""
    blank(out)
    out["mark"] = mark(state.setup.deck.describe())
    out["phase"], out["seat"] = _PHASES.index(state.phase), state.seat
    out["players"], out["first"] = state.setup.players, state.setup.first
    out["second_play"], out["last_drawer"] = state.second_play, state.last_drawer
    out["drawn"] = state.drawn or _NO_CARD
    bag = _spread(state.setup.deck, state.undealt)
    out["pile"] = len(bag)
    out["bag"][: len(bag)] = bag
    out["discarded"] = len(state.discard)
    out["discard"][: len(state.discard)] = list(state.discard)
    out["heights"][:, 1::2] = -1
    for seat, (hand, mountain) in enumerate(zip(state.hands, state.mountains, strict=True)):
        out["held"][seat] = len(hand)
        out["hands"][seat, : len(hand)] = list(hand)
        base = [floor_and_index(slot)[1] for slot in mountain.cards if slot < 2 * FLOOR]
        out["left"][seat], out["right"][seat] = min(base, default=0), max(base, default=0)
        for slot, card in mountain.cards.items():
            floor, index = floor_and_index(slot)
            column = 2 * index + floor - 1 + ORIGIN
            out["cards"][seat, column, (floor - 1) >> 1] = card
            out["heights"][seat, column] = max(out["heights"][seat, column], floor)
            if out["heights"][seat, column] == floor:
                out["crowns"][seat, column] = BAR[card]
        if mountain:
            _survey(out, seat)
        else:
            out["opens"][seat], out["open_slot"][seat, 0] = 1, ORIGIN << 3


def decode(record: Any, setup: Setup) -> State:
    """Return the readable position of a record."""
    raw = fields(STATE, record)
    bag = raw["bag"][: raw["pile"][0]]
    hands = zip(raw["held"], batched(raw["hands"], DEALT), strict=True)
    return State(
        setup,
        _PHASES[raw["phase"][0]],
        raw["seat"][0],
        tuple(hand[:held] for held, hand in hands)[: setup.players],
        raw["drawn"][0] or None,
        tuple(
            _mountain(heights, cards)
            for heights, cards in zip(
                batched(raw["heights"], _COLUMNS)[: setup.players],
                batched(raw["cards"], _COLUMNS * _LEVELS),
                strict=False,
            )
        ),
        raw["discard"][: raw["discarded"][0]],
        bytes(map(bag.count, setup.deck.kinds)),
        bool(raw["second_play"][0]),
        raw["last_drawer"][0],
    )


@lru_cache(maxsize=1024)
def _mountain(heights: bytes, cards: bytes) -> Mountain:
    """Return a readable mountain; remembered, for most stay as they were from move to move."""
    slots: dict[Slot, int] = {}
    for column, height in enumerate(heights):
        if height and height != _EMPTY:
            for floor in range(height, 0, -2):
                index = (column - ORIGIN - floor + 1) // 2
                slots[slot_at(floor, index)] = cards[column * _LEVELS + (floor - 1 >> 1)]
    return Mountain(slots)


def _code(slot: Slot) -> int:
    floor, index = floor_and_index(slot)
    return (2 * index + floor - 1 + ORIGIN) << 3 | (floor - 1) >> 1


def _slot(code: int) -> Slot:
    column, level = code >> 3, code & 7
    floor = 2 * level + (1 if column & 1 else 2)
    return slot_at(floor, (column - ORIGIN - floor + 1) // 2)


_SLOT_KINDS: dict[int, type[ev.Lay | ev.Replace | ev.Rescue]] = {
    LAY: ev.Lay,
    REPLACE: ev.Replace,
    RESCUE: ev.Rescue,
}
_CARD_KINDS: dict[int, type[ev.Swap | ev.Build]] = {SWAP: ev.Swap, BUILD: ev.Build}


def encode_event(event: ev.Event, state: State) -> int:
    """Return the number of a move or outcome in a position."""
    match event:
        case ev.Draw(card):
            return DRAW << KIND | card
        case ev.Keep(cards):
            return KEEP << KIND | _mask(state.hands[state.seat], cards)
        case ev.Lay(slot):
            return LAY << KIND | _code(slot)
        case ev.Discard():
            return DISCARD << KIND
        case ev.Give(seat, slot):
            return GIVE << KIND | seat << 9 | _code(slot)
        case ev.Swap(card, slot):
            return SWAP << KIND | card << 9 | _code(slot)
        case ev.Replace(slot):
            return REPLACE << KIND | _code(slot)
        case ev.Rescue(slot):
            return RESCUE << KIND | _code(slot)
        case ev.Build(card, slot):
            return BUILD << KIND | card << 9 | _code(slot)
        case ev.Done():
            return DONE << KIND


def _mask(hand: bytes, kept: bytes) -> int:
    mask, wanted = 0, list(kept)
    for place, card in enumerate(hand):
        if card in wanted:
            wanted.remove(card)
            mask |= 1 << place
    return mask


_PLAIN: dict[int, ev.Event] = {DISCARD: ev.Discard(), DONE: ev.Done()}


def decode_event(move: int, state: State) -> ev.Event:
    """Return the readable event of a number."""
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    slot = _slot(argument & 511)
    if kind == DRAW:
        return ev.Draw(argument)
    if kind == KEEP:
        hand = state.hands[state.seat]
        return ev.Keep(bytes(card for place, card in enumerate(hand) if argument >> place & 1))
    if kind == GIVE:
        return ev.Give(argument >> 9, slot)
    if kind in _SLOT_KINDS:
        return _SLOT_KINDS[kind](slot)
    if kind in _CARD_KINDS:
        return _CARD_KINDS[kind](argument >> 9, slot)
    return _PLAIN[kind]
