"""How a game ended, what it scored, and which day's cards it was: told truly, and kept by kind."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.test_people import sit_down
from tests.browser.visitor import Visitor
from tests.browser.words import say

ZONE = "Pacific/Auckland"
"""Where a day begins half a day before it does in Greenwich."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def in_words(day: datetime) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def finish(anna: Visitor, table: str) -> int:
    """Play a game alone to its end beside the page, without any skill; return its score."""
    while (now := anna.ask(f"tables/{table}")["update"])["phase"] != "over":
        move = {"type": "move", "id": str(now["version"]), "version": now["version"]}
        wanted = [event for event in ("discard", "done") if event in now["legal"]]
        anna.ask(f"tables/{table}/commands", {**move, "event": (wanted or now["legal"])[0]})
    [score] = now["view"]["scores"]
    return int(score)


def give_up(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name=say("menu_title"), exact=True).click()
    visitor.button(say("menu_resign")).click()
    visitor.button(say("menu_resign_yes")).click()


def card(visitor: Visitor) -> Locator:
    """The game on the front page that is played alone."""
    return visitor.page.locator("article[aria-labelledby=altitude]")


def test_who_gave_up_is_told_so_and_so_are_the_others(visit: Visit) -> None:
    anna, reto, eve = (visit(name, reduced_motion="reduce") for name in ("Anna", "Reto", "Eve"))
    table = anna.put_up("matterhorn", "pp")
    reto.go(f"t/{table}")
    sit_down(reto, anna)
    eve.go(f"t/{table}")
    give_up(reto)
    for visitor, key in (
        (anna, "result_resigned"),
        (reto, "result_resigned_you"),
        (eve, "result_given_up"),
    ):
        expect(visitor.now.get_by_text(say(key), exact=True)).to_be_visible()


def test_only_games_played_to_the_end_are_among_the_best_each_deck_for_itself(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    best = anna.now.get_by_text(say("result_place", place=1))
    anna.put_up("altitude", "p", options={"deck": "hike"})
    give_up(anna)
    expect(anna.now.get_by_text(say("result_resigned_you"), exact=True)).to_be_visible()
    expect(best).to_have_count(0)
    finish(anna, anna.put_up("altitude", "p", options={"deck": "hike"}))
    expect(best).to_be_visible()
    anna.go()
    own = card(anna).get_by_text(say("front_best", scores="").strip())
    expect(card(anna)).to_contain_text(say("front_alone"))
    expect(own).to_have_count(0)
    score = finish(anna, anna.put_up("altitude", "p"))
    expect(best).to_be_visible()
    anna.go()
    expect(own).to_have_text(say("front_best", scores=score))


def test_the_deal_of_a_day_has_its_date_and_its_own_best(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce", timezone_id=ZONE)
    day = datetime.now(UTC).astimezone(ZoneInfo(ZONE))
    anna.page.clock.set_fixed_time(day)
    for _ in range(2):
        anna.go()
        card(anna).get_by_role("button", name=say("front_daily")).click()
        score = finish(anna, anna.table)
        over = anna.now.locator("p", has_text=in_words(day))
        expect(over).to_contain_text(say("result_day_best", score=score))
        assert anna.wire.welcome["setup"]["daily"] == f"{day:%Y-%m-%d}"
    audit(anna)
    anna.go()
    expect(card(anna)).to_contain_text(say("front_best_today", score=score))
    expect(card(anna).get_by_text(say("front_best", scores="").strip())).to_have_count(0)
    anna.page.clock.set_fixed_time(day + timedelta(days=1))
    anna.go()
    expect(card(anna)).to_contain_text(in_words(day + timedelta(days=1))[:-5])
    expect(card(anna).get_by_text(say("front_best_today", score=score))).to_have_count(0)


def test_a_window_left_open_over_night_deals_the_cards_of_the_new_day(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce", timezone_id=ZONE)
    day = datetime.now(UTC).astimezone(ZoneInfo(ZONE))
    anna.page.clock.set_fixed_time(day - timedelta(days=1))
    anna.go()
    expect(card(anna)).to_contain_text(in_words(day - timedelta(days=1))[:-5])
    anna.page.clock.set_fixed_time(day)
    card(anna).get_by_role("button", name=say("front_daily")).click()
    expect(anna.page.locator("[data-hand]").first).to_be_visible()
    assert anna.wire.welcome["setup"]["daily"] == f"{day:%Y-%m-%d}"


def explained(visitor: Visitor) -> list[int]:
    """What each mountain scores, after its parts were added up; what is hidden counts nothing."""
    rows = visitor.page.get_by_role("table").get_by_role("row")
    cells: list[list[str]] = rows.evaluate_all(
        "(all) => all.map((row) => [...row.querySelectorAll('td')].map((one) => one.textContent))"
    )
    parts = [[int(cell) if cell.isdigit() else 0 for cell in row] for row in cells[-5:]]
    *floors_to_hand, totals = parts
    assert [sum(column) for column in zip(*floors_to_hand, strict=True)] == totals
    return totals


def test_every_score_is_explained_to_everybody_part_by_part(visit: Visit) -> None:
    anna, eve = visit("Anna", reduced_motion="reduce"), visit("Eve", reduced_motion="reduce")
    table = anna.put_up("altitude", "pF", options={"deck": "hike"})
    eve.go(f"t/{table}")
    expect(eve.now).to_be_visible()

    def add_up() -> None:
        if anna.wire.update["view"]["phase"] != "keep":
            assert explained(anna) == anna.wire.update["view"]["scores"]

    Player(anna, each=add_up).play()
    for visitor in (anna, eve):
        expect(visitor.page.locator(".ribbon")).to_be_visible()
        assert explained(visitor) == anna.wire.update["view"]["scores"]
    eve.go(f"t/{table}/review")
    expect(eve.page.get_by_role("slider")).to_be_visible()
    eve.page.keyboard.press("End")
    eve.pause()
    assert explained(eve) == anna.wire.update["view"]["scores"]
    audit(eve)
