"""What hands do beside tapping what glows: drag, try what is closed, undo, leave and return."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.visitor import PHONE, Json, Visitor
from tests.browser.words import say

_MIDDLE = """(name) => {
    const circle = document.querySelector(`[data-circle="${name}"] .focus`);
    const { x, y, width, height } = circle.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
CIRCLES = tuple(f"{line}a" for line in range(5, 12))
"""A circle of each line but the lowest."""


def view(visitor: Visitor) -> Json:
    return dict(visitor.wire.update["view"])


def play_to(visitor: Visitor, phase: str, kind: str = "", actions: int = 0) -> str:
    """Play on until a move of a kind is open in a phase, with actions left; return the move.

    A game that ends before is followed by another.
    """
    player = Player(visitor)
    while True:
        if player.wait()["over"]:
            visitor.put_up("matterhorn", "pF")
            player.wait()
        moves = visitor.wire.update.get("legal") or []
        move = next((one for one in moves if one.startswith(kind)), None)
        now = view(visitor)
        if move and now["phase"] == phase and now["actions_left"] >= actions:
            return str(move)
        player.play(1)


def middle(visitor: Visitor, circle: str) -> tuple[float, float]:
    x, y = visitor.page.evaluate(_MIDDLE, circle)
    return x, y


def drag(visitor: Visitor, circle: str, to: tuple[float, float]) -> None:
    mouse = visitor.page.mouse
    mouse.move(*middle(visitor, circle))
    mouse.down()
    mouse.move(*to, steps=4)
    mouse.up()
    visitor.settle()


def test_climbers_and_obstacles_are_dragged(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pF")
    for kind in ("climb", "clear"):
        move = play_to(anna, "actions", kind)
        _, start, *goal = move.split()
        drag(anna, start, middle(anna, goal[0]) if goal else (5, 5))
        assert move in anna.wire.happened
    assert anna.wire.refusals == []


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_tap_on_a_closed_circle_is_answered_with_the_rule(visit: Visit, screen: str) -> None:
    anna = visit("Anna", reduced_motion="reduce", **(PHONE if screen == "phone" else {}))
    anna.put_up("matterhorn", "pF")
    alert = anna.now.get_by_role("alert")
    link = alert.get_by_role("link")
    for phase in ("start", "token"):
        closed = None
        while not closed:
            play_to(anna, phase)
            used = {move.split()[1] for move in anna.wire.update["legal"]}
            closed = next((name for name in CIRCLES if name not in used), None)
            if not closed:
                Player(anna).play(1)
        anna.page.mouse.click(*middle(anna, closed))
        expect(alert).to_be_visible()
        expect(link).to_have_text(anna.wire.refusals[-1]["rule"])
        audit(anna)
        alert.get_by_role("button").click()
        expect(anna.heading).to_be_focused()
    start = play_to(anna, "actions", "climb").split()[1]
    before = view(anna)
    drag(anna, start, middle(anna, "5a" if start.startswith("12") else "12a"))
    expect(link).to_have_text("M15")
    assert view(anna) == before
    assert [refusal["code"] for refusal in anna.wire.refusals] == ["illegal"] * 3


_ON_SCREEN = """(slot) => {
    const svg = document.querySelector('.front svg[role=group]');
    const [floor, index] = slot.split(':').map(Number);
    const at = new DOMPoint((index + (floor - 1) / 2) * 104 + 50, -66 - (floor - 1) * 84);
    const { x, y } = at.matrixTransform(svg.getScreenCTM());
    return [x, y];
}"""
"""Where a slot of the mountain in front is: cards are 104 apart, and floors 84."""


@pytest.mark.parametrize("by", ["tap", "drag"])
def test_a_card_that_does_not_fit_is_answered_with_the_rule(visit: Visit, by: str) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("altitude", "p")
    player = Player(anna)
    drawn = anna.page.locator("[data-spot=drawn] button")

    def closed() -> str | None:
        """A card that the drawn one cannot replace."""
        legal, mountain = anna.wire.update["legal"], view(anna)["mountains"][0]
        return next((slot for slot in mountain if f"replace {slot}" not in legal), None)

    player.wait()
    while not drawn.count() or not (covered := closed()):
        player.play(1)
        player.wait()
    before = view(anna)
    x, y = anna.page.evaluate(_ON_SCREEN, covered)
    if by == "drag":
        box = drawn.bounding_box()
        assert box
        anna.page.mouse.move(box["x"] + 20, box["y"] + 20)
        anna.page.mouse.down()
        anna.page.mouse.move(x, y, steps=4)
        anna.page.mouse.up()
    else:
        drawn.click()
        anna.page.mouse.click(x, y)
    anna.settle()
    assert view(anna) == before
    [refusal] = anna.wire.refusals
    expect(anna.now.get_by_role("alert").get_by_role("link")).to_have_text(refusal["rule"])
    audit(anna)


def test_a_card_of_the_hand_that_fits_nowhere_tells_why(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("altitude", "p")
    player = Player(anna)
    stuck = anna.page.locator("button[data-hand][aria-disabled=true]:enabled")
    while not stuck.count():
        if player.wait()["over"]:
            anna.put_up("altitude", "p")
        player.play(1)
        player.wait()
    stuck.first.click(force=True)  # it is said to be disabled, and tells why
    anna.settle()
    [refusal] = anna.wire.refusals
    expect(anna.now.get_by_role("alert").get_by_role("link")).to_have_text(refusal["rule"])


def test_who_goes_away_from_bots_finds_the_game_again(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    table = anna.put_up("altitude", "pF", options={"deck": "hike"})
    Player(anna).play(3)
    anna.button(say("menu_title")).click()
    anna.button(say("menu_leave")).click()
    anna.page.wait_for_url(re.compile(r"/$"))
    anna.page.locator(f"a[href$='t/{table}']").click()
    expect(anna.now).to_be_visible()
    assert anna.wire.update["phase"] == "playing"
    Player(anna).play(1)


def test_who_left_others_is_back_when_the_table_is_opened(visit: Visit) -> None:
    anna, reto = visit("Anna", reduced_motion="reduce"), visit("Reto", reduced_motion="reduce")
    table = anna.put_up("matterhorn", "pp")
    reto.ask(f"tables/{table}/seats", {"id": "sit", "name": "Reto", "seat": 1})
    reto.go(f"t/{table}")
    expect(reto.now).to_be_visible()
    reto.button(say("menu_title")).click()
    reto.button(say("menu_leave")).click()
    left = anna.page.get_by_text(say("history_left", name="Reto")).first
    expect(left).to_be_visible()
    assert anna.wire.update["seats"][1]["left"]
    reto.go(f"t/{table}")
    expect(anna.page.get_by_text(say("history_returned", name="Reto")).first).to_be_visible()
    assert not anna.wire.update["seats"][1].get("left")


def test_a_dialog_gives_the_focus_back_however_it_is_closed(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pF")
    opener = anna.button(say("settings_title"))
    dialog = anna.page.get_by_role("dialog")
    closers: tuple[Callable[[], None], ...] = (
        lambda: dialog.get_by_role("button", name=say("page_close")).click(),
        lambda: anna.page.mouse.click(3, 3),
    )
    for close in closers:
        opener.click()
        expect(dialog).to_be_visible()
        close()
        expect(dialog).to_have_count(0)
        expect(opener).to_be_focused()


def test_a_move_is_taken_back(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pF")
    move = play_to(anna, "actions", "climb", actions=2)
    before, version = view(anna), anna.wire.update["version"]
    for circle in move.split()[1:]:
        anna.page.locator(f"[data-circle='{circle}']").click()
    anna.settle()
    assert move in anna.wire.happened
    anna.button(say("table_undo")).click()
    expect(anna.page.get_by_role("log")).to_contain_text(say("history_undone"))
    assert view(anna) == before
    assert anna.wire.update["version"] > version
