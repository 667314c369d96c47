"""A whole arena, from its setup to its results."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from ..core.checks import is_whole, quoted
from ..core.errors import BadRequest
from .games import Played
from .picture import draw
from .results import PICTURE, RESULTS, Folder
from .schedule import Setup, deals_for, fixtures
from .statistics import Summary, summarize
from .workers import PATIENCE, play_all


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with what came of the games until then."""

    def __init__(self, summary: Summary) -> None:
        super().__init__("The arena was stopped.")
        self.summary = summary


def run(
    setup: Setup,
    games: int,
    jobs: int = 1,
    out: Path | None = None,
    seen: Callable[[Played, bool], None] = lambda _played, _fresh: None,
    patience: float = PATIENCE,
) -> Summary:
    """Play at least so many games and return what came of them.

    `seen` is told of each game, and whether it was played just now or was kept in the folder.
    Ctrl-C raises Stopped, after the results so far are written.
    """
    if not is_whole(jobs) or jobs < 1:
        raise BadRequest(f"An arena needs at least 1 job, not {quoted(jobs)}.")
    total = deals_for(setup, games) * setup.per_deal
    folder = Folder(out, setup) if out is not None else None
    try:
        kept = folder.played if folder else {}
        done = {number: game for number, game in kept.items() if number < total}
        for game in done.values():
            seen(game, False)
        left = (one for one in fixtures(setup, games) if one.game not in done)
        stopped = False
        try:
            with closing(play_all(setup, left, jobs, patience)) as playing:
                for game in playing:
                    if folder:
                        folder.add(game)
                    done[game.fixture.game] = game
                    seen(game, True)
        except KeyboardInterrupt:
            stopped = True
        summary = summarize(setup, [done[number] for number in sorted(done)])
        if folder and done:
            folder.write(RESULTS, _json(summary))
            folder.write(PICTURE, draw(summary))
        if stopped:
            raise Stopped(summary)
        return summary
    finally:
        if folder:
            folder.close()


def _json(summary: Summary) -> str:
    return msgspec.json.format(msgspec.json.encode(summary), indent=2).decode() + "\n"
