"""Several people: at one device with hidden hands, at two windows by a link, and a spectator."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.line import line_to
from tests.browser.playing import SHORT, Player, take_turns
from tests.browser.visitor import Visitor
from tests.browser.words import say
from tests.server.running import Process


def codes(view: Any) -> set[str]:
    """All that a view, or a part of it, names."""
    if isinstance(view, dict):
        return codes([*view.values()])
    if isinstance(view, list):
        return set[str]().union(*map(codes, view))
    return {str(view)}


def sit_down(guest: Visitor, host: Visitor) -> None:
    """A guest takes the last seat, and the host's page, which asked for guests, starts the game."""
    expect(guest.heading).to_have_text(say("table_sit"))
    guest.button(say("waiting_sit")).click()
    expect(host.page.get_by_label(say("share_link"))).to_have_count(0)


class Passing:
    """Two at one device: before a hand is shown its owner takes the device."""

    def __init__(self, visitor: Visitor, names: list[str]) -> None:
        self.visitor = visitor
        self.names = names
        self.hands: dict[int, dict[str, str]] = {}
        """What each seat held when it was seen last: cards and their names on the page."""
        self.shown: set[str] = set()
        """Cards that have lain open."""
        self.times = 0

    def take(self) -> None:
        """Whoever is called takes the device; nobody's cards are on the page until then."""
        page, wire = self.visitor.page, self.visitor.wire
        cover = page.locator(".cover")
        seat = wire.update["actor"]
        self.times += 1
        expect(cover.get_by_role("heading")).to_have_text(
            say("hand_over_title", name=self.names[seat])
        )
        assert wire.update["viewer"] is None
        assert page.locator("[data-hand], [data-spot=hand]").count() == 0
        self.hidden(0, 1)
        if self.times == 1:
            audit(self.visitor)
        cover.get_by_role("button").click()
        expect(page.locator("[data-hand]").first).to_be_visible()
        self.hidden(1 - seat)
        names = page.locator("[data-hand]").all_inner_texts()
        self.hands[seat] = dict(zip(wire.update["view"]["hands"][seat], names, strict=True))

    def hidden(self, *seats: int) -> None:
        """What these seats hold, and nobody has seen yet, is named nowhere in the page."""
        view = self.visitor.wire.update["view"]
        self.shown |= codes([view["mountains"], view["discard"]])
        known = self.shown | codes(view)
        content = self.visitor.page.locator("html").inner_html()
        for seat in seats:
            for card, name in self.hands.get(seat, {}).items():
                assert card in known or not re.search(rf"{name}(?!\d)", content), name


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
    seats = anna.page.get_by_role("list", name=say("table_seats")).get_by_role("listitem")
    expect(seats).to_contain_text(["Anna", "Reto"])
    Player(anna).play(4)

    table = anna.put_up("matterhorn", "pp", options=SHORT["matterhorn"])
    anna.ask(f"tables/{table}/seats", {"id": "sit", "name": "Reto", "seat": 1})
    anna.page.reload()

    def check() -> None:
        assert anna.page.locator(".cover").count() == 0

    Player(anna, each=check).play()
    expect(anna.page.locator(".ribbon")).to_be_visible()
    assert anna.wire.update["phase"] == "over"


@pytest.mark.parametrize("game", SHORT)
def test_friends_play_by_link_and_one_drops_and_comes_back(
    visit: Visit, server: Process, game: str
) -> None:
    with line_to(server.url) as line:
        anna = visit("Anna", reduced_motion="reduce")
        reto = visit("Reto", line.url, reduced_motion="reduce")
        anna.put_up(game, "pp", options=SHORT[game])
        link = anna.page.get_by_label(say("share_link")).input_value()
        assert link == anna.page.url
        audit(anna)
        reto.page.goto(link.replace(anna.url, line.url))
        expect(reto.now.get_by_role("textbox")).to_have_value("Reto")
        audit(reto)
        sit_down(reto, anna)
        players = Player(anna, 1), Player(reto, 2)
        take_turns(*players, most=6)

        away = anna.page.get_by_text(say("table_away"), exact=True)
        lost = reto.page.get_by_text(say("connection_reconnecting"))
        with reto.foreseeing("WebSocket connection to|ERR_"):
            line.cut()
            expect(lost).to_be_visible()
            expect(away).to_be_visible()
            if sight := players[0].look():
                players[0].step(sight)
            line.mend()
            expect(lost).to_have_count(0)
        expect(away).to_have_count(0)
        take_turns(*players, most=6)

        reto.page.close()
        expect(away).to_be_visible()
        reto.open_window().goto(link.replace(anna.url, line.url))
        expect(away).to_have_count(0)
        take_turns(*players)
        assert anna.wire.update["phase"] == "over"
        assert anna.wire.update["view"] == reto.wire.update["view"], "at the end hands are shown"
        assert anna.wire.refusals == reto.wire.refusals == []
        reto.close()


def test_guests_without_a_name_are_told_apart(visit: Visit) -> None:
    anna, reto = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    anna.go()
    poster = anna.page.locator("article[aria-labelledby=altitude]")
    poster.get_by_role("button", name=say("front_invite")).click()
    audit(anna)
    anna.button(say("invite_go")).click()
    reto.go(f"t/{anna.table}")
    sit_down(reto, anna)
    seats = reto.page.get_by_role("list", name=say("table_seats")).get_by_role("listitem")
    expect(seats).to_contain_text([say("page_guest"), f"{say('page_guest')} 2"])
    take_turns(Player(anna), Player(reto), most=2)


def test_a_flop_tells_whose_it_was(visit: Visit) -> None:
    pair = [visit(name, reduced_motion="reduce") for name in ("Anna", "Reto")]
    anna, reto = pair
    reto.go(f"t/{anna.put_up('matterhorn', 'pp')}")
    sit_down(reto, anna)
    players = [Player(one) for one in pair]
    while anna.wire.update["view"]["phase"] != "flop":
        take_turns(*players, most=1)
    turn = anna.wire.update["view"]["turn"]
    expect(pair[turn].page.locator(".moment")).to_have_text(say("matterhorn_flop"))
    other = pair[1 - turn].page.locator(".moment")
    expect(other).to_have_text(f"{pair[turn].name}{say('matterhorn_flop')}")


@pytest.mark.parametrize("game", SHORT)
def test_who_watches_sees_the_game_but_no_hand(visit: Visit, game: str) -> None:
    anna, eve = visit("Anna", reduced_motion="reduce"), visit("Eve", reduced_motion="reduce")
    anna.put_up(game, "pF", options=SHORT[game], listed=True)
    eve.go()
    eve.page.get_by_role("link", name="Anna").click()
    expect(eve.page.get_by_text(say("table_watching"))).to_be_visible()
    audit(eve)

    def check() -> None:
        view = eve.wire.update["view"]
        assert {card for cards in view.get("hands", []) for card in cards} <= {"?"}
        assert view.get("drawn") in (None, "?")

    Player(anna, each=check).play()
    expect(eve.page.locator(".ribbon")).to_be_visible()
    assert ("hands" in eve.wire.update["view"]) == (game == "altitude")
    assert eve.page.locator("[data-hand], [data-move]").count() == 0
    assert eve.wire.update["view"] == anna.wire.update["view"]
    audit(eve)
