"""What the page says of a game is what happened in it, to the eye and to the ear."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.visitor import Visitor
from tests.browser.words import messages, say

Json = dict[str, Any]
OWN = 0
DEALT = 6
"""Cards that are dealt to the first seat, before any other."""
SPECIAL = {"C": "cable_car", "X": "avalanche", "B": "saint_bernard", "?": "hidden"}


class Truth:
    """A finished game of Altitude in sentences, from its positions one by one."""

    def __init__(self, anna: Visitor, table: str) -> None:
        self.material = anna.wire.welcome["material"]
        self.names = anna.page.get_by_label(say("table_seats")).locator(".whole").all_inner_texts()
        self.lines: list[tuple[int, str]] = []
        """By the version that it led to: who moved, and what it was."""
        for frame in anna.ask(f"tables/{table}/history")["frames"]:
            if frame["event"]:
                sentence = self.sentence(frame["event"], frame["seat"], frame["view"])
                who = "" if frame["seat"] is None else f"{self.names[frame['seat']]}: "
                text = who + sentence[0].upper() + sentence[1:]
                self.lines.append((frame["version"], text))

    def until(self, version: int) -> list[str]:
        return [text for led_to, text in self.lines if led_to <= version]

    def card(self, code: str) -> str:
        if code in SPECIAL:
            return say(f"altitude_card_{SPECIAL[code]}")
        kind = self.material["species"].get(code, "mountain").replace(" ", "_")
        return say(f"altitude_card_{kind}", value=code.removeprefix("a"))

    def sentence(self, event: str, seat: int | None, view: Json) -> str:
        what, *rest = event.split()
        match what:
            case "draw":
                dealt = len(self.lines) < DEALT
                seen = dealt or (view["phase"] == "play" and view["turn"] == OWN)
                return say("altitude_say_draw", card=self.card(rest[0] if seen else "?"))
            case "keep" if seat != OWN:
                forms = messages("en")["altitude_say_keep_hidden"][0]["match"]
                return str(forms["plural=other"]).replace("{count}", str(len(rest)))
            case "keep":
                *first, last = map(self.card, rest)
                return say("altitude_say_keep", cards=f"{', '.join(first)} and {last}")
            case "done":
                return say("altitude_say_done")
            case "discard":
                return say("altitude_say_discard", card=self.card(view["discard"][-1]))
        owner = int(rest[0]) if what == "give" else int(seat or 0)
        mountain, slot = view["mountains"][owner], rest[-1]
        place = self.place(slot, mountain)
        if what == "rescue" or rest[0] == "B":
            return say("altitude_say_rescue", place=place)
        if what == "give" and owner == OWN:
            what = "give_you"
        name = say("altitude_you") if owner == OWN else self.names[owner]
        card = self.card(mountain[slot])
        return say(f"altitude_say_{what}", card=card, place=place, name=name)

    @staticmethod
    def place(slot: str, mountain: Json) -> str:
        floor, index = map(int, slot.split(":"))
        base = [int(one.split(":")[1]) for one in mountain if one.startswith("1:")] or [0]
        if index < min(base):
            return say("altitude_place_left", floor=floor)
        if floor == 1 and index > max(base):
            return say("altitude_place_right", floor=floor)
        return say("altitude_place", floor=floor, place=index - min(base) + 1)


class Listener:
    """Notes what is written and spoken whenever it is for the visitor to act."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.notes: list[tuple[int, list[str], str]] = []

    def __call__(self) -> None:
        page = self.visitor.page
        history = page.get_by_role("list", name=say("history_title")).locator("li")
        lines: list[str] = history.evaluate_all(
            """(all) => all.map((li) => [...li.querySelectorAll('span')]
                .map((span) => span.textContent.trim()).join(': '))"""
        )
        spoken = page.locator("[role=log] p").first.inner_text()
        self.notes.append((self.visitor.wire.update["version"], lines, spoken))

    def compare(self, truth: Truth) -> None:
        for version, lines, spoken in self.notes:
            true = truth.until(version)
            shown = [line for line in lines if line and "sits down" not in line]
            assert shown == true[::-1][: len(shown)]
            assert " ".join(true).endswith(spoken)


@pytest.mark.parametrize("seats", ["p", "pF", "pFF"])
def test_every_move_is_told_as_it_was(visit: Visit, seats: str) -> None:
    """The three are at a slow pace, and hurried on: there many moves come in one sight."""
    speed = "slow" if seats == "pFF" else "instant"
    anna = visit("Anna", reduced_motion="reduce", settings={"speed": speed})
    table = anna.put_up("altitude", seats, options={"deck": "hike"})
    listener = Listener(anna)
    player = Player(anna, each=listener, also=".skip:not(.idle)")
    while not (sight := player.wait())["over"]:
        if sight["offers"]:
            player.step(sight)
        else:
            anna.page.evaluate("document.querySelector('.skip:not(.idle)')?.click()")
    listener()
    anna.page.reload()
    expect(anna.page.locator(".ribbon")).to_be_visible()
    anna.button(say("history_more")).click()
    listener()
    truth = Truth(anna, table)
    assert len(listener.notes[-1][1]) > len(truth.lines) > 40
    listener.compare(truth)


def test_a_move_that_waits_for_its_second_tap_names_the_card_drawn(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    table = anna.put_up("altitude", "pF", options={"deck": "hike"})
    Player(anna).play(3)
    anna.button(say("settings_title")).click()
    anna.page.get_by_label(say("settings_confirm")).check()
    anna.page.keyboard.press("Escape")
    discard = anna.now.get_by_role("button", name=say("altitude_way_discard"))
    discard.click()
    truth, drawn = Truth(anna, table), anna.wire.update["view"]["drawn"]
    card = truth.card(drawn)
    weighed = say("altitude_say_discard", card=card[0].upper() + card[1:])
    expect(anna.now.get_by_text(weighed, exact=True)).to_be_visible()


def test_the_top_of_the_discards_is_heard_also_by_who_may_discard(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    table = anna.put_up("altitude", "p", options={"deck": "hike"})
    Player(anna).play(1).wait()
    discards = anna.page.locator("button[data-spot=discard]")
    discards.click()
    anna.settle()
    [top] = anna.wire.update["view"]["discard"]
    card = Truth(anna, table).card(top)
    expect(discards).to_contain_text(say("altitude_discard_top", card=card))


CLIFF = {"name": "cliff", "tokens": 20, "lines": [{"number": 12, "circles": 12}]}
"""A board on which whoever rolls again flops, with no circle left for a consolation."""
FLOP = say("matterhorn_flop")
SWEEPS = [say("matterhorn_swept", line=line) for line in range(5, 13)]
ROLLED = say("matterhorn_say_dice", faces="").rstrip(" .")
_NOTE_MOMENTS = """() => {
    window.moments = [];
    new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
        .flatMap((node) => [...(node.querySelectorAll?.('.moment') ?? []), node])
        .filter((node) => node.matches?.('.moment'))
        .forEach((node) => window.moments.push(node.textContent.trim())))
        .observe(document.body, { childList: true, subtree: true });
}"""


class Rolls:
    """The rolls of a finished game: which failed, and whose they were."""

    def __init__(self, frames: list[Json]) -> None:
        self.failed: dict[int, int | None] = {}
        """By version; None where it did not fail."""
        self.kinds: set[tuple[str, bool]] = set()
        """The ways in which rolls failed: what came before, and whether a consolation was open."""
        for before, frame in pairwise(frames):
            if (frame["event"] or "").startswith("dice"):
                flop = (phase := frame["view"]["phase"]) != "token"
                self.failed[frame["version"]] = before["view"]["turn"] if flop else None
                if flop:
                    self.kinds.add((before["event"].split()[0], phase == "flop"))

    def shown(self, update: Json) -> int | None:
        """Return whose flop an update shows: the latest of the rolls with which it ends."""
        for one in reversed(update["events"]):
            if one["version"] not in self.failed:
                return None
            if (seat := self.failed[one["version"]]) is not None:
                return seat
        return None


def test_every_flop_is_told_and_shown_as_whose_it_was(visit: Visit) -> None:
    kinds: set[tuple[str, bool]] = set()
    anna = visit("Anna", reduced_motion="reduce")
    while not ({("again", False)} < kinds and any(consoled for _, consoled in kinds)):
        anna.open_window()
        table = anna.put_up("matterhorn", "pFF", options={"board": CLIFF})
        expect(anna.now).to_be_visible()
        anna.page.evaluate(_NOTE_MOMENTS)
        Player(anna).play()
        rolls = Rolls(anna.ask(f"tables/{table}/history")["frames"])
        kinds |= rolls.kinds
        names = anna.page.get_by_label(say("table_seats")).locator(".whole").all_inner_texts()
        names[OWN] = ""
        seats = [rolls.shown(update) for update in anna.wire.updates[1:]]
        true = [names[seat] + FLOP for seat in seats if seat is not None]
        moments = anna.page.evaluate("window.moments")
        assert [one for one in moments if FLOP in one] == true
        anna.page.reload()
        expect(anna.page.locator(".ribbon")).to_be_visible()
        lines = anna.page.get_by_role("list", name=say("history_title")).locator("li")
        told = [
            say("matterhorn_flop") in line for line in lines.all_inner_texts() if ROLLED in line
        ]
        assert told == [seat is not None for seat in rolls.failed.values()][::-1][: len(told)]


def is_sweep(words: str) -> bool:
    return any(sweep in words for sweep in SWEEPS)


def moment_of(update: Json) -> str:
    """What an update that is no flop shows as a moment, without whose it is."""
    events = [one["what"].get("event", "").split(" ")[0] for one in update["events"]]
    if update["view"]["phase"] == "bonus" and events[-1:] == ["token"]:
        return say("matterhorn_ask_bonus")
    if events[-1:] == ["stop"]:
        return say("matterhorn_say_stop")
    dared = update["view"]["phase"] == "token" and events[-2:] == ["again", "dice"]
    return say("matterhorn_say_again") if dared else ""


def test_a_bonus_a_stop_and_another_roll_are_moments_too(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    anna.put_up("matterhorn", "pF")
    expect(anna.now).to_be_visible()
    anna.page.evaluate(_NOTE_MOMENTS)
    true: list[str] = []
    while len(set(true)) < 3:
        Player(anna).play(1).wait()
        true = [moment for one in anna.wire.updates[1:] if (moment := moment_of(one))]
    moments = anna.page.evaluate("window.moments")
    shown = [one for one in moments if FLOP not in one and not is_sweep(one)]
    assert [one.endswith(two) for one, two in zip(shown, true, strict=True)] == [True] * len(true)


_NOTE_NEWS = """() => {
    window.news = [];
    const said = document.querySelectorAll('[role=log] p')[1];
    new MutationObserver(() => window.news.push(said.textContent))
        .observe(said, { characterData: true, childList: true, subtree: true });
}"""


def swept_lines(frames: list[Json]) -> dict[int, list[int]]:
    """Return by version the lines that the end of a turn swept (M18), lowest number first."""
    found: dict[int, list[int]] = {}
    for before, frame in pairwise(frames):
        there = {*before["view"]["action"], *before["view"]["obstacle"]}
        match (frame["event"] or "").split(" "):
            case ["token" | "block", circle, *_]:
                there.add(circle)
            case ["clear", circle]:
                there.discard(circle)
        gone = there - {*frame["view"]["action"], *frame["view"]["obstacle"]}
        if gone:
            found[frame["version"]] = sorted({int(circle[:-1]) for circle in gone})
    return found


def sweep_words(lines: list[int]) -> str:
    return " ".join(say("matterhorn_swept", line=line) for line in lines)


def sweep_of(update: Json, swept: dict[int, list[int]]) -> str:
    """What an update tells of lines that were swept, unless tokens lie there again."""
    tokens = update["view"]["action"] + update["view"]["obstacle"]
    again = {int(circle[:-1]) for circle in tokens}
    lines = {line for one in update["events"] for line in swept.get(one["version"], [])}
    return sweep_words(sorted(lines - again))


def test_a_full_line_that_is_swept_is_told_shown_and_in_the_review(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="reduce")
    moments: list[str] = []
    while not moments:
        anna.open_window()
        table = anna.put_up("matterhorn", "pF", options={"board": "sharp"})
        expect(anna.now).to_be_visible()
        anna.page.evaluate(_NOTE_NEWS)
        anna.page.evaluate(_NOTE_MOMENTS)
        Player(anna).play()
        moments = [one for one in anna.page.evaluate("window.moments") if is_sweep(one)]
    swept = swept_lines(anna.ask(f"tables/{table}/history")["frames"])
    true = [words for one in anna.wire.updates[1:] if (words := sweep_of(one, swept))]
    told = [one for one in anna.page.evaluate("window.news") if is_sweep(one)]
    assert told == true
    assert {*moments} <= {*told}, "another moment may go before it"
    for version, lines in swept.items():
        anna.go(f"t/{table}/review#{version}")
        expect(anna.page.locator(".says")).to_contain_text(sweep_words(lines))
