"""Chaos in small: plugs are pulled in mid-game, and no acknowledged move is lost or done twice."""

import asyncio
import sqlite3

import pytest

from tests.server.chaos import rage
from tests.server.client import Json, Player, fresh_id
from tests.server.running import serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("kind", "tables", "blows", "every"),
    [
        ("server", 5, 3, 40),
        ("worker", 5, 2, 60),
        ("postgres", 3, 1, 60),
        ("redis", 5, 2, 60),
        ("disk", 5, 2, 60),
    ],
)
async def test_whatever_is_killed_every_game_finishes(
    kind: str, tables: int, blows: int, every: int
) -> None:
    story = await asyncio.wait_for(rage(kind, tables, blows, every), 600)
    assert story.acks > blows * every
    assert (story.drops > story.acks / tables) == (tables >= 5), "one table in five drops at each"
    assert kind != "disk" or story.refused > 0


async def test_a_full_disk_refuses_moves_and_harms_nothing(sqlite_address: str) -> None:
    """SQLite says that it is full; when there is room again the same move gets through."""
    async with serving(sqlite_address) as server, Player(server.url) as anna:
        await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        log = server.house.log

        def limit(pages: int) -> int:
            with log._engine.connect() as connection:
                set_to = connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
                return int(set_to.scalar_one())

        loop = asyncio.get_running_loop()
        await loop.run_in_executor(log._thread, limit, 1)  # no page beyond those there are
        answer: Json = {"type": "ack"}
        while answer["type"] == "ack":  # until the pages that are there are full
            before = anna.update
            move = {"id": fresh_id(), "version": anna.version, "event": anna.legal[0]}
            answer = await anna.do("move", **move)
            if answer["type"] == "ack":
                await anna.caught_up(answer["version"])
        assert answer["code"] == "storage"
        assert anna.update == before
        await loop.run_in_executor(log._thread, limit, 1_000_000)
        again = await anna.do("move", **move)
        assert again["type"] == "ack"
        await anna.caught_up(again["version"])
    path = sqlite_address.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
