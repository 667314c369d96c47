"""Tables over HTTP and sockets, on both databases: from the link to the proof of the dice."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gipfel.core.fairness import verify
from gipfel.games import load
from gipfel.server import caretaker, hall, protocol
from gipfel.server.messages import Flag
from gipfel.server.storage.database import connect, writing
from gipfel.server.storage.shelf import Outage
from tests.server.client import Player, fresh_id
from tests.server.running import GENEROUS, Running, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server(address: str) -> AsyncIterator[Running]:
    async with serving(address) as running:
        yield running


@pytest.fixture
async def player(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as one:
        yield one


async def pair(server: Running, game: str = "matterhorn", **more: object) -> tuple[Player, Player]:
    """Two people at a table that has begun."""
    anna, beat = Player(server.url), Player(server.url)
    await anna.put_up(game, "pp", **more)
    await anna.join(seat=0, name="Anna")
    await beat.join(anna.table, name="Beat")
    await anna.connect()
    await beat.connect()
    return anna, beat


async def play_out(*players: Player) -> None:
    """Play a table to its end: whoever may, does the first legal thing that ends soonest."""
    while not all(player.over for player in players):
        for player in players:
            if player.legal:
                version = player.version
                answer = await player.move(_pick(player.legal))
                assert answer["type"] == "ack", answer
                for other in players:
                    await other.caught_up(version + 1)


def _pick(legal: list[str]) -> str:
    for word in ("climb", "stop", "discard", "done"):
        for event in legal:
            if event.startswith(word):
                return event
    return legal[0]


async def test_two_people_play_a_whole_game_and_check_its_chance(server: Running) -> None:
    anna, beat = await pair(server, "altitude")
    commitment = (await anna.http.get(f"/api/tables/{anna.table}")).json()["welcome"]["commitment"]
    await play_out(anna, beat)
    text = (await beat.http.get(f"/api/tables/{anna.table}/record")).text
    match = load(text)
    assert match.header["commitment"] == commitment
    assert match.header["secret"] == anna.update["result"]["secret"]
    assert verify(match) > 100
    assert match.names == ("Anna", "Beat")
    assert [event["version"] for event in beat.events] == list(
        range(beat.events[0]["version"], beat.version + 1)
    )
    await anna.close()
    await beat.close()


@pytest.mark.parametrize("game", ["matterhorn", "altitude"])
async def test_a_person_plays_bots_that_move_by_themselves(player: Player, game: str) -> None:
    await player.put_up(game, "pbb" if game == "altitude" else "pb", grade="F")
    await player.join()
    await player.connect()
    moves = 0
    while not player.over and moves < 40:
        if player.legal:
            moves += 1
            assert (await player.move(_pick(player.legal)))["type"] == "ack"
        else:
            await player.next()
    assert any(
        event["what"]["kind"] == "moved" and event["what"]["seat"] == 1 for event in player.events
    )


async def test_an_acknowledged_move_survives_a_restart(address: str) -> None:
    async with serving(address) as server:
        anna, beat = await pair(server, "altitude")
        mover = anna if anna.legal else beat
        ack = await mover.move(mover.legal[0])
        await mover.caught_up(ack["version"])
        version, view = mover.version, mover.update["view"]
        cookie = mover.http.cookies
        table = mover.table
        for one in (anna, beat):
            await one.close()
    async with serving(address) as server, Player(server.url) as again:
        again.http.cookies = cookie
        await again.connect(table=table)
        assert (again.version, again.update["view"]) == (version, view)


async def test_coming_back_with_the_last_version_yields_what_was_missed(server: Running) -> None:
    anna, beat = await pair(server)
    last = beat.version
    assert beat.socket is not None
    await beat.socket.close()
    mover = anna if anna.legal else None
    if mover is None:
        await beat.connect(since=last)
        await beat.move(beat.legal[0])
        assert beat.socket is not None
        last = beat.version
        await beat.socket.close()
        await anna.caught_up(last)
    ack = await anna.move(anna.legal[0])
    assert ack["type"] == "ack"
    await anna.caught_up(ack["version"])
    beat.events.clear()
    await beat.connect(since=last)
    assert [event["version"] for event in beat.events] == list(range(last + 1, anna.version + 1))
    await anna.close()
    await beat.close()


async def test_a_command_sent_twice_is_done_once(server: Running) -> None:
    anna, beat = await pair(server)
    mover = anna if anna.legal else beat
    message = {"id": "once", "version": mover.version, "event": mover.legal[0]}
    answers = [await mover.do("move", **message) for _ in range(3)]
    assert [answer["type"] for answer in answers] == ["ack"] * 3
    assert len({answer["version"] for answer in answers}) == 1
    http = await mover.http.post(
        f"/api/tables/{mover.table}/commands", json={"type": "move", **message}
    )
    assert http.json()["version"] == answers[0]["version"]
    await anna.close()
    await beat.close()


async def test_a_move_of_long_ago_is_acknowledged_again_from_the_log(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOVES_REMEMBERED", 3)
    async with Player(server.url) as anna:
        await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        moves = []
        for _ in range(6):
            move = {"id": fresh_id(), "version": anna.version, "event": anna.legal[0]}
            answer = await anna.do("move", **move)
            moves.append((move, answer))
            await anna.caught_up(answer["version"])
        version = anna.version
        for move, answer in moves:
            assert await anna.do("move", **move) == answer
        other = await anna.do("move", id="other", version=moves[0][0]["version"], event="done")
        assert other["code"] == "stale"
        assert (await anna.http.get(f"/api/tables/{anna.table}")).json()["update"][
            "version"
        ] == version


async def test_a_crowd_of_racing_moves_lets_exactly_one_through(server: Running) -> None:
    """Twenty clients of one person answer the same position at the same time."""
    anna, beat = await pair(server)
    mover = anna if anna.legal else beat
    answers = await asyncio.gather(
        *(
            mover.http.post(
                f"/api/tables/{mover.table}/commands",
                json={
                    "type": "move",
                    "id": fresh_id(),
                    "version": mover.version,
                    "event": mover.legal[number],
                },
            )
            for number in range(20)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    await anna.close()
    await beat.close()


async def test_one_browser_holds_all_seats_and_sees_the_hand_that_is_to_act(
    player: Player,
) -> None:
    await player.put_up("altitude", "ppp")
    for seat in range(3):
        await player.join(seat=seat)
    await player.connect()
    assert player.seats == [0, 1, 2]
    for seat in range(3):
        assert player.update["viewer"] == player.update["actor"] == seat
        hands = player.update["view"]["hands"]
        assert [set(hand) == {"?"} for hand in hands] == [n != seat for n in range(3)]
        ack = await player.move(player.legal[0])
        await player.caught_up(ack["version"])
    await player.send(type="look", seat=2)
    await player.until(lambda message: message.get("viewer") == 2)
    await player.send(type="look", seat=None)
    message = await player.until(lambda message: message["type"] == "update")
    assert message["viewer"] is None
    assert "legal" not in message


async def test_a_stranger_watches_and_can_do_nothing(server: Running) -> None:
    anna, beat = await pair(server)
    async with Player(server.url) as stranger:
        await stranger.connect(table=anna.table)
        assert stranger.update["viewer"] is None
        assert (await stranger.move("start 12a 12b"))["code"] == "not_yours"
        mover = anna if anna.legal else beat
        ack = await mover.move(mover.legal[0])
        await stranger.caught_up(ack["version"])
        assert "legal" not in stranger.update
    await anna.close()
    await beat.close()


async def test_a_link_brings_the_seat_to_another_device_once(server: Running) -> None:
    anna, beat = await pair(server, "altitude")
    secret = (await anna.http.post("/api/links")).json()["secret"]
    async with Player(server.url) as phone:
        assert (
            await phone.http.post("/api/links/follow", json={"secret": secret})
        ).status_code == 204
        await phone.connect(table=anna.table)
        assert phone.seats == [0]
        assert phone.update["view"] == anna.update["view"]
    async with Player(server.url) as thief:
        answer = await thief.http.post("/api/links/follow", json={"secret": secret})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_link")
        assert (await thief.http.post("/api/links")).status_code == 403
    await anna.close()
    await beat.close()


async def test_a_rematch_is_joined_with_the_seats_rotated(server: Running) -> None:
    anna, beat = await pair(server)
    await anna.do("resign")
    await beat.until(lambda message: message.get("phase") == "over")
    await anna.do("propose", what="rematch")
    await beat.do("answer", agree=True)
    await anna.caught_up(beat.version)
    other = anna.update["result"]["next_table"]
    async with Player(server.url) as stranger:
        answer = await stranger.http.post(
            f"/api/tables/{other}/seats", json={"id": "x", "name": "Stranger"}
        )
        assert answer.json()["code"] == "seat_reserved"
    assert (await beat.join(other, name="Beat"))["seats"] == [0]
    assert (await anna.join(other, name="Anna"))["seats"] == [1]
    await anna.close()
    await beat.close()


async def test_a_clock_that_ran_out_is_flagged_by_the_server(server: Running) -> None:
    """The log is given a start in the past, so nobody has to wait."""
    anna, beat = await pair(server, clock={"kind": "per_move", "seconds": 5})
    live = await server.house.hall.table(anna.table)
    clocks = live.journal.table.clocks
    past = msgspec.structs.replace(clocks, since=clocks.since - 10_000)
    live.journal.table = msgspec.structs.replace(live.journal.table, clocks=past)
    loser = anna if anna.legal else beat
    assert (await loser.move(loser.legal[0]))["code"] == "time_up"
    await server.house.hall.do(anna.table, Flag(), None)
    for one in (anna, beat):
        await one.until(lambda message: message.get("phase") == "over")
        assert one.update["result"]["why"] == "time"
        await one.close()


@pytest.mark.parametrize("ended", ["asked", "killed"])
async def test_the_time_without_a_server_counts_against_nobody(address: str, ended: str) -> None:
    """The whole database is made an hour older while no server runs, so nobody has to wait."""
    clock = {"kind": "per_move", "seconds": 30}
    async with serving(address) as server:
        anna, beat = await pair(server, clock=clock)
        cookies, table = anna.http.cookies, anna.table
        await anna.close()
        await beat.close()
        if ended == "killed":  # the last sign of life is some moments old
            await server.house.caretaker.stop()
            server.house.shelf.pulse = _no_pulse  # type: ignore[assignment]
    engine = connect(address)
    async with writing(engine).begin() as connection:
        for change in (
            "entries SET at = at -",
            "tables SET due_at = due_at -",
            "pulse SET at = at -",
        ):
            await connection.execute(sa.text(f"UPDATE {change} 3600000"))
    await engine.dispose()
    async with serving(address) as server, Player(server.url) as anna:
        if address.startswith("postgresql"):
            await server.house.caretaker.pulse(caretaker.GAP)
        anna.http.cookies = cookies
        await anna.connect(table=table)
        seat = anna.update["running"]
        assert anna.update["phase"] == "playing"
        assert 15_000 < anna.update["clocks"][seat] <= 30_000
        events = (await anna.http.get(f"/api/tables/{table}?since=0")).json()["update"]["events"]
        assert [event["what"]["kind"] for event in events].count("stood") == 1


async def _no_pulse(*_: object) -> list[Outage]:
    return []


async def test_the_caretaker_moves_a_bot_that_nobody_sees_to(address: str) -> None:
    """A worker stored the move before the bot's and died; another one goes on."""
    async with serving(address) as server, Player(server.url) as anna:
        server.house.thinking.close()  # no bot will ever think here
        await anna.put_up("altitude", "pb")
        await anna.join()
        await anna.connect()
        await anna.move(anna.legal[0])
        table, cookies, version = anna.table, anna.http.cookies, anna.version
    async with serving(address) as server, Player(server.url) as anna:
        await server.house.shelf.release()
        anna.http.cookies = cookies
        await anna.connect(since=version, table=table)  # it may have moved by now
        while not any(event["what"].get("seat") == 1 for event in anna.events):
            await anna.next()
        assert anna.version > version


async def test_listed_tables_are_listed_and_private_ones_are_not(player: Player) -> None:
    private = await player.put_up("matterhorn")
    listed = await player.put_up("matterhorn", listed=True)
    tables = [one["table"] for one in (await player.http.get("/api/tables")).json()]
    assert tables == [listed]
    assert private not in str(tables)


async def test_leaving_by_http_and_coming_back(server: Running) -> None:
    anna, beat = await pair(server)
    commands = f"/api/tables/{anna.table}/commands"
    left = await anna.http.post(commands, json={"type": "leave", "id": "l"})
    assert left.status_code == 200
    await beat.until(
        lambda message: message["type"] == "update" and message["seats"][0].get("left")
    )
    back = await anna.http.post(commands, json={"type": "return", "id": "r"})
    assert back.status_code == 200
    await anna.close()
    await beat.close()


async def test_a_server_that_closes_says_so_and_takes_nothing_more(address: str) -> None:
    async with serving(address) as server:
        anna, beat = await pair(server)
        server.house.farewell()
        message = await anna.until(lambda message: message["type"] == "bye")
        assert message == {"type": "bye", "code": "stopping"}
        assert anna.socket is not None
        with pytest.raises(ConnectionClosed):
            await anna.next()
        assert anna.socket.close_code == 1012
        ready = await anna.http.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "stopping")
        refused = await anna.http.post(
            f"/api/tables/{anna.table}/commands", json={"type": "resign", "id": "x"}
        )
        assert refused.status_code == 503
        for one in (anna, beat):
            await one.close()


async def test_a_socket_is_sent_away_for_good_only_where_there_is_no_table(address: str) -> None:
    """While the database is away it is told to come again, and what it tried is not counted."""
    engine = connect(address)

    async def rename(old: str, new: str) -> None:
        async with writing(engine).begin() as connection:
            for name in ("entries", "tokens"):
                change = sa.text(f"ALTER TABLE {name}{old} RENAME TO {name}{new}")
                await connection.execute(change)

    async def closed(player: Player, table: str) -> int | None:
        with pytest.raises(ConnectionClosed):
            await player.connect(table=table)
        assert player.socket is not None
        return player.socket.close_code

    anna, eve = Player(""), Player("")
    async with serving(address) as server:
        anna.http.base_url = server.url
        await anna.put_up("altitude", "p")
        await anna.join()
    async with serving(address, msgspec.structs.replace(GENEROUS, sockets=1)) as server:
        anna.url = eve.url = server.url
        await rename("", "_away")
        assert await closed(eve, anna.table) == 1013
        for _ in range(2):
            with pytest.raises(InvalidStatus):
                await anna.connect()
        await rename("_away", "")
        assert await closed(eve, "nowhere") == 4400
        await anna.connect()
        assert anna.seats == [0]
        await anna.close()
        await eve.close()
    await engine.dispose()


async def test_tables_that_nobody_uses_leave_the_memory_and_come_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "MOST_IDLE", 4)
    async with Player(server.url) as anna, Player(server.url) as beat:
        kept = await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        for _ in range(20):
            await beat.put_up("matterhorn")
            await beat.join()
        assert len(server.house.hall._tables) <= 6
        assert kept in server.house.hall._tables, "somebody listens there"
        ack = await anna.move(anna.legal[0])
        await anna.caught_up(ack["version"])
