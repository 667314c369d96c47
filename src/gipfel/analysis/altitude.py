"""Altitude for analysis: what the next card may be and where it fits, and what moves are worth."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import Json
from ..games.altitude.cards import AVALANCHE, BAR, REACH, SAINT_BERNARD, STANDARD, Card, write_card
from ..games.altitude.mountain import write_slot
from ..games.altitude.state import Phase, State
from ..games.altitude.view import View, determinize

OPEN = False


def chances(view: View) -> Json:
    """Return the chance of each card to be drawn next, and of a card that fits each open slot.

    To the seat, any unseen card may lie on top of the pile: its chance is its share of them. The
    slots are those of the seat's own mountain; an avalanche is never laid there (A7).
    """
    unseen = {card: count for card, count in sorted(view.unseen().items()) if count}
    total = sum(unseen.values())
    if not view.pile or view.viewer is None:
        return {"pile": view.pile, "draw": {}, "slots": {}, "fits": None}
    own = view.mountains[view.viewer]
    fits = {write_slot(slot): _fitting(unseen, bar) for slot, bar in own.open}
    return {
        "pile": view.pile,
        "draw": {write_card(card): count / total for card, count in unseen.items()},
        "slots": {slot: count / total for slot, count in fits.items()},
        "fits": max(fits.values(), default=0) / total,
    }


def _fitting(unseen: Mapping[Card, int], bar: int) -> int:
    """Return how many of these cards may be laid in a slot of an own mountain (A5-A8)."""
    return sum(n for card, n in unseen.items() if card != AVALANCHE and bar < REACH[card])


def tables(words: Sequence[str]) -> list[Json]:
    """Return for each card of the deck, when these were seen: how many are left, and chances.

    `draw` is that of the card itself, `over` that of one to lay on it in an own mountain; on a
    Saint Bernard, which never lies in one (A8), there is none.
    """
    unseen = Counter(dict(zip(STANDARD.kinds, STANDARD.counts, strict=True)))
    cards = {write_card(card): card for card in unseen}
    for word in words:
        if word not in cards:
            raise BadRequest(f"No card {quoted(word)}; there are {', '.join(cards)}.", "A1")
        unseen[cards[word]] -= 1
        if unseen[cards[word]] < 0:
            count = words.count(word)
            raise BadRequest(f"The deck has fewer than {count} cards {quoted(word)}.", "A2")
    total = max(1, unseen.total())
    return [
        {
            "card": name,
            "left": unseen[card],
            "draw": unseen[card] / total,
            "over": None if card == SAINT_BERNARD else _fitting(unseen, BAR[card]) / total,
        }
        for name, card in cards.items()
    ]


def at_decision(_: View) -> None:
    """Tell nothing: what may be drawn next is no part of what to do with the card in hand."""


def concerns(state: State) -> int:
    """Return the seat that is dealt to or draws."""
    return state.seat


def is_dealing(state: State) -> bool:
    """Say whether cards are dealt (A10): what a hand is worth shows when four of them are kept."""
    return state.phase is Phase.DEAL


def may_come(view: View) -> Iterator[tuple[State, int]]:
    """Return a position for each card that may be drawn, all the others hidden anywhere.

    To the seat, any unseen card may lie in the pile, also one that another seat holds.
    """
    for card, count in view.unseen().items():
        if count:
            drawn = replace(view, phase=Phase.PLAY, drawn=card, last_drawer=view.seat)
            yield determinize(drawn, Random(0)), count


def values_points(players: int, grade: str) -> bool:
    """Say whether moves are valued in points: alone (A23), and by D, which judges by hand."""
    return players == 1 or grade == "D"


def is_count(view: View) -> bool:
    """Say whether the pile is empty (A21): each builds for the best score."""
    return view.phase is Phase.BUILD
