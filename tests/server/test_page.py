"""What the page is made of: its files, its addresses, and what it asks the server for."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from gipfel.core.fairness import daily_secret, verify
from gipfel.core.rulebook import LANGUAGES
from gipfel.games import GAMES, load
from gipfel.server import hall, history
from gipfel.server.history import Frame, Passage
from gipfel.server.messages import Code, Refused
from gipfel.server.protocol import open_table
from gipfel.server.site import read_site
from tests.server.client import Json, Player
from tests.server.running import Running, serving
from tests.server.tables import PEOPLE, TableInMemory, setup

pytestmark = pytest.mark.anyio
INDEX = """<!doctype html><html lang="en"><head><meta charset="utf-8" />
<script type="module" src="./assets/index-1a2b.js"></script></head><body></body></html>"""
ADDRESSES = ("/", "/link", "/new/altitude", "/t/abc", "/t/abc/review", "/rules/altitude/de")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page as a build leaves it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "index-1a2b.js").write_text("let a = 1;\n" * 500)
    (folder / "assets" / "jost-3c4d.woff2").write_bytes(bytes(range(256)) * 8)
    (folder / "mountain.svg").write_text("<svg/>")
    return folder


@pytest.fixture
async def server(sqlite_address: str, page: Path) -> AsyncIterator[Running]:
    async with serving(sqlite_address, page=str(page)) as running:
        yield running


@pytest.fixture
async def http(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


# Files


async def test_every_address_of_the_page_answers_with_it(http: httpx.AsyncClient) -> None:
    for path in ADDRESSES:
        answer = await http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (
            200,
            "text/html; charset=utf-8",
        )
        assert '<head><base href="/" />' in answer.text
        assert 'src="web/assets/index-1a2b.js"' in answer.text
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        host = f"127.0.0.1:{http.base_url.port}"
        assert "default-src 'self'; style-src 'self' 'unsafe-inline'" in policy
        assert f"connect-src 'self' ws://{host} wss://{host};" in policy
        assert "script-src" not in policy
        assert "base-uri 'self'" in policy
    assert (await http.get("/tables/abc")).status_code == 404


async def test_the_page_and_every_answer_name_the_build(
    http: httpx.AsyncClient, server: Running
) -> None:
    build = server.house.site.build
    assert f'<meta name="build" content="{build}" />' in (await http.get("/")).text
    for path in ("/api/games", "/api/mine", "/api/tables"):
        assert (await http.get(path)).headers["gipfel-build"] == build


async def test_files_have_their_kinds_and_are_kept_if_their_name_says_what_they_hold(
    http: httpx.AsyncClient,
) -> None:
    for name, kind, kept in (
        ("assets/index-1a2b.js", "text/javascript", True),
        ("assets/jost-3c4d.woff2", "font/woff2", True),
        ("mountain.svg", "image/svg+xml", False),
    ):
        answer = await http.get(f"/web/{name}")
        assert answer.headers["content-type"].startswith(kind)
        assert ("immutable" in answer.headers["cache-control"]) == kept
        again = await http.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_what_can_be_packed_is_packed_for_who_can_unpack_it(http: httpx.AsyncClient) -> None:
    script = "/web/assets/index-1a2b.js"
    packed = await http.get(script, headers={"accept-encoding": "br, gzip"})
    plain = await http.get(script, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 200
    assert packed.text == plain.text
    assert "content-encoding" not in plain.headers
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    font = await http.get("/web/assets/jost-3c4d.woff2", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in font.headers


async def test_the_page_stands_behind_a_path(sqlite_address: str, page: Path) -> None:
    async with (
        serving(sqlite_address, page=str(page), base_path="/games/gipfel") as server,
        httpx.AsyncClient(base_url=server.url) as http,
    ):
        for path in ADDRESSES:
            answer = await http.get(f"/games/gipfel{path}")
            assert '<base href="/games/gipfel/" />' in answer.text
        assert (await http.get("/games/gipfel/web/assets/index-1a2b.js")).status_code == 200
        async with Player(f"{server.url}/games/gipfel") as anna:
            await anna.put_up("altitude", "p")
            await anna.join()
            await anna.connect()
            assert (await anna.move(anna.legal[0]))["type"] == "ack"
            assert (await anna.http.get("/api/mine")).json()[0]["table"] == anna.table


async def test_a_server_without_a_page_says_how_to_build_it(
    sqlite_address: str, tmp_path: Path
) -> None:
    async with (
        serving(sqlite_address, page=str(tmp_path / "none")) as server,
        httpx.AsyncClient(base_url=server.url) as http,
    ):
        answer = await http.get("/")
        assert answer.status_code == 200
        assert "make play" in answer.text
        table = (await http.post("/api/tables", json=SOLO)).json()["table"]
        assert (await http.get(f"/api/tables/{table}")).json()["welcome"]["build"] == ""


def test_a_build_is_named_after_all_that_is_in_it(page: Path, tmp_path: Path) -> None:
    first = read_site(page, "")
    assert first.build
    assert read_site(page, "/gipfel").build == first.build
    other = tmp_path / "other"
    (other / "assets").mkdir(parents=True)
    (other / "index.html").write_text(INDEX)
    assert read_site(other, "").build not in (first.build, "")


# What it asks for

SOLO = {"game": "altitude", "seats": [{"kind": "person"}]}


async def test_the_first_words_bring_the_board_or_the_deck(server: Running) -> None:
    board = {"name": "hill", "tokens": 9, "lines": [{"number": 6, "circles": 5}]}
    async with Player(server.url) as anna:
        for options, name in (
            ({}, "standard"),
            ({"board": "sharp"}, "sharp"),
            ({"board": board}, "hill"),
        ):
            await anna.put_up("matterhorn", options=options)
            welcome = (await anna.http.get(f"/api/tables/{anna.table}")).json()["welcome"]
            assert welcome["material"]["name"] == name
            assert welcome["build"] == server.house.site.build != ""
        assert welcome["material"] == {
            **board,
            "circles": {
                "6a": {"line": 6, "index": 0, "touches": ["6b"]},
                "6b": {"line": 6, "index": 1, "touches": ["6a", "6c"]},
                "6c": {"line": 6, "index": 2, "touches": ["6b", "6d"]},
                "6d": {"line": 6, "index": 3, "touches": ["6c", "6e"]},
                "6e": {"line": 6, "index": 4, "touches": ["6d"]},
            },
            "top_from": ["6a", "6b", "6c", "6d", "6e"],
        }
        await anna.put_up("altitude", "p", options={"deck": "hike"})
        material = (await anna.http.get(f"/api/tables/{anna.table}")).json()["welcome"]["material"]
        assert material.keys() == {"name", "cards", "species", "base", "hand"}
        assert set(material["species"]) <= set(material["cards"])
        assert (material["base"], material["hand"]) == (10, 4)


async def test_the_odds_stand_beside_the_decision_and_nobody_else_gets_them(
    server: Running,
) -> None:
    async with Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("matterhorn")
        await anna.join()
        await beat.join(anna.table)
        for player in (anna, beat):
            await player.connect()
        found: set[str] = set()
        while not found >= {"token", "bonus", "decide"}:
            mover, other = (anna, beat) if anna.legal else (beat, anna)
            assert "odds" not in other.update
            phase = mover.update["view"]["phase"]
            odds: Any = mover.update.get("odds")
            found.add(phase)
            if phase == "token":
                assert {f"{event.split()[1][:-1]}" for event in mover.legal} == set(odds["after"])
            elif phase in ("bonus", "decide"):
                assert 0 < odds["flop"] <= 1
                assert all(0 <= chance < 1 for chance in odds["lines"].values())
            else:
                assert odds is None
            version = (await mover.move(mover.legal[0]))["version"]
            for player in (anna, beat):
                await player.caught_up(version)
            await other.caught_up(mover.version)
            await mover.caught_up(other.version)


async def test_the_games_tell_their_options_and_the_rules_their_words(
    http: httpx.AsyncClient,
) -> None:
    games = {game["name"]: game for game in (await http.get("/api/games")).json()}
    assert games["matterhorn"]["options"] == {"summit_cost": [1, 2], "board": ["sharp", "standard"]}
    assert games["altitude"]["options"] == {"deck": ["hike", "standard"]}
    assert [games[name]["begins"] for name in ("matterhorn", "altitude")] == [False, True]
    assert [games[name]["own_dice"] for name in ("matterhorn", "altitude")] == [True, False]
    for name in GAMES:
        for language in LANGUAGES:
            rules = (await http.get(f"/api/rules/{name}/{language}")).json()
            assert rules.keys() == {"title", "goal", "sections"}
            assert all(rule.keys() == {"id", "text"} for rule in rules["sections"][0]["rules"])
    for path in ("altitude/xx", "chess/en", "altitude/..%2fen", "../games/en"):
        assert (await http.get(f"/api/rules/{path}")).status_code == 404


# Who is here, and where one sits


async def told_here(player: Player, wanted: list[bool | None]) -> None:
    """Wait until the seats are told to be so."""
    while [seat.get("here") for seat in player.update["seats"]] != wanted:
        version = player.version
        update = await player.until(lambda message: message["type"] == "update")
        assert update["version"] == version
        assert update["events"] == []


async def test_who_is_here_is_told_without_a_new_version(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SETTLES", 0.05)
    async with Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("altitude", "ppb")
        await anna.join(seat=0)
        await beat.join(anna.table, seat=1)
        await anna.connect()
        await told_here(anna, [True, False, None])
        await beat.connect()
        await told_here(anna, [True, True, None])
        assert beat.socket is not None
        await beat.socket.close()
        await told_here(anna, [True, False, None])


async def test_a_page_loaded_anew_is_no_news(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SETTLES", 0.3)
    async with Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("altitude", "pp")
        await anna.join(seat=0)
        await beat.join(anna.table, seat=1)
        await anna.connect()
        await beat.connect()
        await told_here(anna, [True, True])
        live = await server.house.hall.table(anna.table)
        while live.settling:
            await asyncio.sleep(0.01)
        anna.received = []
        assert beat.socket is not None
        await beat.socket.close()
        await beat.connect()
        while live.settling:
            await asyncio.sleep(0.01)
        await anna.send(type="ping")
        await anna.until(lambda message: message["type"] == "pong")
        assert len(anna.received) == 1


async def test_ones_own_tables_are_found_again(address: str) -> None:
    async with serving(address) as server, Player(server.url) as anna, Player(server.url) as beat:
        assert (await anna.http.get("/api/mine")).json() == []
        tables = []
        for seats in ("p", "pp", "pb"):
            tables.append(await anna.put_up("altitude", seats))
            await anna.join(seat=0)
        await beat.join(tables[1])
        mine: list[Json] = (await anna.http.get("/api/mine")).json()
        assert {one["table"] for one in mine} == set(tables)
        assert all(one["own"] == [0] and one["actor"] == 0 for one in mine)
        assert [one["table"] for one in (await beat.http.get("/api/mine")).json()] == [tables[1]]
        commands = f"/api/tables/{tables[1]}/commands"
        await anna.http.post(commands, json={"type": "resign", "id": "r"})
        last = (await anna.http.get("/api/mine")).json()[-1]
        assert (last["table"], last["phase"]) == (tables[1], "over"), "what is over comes last"
        assert last["result"]["winners"] == [1]
        await anna.put_up("altitude", "pp")
        await anna.join()
        leave = {"type": "leave", "id": "l"}
        await anna.http.post(f"/api/tables/{anna.table}/commands", json=leave)
        assert anna.table not in {one["table"] for one in (await anna.http.get("/api/mine")).json()}


# History


async def test_a_game_is_looked_through_step_by_step(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("altitude", options={"deck": "hike"})
        await anna.join()
        await beat.join(anna.table)
        await anna.connect()
        path = f"/api/tables/{anna.table}/history"
        body: Json = (await anna.http.get(path)).json()
        assert body["next"] is None
        first, *others = body["frames"]
        assert (first["event"], first["seat"], first["view"]["phase"]) == (None, None, "deal")
        assert [frame["event"] for frame in others][6:] == ["draw ?"] * 6
        assert others[-1]["view"] == anna.update["view"]
        since = others[-3]["version"]
        assert (await anna.http.get(f"{path}?since={since}")).json()["frames"] == others[-2:]
        packed = await anna.http.get(path, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        plain = await anna.http.get(path, headers={"accept-encoding": "identity"})
        assert plain.json() == packed.json() == body


def test_a_long_history_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    one = TableInMemory(setup("matterhorn")).sit_all()
    one.play_on(most=60)
    whole = Passage(one.journal, 0, 0).history()
    monkeypatch.setattr(history, "MOST", 25)
    parts: list[Frame] = []
    since = 0
    while True:
        part = Passage(one.journal, 0, since).history()
        parts += part.frames
        if part.next is None:
            break
        assert len(part.frames) == 25
        since = part.next
    assert tuple(parts) == whole.frames


def test_a_history_shows_that_moves_were_taken_back() -> None:
    one = TableInMemory(setup("matterhorn", "pp")).sit_all()
    person = one.table.seats[one.table.actor].person
    one.move(person, "start 12a 12b")
    one.propose(person, "undo")
    one.answer(one.table.seats[one.table.actor].person, True)
    frames = Passage(one.journal, None, 0).history().frames
    assert [frame.event for frame in frames[-2:]] == ["start 12a 12b", None]
    assert frames[-1].view == frames[-3].view


def test_in_a_history_what_own_dice_showed_is_nobodys_move() -> None:
    one = TableInMemory(setup("matterhorn", "pp", own_dice=True)).sit_all()
    one.move(PEOPLE[0], "rolloff 6 1")
    one.move(PEOPLE[0], "start 12a 12b")
    frames = Passage(one.journal, None, 0).history().frames
    assert [(frame.event, frame.seat) for frame in frames[1:]] == [
        ("rolloff 6 1", None),
        ("start 12a 12b", 0),
    ]


# The deal of the day

NOON = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp() * 1000)


async def test_the_deal_of_a_day_is_the_same_for_everybody(server: Running) -> None:
    today = datetime.now(UTC).date().isoformat()
    hands, games = [], []
    for _ in range(2):
        async with Player(server.url) as anna:
            await anna.put_up("altitude", "p", daily=today)
            await anna.join()
            await anna.connect()
            hands.append(anna.update["view"]["hands"][0])
            while not anna.over:
                move = next((e for e in anna.legal if e in ("discard", "done")), anna.legal[0])
                await anna.caught_up((await anna.move(move))["version"])
            text = (await anna.http.get(f"/api/tables/{anna.table}/record")).text
            assert verify(load(text)) == 114 + 2, "two of six go back and may come again"
            games.append([line for line in text.splitlines() if not line.startswith("#")])
            assert anna.update["result"]["secret"] == daily_secret("altitude", today).hex()
            assert f"# daily: {today}" in text
    assert hands[0] == hands[1]
    assert games[0] == games[1], "whoever plays alike is dealt alike"


@pytest.mark.parametrize(
    ("game", "seats", "more"),
    [
        ("altitude", "pp", {"daily": "2026-11-16"}),
        ("altitude", "pb", {"daily": "2026-11-16"}),
        ("matterhorn", "pp", {"daily": "2026-11-16"}),
        ("altitude", "p", {"daily": "2026-11-18"}),
        ("altitude", "p", {"daily": "2026-02-30"}),
    ],
)
def test_a_day_is_dealt_to_one_and_not_before_it_comes(
    game: str, seats: str, more: dict[str, object]
) -> None:
    with pytest.raises(Refused) as refused:
        open_table(setup(game, seats, **more), NOON)
    assert refused.value.code is Code.BAD_REQUEST


def test_where_the_day_has_begun_already_it_can_be_played() -> None:
    tomorrow = (datetime.fromtimestamp(NOON / 1000, UTC).date() + timedelta(1)).isoformat()
    assert open_table(setup("altitude", "p", daily=tomorrow), NOON).table.setup.daily == tomorrow


def test_packing_is_the_same_each_time(page: Path) -> None:
    packed = read_site(page, "").files["assets/index-1a2b.js"].packed
    assert packed is not None
    assert gzip.decompress(packed) == (page / "assets" / "index-1a2b.js").read_bytes()
