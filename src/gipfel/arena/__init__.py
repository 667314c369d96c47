"""The arena: bots meet over many deals, seats rotated, and the results say who is stronger.

Nothing here names a game. `arrange` checks who plays what, `run` plays it in worker processes and
keeps it in a folder if asked, and what comes back is a `Summary`.
"""

from .games import Played
from .run import run
from .schedule import Setup, arrange, fixtures
from .statistics import Standing, Summary, summarize

__all__ = [
    "Played",
    "Setup",
    "Standing",
    "Summary",
    "arrange",
    "fixtures",
    "run",
    "summarize",
]
