"""What a viewer may know of an Altitude position. Made here, for every channel."""

from collections import Counter
from dataclasses import dataclass

from ...core.chance import Rng
from ...core.game import Actor, Json
from .cards import HIDDEN, Card
from .events import Draw, Event, Keep
from .mountain import Mountain
from .notation import facts, write
from .rules import actor, legal, score, winners
from .state import Phase, Setup, State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat (None: a spectator) sees it, and what that seat may do now.

    Hidden cards are HIDDEN; how many there are, and of how many the pile consists, everyone sees.
    Of others' scores only the mountain counts, until the end: then the hands are shown, for they
    are part of the score (A22).
    """

    viewer: int | None
    setup: Setup
    phase: Phase
    seat: int
    actor: Actor
    hands: tuple[bytes, ...]
    drawn: Card | None
    mountains: tuple[Mountain, ...]
    discard: bytes
    pile: int
    second_play: bool
    last_drawer: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    legal: tuple[Event, ...]

    def unseen(self) -> Counter[Card]:
        """Return the cards of the deck that the viewer does not see anywhere."""
        deck = self.setup.deck
        cards = Counter(dict(zip(deck.kinds, deck.counts, strict=True)))
        seen = [
            self.discard,
            *self.hands,
            *(mountain.cards.values() for mountain in self.mountains),
        ]
        for group in seen:
            cards.subtract(card for card in group if card != HIDDEN)
        if self.drawn not in (None, HIDDEN):
            cards[self.drawn] -= 1
        return cards


def view(state: State, seat: int | None) -> View:
    """Return what a seat may know: its own cards, and what lies open."""
    open_hands = [state.phase is Phase.OVER or owner == seat for owner in range(len(state.hands))]
    sees_drawn = state.drawn is None or seat == state.seat
    moves = legal(state) if seat is not None and actor(state) == seat else ()
    return View(
        viewer=seat,
        setup=state.setup,
        phase=state.phase,
        seat=state.seat,
        actor=actor(state),
        hands=tuple(
            hand if is_open else bytes([HIDDEN] * len(hand))
            for hand, is_open in zip(state.hands, open_hands, strict=True)
        ),
        drawn=state.drawn if sees_drawn else HIDDEN,
        mountains=state.mountains,
        discard=state.discard,
        pile=state.pile,
        second_play=state.second_play,
        last_drawer=state.last_drawer,
        scores=tuple(
            score(mountain, hand if is_open else None)
            for mountain, hand, is_open in zip(
                state.mountains, state.hands, open_hands, strict=True
            )
        ),
        winners=winners(state),
        legal=tuple(moves),
    )


def describe_view(view: View) -> Json:
    """Return a view as the protocol shows it."""
    return facts(view, view.actor, view.scores, view.winners)


def shown(state: State, event: Event, seat: int | None) -> str:
    """Write an event as a viewer gets to see it: others do not see what is drawn or kept."""
    if seat != state.seat and isinstance(event, Draw):
        return "draw ?"
    if seat != state.seat and isinstance(event, Keep):
        return "keep ? ? ? ?"
    return write(event)


def determinize(view: View, rng: Rng) -> State:
    """Deal the unseen cards to the unseen places: every way equally likely."""
    unseen = sorted(view.unseen().elements())
    for i in range(len(unseen) - 1, 0, -1):
        j = rng.randrange(i + 1)
        unseen[i], unseen[j] = unseen[j], unseen[i]
    hands = tuple(
        bytes(sorted(unseen.pop() for _ in hand)) if HIDDEN in hand else hand for hand in view.hands
    )
    drawn = unseen.pop() if view.drawn == HIDDEN else view.drawn
    left = Counter(unseen)
    return State(
        view.setup,
        view.phase,
        view.seat,
        hands,
        drawn,
        view.mountains,
        view.discard,
        bytes(left[card] for card in view.setup.deck.kinds),
        view.second_play,
        view.last_drawer,
    )
