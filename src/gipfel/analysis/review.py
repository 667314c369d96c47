"""A review of a game: how the chances moved, what each decision gave away, and who was lucky.

After each event every seat has a chance to win (alone: a score to expect), as `judge` tells it.
Luck and skill are told apart by what a seat itself could know:

    loss of a decision       the worth of the best move, less the worth of the move that was made;
                             where nothing is hidden, what the chance of its seat lost
    luck of a roll or draw   the worth of the best move now, less its mean over all that could come

For a seat, the way from the first chance to the last is then

    end - start = luck - loss + rest

where `rest` is what the others' luck and decisions did to it, and what the judgement, which is no
prophet, corrected on the way.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..core.game import Actor, Json
from ..core.match import Match
from . import insight_of
from .judge import Chances, Judge, Verdict

VERSION = 1
"""Of the JSON form."""
MARKS = ("doubtful", "mistake", "blunder")
THRESHOLDS: dict[str, tuple[float, float, float]] = {
    "chance": (0.02, 0.05, 0.10),
    "points": (0.25, 0.5, 1.0),
}
"""From which loss on a decision gets each mark."""
SIGNS = {"": "", "doubtful": "?!", "mistake": "?", "blunder": "??"}

Unit = Literal["chance", "points"]
Progress = Callable[[int], None]
"""Told how many events are judged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An event and what it changed."""

    number: int
    """From 1."""
    actor: Actor
    seat: int | None
    """Whose decision or luck it was; None if chance concerned all alike."""
    event: str
    chances: Chances
    """After the event."""
    luck: float | None = None
    """At an event of chance: what it brought the seat it concerned, against the average."""
    loss: float | None = None
    """At a decision: what it gave away."""
    best: str | None = None
    """At a decision that lost something: the better move."""
    mark: str = ""
    """One of MARKS, if the loss is that large."""
    forced: bool = False
    """Whether it was the only move there was."""


@dataclass(frozen=True, slots=True)
class Total:
    """What a seat did and what it got, over the whole game."""

    seat: int
    decisions: int
    """Those with more than one move to choose from; only they count below."""
    loss: float
    average_loss: float | None
    """None without a decision."""
    doubtful: int
    mistake: int
    blunder: int
    luck: float
    rest: float | None
    """None if losses and chances have different units."""
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Review:
    """All of it."""

    match: Match
    grade: str
    by: str
    """The grade that judged."""
    why: str
    """Why it is not the grade that was asked for."""
    unit: Unit
    """Of the chances: points if one plays alone."""
    loss_unit: Unit
    """Of losses and luck: points also where the grade that judged has nothing better."""
    start: Chances
    steps: tuple[Judged, ...]
    totals: tuple[Total, ...]

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.match.actor is None

    def json(self) -> Json:
        """Return it as docs/howto/analyse.md describes it."""
        match = self.match
        return {
            "review": VERSION,
            "game": match.game.NAME,
            "players": match.players,
            "names": list(match.names),
            "options": match.options,
            "finished": self.finished,
            "winners": list(match.game.winners(match.state)),
            "grade": self.grade,
            "by": self.by,
            "why": self.why,
            "unit": self.unit,
            "loss_unit": self.loss_unit,
            "thresholds": dict(zip(MARKS, THRESHOLDS[self.loss_unit], strict=True)),
            "start": _rounded(self.start),
            "events": [_fields(step) for step in self.steps],
            "seats": [_fields(total) for total in self.totals],
        }


def review(match: Match, grade: str = "TD", progress: Progress | None = None) -> Review:
    """Judge every event of a match, finished or not."""
    judge = Judge(match.game, match.players, grade)
    first = match.steps[0].before if match.steps else match.state
    found: list[Verdict | float | None] = []
    for step in match.steps:
        if isinstance(step.actor, int):
            found.append(judge.verdict(step.before, step.event))
        else:
            found.append(judge.luck(step.before, step.after))
        judge.chances(step.after)
        if progress is not None:
            progress(len(found))
    points = insight_of(match.game).values_points(match.players, judge.by)
    unit: Unit = "points" if points else "chance"
    steps = tuple(
        _judged(match, number, judge.chances(step.after), one, unit)
        for number, (step, one) in enumerate(zip(match.steps, found, strict=True), start=1)
    )
    start = judge.chances(first)
    alike = points == (match.players == 1)
    return Review(
        match=match,
        grade=grade,
        by=judge.by,
        why=judge.why,
        unit="points" if match.players == 1 else "chance",
        loss_unit=unit,
        start=start,
        steps=steps,
        totals=tuple(_total(seat, start, steps, alike) for seat in range(match.players)),
    )


def _judged(
    match: Match, number: int, chances: Chances, found: Verdict | float | None, unit: Unit
) -> Judged:
    step = match.steps[number - 1]
    event = match.game.write(step.event)
    if not isinstance(found, Verdict):
        seat = insight_of(match.game).concerns(step.before)
        return Judged(number, step.actor, seat, event, chances, luck=found)
    return Judged(
        number,
        step.actor,
        step.actor if isinstance(step.actor, int) else None,
        event,
        chances,
        loss=found.loss,
        best=match.game.write(found.best) if found.loss else None,
        mark=mark_of(found.loss, unit),
        forced=not found.has_choice,
    )


def mark_of(loss: float, unit: Unit) -> str:
    """Return the mark that a loss earns; none if it is small."""
    earned = [mark for mark, least in zip(MARKS, THRESHOLDS[unit], strict=True) if loss >= least]
    return earned[-1] if earned else ""


def _total(seat: int, start: Chances, steps: Sequence[Judged], alike: bool) -> Total:
    own = [step for step in steps if step.seat == seat]
    losses = [step.loss for step in own if step.loss is not None and not step.forced]
    marks = Counter(step.mark for step in own)
    luck = sum(step.luck or 0.0 for step in own)
    end = steps[-1].chances[seat] if steps else start[seat]
    return Total(
        seat=seat,
        decisions=len(losses),
        loss=sum(losses),
        average_loss=sum(losses) / len(losses) if losses else None,
        doubtful=marks["doubtful"],
        mistake=marks["mistake"],
        blunder=marks["blunder"],
        luck=luck,
        rest=end - start[seat] - luck + sum(losses) if alike else None,
        start=start[seat],
        end=end,
    )


def _fields(one: Judged | Total) -> Json:
    """Return the fields of a line, numbers rounded."""
    return {name: _plain(getattr(one, name)) for name in one.__dataclass_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    return _rounded(value) if isinstance(value, tuple) else value


def _rounded(chances: Chances) -> list[float]:
    return [round(chance, 6) for chance in chances]
