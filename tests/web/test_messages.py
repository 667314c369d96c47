"""Every text of the page comes from a message, in all six languages; no message is left over."""

import json
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
SETTINGS = json.loads((WEB / "project.inlang" / "settings.json").read_text())
LANGUAGES = SETTINGS["locales"]
PARTS = sorted(path.name for path in (WEB / "messages").iterdir())
SOURCES = sorted(
    path
    for path in (WEB / "src").rglob("*")
    if path.suffix in (".svelte", ".ts") and "paraglide" not in path.parts
)

_USED = re.compile(r"\bm\.([a-z][a-z0-9_]*)")
_SLOT = re.compile(r"\{(\w+)\}")
_SPOKEN = ("aria-label", "aria-description", "alt", "placeholder", "title", "label", "legend")


def messages(part: str, language: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        (WEB / "messages" / part / f"{language}.json").read_text("utf-8")
    )
    return found


def slots(message: object) -> set[str]:
    """The parameters that a message names, in whatever of its forms."""
    return set(_SLOT.findall(json.dumps(message, ensure_ascii=False)))


def texts(source: str) -> list[str]:
    """The words that stand in a component's markup, not in a message."""
    source = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    source = re.sub(r"<(script|style)\b.*?</\1>", "", source, flags=re.DOTALL)
    source = without_braces(source)
    spoken = re.findall(rf"\s(?:{'|'.join(_SPOKEN)})=\"([^\"]*)\"", source)
    between = re.sub(r"<(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>", "\n", source)
    return [text.strip() for text in (*spoken, *between.split("\n")) if _WORD.search(text)]


_WORD = re.compile(r"[^\W\d_]{2,}")


def without_braces(source: str) -> str:
    """Leave out every {…} of the markup, however deep."""
    kept, depth = [], 0
    for letter in source:
        depth += letter == "{"
        if not depth:
            kept.append(letter)
        depth -= letter == "}"
    return "".join(kept)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_every_language_has_the_same_messages_with_the_same_parameters(
    part: str, language: str
) -> None:
    base, other = messages(part, SETTINGS["baseLocale"]), messages(part, language)
    assert other.keys() == base.keys()
    for key, message in base.items():
        assert slots(other[key]) >= slots(message) - _SELECTORS, key
        assert all(text.strip() for text in _leaves(other[key])), key


_SELECTORS = {"count", "face", "number", "players"}
"""Parameters that may choose a form without being written in it."""


def _leaves(message: object) -> list[str]:
    if isinstance(message, str):
        return [message]
    inner = message.values() if isinstance(message, dict) else message
    assert isinstance(inner, list | type({}.values()))
    return [leaf for one in inner for leaf in _leaves(one)]


def test_every_message_is_used_and_every_used_one_exists() -> None:
    used = {key for path in SOURCES for key in _USED.findall(path.read_text("utf-8"))}
    written = {key for part in PARTS for key in messages(part, SETTINGS["baseLocale"])}
    assert sorted(written - used) == []
    assert sorted(used - written) == []


def test_a_message_belongs_to_one_part_alone() -> None:
    written = [key for part in PARTS for key in messages(part, SETTINGS["baseLocale"])]
    assert len(written) == len(set(written))


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if path.suffix == ".svelte"],
    ids=lambda path: path.relative_to(WEB / "src").as_posix(),
)
def test_no_words_stand_in_the_markup_of_a_component(path: Path) -> None:
    assert texts(path.read_text("utf-8")) == []


def test_words_in_markup_are_found() -> None:
    markup = '<p class="soft">Hello {m.page_name()}</p><img alt="A hill" /><b>{"x"}</b>'
    assert texts(markup) == ["A hill", "Hello"]
