"""Boards and decks that nobody has seen before are played through the page as it is."""

import pytest
from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.visitor import PHONE
from tests.browser.words import say

BOARD = """
name = "Eaves & hut"
tokens = 17
lines = [
    { number = 8, circles = 4 },
    { number = 7, circles = 11 },
]
"""
DECK = """
name = "Himalaya"
cable_car = 3
avalanche = 3
saint_bernard = 0

[mountain]
1 = 6
2 = 5
14 = 4
23 = 3
30 = 2

[[animal]]
species = "snow leopard"
values = [5, 29]

[[animal]]
species = "yeti <b>"
values = [30]
"""
MATERIAL = {
    "matterhorn": ("new_board", BOARD, "Eaves & hut"),
    "altitude": ("new_deck", DECK, "Himalaya"),
}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("game", MATERIAL)
def test_own_material_is_played_to_the_end(visit: Visit, game: str, screen: str) -> None:
    more = PHONE if screen == "phone" else {}
    anna = visit("Anna", reduced_motion="reduce", **more)
    anna.go(f"new/{game}")
    option, text, name = MATERIAL[game]
    anna.page.get_by_label(say(option), exact=True).select_option("*")
    field = anna.page.get_by_label(say("new_own_text"))
    field.fill("lines = [")
    field.blur()
    expect(anna.page.get_by_role("alert")).to_have_text(say("new_own_bad"))
    audit(anna)
    field.fill(text)
    field.blur()
    expect(anna.page.get_by_role("alert")).to_have_count(0)
    anna.button(say("page_start")).click()
    expect(anna.now).to_be_visible()
    player = Player(anna)
    player.play(6)
    audit(anna)
    player.play()
    assert anna.wire.welcome["material"]["name"] == name
    assert anna.wire.update["phase"] == "over"
    assert anna.wire.refusals == []
    audit(anna)
