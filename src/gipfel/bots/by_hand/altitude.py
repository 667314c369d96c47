"""Altitude by hand: how a child, a walker and a climber build their mountains.

A judgement gives every legal event a merit and takes the best; chance decides among events that
look equal to it. The lower grades see less, they do not slip.
"""

from collections.abc import Callable
from functools import partial
from math import exp

from ...core.chance import Rng
from ...games.altitude.cards import (
    AVALANCHE,
    BAR,
    BLOCKED,
    CABLE_CAR,
    HIDDEN,
    REACH,
    SAINT_BERNARD,
    Card,
    is_animal,
    value,
)
from ...games.altitude.events import (
    Build,
    Discard,
    Done,
    Event,
    Give,
    Keep,
    Lay,
    Replace,
    Rescue,
    Swap,
)
from ...games.altitude.mountain import (
    ANIMALS_COUNT_FROM,
    BASE,
    FIRST,
    FLOOR,
    Mountain,
    Slot,
    supports,
)
from ...games.altitude.rules import SECOND_PLAY_FROM, score
from ...games.altitude.state import Phase
from ...games.altitude.view import View


def best(view: View, merit: Callable[[Event], float], rng: Rng) -> Event:
    """Return a legal event of the highest merit, any of those that are equal."""
    merits = [round(merit(event), 9) for event in view.legal]
    highest = max(merits)
    equal = [event for event, one in zip(view.legal, merits, strict=True) if one == highest]
    return equal[rng.randrange(len(equal))]


def beginner(view: View, rng: Rng) -> Event:
    """F, a child of eight: every card goes as high as it fits, whatever its number.

    Loves animals and dogs, and throws each avalanche at whoever leads, because it is fun.
    """
    return best(view, partial(_fun, view), rng)


def _fun(view: View, event: Event) -> float:
    match event:
        case Keep(cards):
            return sum(is_animal(card) or card == SAINT_BERNARD for card in cards)
        case Give(seat, _):
            return 200 + view.scores[seat] if view.drawn == AVALANCHE else -1
        case Rescue():
            return 100
        case Lay(slot):
            return 50 + slot // FLOOR
        case Swap(_, slot) | Build(_, slot):
            return slot // FLOOR
        case _:
            return 0


def walker(view: View, rng: Rng) -> Event:
    """PD, a walker who knows the way: low numbers below, small steps up, good cards for later.

    Weighs one card in one place, never the mountain as a whole, and attacks with avalanches only.
    """
    return best(view, partial(_sense, view), rng)


def _sense(view: View, event: Event) -> float:
    """How well a card lies, less what it would be worth in hand."""
    own = view.mountains[view.seat]
    drawn = view.drawn or HIDDEN  # there is one whenever a play is weighed
    match event:
        case Keep(cards):
            return sum(map(_use, cards))
        case Rescue():
            return 6
        case Swap(card, slot):
            return 6 if card == SAINT_BERNARD else _fit(own, slot, card) - _use(card)
        case Build(_, slot):
            return slot // FLOOR
        case Give(seat, slot) if drawn == AVALANCHE:
            return 10 + view.scores[seat] + slot // FLOOR
        case Lay(slot):
            return _fit(own, slot, drawn) - _use(drawn)
        case Replace(slot) if not is_animal(own.cards[slot]):
            return value(own.cards[slot]) - value(drawn) - 3
        case Discard():
            return -_use(drawn)
        case Give() | Replace():
            return -99
        case _:  # Done
            return 0


def _use(card: Card) -> int:
    """What a walker thinks a card is worth in hand."""
    if card in (CABLE_CAR, SAINT_BERNARD):
        return 5
    return -9 if card == AVALANCHE else 3 * is_animal(card)


def _fit(mountain: Mountain, slot: Slot, card: Card) -> float:
    """How well a card lies in a slot: a small step up; animals high, cable cars over high bars."""
    floor = slot // FLOOR
    bar = max(BAR[mountain.cards[below]] for below in supports(slot)) if floor > 1 else 0
    if card == CABLE_CAR:
        return min(bar, 20) / 2
    if is_animal(card) and floor >= ANIMALS_COUNT_FROM:
        return 9
    return 6 - (value(card) - bar) + floor / 2


def climber(view: View, rng: Rng) -> Event:
    """AD, a climber who always has the next floor in mind, of every mountain.

    Counts the cards still to come, keeps a good hand, attacks where it hurts and builds the best
    score at the end.
    """
    if view.phase is Phase.BUILD:
        return _build(view)
    return best(view, Outlook(view).merit, rng)


HELD = {SAINT_BERNARD: 1.3, CABLE_CAR: 0.5, AVALANCHE: -1.0}
HELD_ANIMAL = 0.7
"""What a card is worth to a climber's hand, in points; other numbers are worth nothing."""
MALICE = 0.5
"""What a point lost by the strongest rival is worth; by another, half of it."""
DRAW = 0.05
"""What a card that a seat will draw is worth: the reason to hurry to five floors (A20)."""
NEVER = 60.0
"""Draws for a card that cannot come."""


def worth(hand: bytes) -> float:
    """What a hand is worth to a climber before the end of the play."""
    return sum(HELD.get(card, HELD_ANIMAL * is_animal(card)) for card in hand)


class Outlook:
    """What the cards still unseen let each mountain become."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.paces = list(map(_pace, view.mountains))
        unseen = view.unseen()
        total = max(1, unseen.total())
        numbers = sorted(value(card) for card in unseen.elements() if card < CABLE_CAR)
        self.dogs = unseen[SAINT_BERNARD] / total
        self.need: list[float] = []
        """By bar: about how many draws it takes to see a card that lies on it."""
        self.rise: list[int] = []
        """By bar: the number that will probably lie on it; a cable car if none does."""
        for bar in range(BLOCKED + 1):
            numbers = [number for number in numbers if number > bar]
            fitting = len(numbers) + unseen[CABLE_CAR]
            self.need.append((total / fitting) ** 0.5 if fitting else NEVER)
            self.rise.append(numbers[len(numbers) // 3] if numbers else 0)
        self.now = [self.prospect(seat, one) for seat, one in enumerate(view.mountains)]

    def draws(self, seat: int, mountain: Mountain) -> float:
        """How many cards a seat will still draw: twice as many a turn from five floors on (A20)."""
        pace = _pace(mountain)
        return self.view.pile * pace / (pace + sum(self.paces) - self.paces[seat])

    def prospect(self, seat: int, mountain: Mountain, ahead: int = 1) -> float:
        """The points in a seat's mountain, the chances of its next floors and the draws it earns.

        Looks some floors beyond the seat's height now, however high this mountain is.
        """
        draws = self.draws(seat, mountain)
        spread = 1.5 + draws / 5
        highest = self.view.mountains[seat].floors + ahead
        missing = self.missing(mountain, highest)[mountain.floors :]
        chances = (1 / (1 + exp(min(30.0, (needed - draws) / spread))) for needed in missing)
        return mountain.floors + mountain.animals + DRAW * draws + sum(chances)

    def missing(self, mountain: Mountain, highest: int) -> list[float]:
        """For each floor up to a height, the draws still needed below and at its nearest peak.

        The triangle under a slot is those under its two supports, which share the one under both.
        """
        cards, need, rise = mountain.cards, self.need, self.rise
        row = _base(mountain)
        bars = [BAR[cards[slot]] if slot in cards else rise[0] for slot in row]
        needs = [0.0 if slot in cards else need[0] for slot in row]
        shared = [0.0] * len(row)
        nearest = [min(needs)]
        for floor in range(2, min(highest, BASE) + 1):
            start = row.start + (floor - 1) * FLOOR
            over_bars, over_needs = [], []
            for i in range(len(row) - floor + 1):
                left, right = bars[i], bars[i + 1]
                bar = left if left > right else right
                below = needs[i] + needs[i + 1] - shared[i + 1]
                card = cards.get(start + i)
                over_needs.append(below + need[bar] if card is None else below)
                over_bars.append(rise[bar] if card is None else BAR[card])
            shared, bars, needs = needs, over_bars, over_needs
            nearest.append(min(needs))
        return nearest

    def merit(self, event: Event) -> float:
        """How many points a play or a choice of hand wins."""
        view, me = self.view, self.view.seat
        if isinstance(event, Keep):
            return worth(event.cards)
        seat, mountain, hand = _after(view, event)
        change = 0.0
        if mountain is not view.mountains[seat]:
            change = self.prospect(seat, mountain) - self.now[seat]
        if seat != me:
            rivals = [self.now[other] for other in range(len(self.now)) if other != me]
            change *= -MALICE if self.now[seat] == max(rivals) else -MALICE / 2
        return change + worth(hand)


def _pace(mountain: Mountain) -> int:
    """A20: how many plays a turn has."""
    return 2 if mountain.floors >= SECOND_PLAY_FROM else 1


def _base(mountain: Mountain) -> range:
    """The slots of the base as it may become (A4), growing alike to both sides."""
    built = [slot for slot in mountain.cards if slot < 2 * FLOOR] or [FIRST]
    left, right = min(built), max(built)
    more = (BASE - (right - left)) // 2
    return range(left - more, right + more + 1)


def _after(view: View, event: Event) -> tuple[int, Mountain, bytes]:
    """Whose mountain a play changes, that mountain after it, and the player's hand."""
    me, drawn = view.seat, view.drawn
    own, hand = view.mountains[me], view.hands[me]
    assert drawn is not None, "a card is drawn before a play"
    match event:
        case Lay(slot) | Replace(slot):
            return me, own.laid(slot, drawn), hand
        case Give(seat, slot):
            return seat, view.mountains[seat].laid(slot, drawn), hand
        case Rescue(slot):
            return me, own.without(slot), hand
        case Swap(card, slot):
            mountain = own.without(slot) if card == SAINT_BERNARD else own.laid(slot, card)
            return me, mountain, _without(hand, card) + bytes((drawn,))
        case _:  # Discard
            return me, own, hand


def _without(hand: bytes, card: Card) -> bytes:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _build(view: View) -> Event:
    """The next card of a final build that comes to the best score (A21, A22)."""
    own, hand = view.mountains[view.seat], view.hands[view.seat]
    for target in range(_bound(own, hand), score(own, hand), -1):
        failed: set[Mountain] = set()
        for event in reversed(view.legal):
            if isinstance(event, Build):
                mountain, rest = own.laid(event.slot, event.card), _without(hand, event.card)
                if _reaches(mountain, rest, target, failed):
                    return event
    return Done()


def _reaches(mountain: Mountain, hand: bytes, target: int, failed: set[Mountain]) -> bool:
    """Whether a hand can be built to a score; notes the mountains from which it cannot."""
    if score(mountain, hand) >= target:
        return True
    if mountain in failed or _bound(mountain, hand) < target:
        return False
    failed.add(mountain)
    return any(
        _reaches(mountain.laid(slot, card), _without(hand, card), target, failed)
        for card in dict.fromkeys(_layable(hand))
        for slot, bar in mountain.open
        if bar < REACH[card]
    )


def _bound(mountain: Mountain, hand: bytes) -> int:
    """A score that a hand cannot beat.

    The first card lies no higher than the highest open slot that any fits, the next one floor above
    that at most, and so on. Two more floors take three cards at least.
    """
    left = _layable(hand)
    reach = max((REACH[card] for card in left), default=0)
    first = max((slot // FLOOR for slot, bar in mountain.open if bar < reach), default=0)
    if not first:
        return score(mountain, hand)
    floors = min((len(left) + 1) // 2, max(0, first + len(left) - 1 - mountain.floors))
    high = len(left) - max(0, ANIMALS_COUNT_FROM - first)
    animals = min(max(0, high), sum(map(is_animal, left)))
    return score(mountain, hand) + floors + animals + (AVALANCHE not in hand)


def _layable(hand: bytes) -> list[Card]:
    return [card for card in hand if card not in (AVALANCHE, SAINT_BERNARD)]


def win(view: View) -> tuple[float, ...]:
    """Return a rough chance of each seat to win: how the mountains and hands may end."""
    seats = range(len(view.mountains))
    if view.winners:
        return tuple((seat in view.winners) / len(view.winners) for seat in seats)
    outlook = Outlook(view)
    spread = 0.6 + view.pile / 30
    ends = []
    for seat, mountain in enumerate(view.mountains):
        hand = view.hands[seat]
        dogs = hand.count(SAINT_BERNARD) + hand.count(HIDDEN) * outlook.dogs
        ends.append((outlook.prospect(seat, mountain, BASE) + dogs) / spread)
    weights = [exp(end - max(ends)) for end in ends]
    return tuple(weight / sum(weights) for weight in weights)


GRADES: dict[str, Callable[[View, Rng], Event]] = {"F": beginner, "PD": walker, "AD": climber}
