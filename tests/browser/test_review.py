"""Looking back: step by step, and never at what is still hidden."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.words import say


def test_two_at_one_device_look_back_without_seeing_a_hand(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go()
    poster = anna.page.locator("article[aria-labelledby=altitude]")
    poster.get_by_role("button", name=say("front_device")).click()
    anna.page.get_by_role("dialog").get_by_role("button", name=say("page_start")).click()
    cover = anna.page.locator(".cover")
    expect(cover).to_be_visible()
    with anna.page.expect_response("**/history?*") as answer:
        anna.page.get_by_role("link", name=say("history_review")).click()
    views = [frame["view"] for frame in answer.value.json()["frames"]]
    assert {card for view in views for hand in view["hands"] for card in hand} == {"?"}
    anna.button(say("review_last")).click()
    expect(anna.page.locator("[data-spot=hand], [data-hand]")).to_have_count(0)
    anna.page.get_by_role("link", name=say("review_table")).click()
    expect(cover).to_be_visible()
