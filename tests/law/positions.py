"""Positions written down in words, and what may be asked of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gipfel.core.errors import Illegal
from gipfel.core.game import AnyGame, Json
from gipfel.core.match import play
from gipfel.games import altitude, matterhorn
from gipfel.games.altitude import cards as altitude_cards
from gipfel.games.altitude import mountain as altitude_mountain
from gipfel.games.altitude import state as altitude_state
from gipfel.games.matterhorn import board as matterhorn_board
from gipfel.games.matterhorn import state as matterhorn_state

NOTHING_TO_LAY = "X X X X"
"""A hand that can never be laid, so that only the drawn card makes moves."""


@dataclass(frozen=True)
class Position:
    """A position of either game. `position["phase"]` is that field of the protocol's JSON."""

    game: AnyGame
    state: Any

    def after(self, *events: str) -> "Position":
        """Return the position after some events, each through the checked door."""
        state = self.state
        for event in events:
            state = play(self.game, state, self.game.parse(event))
        return Position(self.game, state)

    def __getitem__(self, field: str) -> Any:
        return self.game.describe(self.state)[field]

    def view(self, seat: int | None) -> Json:
        """Return the JSON that a seat (None: a spectator) gets to see."""
        return self.game.describe_view(self.game.view(self.state, seat))

    def shown(self, event: str, seat: int | None) -> str:
        """Return how a seat (None: a spectator) gets to see an event that is about to happen."""
        return self.game.shown(self.state, self.game.parse(event), seat)

    @property
    def legal(self) -> set[str]:
        """The legal moves of the seat that must act."""
        moves = [self.game.write(event) for event in self.game.legal(self.state)]
        assert len(moves) == len(set(moves)), "a move is listed twice"
        return set(moves)

    @property
    def outcomes(self) -> dict[str, int]:
        """What chance may bring, with weights."""
        return {self.game.write(event): weight for event, weight in self.game.chance(self.state)}

    def rule_against(self, event: str) -> str | None:
        """Return the rule that forbids an event; fail if none does."""
        try:
            self.after(event)
        except Illegal as refusal:
            return refusal.rule
        raise AssertionError(f"{event} is allowed")


def new(game: AnyGame, players: int, **options: object) -> Position:
    """Return the first position of a game."""
    return Position(game, game.new(players, options))


def matterhorn_turn(
    *climbers: str,
    phase: str = "roll",
    seat: int = 0,
    action: str = "",
    obstacles: str = "",
    dice_left: int = 5,
    summit_cost: int = 1,
    board: matterhorn_board.Board = matterhorn_board.STANDARD,
) -> Position:
    """Return a position in the turn of a seat: before a roll, or at the choice to stop.

    One text for each rope team ("12a 12f"); the action tokens are those of this turn.
    """
    circles = [matterhorn_state.FREE] * len(board.names)
    things = [(action, matterhorn_state.ACTION), (obstacles, matterhorn_state.OBSTACLE)]
    things += [(team, matterhorn_state.CLIMBER + owner) for owner, team in enumerate(climbers)]
    for names, what in things:
        for name in names.split():
            if name != "top":
                assert circles[board.index[name]] == matterhorn_state.FREE, f"{name} is taken"
                circles[board.index[name]] = what
    assert all(len(team.split()) == 2 for team in climbers), "a rope team is two climbers"
    state = matterhorn_state.State(
        matterhorn_state.Setup(board, len(climbers), summit_cost),
        matterhorn_state.Phase(phase),
        seat=seat,
        contenders=(),
        circles=bytes(circles),
        summit=tuple(team.split().count("top") for team in climbers),
        dice=(),
        dice_left=dice_left,
        lines_used=tuple(sorted(board.line_of[board.index[name]] for name in action.split())),
        actions_left=0,
    )
    assert state.pool >= 0, "more tokens than the board has"
    return Position(matterhorn, state)


def matterhorn_actions(
    *climbers: str,
    action: str,
    seat: int = 0,
    obstacles: str = "",
    summit_cost: int = 1,
) -> Position:
    """Return a position in which a seat has stopped: an action for each of its action tokens."""
    return matterhorn_turn(
        *climbers,
        phase="decide",
        action=action,
        seat=seat,
        obstacles=obstacles,
        summit_cost=summit_cost,
    ).after("stop")


def moves(*rows: str) -> set[str]:
    """Return the moves that stand in some rows of text, with commas between them."""
    return {move for row in rows for move in row.split(", ")}


def circles(line: int) -> list[str]:
    """Return the names of the circles of a line of the standard board."""
    return [name for name in matterhorn_board.STANDARD.names if name[:-1] == str(line)]


def altitude_play(
    *mountains: Mapping[str, str],
    drawn: str | None = None,
    hands: Sequence[str] = (NOTHING_TO_LAY,),
    seat: int = 0,
    pile: str | None = None,
) -> Position:
    """Return a position in which a seat has drawn a card, or is about to.

    A mountain maps a slot to the cards from there to the right: {"1:0": "8 5", "2:0": "9"}.
    Seats without a hand hold 6 7 8 9. The pile is what is left of the standard deck; if it is told,
    the rest of the deck lies discarded.
    """
    deck = altitude_cards.STANDARD
    held = [*hands, *["6 7 8 9"] * (len(mountains) - len(hands))]
    built = [_slots(mountain) for mountain in mountains]
    left = Counter(dict(zip(deck.kinds, deck.counts, strict=True)))
    left.subtract(card for hand in held for card in _cards(hand))
    left.subtract(card for mountain in built for card in mountain.values())
    left.subtract(_cards(drawn or ""))
    undealt = left.copy() if pile is None else Counter(_cards(pile))
    left.subtract(undealt)
    assert min(left.values()) >= 0, "more cards than the deck has"
    return Position(
        altitude,
        altitude_state.State(
            altitude_state.Setup(deck, len(mountains), first=0),
            altitude_state.Phase("draw" if drawn is None else "play"),
            seat=seat,
            hands=tuple(map(_cards, held)),
            drawn=None if drawn is None else altitude_cards.parse_card(drawn),
            mountains=tuple(map(altitude_mountain.Mountain, built)),
            discard=bytes(sorted(left.elements())),
            undealt=bytes(undealt[card] for card in deck.kinds),
            second_play=False,
            last_drawer=seat,
        ),
    )


def altitude_building(
    *mountains: Mapping[str, str], hands: Sequence[str], last_drawer: int
) -> Position:
    """Return the position after the last play: the pile is empty, hands may be laid (A21)."""
    last_card = altitude_play(*mountains, hands=hands, seat=last_drawer, drawn="1", pile="")
    return last_card.after("discard")


def _cards(text: str) -> bytes:
    return bytes(sorted(map(altitude_cards.parse_card, text.split())))


def _slots(mountain: Mapping[str, str]) -> dict[altitude_mountain.Slot, int]:
    slots = {}
    for start, row in mountain.items():
        for slot, card in enumerate(row.split(), start=altitude_mountain.parse_slot(start)):
            slots[slot] = altitude_cards.parse_card(card)
    return slots
