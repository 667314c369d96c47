"""A suite that any game can be run through: does it keep the contract of `core.game`?

`check(game, players, options, rng)` plays one random game and looks at every position on the way.
It raises Nonconformance with the broken promise and the events that lead to it.
"""

import json
from collections.abc import Mapping

from .chance import Rng
from .errors import GipfelError, Illegal
from .game import CHANCE, Event, Game, State, View
from .match import choose, play
from .rulebook import rulebook


class Nonconformance(AssertionError):
    """A promise of the contract that a game does not keep."""


def check(
    game: Game[State, Event, View],
    players: int,
    options: Mapping[str, object],
    rng: Rng,
    most: int = 2_000,
) -> int:
    """Play one random game, `most` events of it; check every position; return how many it had."""
    state = game.new(players, options)
    _promise(game.new(players, options) == state, "new gives the same position each time")
    _promise(game.new(players, game.options(state)) == state, "options start the same game again")
    material = json.dumps(game.material(state))
    _promise(set(options) <= set(game.offers()), "every option is offered")
    rules = frozenset(rulebook(game.NAME).rules)
    strangers: list[Event] = []
    history: list[str] = []
    try:
        while game.actor(state) is not None and len(history) < most:
            _check_position(game, state, rng)
            _check_refusals(game, state, strangers, rules)
            event = choose(game, state, rng)
            _check_event(game, state, event)
            history.append(game.write(event))
            strangers = [*strangers[-20:], event]
            state = game.apply(state, event)
        _promise(json.dumps(game.material(state)) == material, "material stays the same")
        over = game.actor(state) is None
        _promise(over == bool(game.winners(state)), "a game has winners when it is over")
        _check_views(game, state, rng)
        _check_refusals(game, state, strangers, rules)
    except Nonconformance as broken:
        raise Nonconformance(f"{broken}\nafter: {' / '.join(history)}") from None
    return len(history)


def _promise(kept: bool, promise: str) -> None:
    if not kept:
        raise Nonconformance(promise)


def _check_position(game: Game[State, Event, View], state: State, rng: Rng) -> None:
    actor = game.actor(state)
    _promise(not game.winners(state), "nobody has won before the end")
    _promise(hash(state) == hash(state), "positions can be hashed")
    if actor == CHANCE:
        _promise(not game.legal(state), "at chance no seat has a legal move")
        outcomes = game.chance(state)
        events = outcomes.events
        _promise(
            all(type(weight) is int and weight > 0 for weight in outcomes.weights),
            "weights are whole and positive",
        )
    else:
        _promise(actor in range(game.players(state)), "the actor is a seat")
        events = tuple(game.legal(state))
        _promise(tuple(game.legal(state)) == events, "legal gives the same moves each time")
    _promise(bool(events), "there is something to do until the game is over")
    _promise(len(set(events)) == len(events), "no event is offered twice")
    _check_views(game, state, rng)


def _check_event(game: Game[State, Event, View], state: State, event: Event) -> None:
    text = game.write(event)
    _promise(game.parse(text) == event, f"{text} is read back as it was written")
    before = game.describe(state)
    after = game.apply(state, event)
    _promise(game.apply(state, event) == after, "apply gives the same position each time")
    _promise(play(game, state, event) == after, "the checked door agrees with apply")
    _promise(game.describe(state) == before, "apply leaves the position before it as it was")


def _check_views(game: Game[State, Event, View], state: State, rng: Rng) -> None:
    json.dumps(game.describe(state))
    for seat in (None, *range(game.players(state))):
        view = game.view(state, seat)
        described = json.dumps(game.describe_view(view))
        twin = game.determinize(view, rng)
        _promise(game.view(twin, seat) == view, f"viewer {seat} cannot tell a guess from the truth")
        _promise(
            json.dumps(game.describe_view(game.view(twin, seat))) == described,
            f"viewer {seat} is shown the same bytes",
        )


def _check_refusals(
    game: Game[State, Event, View], state: State, strangers: list[Event], rules: frozenset[str]
) -> None:
    """Events of earlier positions are refused with a rule, or legal here as well."""
    actor = game.actor(state)
    allowed = game.chance(state).events if actor == CHANCE else game.legal(state)
    for event in strangers:
        try:
            play(game, state, event)
        except Illegal as refusal:
            _promise(event not in allowed, f"{game.write(event)} is not refused where it is legal")
            _promise(refusal.rule in rules, f"{refusal.rule} is a rule of the game")
            _promise(bool(refusal.message), "a refusal says why")
        except GipfelError as error:
            raise Nonconformance(f"{game.write(event)} is refused as {error!r}") from error
        else:
            _promise(event in allowed, f"{game.write(event)} is refused where it is not legal")
