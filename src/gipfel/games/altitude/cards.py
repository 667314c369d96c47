"""Cards (A1), what each may lie on (A5-A8), and decks of them (A2), read from data."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias
from weakref import WeakValueDictionary

from ...core.checks import is_name, is_whole, listed, quoted
from ...core.errors import BadRequest
from ...core.game import Json

Card: TypeAlias = int
"""A card: its value for a mountain card, ANIMAL + its value for an animal, or one of the specials.

Ascending, they stand in card order; hands and piles are `bytes` of them.
"""

ANIMAL = 100
CABLE_CAR, AVALANCHE, SAINT_BERNARD = 200, 201, 202
HIDDEN = 255
"""In a view: a card that the viewer may not see."""

HIGHEST = 99
MOST_OF_A_KIND = 99
MOST_CARDS = 160

_SPECIALS = {"C": CABLE_CAR, "X": AVALANCHE, "B": SAINT_BERNARD, "?": HIDDEN}
_LETTERS = {card: letter for letter, card in _SPECIALS.items()}


@cache
def write_card(card: Card) -> str:
    """Return the notation of a card: `7`, `a7`, `C`, `X`, `B`."""
    if card < ANIMAL:
        return str(card)
    return f"a{card - ANIMAL}" if card < CABLE_CAR else _LETTERS[card]


def parse_card(text: str) -> Card:
    """Return the card of a notation."""
    if text in _SPECIALS:
        return _SPECIALS[text]
    return ANIMAL + int(text[1:]) if text[0] == "a" else int(text)


def is_animal(card: Card) -> bool:
    """Say whether a card is an animal."""
    return ANIMAL < card < CABLE_CAR


def value(card: Card) -> int:
    """Return the number of a mountain, animal or cable-car card (A1); a cable car counts 0."""
    return card % ANIMAL


BLOCKED = HIGHEST + 1
"""The bar that an avalanche sets: above every number (A7)."""


def _bar(card: Card) -> int:
    return BLOCKED if card == AVALANCHE else value(card)


def _reach(card: Card) -> int:
    if card == CABLE_CAR:  # on anything, avalanches included (A6)
        return BLOCKED + 1
    if card == AVALANCHE:  # on anything but avalanches (A7)
        return BLOCKED
    if card == SAINT_BERNARD:  # nowhere (A8)
        return 0
    return value(card)


BAR = tuple(map(_bar, range(256)))
"""By card: what a card laid on it has to exceed (A5-A7)."""
REACH = tuple(map(_reach, range(256)))
"""By card: what it exceeds. It may lie wherever the bar is lower (A5-A8)."""


class Deck:
    """A deck. There is one object for each distinct deck, so decks compare by identity."""

    def __init__(
        self, name: str, counts: tuple[tuple[Card, int], ...], species: tuple[tuple[Card, str], ...]
    ) -> None:
        self.name = name
        self.kinds = bytes(card for card, _ in counts)
        """The distinct cards, in card order."""
        self.counts = bytes(count for _, count in counts)
        """How many there are of each kind."""
        self.size = sum(self.counts)
        self.place = {card: i for i, card in enumerate(self.kinds)}
        self.species = dict(species)
        """The animal on each animal card."""

    def describe(self) -> Json:
        """Return the deck as `deck_from` reads it."""
        counts = dict(zip(self.kinds, self.counts, strict=True))
        animals: dict[str, list[int]] = {}
        for card, species in self.species.items():
            animals.setdefault(species, []).extend([value(card)] * counts[card])
        return {
            "name": self.name,
            "cable_car": counts.get(CABLE_CAR, 0),
            "avalanche": counts.get(AVALANCHE, 0),
            "saint_bernard": counts.get(SAINT_BERNARD, 0),
            "mountain": {str(card): n for card, n in counts.items() if card < ANIMAL},
            "animal": [{"species": name, "values": values} for name, values in animals.items()],
        }

    def material(self) -> Json:
        """Return how many cards of each kind there are, by notation, and who is on the animals."""
        kinds = zip(map(write_card, self.kinds), self.counts, strict=True)
        species = {write_card(card): animal for card, animal in self.species.items()}
        return {"name": self.name, "cards": dict(kinds), "species": species}

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {self.size} cards>"

    def __reduce__(self) -> tuple[object, ...]:
        return _deck, (
            self.name,
            tuple(zip(self.kinds, self.counts, strict=True)),
            tuple(self.species.items()),
        )


_decks: WeakValueDictionary[object, Deck] = WeakValueDictionary()


def _deck(
    name: str, counts: tuple[tuple[Card, int], ...], species: tuple[tuple[Card, str], ...]
) -> Deck:
    """Return the one object of a deck."""
    key = (name, counts, species)
    deck = _decks.get(key)
    if deck is None:
        deck = _decks[key] = Deck(*key)
    return deck


def shipped_decks() -> list[str]:
    """Return the names of the decks that come with Gipfel."""
    folder = files(__package__) / "decks"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.is_file())


@cache
def shipped_deck(name: str) -> Deck:
    """Return a deck that comes with Gipfel."""
    if name not in shipped_decks():
        raise BadRequest(f"No deck {quoted(name)}; there are {', '.join(shipped_decks())}.")
    text = (files(__package__) / "decks" / f"{name}.toml").read_text(encoding="utf-8")
    return deck_from(tomllib.loads(text))


_KINDS = {"cable_car": CABLE_CAR, "avalanche": AVALANCHE, "saint_bernard": SAINT_BERNARD}


def deck_from(data: Mapping[str, object]) -> Deck:
    """Return the deck that a person described, or say what is wrong with it."""
    unknown = set(data) - {"name", "mountain", "animal", *_KINDS}
    if unknown:
        raise BadRequest(
            f"Unknown kind of card: {listed(unknown)}. A deck has mountain, animal, "
            f"{', '.join(_KINDS)}.",
            "A1",
        )
    name = data.get("name")
    if not is_name(name):
        raise BadRequest('A deck needs a name of 1 to 40 characters: name = "my deck"', "A2")
    counts: Counter[Card] = Counter()
    for kind, card in _KINDS.items():
        counts[card] = _count(data.get(kind, 0), kind)
    counts.update(_mountain(data.get("mountain", {})))
    species: dict[Card, str] = {}
    for card, animal in _animals(data.get("animal", [])):
        counts[card] += 1
        if species.setdefault(card, animal) != animal:
            raise BadRequest(f"Animal {value(card)} is both {species[card]} and {animal}.", "A2")
        _count(counts[card], f"animal {value(card)}")
    held = tuple(sorted((card, count) for card, count in counts.items() if count))
    if counts.total() > MOST_CARDS:
        raise BadRequest(f"A deck has at most {MOST_CARDS} cards, not {counts.total()}.", "A2")
    if all(card in (AVALANCHE, SAINT_BERNARD) for card, _ in held):
        raise BadRequest("A deck needs some cards that a mountain can be built of.", "A2")
    return _deck(name, held, tuple(sorted(species.items())))


def _count(given: object, kind: str) -> int:
    if not is_whole(given) or not 0 <= given <= MOST_OF_A_KIND:
        raise BadRequest(f"{kind}: 0 to {MOST_OF_A_KIND} cards, not {quoted(given)}.", "A2")
    return given


def _value(given: object, kind: str) -> int:
    if not is_whole(given) or not 1 <= given <= HIGHEST:
        raise BadRequest(f"{kind}: a value is 1 to {HIGHEST}, not {quoted(given)}.", "A1")
    return given


def _mountain(data: object) -> dict[Card, int]:
    if not isinstance(data, Mapping):
        raise BadRequest("mountain lists how many cards each value has, like 7 = 6.", "A2")
    counts = {}
    for text, count in data.items():
        plain = isinstance(text, str) and re.fullmatch("[1-9][0-9]{0,2}", text)
        card = _value(int(text) if plain else text, "mountain")
        counts[card] = _count(count, f"mountain {card}")
    return counts


def _animals(data: object) -> list[tuple[Card, str]]:
    if not isinstance(data, list):
        raise BadRequest("animal is a list of species with their values.", "A2")
    cards = []
    for animal in data:
        if not isinstance(animal, Mapping) or set(animal) != {"species", "values"}:
            raise BadRequest(f"An animal needs a species and values, not {quoted(animal)}.", "A2")
        species, values = animal["species"], animal["values"]
        if not is_name(species) or not isinstance(values, list) or len(values) > MOST_OF_A_KIND:
            raise BadRequest(f"An animal needs a species and values, not {quoted(animal)}.", "A2")
        cards += [(ANIMAL + _value(one, species), species) for one in values]
    return cards


STANDARD = shipped_deck("standard")
"""The deck of the box."""
