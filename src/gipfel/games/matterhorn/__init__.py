"""Matterhorn (Leo Colovini, Helvetiq): a push-your-luck dice race of rope teams for 2-4."""

from collections.abc import Mapping
from typing import Any, Final

from ...core.checks import is_whole, listed, quoted
from ...core.errors import BadRequest
from ...core.game import Json
from .board import Board, board_from, shipped_board, shipped_boards
from .dice import DICE
from .notation import describe, options, parse, write
from .refusals import due, refusal
from .rules import ROPE_TEAM, actor, apply, chance, legal, winners
from .state import FREE, Phase, Setup, State
from .view import View, describe_view, determinize, shown, view

NAME: Final = "matterhorn"
PLAYERS: Final = range(2, 5)
SUMMIT_COSTS: Final = (1, 2)

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
    """Return the first position. Options: `summit_cost` 1 or 2 (M20), `board` a name or data."""
    if not is_whole(players) or players not in PLAYERS:
        raise BadRequest(f"Matterhorn is for 2 to 4 players, not {quoted(players)}.")
    unknown = set(options) - {"summit_cost", "board"}
    if unknown:
        raise BadRequest(f"Matterhorn has options summit_cost and board, not {listed(unknown)}.")
    summit_cost = options.get("summit_cost", 1)
    if not is_whole(summit_cost) or summit_cost not in SUMMIT_COSTS:
        raise BadRequest(f"summit_cost is 1 or 2, not {quoted(summit_cost)}.", "M20")
    board = _board(options.get("board", "standard"))
    if len(board.bottom) < ROPE_TEAM * players:
        raise BadRequest(
            f"The bottom line of {board.name} has {len(board.bottom)} circles, too few for the "
            f"{ROPE_TEAM * players} climbers of {players} players.",
            "M6",
        )
    if len(board.names) == ROPE_TEAM * players:
        raise BadRequest(f"The climbers fill {board.name}: there is no room for a token.", "M11")
    return State(
        Setup(board, players, summit_cost),
        Phase.ROLLOFF,
        seat=0,
        contenders=tuple(range(players)),
        circles=bytes([FREE] * len(board.names)),
        summit=(0,) * players,
        dice=(),
        dice_left=DICE,
        lines_used=(),
        actions_left=0,
    )


def offers() -> dict[str, list[Any]]:
    """Return the options that `new` takes, each with what it may be."""
    return {"summit_cost": list(SUMMIT_COSTS), "board": shipped_boards()}


def players(state: State) -> int:
    """Return how many seats there are."""
    return state.setup.players


def material(state: State) -> Json:
    """Return the board (M1, M2)."""
    return state.setup.board.material()


def _board(given: object) -> Board:
    if isinstance(given, str):
        return shipped_board(given)
    if isinstance(given, Mapping):
        return board_from(given)
    raise BadRequest(f"board is a name or a board, not {quoted(given)}.", "M1")
