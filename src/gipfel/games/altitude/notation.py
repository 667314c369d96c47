"""The notation of Altitude: events as words and back, positions as JSON."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core.errors import BadEvent
from ...core.game import Actor, Json
from .cards import STANDARD, parse_card, write_card
from .events import (
    Build,
    Discard,
    Done,
    Draw,
    Event,
    Give,
    Keep,
    Lay,
    Replace,
    Rescue,
    Swap,
)
from .mountain import parse_slot, write_slot
from .rules import actor, scores, winners
from .state import Phase, Setup, State

if TYPE_CHECKING:
    from .view import View

KEPT = 1 << 12
"""Events whose words are remembered, each way: the same ones come again and again."""
_CARD = r"(?:a?[1-9][0-9]?|[CXB])"
_SLOT = r"[1-9][0-9]?:(?:0|-?[1-9][0-9]?)"
_GRAMMAR = {
    "draw": re.compile(rf"({_CARD})"),
    "keep": re.compile(rf"({_CARD}(?: {_CARD}){{3}})"),
    "lay": re.compile(rf"({_SLOT})"),
    "discard": re.compile(""),
    "give": re.compile(rf"([0-9]) ({_SLOT})"),
    "swap": re.compile(rf"({_CARD}) ({_SLOT})"),
    "replace": re.compile(rf"({_SLOT})"),
    "rescue": re.compile(rf"({_SLOT})"),
    "build": re.compile(rf"({_CARD}) ({_SLOT})"),
    "done": re.compile(""),
}
_EXAMPLES = {
    "draw": "draw a7",
    "keep": "keep 3 7 a12 C",
    "lay": "lay 2:0",
    "give": "give 1 2:0",
    "swap": "swap 12 3:1",
    "replace": "replace 2:0",
    "rescue": "rescue 1:3",
    "build": "build 12 3:1",
}


@lru_cache(maxsize=KEPT)
def parse(text: str) -> Event:
    """Read an event. The cards of `keep` may come in any order."""
    word, _, rest = text.partition(" ")
    grammar = _GRAMMAR.get(word)
    if grammar is None:
        raise BadEvent(f"{word[:40]!r} is not a move of Altitude: {', '.join(_GRAMMAR)}.")
    found = grammar.fullmatch(rest)
    if found is None or text.endswith(" "):
        raise BadEvent(f"{text[:60]!r} does not read; it looks like {_EXAMPLES.get(word, word)}.")
    match word:
        case "draw":
            return Draw(parse_card(found[1]))
        case "keep":
            return Keep(bytes(sorted(map(parse_card, found[1].split()))))
        case "lay":
            return Lay(parse_slot(found[1]))
        case "discard":
            return Discard()
        case "give":
            return Give(int(found[1]), parse_slot(found[2]))
        case "swap":
            return Swap(parse_card(found[1]), parse_slot(found[2]))
        case "replace":
            return Replace(parse_slot(found[1]))
        case "rescue":
            return Rescue(parse_slot(found[1]))
        case "build":
            return Build(parse_card(found[1]), parse_slot(found[2]))
        case _:
            return Done()


@lru_cache(maxsize=KEPT)
def write(event: Event) -> str:
    """Write an event."""
    match event:
        case Draw(card):
            return f"draw {write_card(card)}"
        case Keep(cards):
            return f"keep {' '.join(map(write_card, cards))}"
        case Lay(slot):
            return f"lay {write_slot(slot)}"
        case Discard():
            return "discard"
        case Give(seat, slot):
            return f"give {seat} {write_slot(slot)}"
        case Swap(card, slot):
            return f"swap {write_card(card)} {write_slot(slot)}"
        case Replace(slot):
            return f"replace {write_slot(slot)}"
        case Rescue(slot):
            return f"rescue {write_slot(slot)}"
        case Build(card, slot):
            return f"build {write_card(card)} {write_slot(slot)}"
        case Done():
            return "done"


def options(state: State) -> Json:
    """Return the options of a game; only those that differ from the usual."""
    return _options(state.setup)


def _options(setup: Setup) -> Json:
    told: Json = {}
    if setup.first:
        told["first"] = setup.first
    if setup.deck is not STANDARD:
        told["deck"] = setup.deck.describe()
    return told


def describe(state: State) -> Json:
    """Return a whole position as the protocol shows it, hidden cards included."""
    return facts(state, actor(state), scores(state), winners(state))


def facts(
    position: "State | View", actor: Actor, scores: Sequence[int], winners: Sequence[int]
) -> Json:
    """Return what a position or a view holds as the protocol shows it."""
    in_turn = position.phase in (Phase.DRAW, Phase.PLAY, Phase.BUILD)
    return {
        "game": "altitude",
        "players": position.setup.players,
        "options": _options(position.setup),
        "phase": str(position.phase),
        "actor": actor,
        "turn": position.seat if in_turn else None,
        "hands": [_cards(hand) for hand in position.hands],
        "drawn": None if position.drawn is None else write_card(position.drawn),
        "mountains": [
            {write_slot(slot): write_card(card) for slot, card in sorted(mountain.cards.items())}
            for mountain in position.mountains
        ],
        "discard": _cards(position.discard),
        "pile": position.pile,
        "second_play": position.second_play,
        "scores": list(scores),
        "winners": list(winners),
    }


def _cards(cards: bytes) -> list[str]:
    return [write_card(card) for card in cards]
