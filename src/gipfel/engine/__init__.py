"""The line protocol: one request in, one answer out. No input or output of its own."""

from .session import LONGEST_LINE, Session

__all__ = ["LONGEST_LINE", "Session"]
