"""Positions of Matterhorn: plain data."""

from dataclasses import dataclass
from enum import StrEnum

from .board import Board
from .dice import Faces

FREE, ACTION, OBSTACLE, CLIMBER = 0, 1, 2, 3
"""What stands on a circle (M4): nothing, a token either side up, or CLIMBER + seat."""


class Phase(StrEnum):
    """What is due."""

    ROLLOFF = "rolloff"
    START = "start"
    ROLL = "roll"
    TOKEN = "token"
    BONUS = "bonus"
    DECIDE = "decide"
    ACTIONS = "actions"
    FLOP = "flop"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same through a game."""

    board: Board
    players: int
    summit_cost: int


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    setup: Setup
    phase: Phase
    seat: int
    """Whose turn it is; in START who places; in OVER who won."""
    contenders: tuple[int, ...]
    """The seats that roll in ROLLOFF (M5), else empty."""
    circles: bytes
    """What stands on each circle, in board order."""
    summit: tuple[int, ...]
    """How many climbers each seat has on the summit."""
    dice: Faces
    """The roll that is being used, in TOKEN."""
    dice_left: int
    """Dice not yet eliminated this turn (M8, M9)."""
    lines_used: tuple[int, ...]
    """Lines on which an action token was placed this turn, ascending (M11)."""
    actions_left: int
    """How many may be taken now: in ACTIONS what is left (M14), in BONUS one (M12)."""

    @property
    def pool(self) -> int:
        """Tokens that are not on the board (M3)."""
        on_board = self.circles.count(ACTION) + self.circles.count(OBSTACLE)
        return self.setup.board.tokens - on_board
