"""A socket at a table: frames in, messages out, with limits on both."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .hall import LiveTable
from .house import House
from .limits import Bucket, client_of
from .logs import log
from .messages import (
    Ack,
    Code,
    Look,
    Ping,
    Pong,
    Refusal,
    Refused,
    You,
    decode,
    encode,
)
from .metrics import SLOW, SOCKETS
from .time import now

SLOW_READER = 4408
TOO_FAST = 4429
NO_TABLE = 4400
TRY_AGAIN = 1013
"""The standard's code for: not now."""
PATIENCE = 20.0
"""Seconds that the messages of a moment may take to be read."""
STRIKES = 50
"""Refused messages in a row after which a socket is closed."""


class Socket:
    """One open socket. A listener of the hall."""

    def __init__(self, house: House, socket: WebSocket[Any, Any, Any], person: str | None) -> None:
        self.person = person
        self.look: int | str | None = "auto"
        self.told = 0
        self._house = house
        self._socket = socket
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._ended = False
        self._busy = False
        """Whether a message is being acted on."""
        limits = house.settings.limits
        self._backlog = limits.backlog
        self._bucket = Bucket(limits.messages, limits.messages_burst)
        self._strikes = 0
        self._seats: tuple[int, ...] | None = None

    # Out

    def tell(self, message: bytes) -> None:
        """Queue a message; a reader that is too slow is let go and may come back."""
        if self._ended:
            return
        if self._out.qsize() >= self._backlog:
            SLOW.inc()
            while not self._out.empty():
                self._out.get_nowait()
            self.end(SLOW_READER)
        else:
            self._out.put_nowait(message)

    def end(self, code: int) -> None:
        """Close the socket after what is queued."""
        if not self._ended:
            self._ended = True
            self._out.put_nowait(code)

    async def _send(self) -> None:
        try:
            while True:
                messages = [await self._out.get()]
                while not self._out.empty():
                    messages.append(self._out.get_nowait())
                async with asyncio.timeout(PATIENCE):
                    for message in messages:
                        if isinstance(message, int):
                            await self._socket.close(code=message)
                            return
                        await self._socket.send(
                            {"type": "websocket.send", "bytes": None, "text": message.decode()}
                        )
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            self._ended = True  # the client is gone

    # In

    async def serve(self, table: str, since: int | None) -> None:
        """Talk to one client until it goes away or is sent away."""
        sending = asyncio.create_task(self._send())
        live: LiveTable | None = None
        try:
            try:
                live = await self._join(table, since)
            except Refused as refused:
                self._refuse(refused)
                self.end(NO_TABLE if refused.code is Code.NO_TABLE else TRY_AGAIN)
            else:
                await self._converse(live, sending)
        finally:
            if live is not None:
                self._house.hall.part(live, self)
            self.end(1000)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await sending

    async def _join(self, table: str, since: int | None) -> LiveTable:
        hall = self._house.hall
        live = await hall.table(table)
        if len(live.listeners) >= self._house.settings.limits.listeners:
            raise Refused(Code.TOO_MANY)
        self.tell(encode(live.journal.welcome(self._house.site.build)))
        self._tell_seats(live)
        return await hall.join(table, self, since)

    async def _converse(self, live: LiveTable, sending: asyncio.Task[None]) -> None:
        """Listen until the client goes away or nothing can be sent to it any more.

        What has begun is finished even if whoever asked is gone.
        """
        listening = asyncio.create_task(self._listen(live))
        await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
        if not self._busy:
            listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening

    async def _listen(self, live: LiveTable) -> None:
        while not self._ended:
            event: Any = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            self._busy = True
            try:
                await self._take(live, b"" if text is None else text)
                self._strikes = 0
            except Refused as refused:
                self._refuse(refused)
            except Exception:  # a fault of ours must not end the table
                log.exception("a message failed")
                self._refuse(Refused(Code.INTERNAL))
            finally:
                self._busy = False
            if self._strikes >= STRIKES:
                self.end(TOO_FAST)

    async def _take(self, live: LiveTable, frame: str | bytes) -> None:
        if not self._bucket.take():
            raise Refused(Code.TOO_FAST)
        message = decode(frame)
        hall = self._house.hall
        match message:
            case Ping():
                self.tell(encode(Pong(now())))
            case Look(seat):
                self.look = seat
                hall.show(live, self, None)
            case _:
                try:
                    version = await hall.do(live.journal.table.id, message, self.person)
                except Refused as refused:
                    refused.params.setdefault("id", message.id)
                    raise
                self.tell(encode(Ack(message.id, version)))
                self._tell_seats(live)

    def _tell_seats(self, live: LiveTable) -> None:
        seats = live.journal.table.seats_of(self.person)
        if seats != self._seats:
            self._seats = seats
            self.tell(encode(You(seats)))

    def _refuse(self, refused: Refused) -> None:
        self._strikes += 1
        params = dict(refused.params)
        id = params.pop("id", None)
        self.tell(encode(Refusal(refused.code, id, refused.rule, params)))


async def attend(house: House, socket: WebSocket[Any, Any, Any], table: str) -> None:
    """Accept a socket at a table and serve it."""
    person = await house.people.person_of(socket.cookies.get("gipfel"))
    client = client_of(socket.scope.get("client"))
    open_now = house.sockets_of.get(client, 0)
    if house.hall.stopping or open_now >= house.settings.limits.sockets:
        await socket.close(code=TOO_FAST)
        return
    house.sockets_of[client] = open_now + 1
    one = Socket(house, socket, person)
    house.sockets.add(one)
    SOCKETS.inc()
    try:
        await socket.accept()
        await one.serve(table, _since(socket.query_params.get("since")))
    finally:
        SOCKETS.dec()
        house.sockets.discard(one)
        house.sockets_of[client] -= 1
        if not house.sockets_of[client]:
            del house.sockets_of[client]
        del socket.receive, socket.send  # they hold on to the socket: it would stay in memory


def _since(text: object) -> int | None:
    """Return the last version that a client knows; None if it says none, or nonsense."""
    word = str(text or "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 16 else None
