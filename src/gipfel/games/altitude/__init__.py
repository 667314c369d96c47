"""Altitude (Les Jeux du Lac): card mountains with hidden hands, for 1-4."""

from collections.abc import Mapping
from typing import Any, Final

from ...core.checks import is_whole, listed, quoted
from ...core.errors import BadRequest
from ...core.game import Json
from .cards import Deck, deck_from, shipped_deck, shipped_decks
from .mountain import BASE, Mountain
from .notation import describe, options, parse, write
from .refusals import due, refusal
from .rules import DEALT, HAND, actor, apply, chance, legal, winners
from .state import Phase, Setup, State
from .view import View, describe_view, determinize, shown, view

NAME: Final = "altitude"
PLAYERS: Final = range(1, 5)

__all__ = [
    "NAME",
    "PLAYERS",
    "State",
    "View",
    "actor",
    "apply",
    "chance",
    "describe",
    "describe_view",
    "determinize",
    "due",
    "legal",
    "material",
    "new",
    "offers",
    "options",
    "parse",
    "players",
    "refusal",
    "shown",
    "view",
    "winners",
    "write",
]


def new(players: int, options: Mapping[str, object]) -> State:
    """Return the first position. Options: `first`, a seat (A10), and `deck`, a name or data."""
    if not is_whole(players) or players not in PLAYERS:
        raise BadRequest(f"Altitude is for 1 to 4 players, not {quoted(players)}.")
    unknown = set(options) - {"first", "deck"}
    if unknown:
        raise BadRequest(f"Altitude has options first and deck, not {listed(unknown)}.")
    first = options.get("first", 0)
    if not is_whole(first) or first not in range(players):
        raise BadRequest(f"first is a seat from 0 to {players - 1}, not {quoted(first)}.", "A10")
    deck = _deck(options.get("deck", "standard"))
    if deck.size < DEALT * players:
        raise BadRequest(
            f"The deck {deck.name} has {deck.size} cards, too few to deal {DEALT} each to "
            f"{players} players.",
            "A10",
        )
    return State(
        Setup(deck, players, first),
        Phase.DEAL,
        seat=0,
        hands=(b"",) * players,
        drawn=None,
        mountains=(Mountain(),) * players,
        discard=b"",
        undealt=deck.counts,
        second_play=False,
        last_drawer=0,
    )


def offers() -> dict[str, list[Any]]:
    """Return the options that `new` takes, each with what it may be."""
    return {"first": list(range(max(PLAYERS))), "deck": shipped_decks()}


def players(state: State) -> int:
    """Return how many seats there are."""
    return state.setup.players


def material(state: State) -> Json:
    """Return the deck (A1, A2), how wide a base may be (A4) and how many cards a hand has (A10)."""
    return {**state.setup.deck.material(), "base": BASE, "hand": HAND}


def _deck(given: object) -> Deck:
    if isinstance(given, str):
        return shipped_deck(given)
    if isinstance(given, Mapping):
        return deck_from(given)
    raise BadRequest(f"deck is a name or a deck, not {quoted(given)}.", "A2")
