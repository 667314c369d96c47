"""The front page and the way from it to a table: what is found again, and what is refused."""

import re

from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.words import say


def test_ones_games_say_when_they_were_last_played(visit: Visit) -> None:
    anna = visit("Anna", locale="de-CH", reduced_motion="reduce")
    anna.put_up("altitude", "pF")
    touched = anna.ask("mine")[0]["touched"]
    game = anna.page.get_by_role("listitem").filter(has=anna.page.get_by_role("time"))
    for later, words in ((0, "jetzt"), (3 * 3600, "vor 3 Stunden"), (50 * 3600, "vor 2 Tagen")):
        anna.page.clock.set_fixed_time(touched / 1000 + later)
        anna.go()
        expect(game).to_contain_text(words)
    audit(anna)


def test_a_link_to_a_moment_is_as_good_as_a_code(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    table = anna.put_up("matterhorn", "pF")
    Player(anna).play(3)
    version = anna.ask(f"tables/{table}/history")["frames"][2]["version"]
    link = f"{anna.url}/t/{table}/review#{version}"
    spoken = f" {table[:6].upper()}-{table[6:]} "
    for pasted, place in ((link, link), (spoken, f"{anna.url}/t/{table}")):
        anna.go()
        anna.page.get_by_label(say("front_join")).fill(pasted)
        anna.button(say("front_join_go")).click()
        anna.page.wait_for_url(place)
    anna.go(f"t/{table}/review#{version}")
    expect(anna.page.get_by_role("slider")).to_have_value("2")


def test_a_table_waits_for_material_that_can_be_read(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go("new/altitude")
    decks = anna.page.get_by_label(say("new_deck"), exact=True)
    decks.select_option("hike")
    decks.select_option("*")
    start, trouble = anna.button(say("page_start")), anna.page.get_by_role("alert")
    field = anna.page.get_by_label(say("new_own_text"))
    for text, words in (("", "new_own_none"), ("lines = [", "new_own_bad")):
        field.fill(text)
        start.click()
        expect(trouble).to_have_text(say(words))
        expect(field).to_be_focused()
    audit(anna)
    assert anna.ask("mine") == []
    decks.select_option("hike")
    start.click()
    expect(anna.now).to_be_visible()
    assert anna.wire.welcome["material"]["name"] == "hike"


def test_who_begins_is_forgotten_with_the_seat(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go("new/altitude")
    for name in ("4", say("new_seat", number=4), "2"):
        anna.page.get_by_role("radio", name=name, exact=True).check()
    expect(anna.page.get_by_role("radio", name=say("new_begins_first"))).to_be_checked()
    anna.button(say("page_start")).click()
    expect(anna.now).to_be_visible()


def test_a_table_of_bots_is_refused_in_words(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.go("new/matterhorn")
    anna.page.get_by_role("combobox", name=say("new_seat", number=1)).select_option("F")
    with anna.foreseeing("400"):
        anna.button(say("page_start")).click()
        expect(anna.page.get_by_role("alert")).to_have_text(say("refused_no_person"))
    assert re.search("/new/matterhorn$", anna.page.url)
