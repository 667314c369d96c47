"""What positions and moves are worth: the judgement that review and hints rest on.

Moves are judged from the view of the seat that makes them; nothing hidden from it is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from .. import bots
from ..core.game import CHANCE, AnyGame
from . import insight_of
from .hints import searching

if TYPE_CHECKING:
    from ..bots.by_search import Weighed

GUESSES = 24
"""Guesses at hidden cards, or at a deal that goes on, over which is averaged."""
Chances = tuple[float, ...]
"""The chance of each seat to win; alone, the score that is expected."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move that was made, beside the best one."""

    best: Any
    loss: float
    """What it gave away, from its own seat's view; 0 for the best move."""
    has_choice: bool


class Judge:
    """Judges the positions of one game. What it has thought of once it remembers."""

    def __init__(self, game: AnyGame, players: int, grade: str = "TD") -> None:
        self.game = game
        self.grade = searching(grade)
        bots.prepare(game.NAME)
        from ..bots import by_search  # noqa: PLC0415  it takes a moment to load

        self._search = by_search
        self._insight = insight_of(game)
        self._players = players
        self._weighed: dict[Any, Weighed] = {}
        self._chances: dict[Any, Chances] = {}
        self.answered: dict[str, str] = {}
        """The grades that answered, and why if it is not the one asked for."""

    def weigh(self, state: Any) -> "Weighed":
        """Weigh the moves of the seat that must act, by what it may know."""
        if state not in self._weighed:
            self._weighed[state] = self._look(state)
        return self._weighed[state]

    def _look(self, state: Any, *also: Any) -> "Weighed":
        weighed = self._search.weigh(self.game, self._view(state), self.grade, fair=True, also=also)
        self.answered.setdefault(weighed.grade, weighed.why)
        return weighed

    def _view(self, state: Any) -> Any:
        seat = self.game.actor(state)
        assert isinstance(seat, int), "only seats weigh moves"
        return self.game.view(state, seat)

    def chances(self, state: Any) -> Chances:
        """Return the chance of each seat in a position, the seats that act now playing their best.

        So a position is worth the same before and after the best move, and what chance brings
        counts when it comes, not when it is used.
        """
        passed = []
        while state not in self._chances and isinstance(self.game.actor(state), int):
            passed.append(state)
            state = self.game.apply(state, self.weigh(state).moves[0][1])
        if state not in self._chances:
            dealing = self.game.actor(state) == CHANCE and self._insight.is_dealing(state)
            self._chances[state] = (
                self._dealt(state)
                if dealing
                else self._search.outlook(self.game, state, self.grade)
            )
        for one in passed:
            self._chances[one] = self._chances[state]
        return self._chances[state]

    def verdict(self, state: Any, played: Any) -> Verdict:
        """Judge the move that was made in a position."""
        best = self.weigh(state).moves[0][1]
        loss = 0.0 if played == best else max(0.0, self._loss(state, best, played))
        return Verdict(best if loss else played, loss, len(self._view(state).legal) > 1)

    def _loss(self, state: Any, best: Any, played: Any) -> float:
        """Return how far a move is behind the best, in points if the grade has nothing else.

        Where nothing is hidden it is what the chances lose. Else the search weighs it, which looks
        into the moves that promise most; another one is looked into besides.
        """
        insight = self._insight
        if insight.OPEN:
            seat, after = self.game.actor(state), self.game.apply(state, played)
            assert isinstance(seat, int)
            return self.chances(state)[seat] - self.chances(after)[seat]
        weighed = self.weigh(state)
        in_points = insight.values_points(self._players, weighed.grade)
        if insight.is_count(self._view(state)) and not in_points:
            return self._in_chances(state, best, played)
        if all(event != played for _, event in weighed.moves):
            weighed = self._look(state, played)
        worths = {event: worth for worth, event in weighed.moves}
        return worths[best] - worths[played]

    def _in_chances(self, state: Any, best: Any, played: Any) -> float:
        """Return how much more one move leads to than another, everybody then doing their best.

        What the seat cannot see is guessed; the same guesses serve both.
        """
        view, seat, rng = self._view(state), self.game.actor(state), Random(0)
        assert isinstance(seat, int)
        total = 0.0
        for _ in range(GUESSES):
            guess = self.game.determinize(view, rng)
            ends = [self.chances(self.game.apply(guess, move))[seat] for move in (best, played)]
            total += ends[0] - ends[1]
        return total / GUESSES

    def luck(self, before: Any, after: Any) -> float | None:
        """Return what an event of chance brought the seat it concerned, as that seat sees it.

        It is what the seat's best move is now worth, less what it was to be expected on average.
        """
        seat = self._insight.concerns(before)
        if seat is None:
            return None
        if self._insight.is_dealing(before):
            return self.chances(after)[seat] - self.chances(before)[seat]
        outcomes = self._insight.may_come(self.game.view(before, seat))
        if outcomes is None:
            return self._own(after, seat) - self._search.expected(self.game, before, self.grade)
        worths = [(self._own(state, seat), weight) for state, weight in outcomes]
        mean = sum(worth * weight for worth, weight in worths) / sum(w for _, w in worths)
        return self._own(after, seat) - mean

    def _own(self, state: Any, seat: int) -> float:
        """Return what a position is worth to a seat: by its own best move if it must act."""
        if self.game.actor(state) == seat:
            return self.weigh(state).moves[0][0]
        return self.chances(state)[seat]

    def _dealt(self, state: Any) -> Chances:
        """Return the mean over ways in which the deal may go on."""
        rng = Random(0)
        found = []
        for _ in range(GUESSES):
            dealt = state
            while self.game.actor(dealt) == CHANCE and self._insight.is_dealing(dealt):
                dealt = self.game.apply(dealt, self.game.chance(dealt).draw(rng))
            found.append(self.chances(dealt))
        return _mean(found)

    @property
    def by(self) -> str:
        """The grade that judged; of several, the lowest."""
        return min(self.answered, key=bots.GRADES.index, default=self.grade)

    @property
    def why(self) -> str:
        """Why another grade than the one asked for judged; empty if it did not."""
        return self.answered.get(self.by, "")


def _mean(several: Sequence[Chances]) -> Chances:
    return tuple(sum(one) / len(several) for one in zip(*several, strict=True))
