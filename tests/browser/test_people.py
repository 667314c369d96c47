"""Several people: at one device, at two windows by a link, and a spectator."""

from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player, take_turns
from tests.browser.words import say


def test_two_at_one_device_pass_nothing_on_where_nothing_is_hidden(visit: Visit) -> None:
    anna = visit(reduced_motion="reduce")
    anna.go()
    poster = anna.page.locator("article[aria-labelledby=matterhorn]")
    poster.get_by_role("button", name=say("front_device")).click()
    dialog = anna.page.get_by_role("dialog")
    audit(anna)
    dialog.get_by_role("textbox").first.fill("Anna")
    dialog.get_by_role("textbox").last.fill("Reto")
    dialog.get_by_role("button", name=say("page_start")).click()
    Player(anna).play(12)
    assert anna.page.locator(".cover").count() == 0
    seats = anna.page.get_by_role("list", name=say("table_seats")).get_by_role("listitem")
    expect(seats).to_contain_text(["Anna", "Reto"])


def test_guests_without_a_name_are_told_apart(visit: Visit) -> None:
    anna, reto = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    anna.go()
    poster = anna.page.locator("article[aria-labelledby=altitude]")
    poster.get_by_role("button", name=say("front_invite")).click()
    audit(anna)
    anna.button(say("invite_go")).click()
    reto.go(f"t/{anna.table}")
    reto.button(say("waiting_sit")).click()
    seats = reto.page.get_by_role("list", name=say("table_seats")).get_by_role("listitem")
    expect(seats).to_contain_text([say("page_guest"), f"{say('page_guest')} 2"])
    take_turns(Player(anna), Player(reto), most=2)


def test_who_watches_sees_the_game_but_no_hand(visit: Visit) -> None:
    anna, eve = visit("Anna", reduced_motion="reduce"), visit("Eve", reduced_motion="reduce")
    anna.put_up("altitude", "pF", options={"deck": "hike"}, listed=True)
    eve.go()
    eve.page.get_by_role("link", name="Anna").click()
    expect(eve.page.get_by_text(say("table_watching"))).to_be_visible()
    audit(eve)

    def check() -> None:
        view = eve.wire.update["view"]
        assert {card for cards in view["hands"] for card in cards} == {"?"}
        assert view["drawn"] in (None, "?")

    Player(anna, each=check).play()
    expect(eve.page.locator(".ribbon")).to_be_visible()
    assert eve.page.locator("[data-hand], [data-move]").count() == 0
    assert eve.wire.update["view"] == anna.wire.update["view"]
    audit(eve)
