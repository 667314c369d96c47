"""The time of day in whole milliseconds, as the log writes it."""

import time


def now() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000
