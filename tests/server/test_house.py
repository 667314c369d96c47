"""A worker's parts together: what it does to the interpreter, and that it gives it back."""

import asyncio
import gc
import weakref

import pytest
from litestar import WebSocket
from websockets.server import ServerProtocol

from gipfel.server import house
from gipfel.server.serving import Door, Wire
from gipfel.server.settings import Settings
from tests.server.client import PATIENCE, Player
from tests.server.running import serving

pytestmark = pytest.mark.anyio

SOCKET = {Door, Wire, WebSocket, ServerProtocol}
"""What there is of a socket in memory, from the connection to what has been read."""


class Knot:
    """Something that holds itself: only a sweep can tell that it is dead."""

    def __init__(self) -> None:
        self.held = self


async def test_what_is_dead_is_swept_and_the_interpreter_sweeps_again_in_the_end(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "SWEEP", 0.01)
    async with house.open_house(Settings(database=sqlite_address)):
        assert not gc.isenabled()
        gone = weakref.ref(Knot())
        async with asyncio.timeout(PATIENCE):
            while gone() is not None:
                await asyncio.sleep(0.01)
    assert gc.isenabled()


@pytest.mark.parametrize("politely", [True, False])
async def test_a_socket_that_is_gone_is_gone_from_memory_without_a_sweep(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch, politely: bool
) -> None:
    monkeypatch.setattr(house, "SWEEP", 3600)
    gc.collect()
    async with serving(sqlite_address) as server:
        async with Player(server.url) as anna:
            await anna.put_up("altitude", "p")
            await anna.join()
            await anna.connect()
            await anna.move(anna.legal[0])
            assert {type(one) for one in gc.get_objects()} >= SOCKET
            if not politely:
                assert anna.socket is not None
                anna.socket.transport.abort()
        async with asyncio.timeout(PATIENCE):
            while {type(one) for one in gc.get_objects()} & SOCKET:
                await asyncio.sleep(0.05)
