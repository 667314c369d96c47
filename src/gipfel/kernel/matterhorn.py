"""Matterhorn, compiled: the same law as `games.matterhorn`, for search and simulation.

A position is one record of STATE; a board is one record of TABLES, made from the readable board.
Moves and outcomes of chance are whole numbers: a kind (ROLLOFF … PASS) and an argument. The rules
are told in `games/matterhorn/rules.py`; here they are only made fast, and compared in lockstep.
"""

import sys
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ..games.matterhorn import PLAYERS
from ..games.matterhorn import events as ev
from ..games.matterhorn.board import HIGHEST, MOST_CIRCLES, Board
from ..games.matterhorn.dice import DICE, SIDES, choices, rolls
from ..games.matterhorn.rules import ROPE_TEAM
from ..games.matterhorn.state import ACTION, CLIMBER, FREE, OBSTACLE, Phase, Setup, State
from .compiled import Moves, Record, Records, Whole, blank, compiled, fields, mark, overlay
from .rng import below

SEATS = PLAYERS[-1]
MOST_LINES = HIGHEST
MOST_MOVES = 1024
"""Room for the legal moves of any position: 31 ways to keep dice times 26 circles of a line."""

_PHASES = tuple(Phase)
_ROLLOFF, _START, _ROLL, _TOKEN, _BONUS, _DECIDE, _ACTIONS, _FLOP, _OVER = range(len(_PHASES))
PLAYED_WITH = "board"
KIND = 20
"""Bits of a move's argument; its kind stands above them."""
ROLLOFF, START, DICE_ROLL, TOKEN, AGAIN, STOP, CLIMB, PUSH, CLEAR, BLOCK, PASS = range(11)
_UP, _SIDEWAYS, _DOWN, _SUMMIT = 0, 2, 4, 6
"""Ways from a circle: two up, two sideways, two down, and the last step."""

_ROLLS = [faces for dice in range(DICE + 1) for faces, _ in rolls(dice)]
_ROLL_ID = {faces: number for number, faces in enumerate(_ROLLS)}

NOWHERE = MOST_CIRCLES
"""A circle that does not exist and is never free: what a path off the board leads to."""
_WALL = 255

STATE = np.dtype(
    [
        ("rng", "u8"),
        ("mark", "u4"),  # of the board it is played with
        ("lines_used", "u4"),  # a bit for each line, the bottom one first
        ("lines_open", "u4"),  # a bit for each line that has a free circle
        ("pool", "u2"),
        ("roll", "u2"),  # the roll being used, 0 for none
        ("phase", "u1"),
        ("seat", "u1"),
        ("players", "u1"),
        ("summit_cost", "u1"),
        ("dice_left", "u1"),
        ("actions_left", "u1"),
        ("tokens_placed", "u1"),
        ("contenders", "u1"),  # a bit for each seat that rolls in the roll-off
        ("summit", "u1", SEATS),
        (
            "climbers",
            "u1",
            (SEATS, ROPE_TEAM),
        ),  # where each rope team stands; NOWHERE on the summit
        ("placed", "u1", MOST_LINES),  # circles of the action tokens of this turn
        ("free", "u1", MOST_LINES),  # free circles of each line
        ("circles", "u1", MOST_CIRCLES + 1),
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("mark", "u4"),
        ("circles", "i4"),
        ("lines", "i4"),
        ("tokens", "i4"),
        ("start", "i2", MOST_LINES + 1),  # first circle of each line, and the end of the last
        ("line_of", "u1", MOST_CIRCLES),
        ("near", "u1", (MOST_CIRCLES + 1, 6)),  # up, sideways, down; NOWHERE for none
        ("reach", "u4", len(_ROLLS)),  # by roll: the lines that it can make
        ("way", "u1", (len(_ROLLS), MOST_LINES + 1)),  # by roll: the first choice for each line
        ("keep", "u2", (len(_ROLLS), 2**DICE)),  # by roll: the dice kept by each choice
        ("dice_in", "u1", len(_ROLLS)),
        ("ordered", "u2", (DICE + 1, SIDES**DICE)),  # the roll of each ordered throw
    ],
    align=True,
)


# What the law says, compiled ----------------------------------------------------------------------


@compiled
def is_chance(state: Record) -> bool:
    """Say whether chance must act."""
    return state.phase == _ROLL or state.phase == _ROLLOFF


@compiled
def is_over(state: Record) -> bool:
    """Say whether nobody will choose any more: the game is won, or it has stalled.

    It stalls when a turn opens with an empty pool: each roll is a flop, for ever (M11, M17).
    """
    stalled = state.phase == _ROLL and state.pool == 0 and state.lines_used == 0
    return stalled or state.phase == _OVER


@compiled
def legal(state: Record, tables: Record, moves: Moves) -> Whole:
    """Write every legal move of the seat that must act into `moves`; return how many."""
    n = 0
    phase = state.phase
    circles = state.circles
    if phase == _TOKEN:  # M9-M11
        roll = state.roll
        for line in range(tables.lines):
            first, end = tables.way[roll, line], tables.way[roll, line + 1]
            if first != end and not (state.lines_used >> line) & 1:
                for circle in range(tables.start[line], tables.start[line + 1]):
                    code = (TOKEN << KIND) | (circle << 9)
                    for way in range(first, end):
                        moves[n + way - first] = code | tables.keep[roll, way]
                    n += (end - first) * (circles[circle] == FREE)
    elif phase == _BONUS or phase == _ACTIONS:  # M15, M16, M20
        n = _actions(state, tables, moves)
    elif phase == _DECIDE:  # M13
        moves[0] = AGAIN << KIND
        moves[1] = STOP << KIND
        n = 2
    elif phase == _FLOP:  # M17
        for line in range(tables.lines):
            if not (state.lines_used >> line) & 1:
                for circle in range(tables.start[line], tables.start[line + 1]):
                    moves[n] = (BLOCK << KIND) | circle
                    n += circles[circle] == FREE
        moves[n] = PASS << KIND
        n += 1
    elif phase == _START:  # M6
        for left in range(tables.start[1]):
            if circles[left] == FREE:
                for right in range(left + 1, tables.start[1]):
                    moves[n] = (START << KIND) | (left << 7) | right
                    n += circles[right] == FREE
    return n


# Each candidate is written and then counted or not: a loop without a branch to mispredict.


@compiled
def _actions(state: Record, tables: Record, moves: Moves) -> Whole:
    n = 0
    circles = state.circles
    for circle in range(tables.circles):
        moves[n] = (CLEAR << KIND) | circle
        n += circles[circle] == OBSTACLE
    for seat in range(state.players):
        own = seat == state.seat
        kind, ways = (CLIMB, 6) if own else (PUSH, 4)
        for which in range(ROPE_TEAM):
            circle = state.climbers[seat, which]
            for way in range(ways):
                moves[n] = (kind << KIND) | (circle << 3) | way
                n += circles[tables.near[circle, way]] == FREE
            moves[n] = (CLIMB << KIND) | (circle << 3) | _SUMMIT
            last_step = circle != NOWHERE and circle >= tables.start[tables.lines - 1]
            n += own and last_step and state.summit_cost <= state.actions_left
    moves[n] = PASS << KIND
    return n + 1


@compiled
def sample(state: Record, tables: Record) -> Whole:
    """Return an outcome of chance, drawn by weight with the state's own generator (M5, M8)."""
    if state.phase == _ROLL:
        throw = below(state, SIDES**state.dice_left)
        return (DICE_ROLL << KIND) | np.int64(tables.ordered[state.dice_left, throw])
    seats = 0
    for seat in range(state.players):
        seats += (state.contenders >> seat) & 1
    return (ROLLOFF << KIND) | np.int64(seats << 12) | below(state, SIDES**seats)


@compiled
def apply(state: Record, tables: Record, move: Whole) -> None:
    """Change a position by a move or an outcome of chance. Trusts it."""
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    if kind == TOKEN:
        _place(state, tables, argument >> 9, argument & 511)
    elif kind == DICE_ROLL:
        _roll(state, tables, argument)
    elif kind == AGAIN:
        state.phase = _ROLL
    elif kind == STOP:  # M14
        state.phase = _ACTIONS
        state.actions_left = state.tokens_placed
    elif kind == CLIMB or kind == PUSH:
        circle, way = argument >> 3, argument & 7
        seat = state.circles[circle] - CLIMBER
        to = NOWHERE if way == _SUMMIT else tables.near[circle, way]
        which = 0 if state.climbers[seat, 0] == circle else 1
        state.climbers[seat, which] = to
        _free(state, tables, circle)
        if way == _SUMMIT:
            state.summit[seat] += 1
            _acted(state, tables, state.summit_cost)
        else:
            _fill(state, tables, to, CLIMBER + seat)
            _acted(state, tables, 1)
    elif kind == CLEAR:
        _free(state, tables, argument)
        state.pool += 1
        _acted(state, tables, 1)
    elif kind == BLOCK:
        _fill(state, tables, argument, OBSTACLE)
        state.pool -= 1
        _end_turn(state, tables)
    elif kind == PASS:
        if state.phase == _BONUS:
            state.actions_left = 0
            state.phase = _DECIDE
        else:
            _end_turn(state, tables)
    elif kind == START:
        _put_climbers(state, tables, argument >> 7, argument & 127)
    else:
        _roll_off(state, argument & 4095)


@compiled
def _fill(state: Record, tables: Record, circle: Whole, what: Whole) -> None:
    line = tables.line_of[circle]
    state.circles[circle] = what
    state.free[line] -= 1
    if state.free[line] == 0:
        state.lines_open &= ~(np.uint32(1) << line)


@compiled
def _free(state: Record, tables: Record, circle: Whole) -> None:
    line = tables.line_of[circle]
    state.circles[circle] = FREE
    state.free[line] += 1
    state.lines_open |= np.uint32(1) << line


@compiled
def _place(state: Record, tables: Record, circle: Whole, keep: Whole) -> None:
    """M11, M12: an action token; a climber on the line earns a bonus."""
    line = tables.line_of[circle]
    climber = False
    for seat in range(state.players):
        for which in range(ROPE_TEAM):
            where = state.climbers[seat, which]
            climber |= where != NOWHERE and tables.line_of[where] == line
    _fill(state, tables, circle, ACTION)
    state.pool -= 1
    state.placed[state.tokens_placed] = circle
    state.tokens_placed += 1
    state.lines_used |= np.uint32(1) << line
    state.dice_left = tables.dice_in[keep]
    state.roll = 0
    state.actions_left = climber
    state.phase = _BONUS if climber else _DECIDE


@compiled
def _roll(state: Record, tables: Record, roll: Whole) -> None:
    """M11: a roll must be used if it can be. M17: else it is a flop."""
    usable = state.lines_open & ~state.lines_used
    if state.pool == 0 or usable == 0:
        _end_turn(state, tables)
    elif usable & tables.reach[roll]:
        state.roll = roll
        state.phase = _TOKEN
    else:
        _flip(state)
        state.phase = _FLOP


@compiled
def _flip(state: Record) -> None:
    """M17, M18: action tokens become obstacles."""
    for token in range(state.tokens_placed):
        state.circles[state.placed[token]] = OBSTACLE


@compiled
def _acted(state: Record, tables: Record, cost: Whole) -> None:
    """M12, M14, M19: what follows an action."""
    state.actions_left -= cost
    if state.summit[state.seat] == ROPE_TEAM:
        state.phase = _OVER
    elif state.phase == _BONUS:
        state.phase = _DECIDE
    elif state.actions_left == 0:
        _end_turn(state, tables)


@compiled
def _end_turn(state: Record, tables: Record) -> None:
    """M18: flip, then clear the lines that are full. M7: clockwise."""
    _flip(state)
    if state.lines_open != (np.uint32(1) << tables.lines) - np.uint32(1):
        for line in range(tables.lines):
            if state.free[line] == 0:
                for circle in range(tables.start[line], tables.start[line + 1]):
                    if state.circles[circle] == OBSTACLE:
                        _free(state, tables, circle)
                        state.pool += 1
    state.seat = (state.seat + 1) % state.players
    state.phase = _ROLL
    state.roll = 0
    state.dice_left = DICE
    state.lines_used = 0
    state.tokens_placed = 0
    state.actions_left = 0


@compiled
def _put_climbers(state: Record, tables: Record, left: Whole, right: Whole) -> None:
    """M6: anticlockwise. M7: who placed last begins."""
    _fill(state, tables, left, CLIMBER + state.seat)
    _fill(state, tables, right, CLIMBER + state.seat)
    state.climbers[state.seat, 0], state.climbers[state.seat, 1] = left, right
    following = (state.seat + state.players - 1) % state.players
    if state.climbers[following, 0] == NOWHERE:
        state.seat = following
    else:
        state.phase = _ROLL


@compiled
def _roll_off(state: Record, throw: Whole) -> None:
    """M5: the highest places first; those tied for highest roll again."""
    highest = 0
    tied = 0
    for seat in range(state.players):
        if (state.contenders >> seat) & 1:
            face = 1 + throw % SIDES
            throw //= SIDES
            if face > highest:
                highest, tied = face, 0
            if face == highest:
                tied |= 1 << seat
    state.contenders = tied
    if tied & (tied - 1) == 0:
        state.contenders = 0
        state.phase = _START
        while not (tied >> state.seat) & 1:
            state.seat += 1


@compiled
def scores(state: Record, out: Records) -> None:
    """Write 1 for the winner and 0 for the others; before the end all are 0."""
    for seat in range(state.players):
        out[seat] = 1 if state.phase == _OVER and seat == state.seat else 0


@compiled
def observe(state: Record, seat: Whole, out: Records) -> None:  # noqa: ARG001  the contract
    """Write what a seat may know into `out`: all but the generator, which foretells the dice."""
    out[0] = state
    out[0].rng = 0


@compiled
def determinize(seen: Record, tables: Record, seed: Whole, out: Records) -> None:  # noqa: ARG001
    """Write a full position that agrees with what was seen; the seed decides what comes."""
    out[0] = seen
    out[0].rng = seed


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
def tables(board: Board) -> Any:
    """Return the tables of a board: an array of one record."""
    array = np.zeros(1, TABLES)
    array["mark"] = mark(board.describe())
    table = array[0]
    spans = list(board.spans.values())
    position = {number: place for place, number in enumerate(board.spans)}
    table["circles"], table["lines"] = len(board.names), len(spans)
    table["tokens"] = board.tokens
    table["start"][: len(spans)] = [span.start for span in spans]
    table["start"][len(spans)] = len(board.names)
    table["line_of"][: len(board.names)] = [position[number] for number in board.line_of]
    table["near"][:] = NOWHERE
    for first, ways in ((_UP, board.up), (_SIDEWAYS, board.sideways), (_DOWN, board.down)):
        for circle, touching in enumerate(ways):
            table["near"][circle, first : first + len(touching)] = touching
    for number, roll in enumerate(_ROLLS):
        table["dice_in"][number] = len(roll)
        made = sorted(
            (position[line], keep)
            for line, keeps in choices(roll).items()
            if line in position
            for keep in keeps
        )
        table["keep"][number, : len(made)] = [_ROLL_ID[keep] for _, keep in made]
        for line, _ in made:
            table["reach"][number] |= np.uint32(1 << line)
            table["way"][number, line + 1 :] += 1
    for dice in range(DICE + 1):
        for number, throw in enumerate(product(range(1, SIDES + 1), repeat=dice)):
            table["ordered"][dice, number] = _ROLL_ID[tuple(sorted(throw))]
    return array


def tables_of(setup: Setup) -> Any:
    """Return the tables that a game needs."""
    return tables(setup.board)


_NUMBERS = ("phase", "seat", "contenders", "roll", "dice_left", "lines_used", "actions_left")


def encode(state: State, out: Any) -> None:
    """Write a readable position into a record; its generator stays as it is."""
    board = state.setup.board
    position = {number: place for place, number in enumerate(board.spans)}
    free = [state.circles[span.start : span.stop].count(FREE) for span in board.spans.values()]
    blank(out)
    out["mark"] = mark(state.setup.board.describe())
    out["players"], out["summit_cost"] = state.setup.players, state.setup.summit_cost
    out["phase"], out["seat"] = _PHASES.index(state.phase), state.seat
    out["contenders"] = sum(1 << seat for seat in state.contenders)
    out["circles"][: len(state.circles)] = list(state.circles)
    out["circles"][NOWHERE] = _WALL
    out["climbers"] = NOWHERE
    for seat in range(state.setup.players):
        where = [c for c, what in enumerate(state.circles) if what == CLIMBER + seat]
        out["climbers"][seat, : len(where)] = where
    out["summit"][: len(state.summit)] = state.summit
    out["free"][: len(free)] = free
    out["lines_open"] = sum(1 << line for line, count in enumerate(free) if count)
    out["lines_used"] = sum(1 << position[line] for line in state.lines_used)
    placed = [circle for circle, what in enumerate(state.circles) if what == ACTION]
    out["tokens_placed"] = len(placed)
    out["placed"][: len(placed)] = placed
    out["pool"] = state.pool
    out["roll"] = _ROLL_ID[state.dice]
    out["dice_left"], out["actions_left"] = state.dice_left, state.actions_left


def decode(record: Any, setup: Setup) -> State:
    """Return the readable position of a record."""
    raw = fields(STATE, record)
    number = {name: int.from_bytes(raw[name], sys.byteorder) for name in _NUMBERS}
    lines = enumerate(setup.board.spans)
    return State(
        setup,
        _PHASES[number["phase"]],
        number["seat"],
        tuple(seat for seat in range(SEATS) if number["contenders"] >> seat & 1),
        raw["circles"][: len(setup.board.names)],
        tuple(raw["summit"][: setup.players]),
        _ROLLS[number["roll"]],
        number["dice_left"],
        tuple(sorted(line for place, line in lines if number["lines_used"] >> place & 1)),
        number["actions_left"],
    )


def encode_event(event: ev.Event, state: State) -> int:
    """Return the number of a move or outcome in a position."""
    board = state.setup.board
    index = board.index
    match event:
        case ev.Token(circle, kept):
            return TOKEN << KIND | index[circle] << 9 | _ROLL_ID[kept]
        case ev.Dice(faces):
            return DICE_ROLL << KIND | _ROLL_ID[faces]
        case ev.Climb(origin, to):
            way = _SUMMIT if to == ev.TOP else _way(board, index[origin], index[to])
            return CLIMB << KIND | index[origin] << 3 | way
        case ev.Push(origin, to):
            return PUSH << KIND | index[origin] << 3 | _way(board, index[origin], index[to])
        case ev.Clear(circle):
            return CLEAR << KIND | index[circle]
        case ev.Block(circle):
            return BLOCK << KIND | index[circle]
        case ev.Start(left, right):
            return START << KIND | index[left] << 7 | index[right]
        case ev.Rolloff(faces):
            throw = sum((face - 1) * SIDES**place for place, face in enumerate(faces))
            return ROLLOFF << KIND | len(faces) << 12 | throw
        case ev.Again():
            return AGAIN << KIND
        case ev.Stop():
            return STOP << KIND
        case ev.Pass():
            return PASS << KIND


_PLAIN: dict[int, ev.Event] = {AGAIN: ev.Again(), STOP: ev.Stop(), PASS: ev.Pass()}


def decode_event(move: int, state: State) -> ev.Event:
    """Return the readable event of a number."""
    kind, argument = move >> KIND, move & ((1 << KIND) - 1)
    board = state.setup.board
    names = board.names
    if kind == TOKEN:
        return ev.Token(names[argument >> 9], _ROLLS[argument & 511])
    if kind == DICE_ROLL:
        return ev.Dice(_ROLLS[argument])
    if kind in (CLIMB, PUSH):
        circle, way = argument >> 3, argument & 7
        if way == _SUMMIT:
            return ev.Climb(names[circle], ev.TOP)
        to = names[tables(board)[0]["near"][circle, way]]
        return ev.Climb(names[circle], to) if kind == CLIMB else ev.Push(names[circle], to)
    if kind == CLEAR:
        return ev.Clear(names[argument])
    if kind == BLOCK:
        return ev.Block(names[argument])
    if kind == START:
        return ev.Start(names[argument >> 7], names[argument & 127])
    if kind == ROLLOFF:
        dice, throw = argument >> 12, argument & 4095
        return ev.Rolloff(tuple(1 + throw // SIDES**place % SIDES for place in range(dice)))
    return _PLAIN[kind]


def _way(board: Board, origin: int, to: int) -> int:
    near: list[int] = tables(board)[0]["near"][origin].tolist()
    return near.index(to)
