"""Whole games against a bot: with the mouse, the keyboard alone, a finger; moves in notation."""

import pytest
from playwright.sync_api import expect

from tests.browser.audit import Auditor, audit
from tests.browser.conftest import Visit
from tests.browser.playing import HILL, Keyboarder, Player, Toucher, Typist
from tests.browser.visitor import PHONE, Visitor
from tests.browser.words import say

SHORT = {"matterhorn": "sharp", "altitude": "hike"}
"""Of each game the board or deck that comes with it for short games."""
MATERIAL = {"matterhorn": "board", "altitude": "deck"}
GAMES = tuple(SHORT)
LYING = {"width": 740, "height": 360}
SNOWY = {
    "name": "snowy",
    "cable_car": 20,
    "avalanche": 30,
    "saint_bernard": 0,
    "mountain": {str(value): 3 for value in range(1, 17)},
    "animal": [],
}
"""So many avalanches that one is soon to be given away."""
_FEET = """[...document.querySelectorAll('section[aria-labelledby=now] :is(.main, .ways button)')]
    .map((button) => button.getBoundingClientRect().bottom)"""
_EMPTY = """(() => {
    const panel = document.querySelector('main > .panel');
    return panel.scrollHeight - panel.firstElementChild.offsetHeight;
})()"""
_LENGTHS = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
both = pytest.mark.parametrize("game", GAMES)


def ended(visitor: Visitor) -> None:
    """The end is told by the ribbon, the panel and the title alike."""
    assert visitor.wire.update["phase"] == "over"
    expect(visitor.page.locator(".ribbon")).to_be_visible()
    expect(visitor.heading).to_have_text(say("table_over"))
    assert visitor.wire.refusals == []
    assert visitor.page.evaluate(_EMPTY) == 0, "the panel scrolls into nothing"


@both
def test_a_whole_game_against_a_bot(visit: Visit, game: str) -> None:
    anna = visit("Anna")
    anna.go()
    poster = anna.page.locator(f"article[aria-labelledby={game}]")
    poster.get_by_role("radio", name=say("grade_f")).check(force=True)
    poster.get_by_role("button", name=say("front_bot")).click()
    expect(anna.now).to_be_visible()
    Player(anna, each=Auditor(anna)).play(3)
    options = {"board": HILL} if game == "matterhorn" else {"deck": "hike"}
    for _ in range(3):  # on the hill a lucky bot may win in its first turn, but not thrice
        anna.put_up(game, "pF", options=options)
        taps = Player(anna).play().taps
        if taps > 10:
            break
    assert taps > 10
    ended(anna)
    audit(anna)

    record = anna.now.get_by_role("link", name=say("over_record")).get_attribute("href")
    assert record
    assert anna.context.request.get(record).text().startswith("# gipfel")
    anna.now.get_by_role("link", name=say("over_review")).click()
    slider = anna.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    for key, value in (("ArrowRight", 1), ("End", slider.get_attribute("max")), ("Home", 0)):
        anna.page.keyboard.press(key)
        expect(slider).to_have_value(str(value))
    audit(anna)
    anna.page.go_back()
    table = anna.table
    anna.button(say("over_rematch")).click()
    expect(anna.heading).not_to_have_text(say("table_over"))
    assert anna.table != table
    Player(anna).play(2)


@both
def test_a_whole_game_by_keyboard_alone(visit: Visit, game: str) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go()
    player = Keyboarder(anna)
    poster = anna.page.locator(f"article[aria-labelledby={game}]")
    player.tab_to(poster.get_by_role("link", name=say("front_options")))
    anna.page.keyboard.press("Enter")
    player.tab_to(anna.page.get_by_label(say(f"new_{MATERIAL[game]}"), exact=True))
    anna.page.keyboard.type(SHORT[game])
    player.tab_to(anna.button(say("page_start")))
    anna.page.keyboard.press("Enter")
    expect(anna.now).to_be_visible()
    player.play()
    assert anna.wire.welcome["material"]["name"] == SHORT[game]
    ended(anna)


@both
def test_a_whole_game_on_a_phone_by_touch(visit: Visit, game: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", **PHONE)
    anna.go(f"new/{game}")
    anna.page.get_by_label(say(f"new_{MATERIAL[game]}"), exact=True).select_option(SHORT[game])
    anna.button(say("page_start")).tap()
    expect(anna.now).to_be_visible()
    Toucher(anna, each=Auditor(anna)).play()
    ended(anna)
    audit(anna)
    assert anna.page.evaluate(_LENGTHS) == [360, 740], "the page is larger than the phone"
    expect(anna.page.locator(".front.close"), "a mountain came close and stayed").to_have_count(0)


@both
def test_what_is_to_be_pressed_is_in_sight_on_a_phone_that_lies(visit: Visit, game: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", **{**PHONE, "viewport": LYING})
    anna.put_up(game, "pFFF")
    seen: list[float] = []
    Player(anna, each=lambda: seen.extend(anna.page.evaluate(_FEET))).play(14)
    assert seen
    assert max(seen) <= LYING["height"]


def test_bots_of_one_grade_are_told_apart(visit: Visit) -> None:
    anna = visit("Anna")
    anna.put_up("matterhorn", "pFF")
    names = anna.page.get_by_label(say("table_seats")).locator(".whole")
    expect(names).to_have_count(3)
    assert len(set(names.all_inner_texts())) == 3


def test_a_place_on_a_mountain_at_the_back_can_be_tapped(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("altitude", "pFF", options={"deck": SNOWY})
    player = Player(anna)
    back = anna.page.locator(".other .place:not(.far)")
    while not back.count():
        player.play(1)
        player.wait()
    moves, move = anna.wire.moves, back.first.get_attribute("data-move")
    back.first.click()
    anna.settle()
    assert anna.wire.moves == moves + 1
    assert move in anna.wire.happened


@both
def test_moves_may_be_typed_and_what_is_not_allowed_is_explained(visit: Visit, game: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", settings={"notation": True})
    anna.put_up(game, "pF", options={})
    player = Typist(anna)
    player.play(4)
    expect(anna.now.get_by_role("combobox")).to_be_visible()
    illegal = {"matterhorn": "climb 12a top", "altitude": "lay 9:9"}[game]
    player.type(illegal)
    anna.settle()
    [refusal] = anna.wire.refusals
    alert = anna.now.get_by_role("alert")
    expect(alert.get_by_role("link", name=refusal["rule"], exact=True)).to_be_visible()
    audit(anna)
    alert.get_by_role("button").click()
    expect(alert).to_have_count(0)
    player.type("xyzzy")
    expect(alert).to_be_visible()
    player.play(2)
    expect(alert).to_have_count(0)
