"""The mountains of cards, painted: one's own large, the others small, hand and piles below."""

from dataclasses import dataclass

from rich.text import Text

from ....games.altitude import View
from ....games.altitude.cards import (
    AVALANCHE,
    CABLE_CAR,
    HIDDEN,
    SAINT_BERNARD,
    Card,
    Deck,
    is_animal,
    value,
    write_card,
)
from ....games.altitude.events import Build, Event, Give, Lay, Swap
from ....games.altitude.mountain import Mountain, Slot, floor_and_index, write_slot
from ....games.altitude.rules import score
from ...canvas import Canvas, Paper
from ...palette import (
    FUR,
    INK,
    MEADOW,
    PAPER,
    PEAK,
    RED,
    RIDGE,
    ROCK,
    SEATS,
    SHADE,
    SKY,
    SNOW,
    between,
    on,
)
from .. import Names

WIDEST = 124
SNOW_LINE = 18
"""The value at which a card is all snow."""
STRIP = 4
"""Rows of the strip that holds score, hand and piles."""
TITLE = 26
"""Columns that a name and its points may take."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a card looks: what is printed on it, a word below, and in which colours."""

    sign: str
    word: str
    ink: str
    ground: str


def look(card: Card, deck: Deck) -> Look:
    """Return how a card looks: from meadow through rock to snow, specials in their own way."""
    if card == HIDDEN:
        return Look("?", "", SNOW, SHADE)
    if card == CABLE_CAR:
        return Look("─C─", "cable", RED, "#cfe6ee")
    if card == AVALANCHE:
        return Look("≈X≈", "slide", SNOW, "#3f74ad")
    if card == SAINT_BERNARD:
        return Look("=B=", "rescue", INK, "#f0b35c")
    if is_animal(card):
        return Look(write_card(card), deck.species[card].split()[-1][:7], SNOW, FUR)
    high = min(value(card) / SNOW_LINE, 1)
    half = min(high * 2, 1)
    ground = between(MEADOW, ROCK, half) if high < 0.5 else between(ROCK, PEAK, high * 2 - 1)
    return Look(write_card(card), "◢◣", on(ground), ground)


@dataclass(frozen=True, slots=True)
class Piece:
    """A mountain on the paper: whose it is, how large, and where the viewer may lay."""

    seat: int
    mountain: Mountain
    cell: int
    """Columns from one card to the next."""
    tall: int
    """Rows of a card."""
    drawn_fits: frozenset[Slot]
    """The slots open to the drawn card."""
    hand_fits: frozenset[Slot] = frozenset()
    """The slots open to some card of the hand."""

    @property
    def slots(self) -> frozenset[Slot]:
        """Every slot to be shown: those filled and those open."""
        return frozenset(self.mountain.cards) | self.drawn_fits | self.hand_fits

    @property
    def edges(self) -> tuple[int, int]:
        """The leftmost and the rightmost half cell."""
        halves = [2 * i + floor - 1 for floor, i in map(floor_and_index, self.slots)] or [0]
        return min(halves), max(halves)

    @property
    def width(self) -> int:
        """Columns it takes."""
        left, right = self.edges
        return (right - left + 2) * self.cell // 2

    @property
    def height(self) -> int:
        """Rows it takes."""
        return self.tall * max((floor_and_index(slot)[0] for slot in self.slots), default=1)


def draw(view: View, names: Names, paper: Paper) -> Text:
    """Paint the table."""
    paper = Paper(min(paper.width, WIDEST), paper.height, paper.poster)
    own = view.viewer if view.viewer is not None else (*view.winners, 0)[0]
    others = [
        Piece(seat, view.mountains[seat], 4, 1, _gifts(view.legal, seat))
        for seat in range(view.setup.players)
        if seat != own
    ]
    places, top = _arranged(others, paper.width)
    piece = _own_piece(view, own, 2)
    if top + piece.height + STRIP > paper.height:
        piece = _own_piece(view, own, 1)
    base = top + piece.height
    canvas = Canvas(paper, base + STRIP)
    canvas.fill(lambda _, y: RIDGE if y >= base else SKY[y * len(SKY) // base])
    canvas.put(1, 0, "A L T I T U D E", INK, bold=True)
    for other, (x, y) in zip(others, places, strict=True):
        _paint_title(canvas, view, names, other, (x, y))
        _paint_mountain(canvas, view.setup.deck, other, (x, y + 1))
    x = (canvas.width - piece.width) // 2
    _paint_mountain(canvas, view.setup.deck, piece, (x, base - piece.height))
    _paint_strip(canvas, view, names, own, base)
    return canvas.text()


def _own_piece(view: View, own: int, tall: int) -> Piece:
    drawn, hand = set(), set()
    for event in view.legal:
        match event:
            case Lay(slot):
                drawn.add(slot)
            case Swap(_, slot) | Build(_, slot) if slot not in view.mountains[own].cards:
                hand.add(slot)
            case _:
                pass
    return Piece(own, view.mountains[own], 6, tall, frozenset(drawn), frozenset(hand))


def _gifts(legal: tuple[Event, ...], seat: int) -> frozenset[Slot]:
    return frozenset(move.slot for move in legal if isinstance(move, Give) and move.seat == seat)


def _arranged(pieces: list[Piece], width: int) -> tuple[list[tuple[int, int]], int]:
    """Set the small mountains side by side from the left, in as many rows as they need.

    Return the upper left corner of each, and the first row below them all.
    """
    places: list[tuple[int, int]] = []
    x, y, below = 1, 1, 2
    for piece in pieces:
        room = max(piece.width, TITLE) + 2
        if x > 1 and x + room > width:
            x, y = 1, below
        places.append((x, y))
        x += room
        below = max(below, y + 1 + piece.height)
    bottoms = _aligned(places, pieces)
    return bottoms, below + 1 if pieces else below


def _aligned(places: list[tuple[int, int]], pieces: list[Piece]) -> list[tuple[int, int]]:
    """Let the mountains of one row stand on the same ground."""
    highest = {
        y: max(piece.height for (_, row), piece in zip(places, pieces, strict=True) if row == y)
        for _, y in places
    }
    return [
        (x, y + highest[y] - piece.height) for (x, y), piece in zip(places, pieces, strict=True)
    ]


def _paint_title(
    canvas: Canvas, view: View, names: Names, piece: Piece, place: tuple[int, int]
) -> None:
    x, y = place
    colour = SEATS[piece.seat].colour
    points = view.scores[piece.seat]
    canvas.put(x, y, f" {SEATS[piece.seat].shape} ", on(colour), colour, bold=True)
    canvas.put(x + 4, y, f"{names[piece.seat][:12]}  {_points(points)}", INK, bold=True)
    if not piece.slots:
        canvas.put(x + 4, y + 1, "no mountain yet", INK)


def _paint_mountain(canvas: Canvas, deck: Deck, piece: Piece, corner: tuple[int, int]) -> None:
    left, top = corner
    leftmost, _ = piece.edges
    ground = top + piece.height
    wide = piece.cell - 1
    for slot in sorted(piece.slots):
        floor, i = floor_and_index(slot)
        x = left + (2 * i + floor - 1 - leftmost) * piece.cell // 2
        y = ground - floor * piece.tall
        card = piece.mountain.cards.get(slot)
        if card is None:
            _paint_open(canvas, piece, slot, (x, y))
            continue
        card_look = look(card, deck)
        sign = card_look.sign if wide >= 5 else card_look.sign.strip("─≈=")
        canvas.put(x, y, sign.center(wide), card_look.ink, card_look.ground, bold=True)
        if piece.tall > 1:
            name = write_slot(slot).center(wide)
            canvas.put(x, y + 1, name, card_look.ink, card_look.ground)


def _paint_open(canvas: Canvas, piece: Piece, slot: Slot, corner: tuple[int, int]) -> None:
    """Paint a slot where the viewer may lay: in the accent if the drawn card fits."""
    x, y = corner
    wide = piece.cell - 1
    fits = slot in piece.drawn_fits
    ink, ground = (RED, SNOW) if fits else (INK, PAPER)
    if piece.tall > 1:
        canvas.put(x, y, "╭" + "╌" * (wide - 2) + "╮", ink)
    name = write_slot(slot) if piece.cell > 4 else str(floor_and_index(slot)[1])
    canvas.put(x, y + piece.tall - 1, f"<{name}>".center(wide), ink, ground, bold=fits)


def _paint_strip(canvas: Canvas, view: View, names: Names, own: int, y: int) -> None:
    """Score, hand, drawn card and piles, on the dark ground below the mountain."""
    colour = SEATS[own].colour
    canvas.put(1, y, f" {SEATS[own].shape} ", on(colour), colour, bold=True)
    canvas.put(5, y, f"{names[own]}: {_score(view, own)}", PAPER, bold=True)
    x = 1
    for number, card in enumerate(view.hands[own]):
        _paint_card(canvas, view, card, (x + 8 * number, y + 1), "HAND" if number == 0 else "")
    if view.drawn is not None:
        drawn = x + 8 * len(view.hands[own]) + 4
        _paint_card(canvas, view, view.drawn, (drawn, y + 1), "DRAWN")
    canvas.put(canvas.width - 20, y + 1, f"PILE {view.pile}", PAPER)
    if view.discard:
        _paint_card(canvas, view, view.discard[-1], (canvas.width - 9, y + 1), "DISCARD")


def _paint_card(canvas: Canvas, view: View, card: Card, place: tuple[int, int], label: str) -> None:
    x, y = place
    card_look = look(card, view.setup.deck)
    canvas.put(x, y, label, PAPER)
    canvas.put(x, y + 1, card_look.sign.center(7), card_look.ink, card_look.ground, bold=True)
    canvas.put(x, y + 2, card_look.word.center(7), card_look.ink, card_look.ground)


def _score(view: View, seat: int) -> str:
    """Say what the score is made of (A22)."""
    mountain, hand = view.mountains[seat], view.hands[seat]
    dogs = hand.count(SAINT_BERNARD)
    parts = [f"floors {mountain.floors}", f"animals {mountain.animals}"]
    if dogs:
        parts.append(f"Saint-Bernards {dogs}")
    return f"{_points(score(mountain, hand))} ({', '.join(parts)})"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
