"""The rules in words: one sentence or more for each rule id, in each language a game ships."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from .errors import BadRequest

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule and what it says."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that belong together."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game in one language."""

    title: str
    goal: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> dict[str, str]:
        """The text of each rule by its id."""
        return {rule.id: rule.text for section in self.sections for rule in section.rules}


def rulebook(game: str, language: str = "en") -> Rulebook:
    """Read the rules of a game from `games/GAME/rulebook/LANGUAGE.toml`."""
    if language not in LANGUAGES:
        raise BadRequest(f"No rules in {language!r}; there are {', '.join(LANGUAGES)}.")
    path = files("gipfel.games") / game / "rulebook" / f"{language}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Rulebook(
        title=data["title"],
        goal=data["goal"],
        sections=tuple(
            Section(part["title"], tuple(Rule(**rule) for rule in part["rule"]))
            for part in data["section"]
        ),
    )
