"""Matterhorn in the terminal: the mountain, the moves in words, the choices."""

from .. import Setting
from .choices import choices
from .drawing import draw
from .odds import ODDS_OF, odds, odds_line, odds_tables
from .words import question, result, tell

SETTINGS = (
    Setting("board", "NAME|FILE.toml", "The mountain: standard, sharp, or a file of your own."),
    Setting("summit_cost", "1|2", "Actions that the last step to the summit costs (M20)."),
)

__all__ = [
    "ODDS_OF",
    "SETTINGS",
    "choices",
    "draw",
    "odds",
    "odds_line",
    "odds_tables",
    "question",
    "result",
    "tell",
]
