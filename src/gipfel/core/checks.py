"""Small checks of what people hand in, and how it is quoted back to them."""

from collections.abc import Iterable
from typing import TypeGuard


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_name(value: object) -> TypeGuard[str]:
    """Say whether a value can name a thing: 1 to 40 printable characters."""
    return isinstance(value, str) and 1 <= len(value) <= 40 and value.isprintable()


def quoted(value: object) -> str:
    """Return a value as an error message shows it, never too long."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a very deep {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def listed(values: Iterable[object]) -> str:
    """Return the members of a collection as an error message lists them, sorted."""
    words = sorted(map(quoted, values))
    return ", ".join([*words[:5], "…"] if len(words) > 5 else words)
