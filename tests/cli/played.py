"""Games played beforehand, so that a test knows what to type and what must come of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gipfel.cli.chance import Source
from gipfel.cli.choices import Group
from gipfel.cli.history import has_secrets
from gipfel.cli.sitting import Sitting
from gipfel.core.game import CHANCE
from gipfel.core.match import Match, choose
from gipfel.games import game


@dataclass(frozen=True)
class Turn:
    """One decision: what is typed for it, after how many events, and whether the screen moved."""

    seat: int
    lines: list[str]
    events_before: int
    handed_over: bool


@dataclass(frozen=True)
class Played:
    """A whole game and the decisions in it."""

    sitting: Sitting
    turns: list[Turn]

    @property
    def events(self) -> list[str]:
        return self.sitting.match.events

    def typed(self, start: int = 0, stop: int | None = None) -> str:
        """Return what is typed for some of the decisions, hand-overs included."""
        lines: list[str] = []
        for turn in self.turns[start:stop]:
            lines += [""] if turn.handed_over else []
            lines += turn.lines
        return "".join(f"{line}\n" for line in lines)


def play_through(
    name: str, players: int, seed: str, options: dict[str, Any] | None = None
) -> Played:
    """Play a whole game with sensible haste, each move chosen by its number."""
    match = Match(game(name), players, options or {})
    sitting = Sitting.begin(match, seed)
    turns: list[Turn] = []
    at_screen: int | None = None
    while (actor := match.actor) is not None:
        if actor == CHANCE:
            sitting.roll()
            continue
        assert isinstance(actor, int)
        handed_over = actor != at_screen and players > 1 and has_secrets(match)
        at_screen = actor
        event = hasty(match, len(turns))
        groups = sitting.board.choices(match.game.view(match.state, actor), sitting.names)
        lines = numbers_for(event, groups)
        assert lines is not None, f"{event} is not offered"
        turns.append(Turn(actor, lines, len(match.events), handed_over))
        match.play(event)
    return Played(sitting, turns)


def hasty(match: Match, number: int) -> str:
    """Return a move that brings the end nearer: up, home, on with it."""
    legal = [match.game.write(event) for event in match.game.legal(match.state)]
    source = Source("haste", number)
    return max(legal, key=lambda event: (_haste(event), source.randrange(1000)))


def _haste(event: str) -> int:
    match event.split():
        case ["climb", _, "top"]:
            return 100
        case ["climb", origin, to]:
            return 10 * (int(origin[:-1]) - int(to[:-1]))
        case ["swap", _, slot] | ["lay", slot] | ["build", _, slot]:
            return 10 * int(slot.split(":")[0])
        case ["stop"] | ["again"] | ["token", *_]:
            return 5
        case ["clear", _]:
            return 3
        case ["pass"] | ["block", *_] | ["done"]:
            return 2
        case _:
            return 1


def numbers_for(event: str, groups: Sequence[Group]) -> list[str] | None:
    """Return the numbers that choose an event, one for each question."""
    number = 0
    for group in groups:
        for choice in group.choices:
            number += 1
            if choice.event == event:
                return [str(number)]
            below = numbers_for(event, choice.then)
            if below is not None:
                return [str(number), *below]
    return None


def decisions(
    name: str, players: int, seed: str, options: dict[str, Any]
) -> Iterator[tuple[int, Any]]:
    """Yield each decision of a random game, seat and position; of a long game, the first ones."""
    played = game(name)
    state = played.new(players, options)
    for number in range(600):
        actor = played.actor(state)
        if actor is None:
            return
        if isinstance(actor, int):
            yield actor, state
        state = played.apply(state, choose(played, state, Source(seed, number)))
