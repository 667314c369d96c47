"""The rulebook, the source and these tests name the same rules."""

import re
from pathlib import Path

import pytest

import gipfel.games
from gipfel.core.rulebook import LANGUAGES, rulebook
from gipfel.games import GAMES

GAME_NAMES = sorted(GAMES)
TESTS = re.compile(r"^def test_([A-Z]\d+)_", re.MULTILINE)
MENTIONS = re.compile(r"\b([MA]\d{1,2})[a-z]?\b")
SOURCE = Path(gipfel.games.__file__).parent


def rule_ids(game: str, language: str = "en") -> list[str]:
    sections = rulebook(game, language).sections
    return [rule.id for section in sections for rule in section.rules]


def ids_with_a_test() -> set[str]:
    files = Path(__file__).parent.glob("test_*.py")
    return {rule for file in files for rule in TESTS.findall(file.read_text(encoding="utf-8"))}


def test_the_rulebooks_hold_the_whole_law_in_order() -> None:
    assert rule_ids("matterhorn") == [f"M{n}" for n in range(1, 21)]
    assert rule_ids("altitude") == [f"A{n}" for n in range(1, 24)]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_rule_has_a_test(game: str) -> None:
    assert set(rule_ids(game)) - ids_with_a_test() == set()


def test_every_test_names_a_rule_that_exists() -> None:
    assert ids_with_a_test() - {rule for game in GAME_NAMES for rule in rule_ids(game)} == set()


@pytest.mark.parametrize("language", ["de", "fr", "en", "it", "nl", "es"])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_rule_has_a_text_in_each_language(game: str, language: str) -> None:
    book = rulebook(game, language)
    assert rule_ids(game, language) == rule_ids(game)
    assert [rule for rule, text in book.rules.items() if len(text.split()) < 5] == []
    assert all((book.title, book.goal, *(section.title for section in book.sections)))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_no_language_repeats_the_text_of_another(game: str) -> None:
    for rule in rule_ids(game):
        texts = {rulebook(game, language).rules[rule] for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES), rule


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rules_and_source_mention_only_rules_of_their_game(game: str) -> None:
    files = [*(SOURCE / game).rglob("*.py"), *(SOURCE / game).rglob("*.toml")]
    mentions = {
        (file.name, rule)
        for file in files
        for rule in MENTIONS.findall(file.read_text(encoding="utf-8"))
    }
    assert mentions
    assert {(file, rule) for file, rule in mentions if rule not in rule_ids(game)} == set()
