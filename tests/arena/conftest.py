"""Bots of one's own, in a file, and the `gipfel` command to let them play."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from gipfel.arena import Played
from gipfel.arena.games import Forfeit
from gipfel.arena.schedule import Fixture
from tests.cli.conftest import Command, screens

__all__ = ["played", "screens"]

BOTS = """
import os
import random
import time
from pathlib import Path

from gipfel.arena.games import GRACE

print("I choose when I am asked")


def first(game, view, seed, seconds):
    return view.legal[0]


def last(game, view, seed, seconds):
    return game.write(view.legal[-1])


def dice(game, view, seed, seconds):
    return random.Random(seed).choice(view.legal)


def slowly(game, view, seed, seconds):
    time.sleep(0.001)
    return dice(game, view, seed, seconds)


def loud(game, view, seed, seconds):
    print("I choose something")
    return dice(game, view, seed, seconds)


def broken(game, view, seed, seconds):
    raise ValueError("no idea")


def interrupter(game, view, seed, seconds):
    raise KeyboardInterrupt


def garbler(game, view, seed, seconds):
    return "\\ud800"


def cheat(game, view, seed, seconds):
    return {"altitude": "lay 9:9", "matterhorn": "stop"}[game.NAME]


def babble(game, view, seed, seconds):
    return "up we go"


def mute(game, view, seed, seconds):
    return None


def late(game, view, seed, seconds):
    time.sleep(seconds + 1.1 * GRACE)
    return view.legal[0]


def endless(game, view, seed, seconds):
    Path("endless.pid").write_text(str(os.getpid()))
    while True:
        pass


def leaver(game, view, seed, seconds):
    os._exit(3)
"""


@pytest.fixture
def gipfel(tmp_path: Path) -> Command:
    (tmp_path / "own.py").write_text(BOTS, encoding="utf-8")
    return Command(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """The file of the bots; a bot is this, a colon and its name."""
    (tmp_path / "own.py").write_text(BOTS, encoding="utf-8")
    return str(tmp_path / "own.py")


def played(
    number: int,
    seats: Sequence[str],
    winners: Sequence[int],
    *,
    deal: int | None = None,
    score: int | None = None,
    forfeit: Forfeit | None = None,
) -> Played:
    """Return a game that ended like this; each is a deal of its own if nothing else is said."""
    return Played(
        Fixture(number, number if deal is None else deal, 0, tuple(seats)),
        "forfeit" if forfeit else "over" if winners else "undecided",
        tuple(winners),
        events=100,
        scores=None if score is None else (score,),
        forfeit=forfeit,
    )
