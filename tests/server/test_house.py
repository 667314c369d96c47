"""A worker's parts together: what it does to the interpreter, and that it gives it back."""

import asyncio
import gc
import weakref

import pytest

from gipfel.server import house
from gipfel.server.settings import Settings

pytestmark = pytest.mark.anyio


class Knot:
    """Something that holds itself: only a sweep can tell that it is dead."""

    def __init__(self) -> None:
        self.held = self


@pytest.mark.parametrize("deep", [1, 10_000])
async def test_what_is_dead_is_swept_and_the_interpreter_sweeps_again_in_the_end(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch, deep: int
) -> None:
    monkeypatch.setattr(house, "SWEEP", 0.01)
    monkeypatch.setattr(house, "DEEP", deep)
    async with house.open_house(Settings(database=sqlite_address)):
        assert not gc.isenabled()
        knot = Knot()
        if deep == 1:
            gc.collect(1)  # old enough that only a look at all objects finds it
        gone = weakref.ref(knot)
        del knot
        async with asyncio.timeout(10):
            while gone() is not None:
                await asyncio.sleep(0.01)
    assert gc.isenabled()
