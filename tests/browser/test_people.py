"""Several people: at one device with hidden hands, at two windows by a link, and a spectator."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player, take_turns
from tests.browser.visitor import Visitor
from tests.browser.words import say

_LABELS = "(all) => all.map((one) => one.getAttribute('aria-label'))"


def hand(page: Page) -> list[str]:
    """The cards of the hand that is shown, by their names."""
    labels: list[str] = page.locator("[data-hand]").evaluate_all(_LABELS)
    return labels


class Passing:
    """Two at one device: before a hand is shown its owner takes the device."""

    def __init__(self, visitor: Visitor, names: list[str]) -> None:
        self.visitor = visitor
        self.names = names
        self.hands: dict[int, list[str]] = {}
        self.times = 0

    def take(self) -> None:
        """Whoever is called takes the device; nobody's cards are on the page until then."""
        page = self.visitor.page
        cover = page.locator(".cover")
        self.times += 1
        seat = self.visitor.wire.update["actor"]
        expect(cover.get_by_role("heading")).to_have_text(
            say("hand_over_title", name=self.names[seat])
        )
        assert self.visitor.wire.update["viewer"] is None
        assert page.locator("[data-hand], [data-spot=hand]").count() == 0
        self.nowhere([card for cards in self.hands.values() for card in cards])
        if self.times == 1:
            audit(self.visitor)
        cover.get_by_role("button").click()
        expect(page.locator("[data-hand]").first).to_be_visible()
        self.nowhere([card for card in self.hands.get(1 - seat, []) if card not in hand(page)])
        self.hands[seat] = hand(page)

    def nowhere(self, cards: list[str]) -> None:
        """As long as no card lies open, only a hand that is shown may name a card."""
        view = self.visitor.wire.update["view"]
        if view["discard"] or any(view["mountains"]):
            return
        content = self.visitor.page.locator("html").inner_html()
        assert [card for card in cards if card in content] == []


def test_two_at_one_device_pass_it_on_and_never_see_the_other_hand(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go("new/altitude")
    seat = anna.page.get_by_role("combobox", name=say("new_seat", number=2))
    seat.select_option("here")
    anna.page.get_by_label(say("device_name", number=2)).fill("Reto")
    anna.page.get_by_label(say("new_deck"), exact=True).select_option("hike")
    anna.button(say("page_start")).click()
    passing = Passing(anna, ["Anna", "Reto"])
    player = Player(anna, also=".cover button")
    while not (sight := player.wait())["over"]:
        if sight["called"]:
            passing.take()
        else:
            player.step(sight)
    assert passing.times > 20
    assert set(passing.hands) == {0, 1}
    expect(anna.page.locator(".ribbon")).to_be_visible()


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


def invited(visit: Visit, game: str, option: str, value: str) -> tuple[Visitor, Visitor]:
    """Anna puts up a table and sends Reto its link; he sits down."""
    anna, reto = visit("Anna", reduced_motion="reduce"), visit("Reto", reduced_motion="reduce")
    anna.go(f"new/{game}")
    anna.page.get_by_role("combobox", name=say("new_seat", number=2)).select_option("friend")
    anna.page.get_by_label(say(option), exact=True).select_option(value)
    anna.button(say("page_start")).click()
    link = anna.page.get_by_label(say("share_link")).input_value()
    audit(anna)
    reto.page.goto(link)
    expect(reto.now.get_by_role("textbox")).to_have_value("Reto")
    audit(reto)
    reto.button(say("waiting_sit")).click()
    return anna, reto


def test_friends_play_by_link_and_one_drops_and_comes_back(visit: Visit) -> None:
    anna, reto = invited(visit, "matterhorn", "new_board", "sharp")
    players = [Player(anna, 1), Player(reto, 2)]
    take_turns(*players, most=6)
    away = anna.page.get_by_text(say("table_away"), exact=True)

    with reto.foreseeing("ERR_INTERNET_DISCONNECTED"):
        reto.context.set_offline(True)
        reto.page.evaluate("dispatchEvent(new Event('offline'))")
        expect(reto.page.get_by_text(say("connection_reconnecting"))).to_be_visible()
        expect(away).to_be_visible()
        reto.context.set_offline(False)
        expect(reto.page.get_by_text(say("connection_reconnecting"))).to_have_count(0)
    expect(away).to_have_count(0)
    take_turns(*players, most=6)

    table = reto.page.url
    reto.page.close()
    expect(away).to_be_visible()
    if sight := players[0].look():
        players[0].step(sight)
    reto.open_window().goto(table)
    expect(away).to_have_count(0)
    take_turns(*players)
    for one in (anna, reto):
        assert one.wire.refusals == []
        assert one.wire.update["phase"] == "over"
    assert anna.wire.update["view"] == reto.wire.update["view"]


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


@pytest.mark.parametrize("game", ["altitude"])
def test_who_watches_sees_the_game_but_no_hand(visit: Visit, game: str) -> None:
    anna, eve = visit("Anna", reduced_motion="reduce"), visit("Eve", reduced_motion="reduce")
    anna.put_up(game, "pF", options={"deck": "hike"}, listed=True)
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
