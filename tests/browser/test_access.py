"""Every page and dialog, by day and by night, large, small and enlarged: nobody is shut out."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.visitor import PHONE, Visitor
from tests.browser.words import LANGUAGES, say

PAGES = (
    "",
    "new/matterhorn",
    "new/altitude",
    "rules/matterhorn",
    "rules/altitude",
    "link",
    "t/nosuchtable",
    "new/chess",
)
GRADES = ("F", "PD", "AD", "D", "TD", "ED")
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "enlarged": {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2},
}
"""`enlarged` is the desktop at 200 %."""


def fits(visitor: Visitor) -> None:
    """Nothing has to be scrolled sideways."""
    too_wide = visitor.page.evaluate(
        """[...document.querySelectorAll('html, .panel')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ localName, className }) => `${localName}.${className}`)"""
    )
    assert too_wide == [], visitor.page.url


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_is_open_to_everybody(visit: Visit, screen: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", **SCREENS[screen])
    for page in PAGES:
        anna.go(page)
        expect(anna.page.get_by_role("heading", level=1)).to_be_attached()
        anna.page.wait_for_load_state("networkidle")
        fits(anna)
        audit(anna)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", ["matterhorn", "altitude"])
def test_a_table_fits_every_screen(visit: Visit, game: str, screen: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", **SCREENS[screen])
    anna.put_up(game, "pFFF")
    Player(anna).play(3)
    fits(anna)
    audit(anna)


def test_every_dialog_of_a_table_is_open_to_everybody(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pFF")
    for key in ("share_title", "settings_title", "menu_title"):
        opener = anna.button(say(key))
        opener.click()
        dialog = anna.page.get_by_role("dialog", name=say(key))
        expect(dialog).to_be_visible()
        if key == "share_title":
            dialog.get_by_role("button", name=say("share_personal_make")).click()
            expect(dialog.get_by_label(say("share_personal_link"))).to_be_visible()
        audit(anna)
        anna.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()


def test_settings_are_kept_and_a_move_may_wait_for_a_second_tap(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("altitude", "pF", options={"deck": "hike"})
    anna.button(say("settings_title")).click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label(say("settings_confirm")).check()
    dialog.get_by_label(say("settings_theme_night")).check(force=True)
    anna.page.keyboard.press("Escape")
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "night")
    player = Player(anna)
    confirm = anna.button(say("table_confirm"))
    while not confirm.count():
        player.step(player.wait())
    assert anna.wire.moves == 0
    audit(anna)
    expect(confirm).to_be_focused()
    confirm.click()
    anna.settle()
    assert anna.wire.moves == 1


def test_own_dice_are_entered(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pF", own_dice=True)
    audit(anna)
    Player(anna).play(20)
    assert {"rolloff", "dice"} <= {event.split()[0] for event in anna.wire.happened}


def test_a_seat_moves_to_another_device_by_a_personal_link(visit: Visit) -> None:
    anna, phone = visit("Anna", reduced_motion="reduce"), visit(reduced_motion="reduce", **PHONE)
    table = anna.put_up("altitude", "pF", options={"deck": "hike"})
    anna.button(say("share_title")).click()
    anna.button(say("share_personal_make")).click()
    link = anna.page.get_by_label(say("share_personal_link")).input_value()
    phone.page.goto(link)
    phone.button(say("link_go")).click()
    phone.page.get_by_role("link", name="Altitude").first.click()
    assert phone.table == table
    Player(phone).play(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_grade_is_chosen_by_its_sentence(visit: Visit, language: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", locale=language)
    anna.go()
    for grade in GRADES:
        sentence = say(f"grade_{grade.lower()}", language)
        radios = anna.page.get_by_role("radio", name=sentence)
        expect(radios).to_have_count(2)
        radios.last.check(force=True)
        expect(anna.page.locator("article .character", has_text=sentence)).to_have_count(2)
    assert anna.page.locator("article [aria-live]").count() == 0, "another card speaks too"


def test_all_that_happened_can_be_read(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("altitude", "p")
    lines = anna.page.get_by_role("list", name=say("history_title")).get_by_role("listitem")
    Player(anna).play(20)
    anna.button(say("history_more")).click()
    expect(lines.last).to_have_text(say("history_sat", name="Anna"))
    assert lines.count() > 40
    audit(anna)


def test_a_long_name_stays_on_a_small_screen(visit: Visit) -> None:
    name = "Donaudampfschifffahrtsgesellschaftskapit"
    anna = visit(name, reduced_motion="reduce", **PHONE)
    anna.go("new/altitude")
    anna.page.get_by_role("combobox", name=say("new_seat", number=2)).select_option("here")
    anna.button(say("page_start")).click()
    cover = anna.page.locator(".cover button")
    expect(cover).to_contain_text(name)
    reaches = """[...document.querySelectorAll('.cover *, .ribbon *, h2')]
        .map((one) => one.getBoundingClientRect().left + one.scrollWidth)"""
    assert max(anna.page.evaluate(reaches)) <= 360
    cover.click()
    anna.page.get_by_role("button", name=say("menu_title"), exact=True).click()
    anna.button(say("menu_resign")).click()
    anna.button(say("menu_resign_yes")).click()
    expect(anna.page.locator(".ribbon")).to_be_visible()
    assert max(anna.page.evaluate(reaches)) <= 360
