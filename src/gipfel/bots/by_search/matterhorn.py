"""Matterhorn in search: the facts that the value function sees, and the choice of a move.

Positions are judged where a turn begins. Within the own turn two things are worked out: the best
ways to spend so many actions (`plan`, a beam search), and by dynamic programming over rolls, lines
used and dice left what it is worth to roll again (`gamble`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.matterhorn.board import Board
from ...games.matterhorn.dice import DICE, SIDES, Faces, choices, rolls
from ...games.matterhorn.rules import ROPE_TEAM
from ...games.matterhorn.state import CLIMBER, FREE, Phase, Setup
from ...kernel.compiled import Record, Records, Whole, compiled
from ...kernel.game import KernelGame, new
from ...kernel.matterhorn import (
    CLEAR,
    CLIMB,
    KIND,
    MOST_MOVES,
    NOWHERE,
    PASS,
    STATE,
    STOP,
    apply,
    is_chance,
    is_over,
    legal,
    sample,
)
from ...kernel.rng import below
from .net import HIDDEN, Net, chances, fresh, rows_for, run

_ROLLOFF, _START, _ROLL, _TOKEN, _BONUS, _DECIDE, _ACTIONS, _FLOP, _OVER = range(len(Phase))
_SUMMIT = 6
FAR = 12
"""Steps to the summit beyond which it is just far."""
_LOWEST, _LINES = 4, 10
"""Lines are told apart by their number, from 4 and less to 13 and more."""
_CLIMBER = FAR + 2
_SEAT = ROPE_TEAM * _CLIMBER + _LINES
_BOARD = 3 * _LINES + 5
LEVELS = 9
"""Actions that are planned ahead, and one."""
WIDEST = 12
"""Positions kept for each number of actions, at the most."""
GAMBLED = 8
"""Lines that a gamble looks at, at the most."""
DEEPEST = 5
"""Further tokens that a gamble thinks of."""
MARGIN = 0.02
"""How far behind the best a token may be to have its place looked at."""
PLENTY = 100
"""Actions enough for any plan."""
HEAD_START = 1.0
"""The last facts are the judgement by hand; the net learns what to add to it."""
LONGEST = 60
"""Turns of a game that are learned from."""
TRAINED_ON: tuple[tuple[dict[str, object], int], ...] = (
    ({}, 16),
    ({"summit_cost": 2}, 3),
    ({"board": "sharp"}, 1),
)
"""Options of the games that the net learns from, and how often each comes."""


def facts_for(players: int) -> int:
    """Return how many facts there are."""
    return players * (_SEAT + 1) + _BOARD


class Chart(NamedTuple):
    """What the search knows of a board and its dice."""

    number: Any
    """Of each line: its number, counted from _LOWEST, within _LINES."""
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
    numbers = [min(max(number - _LOWEST, 0), _LINES - 1) for number in board.spans]
    return Chart(
        np.array(numbers, np.int64),
        np.array(first, np.int64),
        np.array(weights, np.float32),
        np.array(kept, np.uint8),
    )


def _sizes(keeps: tuple[Faces, ...]) -> int:
    """Return a bit for each number of dice that some ways to keep dice leave."""
    return sum({1 << len(keep) - 1 for keep in keeps})


# The value of a position where a turn begins ------------------------------------------------------


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
    start += 3 * _LINES
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


# Spending actions ---------------------------------------------------------------------------------


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


# Rolling again ------------------------------------------------------------------------------------


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


# Choosing -----------------------------------------------------------------------------------------


class Mind(NamedTuple):
    """What one thread thinks with: a net, the board, and room for what it finds."""

    net: Net
    chart: Chart
    judged: bool
    """Whether positions are judged by hand instead of by the net."""
    alone: bool
    """Whether that looks at the viewer's way alone."""
    facts: Any
    room: Any
    out: Any
    steps: Any
    marks: Any
    ways: Any
    start: Any
    ended: Any
    layers: Any
    worth: Any
    first: Any
    count: Any
    gain: Any
    lines: Any
    ahead: Any
    rolled: Any
    best: Any


def mind(net: Net, setup: Setup, judged: bool = False, alone: bool = True) -> Mind:
    """Return a mind with a net, or one that judges by hand."""
    used = 1 << GAMBLED
    return Mind(
        net,
        chart(setup.board),
        judged,
        alone,
        np.zeros(facts_for(setup.players), np.float32),
        np.zeros(sum(HIDDEN), np.float32),
        np.zeros(setup.players, np.float32),
        np.zeros(NOWHERE + 1, np.float32),
        np.zeros(NOWHERE + 1, np.bool_),
        np.zeros(MOST_MOVES, np.int32),
        np.zeros(1, STATE),
        np.zeros(1, STATE),
        np.zeros((LEVELS, WIDEST), STATE),
        np.zeros((LEVELS, WIDEST), np.float32),
        np.zeros((LEVELS, WIDEST), np.int32),
        np.zeros(LEVELS, np.int64),
        np.zeros(2 * LEVELS, np.float32),
        np.zeros(GAMBLED, np.int64),
        np.zeros((used, DICE + 1), np.float32),
        np.zeros((used, DICE + 1), np.float32),
        np.zeros((GAMBLED, 1 << DICE), np.float32),
    )


@dataclass(frozen=True)
class Effort:
    """How widely a grade looks."""

    width: int
    """Positions that a plan keeps for each number of actions."""
    passing: int
    """The same where many plans are made."""
    tries: int
    """Bonus actions, and places of the others at the start, that are looked into."""
    places: bool = True
    """Whether it looks at what the place of a token changes, or takes any on the best line."""


class Search:
    """Weighs the moves of a position. It belongs to one thread."""

    def __init__(
        self,
        mind: Mind,
        tables: Any,
        effort: Effort,
        deadline: float = inf,
        also: Sequence[int] = (),
    ) -> None:
        self.mind, self.tables, self.effort, self.deadline = mind, tables, effort, deadline
        self.also = also
        self._moves = np.zeros(MOST_MOVES, np.int32)
        self._child = np.zeros(1, STATE)

    def weigh(self, state: Any) -> list[tuple[float, int]]:
        """Return the moves that are looked into, each with what it is worth to the seat that acts.

        They are those that promise most, and those of `also`.
        """
        n = legal(state, self.tables, self._moves)
        moves: list[int] = self._moves[:n].tolist()
        weigh = {
            _ACTIONS: self._actions,
            _DECIDE: self._decision,
            _TOKEN: self._tokens,
            _BONUS: self._bonus,
            _FLOP: self._flop,
            _START: self._start,
        }[int(state["phase"])]
        return weigh(state, moves)

    def _after(self, state: Any, *moves: int) -> Any:
        self._child[0] = state
        for move in moves:
            apply(self._child[0], self.tables, move)
        return self._child[0]

    def _outlook(self, state: Any, width: int) -> None:
        """Plan and gamble for the rest of the own turn."""
        mind = self.mind
        levels = min(int(state["tokens_placed"]) + 5, LEVELS - 1)
        plan(state, self.tables, mind, levels, width)
        best = -1.0
        for level in range(2 * LEVELS):
            if level <= levels and mind.count[level]:
                best = max(best, float(mind.worth[level, 0]))
            mind.gain[level] = best
        gamble(state, self.tables, mind)

    def _actions(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """By the best plan that each action begins; a pass by the turn ended now.

        An action that no plan of all the actions begins was only glanced at.
        """
        mind, most, passing = self.mind, min(int(state["actions_left"]), LEVELS - 1), PASS << KIND
        values = {passing: 0.0}
        plan(state, self.tables, mind, most, self.effort.width)
        for level in range(most + 1):
            for which in range(mind.count[level]):
                first = int(mind.first[level, which])
                move = passing if first < 0 else first
                values[move] = max(values.get(move, 0.0), float(mind.worth[level, which]))
        best = max(values.values())
        looked = {passing, *self.also, *mind.first[most, : mind.count[most]].tolist()}
        looked |= {move for move, worth in values.items() if worth == best}
        for move in self.also:
            if move != passing:
                values[move] = max(values.get(move, 0.0), self._begun(state, move, most))
        return [(values[move], move) for move in moves if move in looked]

    def _begun(self, state: Any, action: int, most: int) -> float:
        """Return what the best plan of so many actions is worth that begins with one."""
        child = self._after(state)
        child["actions_left"] = PLENTY
        apply(child, self.tables, action)
        if child["phase"] == _OVER:
            return 1.0
        left = most - (PLENTY - int(child["actions_left"]))
        plan(child, self.tables, self.mind, left, self.effort.width)
        return max(float(self.mind.worth[n, 0]) for n in range(left + 1) if self.mind.count[n])

    def _decision(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """Stop and again."""
        self._outlook(state, self.effort.width)
        stop = float(self.mind.gain[state["tokens_placed"]])
        again = float(self.mind.rolled[0, state["dice_left"]])
        return [(stop if move == STOP << KIND else again, move) for move in moves]

    def _tokens(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """By line and dice kept, as the gamble sees them, and by what the token's place changes.

        On a line that the gamble leaves out, by the turn ended after it.
        """
        self._outlook(state, self.effort.width)
        tables, mind = self.tables, self.mind
        lines = {int(line): place for place, line in enumerate(mind.lines)}
        ended = float(mind.gain[int(state["tokens_placed"]) + 1])
        values = []
        for move in moves:
            circle, roll = (move & (1 << KIND) - 1) >> 9, move & 511
            place = lines.get(int(tables["line_of"][circle]))
            dice = tables["dice_in"][roll]
            worth = ended if place is None else float(mind.ahead[1 << place, dice])
            values.append((worth, circle, move))
        if not self.effort.places:
            return [(worth, move) for worth, _, move in values]
        least = max(values)[0] - MARGIN
        looked = [one for one in values if one[0] >= least or one[2] in self.also]
        actions = min(int(state["tokens_placed"]) + 2, LEVELS - 1)
        changes: dict[int, float] = {}
        for _, circle, move in looked:
            if circle not in changes:
                plan(self._after(state, move), tables, mind, actions, self.effort.passing)
                changes[circle] = float(mind.worth[: actions + 1, 0].max())
        usual = max(changes[circle] for worth, circle, _ in looked if worth >= least)
        return [(worth + changes[circle] - usual, move) for worth, circle, move in looked]

    def _bonus(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """By the turn ended after it; the most promising ones by the rest of the turn."""
        seat = int(state["seat"])
        values = []
        for move in moves:
            child = self._after(state, move)
            if child["phase"] != _OVER:
                child["phase"] = _ACTIONS
                apply(child, self.tables, PASS << KIND)
            values.append((float(value(child, self.tables, seat, self.mind)), move))
        values.sort(reverse=True)
        tries = self.effort.tries
        looked = values[:tries] + [one for one in values[tries:] if one[1] in self.also]
        for place, (_, move) in enumerate(looked):
            child = self._after(state, move)
            if child["phase"] != _OVER and perf_counter() < self.deadline:
                self._outlook(child, self.effort.passing)
                looked[place] = float(self.mind.ahead[0, state["dice_left"]]), move
        return looked

    def _flop(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """By the position left."""
        seat = int(state["seat"])
        return [
            (float(value(self._after(state, move), self.tables, seat, self.mind)), move)
            for move in moves
        ]

    def _start(self, state: Any, moves: list[int]) -> list[tuple[float, int]]:
        """By the first turn, the others placed at random."""
        seat = int(state["seat"])
        values = []
        for move in moves:
            total = 0.0
            for guess in range(self.effort.tries):
                child = self._placed(self._after(state, move), guess)
                total += float(value(child, self.tables, seat, self.mind))
            values.append((total / self.effort.tries, move))
        return values

    def _placed(self, child: Any, guess: int) -> Any:
        """Place at random the climbers that are not on the board yet."""
        child["rng"] = guess * 7919 + 1
        while child["phase"] == _START:
            ways = legal(child, self.tables, self.mind.ways)
            apply(child, self.tables, int(self.mind.ways[below(child, ways)]))
        return child

    def chances(self, state: Any, own: float) -> tuple[float, ...]:
        """Return the chance of each seat, if the one on turn has its own: the others share.

        If that took them to be in the middle of their way, the odds become those of where they are.
        """
        seat, players = int(state["seat"]), int(state["players"])
        ended = self._after(state)
        if ended["phase"] == _START:
            self._placed(ended, 0)
        elif ended["phase"] != _OVER:
            ended["phase"] = _ACTIONS
            apply(ended, self.tables, PASS << KIND)
        supposed = float(value(ended, self.tables, seat, self.mind))
        own = min(max(own, 0.0), 1.0)
        if self.mind.judged and self.mind.alone:
            known = float(value(ended, self.tables, seat, self.mind._replace(alone=False)))
            good, bad = own * known * (1 - supposed), (1 - own) * supposed * (1 - known)
            own = good / (good + bad) if good + bad else own
        first = int(ended["seat"])
        out = [float(self.mind.out[(other - first) % players]) for other in range(players)]
        rest = sum(out) - out[seat] or 1.0
        return tuple(
            own if other == seat else (1 - own) * out[other] / rest for other in range(players)
        )

    def outlook(self, state: Any) -> tuple[float, ...]:
        """Return the chance of each seat in any position."""
        seat, players, phase = int(state["seat"]), int(state["players"]), int(state["phase"])
        if phase == _ROLLOFF:
            return (1 / players,) * players
        if phase == _OVER or is_over(state):
            return tuple(float(phase == _OVER and other == seat) for other in range(players))
        if is_chance(state):
            self._outlook(state, self.effort.width)
            own = float(self.mind.rolled[0, state["dice_left"]])
        else:
            own = max(self.weigh(state))[0]
        return self.chances(state, own)


EFFORTS = {
    "D": Effort(width=1, passing=1, tries=1, places=False),
    "TD": Effort(width=1, passing=1, tries=1),
    "ED": Effort(width=8, passing=3, tries=4),
}


def search(
    tables: Any,
    setup: Setup,
    net: Net | None,
    grade: str,
    deadline: float = inf,
    fair: bool = True,
    also: Sequence[int] = (),
) -> Search:
    """Return the search of a grade: without a net, positions are judged by hand."""
    known = net or fresh(facts_for(setup.players), setup.players, 0)
    thought = mind(known, setup, net is None, not fair)
    return Search(thought, tables, EFFORTS[grade], deadline, also)


def weigh(
    state: Any,
    tables: Any,
    setup: Setup,
    net: Net | None,
    grade: str,
    _: int,
    deadline: float,
    fair: bool,
    also: Sequence[int],
) -> tuple[list[tuple[float, int]], tuple[float, ...]]:
    """Return the moves looked into with what each is worth, best first, and each seat's chance.

    Fair, every seat is judged by its way up; else, without a net, the one on turn alone.
    """
    searching = search(tables, setup, net, grade, deadline, fair, also)
    moves = sorted(searching.weigh(state), key=lambda one: -one[0])
    return moves, searching.chances(state, moves[0][0])


@compiled
def evaluate(states: Records, tables: Record, mind: Any, times: Whole) -> Whole:
    """Value every position for the seat on turn, so many times; return how many were valued."""
    for _ in range(times):
        for which in range(len(states)):
            value(states[which], tables, states[which].seat, mind)
    return times * len(states)


def outlook(
    state: Any, tables: Any, setup: Setup, net: Net | None, grade: str
) -> tuple[float, ...]:
    """Return the chance of each seat in any position."""
    return search(tables, setup, net, grade).outlook(state)


def exercise() -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = new("matterhorn", players=2)
    self_play(None, game, 1, 0, 1000)


# Playing against itself ---------------------------------------------------------------------------


def self_play(
    net: Net | None, game: KernelGame, count: int, seed: int, explore: int
) -> tuple[NDArray[Any], NDArray[np.float32]]:
    """Play games with a net, or judged by hand; return a row for each turn begun, and the ends.

    One choice in `explore` is taken at random.
    """
    players = game.players
    judged = net is None
    thought = mind(net or fresh(facts_for(players), players, 0), game.setup, judged)
    search = Search(thought, game.tables[0], EFFORTS["TD"])
    rows = rows_for(facts_for(players), players, count * LONGEST)
    ends = np.zeros((count, players), np.float32)
    n = 0
    for number, state in enumerate(game.states(count, seed)):
        turns = 0
        while not is_over(state) and turns < LONGEST:
            if is_chance(state):
                if state["phase"] == _ROLL and state["tokens_placed"] == 0:
                    value(state, game.tables[0], state["seat"], thought)
                    describe(state, game.tables[0], thought)
                    rows[n] = number, state["seat"], thought.facts, thought.out
                    n, turns = n + 1, turns + 1
                move = sample(state, game.tables[0])
            elif below(state, explore) == 0:
                ways = legal(state, game.tables[0], thought.ways)
                move = int(thought.ways[below(state, ways)])
            else:
                move = max(search.weigh(state))[1]
            apply(state, game.tables[0], move)
        if state["phase"] == _OVER:
            ends[number, state["seat"]] = 1
    return rows[:n], ends


def duel(net: Net, other: Net, game: KernelGame, count: int, seed: int) -> float:
    """Return the part of the wins that one net gets among others."""
    minds = mind(net, game.setup), mind(other, game.setup)
    searches = [Search(one, game.tables[0], EFFORTS["TD"]) for one in minds]
    won = 0
    for number, state in enumerate(game.states(count, seed)):
        place, turns = number % game.players, 0
        while not is_over(state) and turns < LONGEST:
            if is_chance(state):
                turns += int(state["tokens_placed"] == 0)
                move = sample(state, game.tables[0])
            else:
                move = max(searches[int(state["seat"] != place)].weigh(state))[1]
            apply(state, game.tables[0], move)
        won += bool(state["phase"] == _OVER and state["seat"] == place)
    return won / count
