"""What the page says, from the same messages as the page: tests name a message, not its wording."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
LANGUAGES: tuple[str, ...] = tuple(
    json.loads((WEB / "project.inlang" / "settings.json").read_text("utf-8"))["locales"]
)
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def messages(language: str) -> dict[str, Any]:
    """All messages of a language, by key."""
    found: dict[str, Any] = {}
    for path in sorted((WEB / "messages").glob(f"*/{language}.json")):
        found |= json.loads(path.read_text("utf-8"))
    return found


def say(key: str, language: str = "en", **parameters: object) -> str:
    """Return a message of one form, its parameters filled in."""
    text = messages(language)[key]
    assert isinstance(text, str), f"{key} has several forms"
    return _SLOT.sub(lambda slot: str(parameters[slot[1]]), text)
