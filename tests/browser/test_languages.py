"""The page in each language: chosen from the browser, complete, changeable and kept."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import SHORT, Player
from tests.browser.visitor import Visitor
from tests.browser.words import LANGUAGES, messages, say

BROKEN = re.compile(r"\b(undefined|null|NaN)\b|\[object|\{\w+\}|\b[a-z]+_[a-z_]+\b")
"""What stands on a page where a text is missing."""
WORD = re.compile(r"(?<!\{)\b[^\W\d_]{2,}\b(?!\})")


def speaks(visitor: Visitor, language: str) -> None:
    """Everything that is read or heard is words of the language."""
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    texts: list[str] = visitor.page.evaluate(
        """() => [document.title, document.body.innerText, ...[...document.querySelectorAll('*')]
            .flatMap((one) => ['aria-label', 'placeholder', 'title', 'alt']
                .map((name) => one.getAttribute(name) ?? ''))]"""
    )
    assert [text for text in texts if BROKEN.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_each_kind_in_the_language_of_the_browser(
    visit: Visit, language: str
) -> None:
    anna = visit("Anna", locale=f"{language}-CH", reduced_motion="reduce")
    for game in ("matterhorn", "altitude"):
        anna.go()
        poster = anna.page.locator(f"article[aria-labelledby={game}]")
        rules = anna.ask(f"rules/{game}/{language}")
        expect(poster).to_contain_text(rules["goal"])
        speaks(anna, language)
        poster.get_by_role("button", name=say("front_bot", language)).click()
        Player(anna, each=lambda: speaks(anna, language)).play(2)
        anna.put_up(game, "pF", options=SHORT[game])
        Player(anna, each=lambda: speaks(anna, language)).play()
        expect(anna.heading).to_have_text(say("table_over", language))
        speaks(anna, language)

        anna.go(f"rules/{game}")
        expect(anna.page.get_by_text(rules["sections"][-1]["rules"][-1]["text"])).to_be_visible()
        title = rules["sections"][0]["title"]
        expect(anna.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        speaks(anna, language)
        anna.go(f"new/{game}")
        expect(anna.button(say("page_start", language))).to_be_visible()
        speaks(anna, language)
    audit(anna)


def test_no_language_borrows_the_words_of_another() -> None:
    english = messages("en")
    for language in LANGUAGES:
        if language != "en":
            same = [
                key
                for key, text in messages(language).items()
                if text == english[key] and isinstance(text, str) and len(WORD.findall(text)) > 2
            ]
            assert same == [], language


def test_another_language_is_chosen_and_kept(visit: Visit) -> None:
    anna = visit("Anna", locale="pt-BR", reduced_motion="reduce")
    anna.go()
    speaks(anna, "en")
    anna.page.get_by_label(say("settings_language")).select_option("it")
    expect(anna.button(say("front_bot", "it")).first).to_be_visible()
    speaks(anna, "it")
    anna.page.reload()
    speaks(anna, "it")
    anna.put_up("altitude", "pF")
    expect(anna.button(say("menu_title", "it"))).to_be_visible()
    speaks(anna, "it")
