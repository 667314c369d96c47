"""How each game looks and speaks in the terminal: a module a game, found by the game's name.

Nothing else in the terminal names a game. A further game is a further module here, with the names
that `Board` lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from rich.console import RenderableType

from ...core.game import Json
from ...games import GAMES
from ..canvas import Paper
from ..choices import Group
from ..history import Told

Names = tuple[str, ...]
"""What the players are called, by seat."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a game that the command line offers by name: `summit_cost`, `--summit-cost`."""

    key: str
    value: str
    """What to give, as the help shows it: `NAME|FILE.toml`."""
    help: str


class Board(Protocol):
    """What the terminal asks of a game's module. Views are those of the game itself."""

    @property
    def SETTINGS(self) -> Sequence[Setting]:  # noqa: N802  a constant of the module
        """The options that the command line offers."""

    @property
    def ODDS_OF(self) -> str:  # noqa: N802  a constant of the module
        """What may be said of a position for the tables of the odds, as the help puts it."""

    def draw(self, view: Any, names: Names, paper: Paper) -> RenderableType:
        """Paint the table as a viewer sees it."""

    def question(self, view: Any, names: Names) -> str:
        """Say what the viewer must decide."""

    def choices(self, view: Any, names: Names) -> Sequence[Group]:
        """List everything the viewer may do, in groups; every legal event is in one of them."""

    def tell(self, told: Told, names: Names) -> str:
        """Say in words what happened; nothing if it is not worth a line."""

    def odds(self, chances: Json) -> RenderableType:
        """Show the chances of the next roll or draw, as `gipfel.analysis` tells them."""

    def odds_line(self, chances: Json) -> str:
        """Say the same in a line; nothing if no roll or draw comes next."""

    def odds_tables(self, tables: Sequence[Json]) -> RenderableType:
        """Show the chances that need no position."""

    def result(self, view: Any, names: Names) -> RenderableType:
        """Say at the end how it stands: points, or how the winner won."""


def board_of(game: str) -> Board:
    """Return the module of a game."""
    return cast(Board, import_module(f"{__name__}.{game}"))


def settings() -> dict[str, tuple[str, Setting]]:
    """Return the options of all games by key, each with its game; a shared one once."""
    found: dict[str, tuple[str, Setting]] = {}
    for game in GAMES:
        for setting in board_of(game).SETTINGS:
            found.setdefault(setting.key, (game, setting))
    return found
