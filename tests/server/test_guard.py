"""The guard: origins, cookies, headers, limits; bad input gets a code and harms nothing."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gipfel.server.limits import Bucket, Buckets, client_of
from gipfel.server.settings import Limits
from tests.server.client import Player
from tests.server.running import GENEROUS, Running, serving

pytestmark = pytest.mark.anyio
TABLE = {"game": "matterhorn", "seats": [{"kind": "person"}, {"kind": "person"}]}


@pytest.fixture
async def server(sqlite_address: str) -> AsyncIterator[Running]:
    async with serving(sqlite_address) as running:
        yield running


@pytest.fixture
async def http(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url) as client:
        yield client


async def test_every_answer_has_the_headers(http: httpx.AsyncClient) -> None:
    for path in ("/", "/api/games", "/api/tables/none", "/nowhere", "/healthz", "/web/../x"):
        answer = await http.get(path)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-request-id"]
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]
    assert (await http.get("/api/games")).headers["cache-control"] == "no-store"


async def test_a_request_id_is_kept_if_it_is_one(http: httpx.AsyncClient) -> None:
    kept = await http.get("/", headers={"x-request-id": "abcdefgh-1"})
    assert kept.headers["x-request-id"] == "abcdefgh-1"
    made = await http.get("/", headers={"x-request-id": "<script>"})
    assert made.headers["x-request-id"] != "<script>"


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("own", True),
        ("https://evil.example", False),
        ("null", False),
        ("", False),
        ("http://127.0.0.1", False),
        ("http://friend.example", True),
    ],
)
async def test_pages_of_others_can_change_nothing(
    sqlite_address: str, origin: str | None, allowed: bool
) -> None:
    async with (
        serving(sqlite_address, origins=("http://friend.example",)) as server,
        httpx.AsyncClient(base_url=server.url) as http,
    ):
        headers = {} if origin is None else {"origin": server.url if origin == "own" else origin}
        answer = await http.post("/api/tables", json=TABLE, headers=headers)
        assert answer.status_code == (201 if allowed else 403)
        if not allowed:
            assert answer.json() == {"type": "refused", "code": "bad_origin"}
        table = (await http.post("/api/tables", json=TABLE)).json()["table"]
        url = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        if allowed:
            async with connect(url, additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["type"] == "welcome"
        else:
            with pytest.raises(InvalidStatus):
                await connect(url, additional_headers=headers)
    # A browser that hides the origin still says whose page it is.


async def test_a_cross_site_request_without_an_origin_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/tables", json=TABLE, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


async def test_the_cookie_is_for_the_server_alone(http: httpx.AsyncClient) -> None:
    table = (await http.post("/api/tables", json=TABLE)).json()["table"]
    answer = await http.post(f"/api/tables/{table}/seats", json={"id": "a", "name": "Anna"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    token = cookie.split("=", 1)[1].split(";")[0]
    assert len(token) >= 43
    assert token not in answer.text
    assert token not in (await http.get(f"/api/tables/{table}")).text


@pytest.mark.parametrize("cookie", ["", "x", "ü", "a" * 5_000, "'; DROP TABLE tokens; --", '"'])
async def test_a_bad_cookie_is_a_strangers(server: Running, cookie: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        table = (await http.post("/api/tables", json=TABLE)).json()["table"]
        headers = {b"cookie": f"gipfel={cookie}".encode()}
        answer = await http.get(f"/api/tables/{table}", headers=headers)
        assert (answer.status_code, answer.json()["seats"]) == (200, [])
        resigned = await http.post(
            f"/api/tables/{table}/commands", json={"type": "resign", "id": "x"}, headers=headers
        )
        assert (resigned.status_code, resigned.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe\x00", 400),
        (b"[" * 20_000, 400),
        (b"null", 400),
        (b'{"game":"chess","seats":[{"kind":"person"}]}', 400),
        (b'{"game":"matterhorn","seats":[{"kind":"person"}],"x":1}', 400),
        (json.dumps(TABLE | {"options": {"board": {"name": "x"}}}).encode(), 400),
        (json.dumps(TABLE | {"options": {"board": "../../etc/passwd"}}).encode(), 400),
        (json.dumps(TABLE | {"clock": {"kind": "bank", "seconds": -1}}).encode(), 400),
        (b" " * 100_000, 413),
    ],
)
async def test_a_bad_body_gets_a_code(http: httpx.AsyncClient, body: bytes, status: int) -> None:
    answer = await http.post(
        "/api/tables", content=body, headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["type"]) == (status, "refused")
    assert "Traceback" not in answer.text


async def test_what_is_not_there_says_so_in_codes(http: httpx.AsyncClient) -> None:
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/record"):
        answer = await http.get(path)
        assert (answer.status_code, answer.json()) == (404, {"type": "refused", "code": "no_table"})
    assert (await http.get("/nowhere")).json() == {"type": "refused", "code": "not_found"}
    assert (await http.delete("/api/tables")).status_code == 405
    for path in ("/web/../app.py", "/web/%2e%2e/app.py", "/web//etc/passwd", "/web/app.py"):
        assert (await http.get(path)).status_code == 404


async def test_names_are_text(http: httpx.AsyncClient) -> None:
    table = (await http.post("/api/tables", json=TABLE)).json()["table"]
    name = "<b>&\"'\u202e</b>"
    seats = f"/api/tables/{table}/seats"
    bad = await http.post(seats, json={"id": "a", "name": name})
    assert bad.json()["code"] == "bad_name", "a sign that turns the writing round is no text"
    await http.post(seats, json={"id": "b", "name": "<b>&\"'</b>"})
    answer = await http.get(f"/api/tables/{table}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["update"]["seats"][0]["name"] == "<b>&\"'</b>"


async def test_a_client_that_asks_too_much_is_told_to_wait(sqlite_address: str) -> None:
    limits = Limits(requests=0.001, burst=5, tables=0.001, tables_burst=2)
    async with (
        serving(sqlite_address, limits) as server,
        httpx.AsyncClient(base_url=server.url) as http,
    ):
        codes = [(await http.post("/api/tables", json=TABLE)).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        codes = [(await http.get("/healthz")).status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]
        refused = await http.get("/healthz")
        assert refused.json() == {"type": "refused", "code": "too_fast"}
        assert refused.headers["retry-after"] == "1"


async def test_a_socket_that_talks_too_much_is_refused_then_closed(sqlite_address: str) -> None:
    limits = Limits(messages=0.001, messages_burst=3)
    async with serving(sqlite_address, limits) as server, Player(server.url) as anna:
        await anna.put_up("matterhorn")
        await anna.connect()
        assert anna.socket is not None
        for _ in range(3):
            await anna.send(type="ping")
            await anna.until(lambda message: message["type"] == "pong")
        await anna.send(type="ping")
        assert (await anna.until(lambda message: message["type"] == "refused"))[
            "code"
        ] == "too_fast"
        with pytest.raises(ConnectionClosed):
            await _forever(anna, "ping")
        assert anna.socket.close_code == 4429


async def _forever(player: Player, says: str = "") -> None:
    while True:
        if says:
            await player.send(type=says)
        await player.next()


async def test_one_client_gets_so_many_sockets_and_no_more(sqlite_address: str) -> None:
    async with serving(sqlite_address, Limits(sockets=2)) as server, Player(server.url) as anna:
        await anna.put_up("matterhorn")
        more = [await Player(server.url).connect(table=anna.table) for _ in range(2)]
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            await anna.connect()
        await more[0].close()
        while server.house.sockets_of["127.0.0.1"] > 1:
            await asyncio.sleep(0.01)
        await anna.connect()
        await more[1].close()


async def test_a_reader_that_is_too_slow_is_let_go_and_may_come_back(sqlite_address: str) -> None:
    """Its messages wait in the server's queue: they never reach it, and others are not held up."""
    async with serving(sqlite_address, Limits(backlog=4)) as server, Player(server.url) as anna:
        await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        (socket,) = server.house.sockets
        for _ in range(10):  # the sender has no chance to run between these
            socket.tell(b'{"type":"pong","now":0}')
        with pytest.raises(ConnectionClosed):
            await _forever(anna)
        assert anna.socket is not None
        assert anna.socket.close_code == 4408
        await anna.connect(since=anna.version)
        assert anna.legal


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[" * 5_000,
        '{"type":"move"}',
        '{"type":"move","id":"a","version":1e400,"event":"stop"}',
        '{"type":"look","seat":9}',
        '{"type":"sit","id":"a","name":"\\ud800"}',
        b"\x00\xff",
        b'{"type":"ping"}',
    ],
)
async def test_a_bad_frame_gets_a_code_and_the_socket_lives(
    server: Running, frame: str | bytes
) -> None:
    async with Player(server.url) as anna:
        await anna.put_up("matterhorn")
        await anna.connect()
        assert anna.socket is not None
        await anna.socket.send(frame)
        refused = await anna.until(lambda message: message["type"] == "refused")
        assert refused["code"] in ("bad_json", "bad_request")
        await anna.send(type="ping")
        await anna.until(lambda message: message["type"] == "pong")


async def test_a_frame_that_is_too_large_closes_its_socket_only(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as beat:
        await anna.put_up("matterhorn")
        await anna.connect()
        await beat.connect(table=anna.table)
        assert anna.socket is not None
        await anna.socket.send(" " * 100_000)
        with pytest.raises(ConnectionClosed):
            await anna.next()
        assert anna.socket.close_code == 1009
        await beat.send(type="ping")
        await beat.until(lambda message: message["type"] == "pong")


async def test_a_socket_at_no_table_is_told_so(server: Running) -> None:
    url = server.url.replace("http", "ws") + "/api/tables/nowhere/socket"
    async with connect(url) as socket:
        assert json.loads(await socket.recv()) == {"type": "refused", "code": "no_table"}
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_figures_are_for_this_machine_by_default(sqlite_address: str) -> None:
    for who, status in (("local", 200), ("public", 200), ("off", 404)):
        async with (
            serving(sqlite_address, metrics=who) as server,
            httpx.AsyncClient(base_url=server.url) as http,
        ):
            answer = await http.get("/metrics")
            assert answer.status_code == status
            assert (b"gipfel_tables" in answer.content) == (status == 200)


async def test_it_can_stand_behind_a_path(sqlite_address: str) -> None:
    async with (
        serving(sqlite_address, base_path="/gipfel") as server,
        httpx.AsyncClient(base_url=f"{server.url}/gipfel") as http,
    ):
        table = (await http.post("/api/tables", json=TABLE)).json()["table"]
        joined = await http.post(f"/api/tables/{table}/seats", json={"id": "a", "name": "Anna"})
        assert "Path=/gipfel" in joined.headers["set-cookie"]
        assert (await http.get("")).status_code == 200


def test_a_bucket_fills_by_the_second() -> None:
    time = [0.0]
    bucket = Bucket(2, 3, lambda: time[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    time[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    buckets = Buckets(1, 1, lambda: time[0])
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]


def test_clients_are_counted_by_address_or_network() -> None:
    assert client_of(("10.0.0.1", 5)) == "10.0.0.1"
    assert client_of(("2001:db8::1", 5)) == client_of(("2001:db8::2", 5)) == "2001:db8::"
    assert client_of(("testclient", 5)) == "testclient"
    assert client_of(None) == "?"
    assert GENEROUS.sockets > 1
