"""Several workers on PostgreSQL and Redis: any of them serves any table, and none is told twice."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from redis.asyncio import Redis as Client
from websockets.exceptions import ConnectionClosed

from gipfel.core.fairness import verify
from gipfel.games import load
from gipfel.server.thinking import Thinking
from tests.server.chaos import _kill_a_worker, _ready
from tests.server.client import PATIENCE, Player, fresh_id
from tests.server.running import Process, Running, serving
from tests.server.services import Postgres, Redis, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers(postgres_address: str, redis: Redis) -> AsyncIterator[list[Running]]:
    """Three workers that know of each other only by the database and by Redis."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(serving(postgres_address, redis=redis.url))
            for _ in range(3)
        ]


async def seated(workers: list[Running], game: str = "altitude") -> list[Player]:
    """Three people at one table, each at another worker."""
    players = [Player(worker.url) for worker in workers]
    await players[0].put_up(game, "ppp")
    for seat, player in enumerate(players):
        await player.join(players[0].table, seat)
    for player in players:
        await player.connect()
    return players


async def test_people_at_different_workers_play_a_whole_game(workers: list[Running]) -> None:
    players = await seated(workers)
    while not players[0].over:
        mover = next(player for player in players if player.legal)
        answer = await mover.move(next(iter(sorted(mover.legal, key=_sooner))))
        assert answer["type"] == "ack"
        await mover.caught_up(answer["version"])
        for player in players:
            await player.caught_up(mover.version)
    for player in players:
        versions = [event["version"] for event in player.events]
        assert versions == list(range(versions[0], player.version + 1))
    text = (await players[2].http.get(f"/api/tables/{players[0].table}/record")).text
    assert verify(load(text)) > 100
    for player in players:
        await player.close()


def _sooner(event: str) -> tuple[bool, str]:
    return (not event.startswith(("discard", "done")), event)


async def test_of_racing_moves_at_three_workers_exactly_one_gets_through(
    workers: list[Running],
) -> None:
    players = await seated(workers)
    for _ in range(6):
        mover = next(player for player in players if player.legal)
        posts = []
        for number, worker in enumerate(workers):
            body = {
                "type": "move",
                "id": fresh_id(),
                "version": mover.version,
                "event": mover.legal[number % len(mover.legal)],
            }
            url = f"{worker.url}/api/tables/{mover.table}/commands"
            posts.append(mover.http.post(url, json=body))
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*posts))
        assert statuses == [200, 409, 409]
        last = mover.version + 1
        for player in (*players, *players):
            await player.caught_up(last)
            last = max(one.version for one in players)
    for player in players:
        await player.close()


async def test_the_same_command_at_two_workers_is_done_once(workers: list[Running]) -> None:
    players = await seated(workers)
    mover = next(player for player in players if player.legal)
    body = {"type": "move", "id": "once", "version": mover.version, "event": mover.legal[0]}
    answers = await asyncio.gather(
        *(
            mover.http.post(f"{worker.url}/api/tables/{mover.table}/commands", json=body)
            for worker in workers
        )
    )
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.json()["version"] for answer in answers}) == 1
    for player in players:
        await player.close()


@pytest.mark.parametrize("id", ["once", "another"])
async def test_a_worker_that_missed_a_notice_tells_its_listeners_when_it_finds_out(
    workers: list[Running], id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds out by a command that changes nothing: a retry, or one that is refused."""
    players = await seated(workers)
    mover = next(player for player in players if player.legal)
    deaf = next(worker for worker in workers if worker.url != mover.url)
    listener = next(player for player in players if player.url == deaf.url)
    monkeypatch.setattr(deaf.house.hall, "notice", lambda *_: None)
    monkeypatch.setattr(deaf.house.notices, "_heard", lambda *_: None)
    body = {"type": "move", "id": "once", "version": mover.version, "event": mover.legal[0]}
    path = f"/api/tables/{mover.table}/commands"
    first = await mover.http.post(mover.url + path, json=body)
    again = await mover.http.post(deaf.url + path, json=body | {"id": id})
    assert (first.status_code, again.status_code) == (200, 200 if id == "once" else 409)
    await listener.caught_up(first.json()["version"])
    for player in players:
        await player.close()


async def test_a_bot_is_moved_by_one_worker_only(
    workers: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every worker's caretaker looks; a thought is thought once."""
    thoughts: list[object] = []
    think = Thinking._think

    def counted(self: Thinking, *arguments: object) -> str:
        thoughts.append(arguments)
        return think(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Thinking, "_think", counted)
    async with Player(workers[0].url) as anna:
        await anna.put_up("altitude", "pbbb")
        await anna.join()
        await anna.connect()
        for _ in range(4):
            while not anna.legal:
                await anna.next()
            await anna.move(anna.legal[0])
            await asyncio.gather(*(worker.house.caretaker.round(1) for worker in workers))
        while not anna.legal:
            await anna.next()
        moves = [event for event in anna.events if event["what"].get("seat") in (1, 2, 3)]
        assert len(thoughts) == sum(event["what"]["kind"] == "moved" for event in moves) > 8


async def test_a_lost_redis_costs_a_moment_and_no_move(postgres_address: str) -> None:
    service = Redis().start()
    try:
        async with (
            serving(postgres_address, redis=service.url) as one,
            serving(postgres_address, redis=service.url) as two,
            Player(one.url) as anna,
            Player(two.url) as beat,
        ):
            await anna.put_up("matterhorn", "pp")
            await anna.join(seat=0)
            await beat.join(anna.table, 1)
            await anna.connect()
            await beat.connect()
            service.crash()
            for _ in range(2):
                mover = anna if anna.legal else beat
                ack = await mover.move(mover.legal[0])
                assert ack["type"] == "ack"
                for player in (anna, beat):
                    await player.caught_up(ack["version"])
            service.start()
            mover = anna if anna.legal else beat
            ack = await mover.move(mover.legal[0])
            for player in (anna, beat):
                await player.caught_up(ack["version"])
    finally:
        service.stop()


async def test_redis_carries_tables_and_versions_and_nothing_else(
    workers: list[Running], redis: Redis
) -> None:
    async with Client.from_url(redis.url) as client, client.pubsub() as line:
        await line.psubscribe("*")
        await line.get_message(timeout=PATIENCE)
        players = await seated(workers)
        for _ in range(3):
            mover = next(player for player in players if player.legal)
            ack = await mover.move(mover.legal[0])
            for player in players:
                await player.caught_up(ack["version"])
        said: list[str] = []
        while message := await line.get_message(timeout=PATIENCE if len(said) < 3 else 0.5):
            said.append(message["data"].decode())
        assert await client.dbsize() == 0
    table = players[0].table
    assert len(said) >= 3
    lines = [line.split() for words in said for line in words.splitlines()]
    assert all(line[0] == table and line[1].isdigit() and len(line) == 2 for line in lines)
    for player in players:
        await player.close()


async def test_figures_add_up_over_the_workers_that_live(
    postgres_address: str, redis: Redis
) -> None:
    server = Process(postgres_address, "--workers", "2", "--redis", redis.url)
    await asyncio.to_thread(server.start)
    try:
        await _ready(server.url)
        async with Player(server.url) as anna, httpx.AsyncClient(base_url=server.url) as http:
            await anna.put_up("matterhorn")
            watching = [await Player(server.url).connect(table=anna.table) for _ in range(6)]
            assert await _sockets(http) == 6
            _kill_a_worker(server)
            await asyncio.sleep(0.5)
            open_now = 0
            for player in watching:
                with contextlib.suppress(ConnectionClosed):
                    await player.send(type="ping")
                    await player.until(lambda message: message["type"] == "pong")
                    open_now += 1
            await _ready(server.url)
            assert await _sockets(http) == open_now
            for player in watching:
                await player.close()
    finally:
        await asyncio.to_thread(server.stop)


async def test_a_worker_that_starts_while_the_database_is_away_serves_when_it_is_back(
    redis: Redis, tmp_path: Path
) -> None:
    postgres, log = Postgres(), tmp_path / "log"
    with running(postgres):
        address, flags = postgres.create("away"), ["--workers", "2", "--redis", redis.url]
        server = await asyncio.to_thread(Process(address, *flags, log=log).start)
        try:
            await _opened(server, log, 2)
            await asyncio.to_thread(postgres.crash)
            _kill_a_worker(server)
            await _opened(server, log, 3)
            await asyncio.to_thread(postgres.start)
            await _ready(server.url)
            for _ in range(8):  # both workers have their turns
                async with Player(server.url) as anna:
                    await anna.put_up("altitude", "p")
                    await anna.join()
                    await anna.connect()
                    assert (await anna.move(anna.legal[0]))["type"] == "ack"
        finally:
            await asyncio.to_thread(server.stop)


async def _opened(server: Process, log: Path, workers: int) -> None:
    """Wait until so many workers have said that they are open."""
    async with asyncio.timeout(PATIENCE):
        while log.read_text().count('"event": "open"') < workers:
            assert server.process is not None
            assert server.process.poll() is None, "the server has ended"
            await asyncio.sleep(0.1)


async def _sockets(http: httpx.AsyncClient) -> int:
    page = (await http.get("/metrics")).text
    (line,) = [line for line in page.splitlines() if line.startswith("gipfel_sockets ")]
    return int(float(line.split()[1]))
