"""A player for tests: talks to a real server over HTTP and a socket, as a browser would."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
PATIENCE = 120.0
"""Seconds after which a server that says nothing is taken for dead."""
_ids = itertools.count(1)


def fresh_id() -> str:
    return f"c{next(_ids)}"


class Player:
    """One browser: a cookie jar and a socket."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False)
        self.socket: ClientConnection | None = None
        self.table = ""
        self.update: Json = {}
        self.version = 0
        self.seats: list[int] = []
        self.events: list[Json] = []
        self.waiting: list[Json] = []
        """Acks and refusals that came while something else was awaited."""
        self.received: list[bytes] | None = None
        """Every frame, if a test wants them."""

    async def put_up(self, game: str, seats: str = "pp", **more: Any) -> str:
        plans = [
            {"kind": "person"} if one == "p" else {"kind": "bot", "grade": more.get("grade", "F")}
            for one in seats
        ]
        more.pop("grade", None)
        body = {"game": game, "seats": plans, **more}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["table"]
        return self.table

    async def join(self, table: str = "", seat: int | None = None, name: str = "") -> Json:
        self.table = table or self.table
        body = {"id": fresh_id(), "name": name or f"n{fresh_id()}", "seat": seat, "entropy": "ab"}
        answer = await self.http.post(f"/api/tables/{self.table}/seats", json=body)
        assert answer.status_code == 201, answer.text
        self.seats = answer.json()["seats"]
        return dict(answer.json())

    async def connect(self, since: int | None = None, table: str = "") -> "Player":
        self.table = table or self.table
        query = "" if since is None else f"?since={since}"
        url = self.url.replace("http", "ws", 1) + f"/api/tables/{self.table}/socket{query}"
        cookie = self.http.cookies.get("gipfel")
        headers = {"Cookie": f"gipfel={cookie}"} if cookie else {}
        self.socket = await connect(
            url, additional_headers=headers, compression=None, open_timeout=PATIENCE, max_queue=None
        )
        await self.until(lambda message: message["type"] == "update")
        return self

    async def next(self) -> Json:
        """Return the next message, and remember what it says."""
        assert self.socket is not None
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv(decode=False)
        if self.received is not None:
            self.received.append(bytes(frame))
        message: Json = msgspec.json.decode(frame)
        if message["type"] == "update":
            self.update, self.version = message, message["version"]
            self.events += message["events"]
        elif message["type"] == "you":
            self.seats = message["seats"]
        return message

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        while not wanted(message := await self.next()):
            if message["type"] in ("ack", "refused"):
                self.waiting.append(message)
        return message

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def do(self, type: str, **more: Any) -> Json:
        """Send a command; return its ack or refusal."""
        id = more.setdefault("id", fresh_id())
        await self.send(type=type, **more)
        return await self.until(
            lambda message: message["type"] in ("ack", "refused") and message.get("id") == id
        )

    async def move(self, event: str) -> Json:
        return await self.do("move", version=self.version, event=event)

    async def caught_up(self, version: int) -> None:
        while self.version < version:
            await self.next()

    @property
    def legal(self) -> list[str]:
        return list(self.update.get("legal", ()))

    @property
    def over(self) -> bool:
        return bool(self.update.get("phase") == "over")

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None
        await self.http.aclose()

    async def __aenter__(self) -> "Player":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
