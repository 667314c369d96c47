"""What a browser refuses or leaves out: the page does without it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.words import say

AS_ON_ANDROID = """window.Notification = class {
    static permission = 'granted';
    constructor() { window.called = true; throw new TypeError('Illegal constructor.'); }
};"""
WITHOUT = "delete window.Notification; window.called = true;"


@pytest.mark.parametrize("way", [AS_ON_ANDROID, WITHOUT], ids=["android", "without"])
def test_a_browser_that_does_not_let_a_page_notify_plays_on(visit: Visit, way: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", settings={"notify": True, "sound": True})
    anna.context.add_init_script(way)
    anna.context.add_init_script("Object.defineProperty(document, 'hidden', { value: true })")
    anna.put_up("altitude", "pF")
    Player(anna).play(3)
    assert anna.page.evaluate("window.called")


def test_a_link_is_copied_also_where_there_is_no_clipboard(visit: Visit) -> None:
    """Over plain HTTP a browser gives a page none."""
    anna = visit("Anna", reduced_motion="reduce")
    anna.context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    anna.put_up("altitude", "pp")
    link = anna.page.get_by_label(say("share_link")).input_value()
    anna.button(say("share_copy")).click()
    expect(anna.button(say("share_copied"))).to_be_visible()
    anna.go()
    field = anna.page.get_by_label(say("front_join"))
    field.press("Control+V")
    expect(field).to_have_value(link)


def test_two_windows_of_one_person_share_their_settings(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go()
    other = anna.page
    anna.open_window()
    anna.go()
    for window, label in ((other, "settings_odds"), (anna.page, "settings_confirm")):
        window.get_by_role("button", name=say("settings_title")).click()
        window.get_by_label(say(label)).click()
    expect(other.get_by_label(say("settings_confirm"))).to_be_checked()
    kept = anna.page.evaluate("JSON.parse(localStorage.getItem('gipfel'))")
    assert (kept["odds"], kept["confirm"]) == (False, True)
