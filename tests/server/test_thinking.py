"""What the server does by itself: bots in threads that hold nobody up, and clocks."""

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from gipfel import bots
from gipfel.bots.grades import SECONDS
from gipfel.games import altitude
from gipfel.server import caretaker, hall
from gipfel.server.metrics import THOUGHTS
from gipfel.server.thinking import SHORTEST, Thinking
from gipfel.server.time import now
from tests.server.client import Player
from tests.server.running import serving

pytestmark = pytest.mark.anyio


def a_view() -> Any:
    state = altitude.new(1, {})
    while altitude.actor(state) == "chance":
        state = altitude.apply(state, altitude.chance(state).events[0])
    return altitude.view(state, 0)


async def test_bots_that_think_for_ever_do_not_hold_up_a_persons_move(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every thread is taken and many tables wait; the person's moves get through all the same."""
    wait = threading.Event()
    choose = bots.choose

    def slow(*arguments: Any) -> bots.Thought:
        wait.wait()
        return choose(*arguments)

    monkeypatch.setattr(bots, "choose", slow)
    async with serving(sqlite_address) as server, Player(server.url) as anna:
        crowd = [Player(server.url) for _ in range(20)]
        for one in crowd:
            await one.put_up("altitude", "pb", grade="F")
            await one.join()
            await one.connect()
            await one.move(one.legal[0])
        await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        for _ in range(10):
            ack = await anna.move(anna.legal[0])
            assert ack["type"] == "ack"
            await anna.caught_up(ack["version"])
        wait.set()
        for one in crowd:
            while not any(event["what"].get("seat") == 1 for event in one.events):
                await one.next()
            await one.close()


async def test_the_more_wait_the_shorter_a_search_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    entered, wait = threading.Semaphore(0), threading.Event()

    def noting(*arguments: Any) -> Any:
        _, view, grade, _, seconds = arguments
        given.append(seconds)
        entered.release()
        wait.wait()
        return SimpleNamespace(event=view.legal[0], grade=grade)

    monkeypatch.setattr(bots, "choose", noting)
    thinking, view = Thinking(2), a_view()
    tasks = [asyncio.create_task(thinking.choose(altitude, view, "ED")) for _ in range(100)]
    for _ in range(2):
        await asyncio.to_thread(entered.acquire)
    wait.set()
    await asyncio.gather(*tasks)
    assert min(given) < SECONDS["ED"] / 10
    assert min(given) >= SHORTEST
    await thinking.choose(altitude, view, "ED")
    assert given[-1] == SECONDS["ED"], "alone again, it has all its time"
    thinking.close()


async def test_a_bot_that_fails_is_replaced_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "choose", broken)
    thinking, view = Thinking(1), a_view()
    assert await thinking.choose(altitude, view, "TD") == altitude.write(view.legal[0])
    thinking.close()


@pytest.mark.parametrize("grade", ["F", "PD", "AD"])
async def test_each_grade_by_hand_answers_with_a_legal_move(grade: Any) -> None:
    thinking, view = Thinking(1), a_view()
    legal = set(map(altitude.write, view.legal))
    assert await thinking.choose(altitude, view, grade) in legal
    thinking.close()


@pytest.mark.parametrize("game", ["matterhorn", "altitude"])
@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
async def test_each_grade_by_search_plays_at_a_table(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch, game: str, grade: str
) -> None:
    await asyncio.to_thread(bots.prepare, game)
    monkeypatch.setitem(SECONDS, grade, 0.02)
    thoughts = THOUGHTS.labels(grade)._value
    before = thoughts.get()
    async with serving(sqlite_address) as server, Player(server.url) as anna:
        await anna.put_up(game, "pb", grade=grade)
        await anna.join()
        await anna.connect()
        while sum(event["what"].get("seat") == 1 for event in anna.events) < 5:
            if anna.legal:
                await anna.caught_up((await anna.move(anna.legal[0]))["version"])
            else:
                await anna.next()
    assert thoughts.get() - before >= 5, "the grade itself thought, not one in its place"


@pytest.mark.parametrize(
    "clock", [{"kind": "per_move", "seconds": 60}, {"kind": "correspondence", "days": 2}]
)
async def test_the_caretaker_flags_a_clock_when_its_time_is_up(
    address: str, monkeypatch: pytest.MonkeyPatch, clock: dict[str, object]
) -> None:
    """Three days pass at once: the worker that looks first flags, though nobody asked."""
    async with serving(address) as server, Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("matterhorn", clock=clock)
        await anna.join(seat=0)
        await beat.join(anna.table)
        await anna.connect()
        loser = anna.update["actor"]
        monkeypatch.setattr(caretaker, "GAP", 10**12)  # the server ran all the while
        for module in (caretaker, hall):
            monkeypatch.setattr(module, "now", lambda: now() + 3 * 86_400_000)
        while not anna.over:
            await anna.next()
        assert anna.update["result"]["why"] == "time"
        assert anna.update["result"]["winners"] == [1 - loser]
