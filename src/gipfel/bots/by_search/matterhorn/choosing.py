"""Choosing a move: what each is worth by the turn it leads to, as widely as a grade looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ....games.matterhorn.dice import DICE
from ....games.matterhorn.state import Phase, Setup
from ....kernel.matterhorn import (
    KIND,
    MOST_MOVES,
    NOWHERE,
    PASS,
    SEATS,
    STATE,
    STOP,
    apply,
    is_chance,
    is_over,
    legal,
)
from ....kernel.rng import below
from ..net import HIDDEN, Net, fresh
from .rolling import GAMBLED, Chart, chart, gamble
from .spending import LEVELS, WIDEST, plan
from .telling import told
from .worth import PLENTY, facts_for, value

_ROLLOFF, _START, _ROLL, _TOKEN, _BONUS, _DECIDE, _ACTIONS, _FLOP, _OVER = range(len(Phase))
MARGIN = 0.02
"""How far behind the best a token may be to have its place looked at."""


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
    costs: Any
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
        np.zeros((NOWHERE + 1, SEATS), np.float32),
        np.zeros((NOWHERE + 1, SEATS), np.float32),
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

    def foreseen(self, state: Any, worth: float, move: int) -> tuple[float, ...]:
        """Return the chance of each seat if the best move is made, and what it is worth.

        It is followed to the next roll, or to the actions: a gamble does not see where tokens lie.
        """
        ahead = np.zeros(1, STATE)
        ahead[0] = state
        onward = Search(self.mind, self.tables, self.effort, self.deadline)
        while ahead["phase"][0] in (_TOKEN, _BONUS, _DECIDE):
            apply(ahead[0], self.tables, move)
            if is_over(ahead[0]) or is_chance(ahead[0]):
                return self.outlook(ahead[0])
            worth, move = max(onward.weigh(ahead[0]))
        return self.chances(ahead[0], worth)

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

    def rolled(self, state: Any) -> float:
        """Return what the roll to come is worth to its seat, on the scale of the moves."""
        self._outlook(state, self.effort.width)
        return float(self.mind.rolled[0, state["dice_left"]])

    def outlook(self, state: Any) -> tuple[float, ...]:
        """Return the chance of each seat in any position.

        Where a turn begins the value function knows best, within it the gamble.
        """
        seat, players, phase = int(state["seat"]), int(state["players"]), int(state["phase"])
        if phase == _ROLLOFF:
            return (1 / players,) * players
        if phase == _OVER or is_over(state):
            return tuple(float(phase == _OVER and other == seat) for other in range(players))
        if phase == _ROLL and not state["tokens_placed"]:
            value(state, self.tables, seat, self.mind)
            return tuple(float(self.mind.out[(o - seat) % players]) for o in range(players))
        if is_chance(state):
            own = self.rolled(state)
            tokens = int(state["tokens_placed"])
            return self.chances(state, own if self.mind.judged else told(own, players, tokens))
        return self.foreseen(state, *max(self.weigh(state)))


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
    return moves, searching.foreseen(state, *moves[0])


def outlook(
    state: Any, tables: Any, setup: Setup, net: Net | None, grade: str
) -> tuple[float, ...]:
    """Return the chance of each seat in any position."""
    return search(tables, setup, net, grade).outlook(state)


def expected(state: Any, tables: Any, setup: Setup, net: Net | None, grade: str) -> float:
    """Return what the roll to come is worth to its seat, on the scale of the moves."""
    return search(tables, setup, net, grade).rolled(state)
