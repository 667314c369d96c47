"""The six grades of bot, named after the alpine scale: F, PD, AD, D, TD, ED.

A bot gets a view, never the position. The same view, seed and grade give the same choice, unless
the time limit cuts the thinking short.
"""

from .grades import BY_HAND, BY_SEARCH, GRADES, Thought, choose, prepare, prepare_in_background

__all__ = [
    "BY_HAND",
    "BY_SEARCH",
    "GRADES",
    "Thought",
    "choose",
    "prepare",
    "prepare_in_background",
]
