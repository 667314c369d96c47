"""Altitude in the terminal: the mountains of cards, the moves in words, the choices."""

from .. import Setting
from .choices import choices
from .drawing import draw
from .odds import ODDS_OF, odds, odds_line, odds_tables
from .words import question, result, tell

SETTINGS = (
    Setting("deck", "NAME|FILE.toml", "The cards: standard, hike, or a file of your own."),
    Setting("first", "SEAT", "The seat that begins, the youngest by custom; seats count from 0."),
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
