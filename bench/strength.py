"""The bots measured: how fast the value function is, how long a decision takes, how true it is.

Who beats whom is measured by `gipfel arena`; docs/strength.md has the commands and the figures.
"""

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from gipfel import bots, kernel
from gipfel.bots.by_search import net_of, search_of
from gipfel.bots.by_search.matterhorn.telling import MANY, log_odds
from gipfel.bots.by_search.truing import called, straight
from gipfel.core.game import CHANCE, AnyGame
from gipfel.games import GAMES, game

SEED = 5000
"""Of the games for the calibration: others than a net was trued with."""


def speed(seconds: float = 2.0) -> Table:
    """Value positions of real games, again and again, on one core."""
    table = Table("value function", "evaluations a second", title="Facts and net, one core")
    for name in GAMES:
        search = search_of(game(name))
        for players in game(name).PLAYERS:
            start = kernel.new(name, players)
            net = net_of(game(name), players)
            states = start.states(256, seed=1)
            room = np.zeros(start.kernel.MOST_MOVES, np.int32)
            for number, state in enumerate(states):
                start.kernel.playout(state, start.tables[0], room, 3 * (number % 16))
            mind = search.mind(net, start.setup)
            done = search.evaluate(states, start.tables[0], mind, 1)
            begun = time.process_time()
            while time.process_time() - begun < seconds:
                done += search.evaluate(states, start.tables[0], mind, 20)
            rate = (done - len(states)) / (time.process_time() - begun)
            table.add_row(f"{name}, players: {players}", f"{rate:,.0f}")
    return table


def thinking(games: int = 3) -> Table:
    """Play games of each grade against itself and time every decision."""
    table = Table("grade", "decisions", "median", "95 %", "longest", title="Time for a decision")
    for name in GAMES:
        bots.prepare(name)
        for players in game(name).PLAYERS[:: len(game(name).PLAYERS) - 1]:
            for grade in bots.GRADES:
                spent = np.array(_times(game(name), players, grade, games)) * 1e3
                table.add_row(
                    f"{name}, players: {players}, {grade}",
                    f"{len(spent):,}",
                    f"{np.median(spent):,.1f} ms",
                    f"{np.percentile(spent, 95):,.1f} ms",
                    f"{spent.max():,.1f} ms",
                )
            table.add_section()
    return table


def _times(rules: AnyGame, players: int, grade: str, games: int) -> list[float]:
    spent: list[float] = []
    for number in range(games):
        rng = random.Random(number)
        state = rules.new(players, {})
        while (actor := rules.actor(state)) is not None:
            if actor == CHANCE:
                event = rules.chance(state).draw(rng)
            else:
                thought = bots.choose(rules, rules.view(state, actor), grade, seed=len(spent))
                event = thought.event
                spent.append(thought.seconds)
            state = rules.apply(state, event)
    return spent


def calibration(name: str, players: int, games: int, jobs: int) -> Table:
    """Compare what was called with what came, by tenths, over games of the net with itself."""
    parts = [(name, players, games // jobs, seed) for seed in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        chances, came = map(np.concatenate, zip(*pool.map(_called, parts), strict=True))
    return _tenths(f"{name}, players: {players}, {games:,} games", chances, came)


def _tenths(title: str, chances: Any, came: Any) -> Table:
    table = Table("called", "positions", "mean called", "won", "apart", title=title)
    for tenth in range(10):
        inside = (chances * 10).astype(int).clip(0, 9) == tenth
        if inside.any():
            table.add_row(
                f"{10 * tenth}–{10 * tenth + 10} %",
                f"{inside.sum():,}",
                f"{100 * chances[inside].mean():.1f} %",
                f"{100 * came[inside].mean():.1f} %",
                f"{100 * (came[inside].mean() - chances[inside].mean()):+.1f}",
            )
    return table


def _called(part: tuple[str, int, int, int]) -> tuple[Any, Any]:
    name, players, games, seed = part
    net = net_of(game(name), players)
    _, chances, came = called(name, players, net, games, SEED + seed)
    return chances[:, 0], came[:, 0]


def turns(players: int, games: int, jobs: int) -> tuple[Table, Table]:
    """Compare what is told within turns of Matterhorn with what came; and what would set it right.

    The second table is what `telling.STRAIGHT` should hold, by these games.
    """
    parts = [(players, games // jobs, seed) for seed in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        rows = np.concatenate(list(pool.map(_turns, parts)))
    title = f"matterhorn within turns, players: {players}, {games:,} games"
    line = Table("tokens", "positions", "hope", "fear", "shift", title=title)
    for tokens in range(1, MANY + 1):
        some = rows[rows["rolling"] & (rows["tokens"].clip(0, MANY) == tokens)]
        numbers = np.array([log_odds(worth) for worth in some["worth"].tolist()])
        (hope, fear), shift = straight(numbers, np.stack([some["won"], 1 - some["won"]], 1))
        found = f"{hope:.2f}", f"{fear:.2f}", f"{shift[0] - shift[1]:+.2f}"
        line.add_row(str(tokens), f"{len(some):,}", *found)
    return _tenths(title, rows["told"], rows["won"]), line


def _turns(part: tuple[int, int, int]) -> Any:
    players, games, seed = part
    search = search_of(game("matterhorn"))
    net = net_of(game("matterhorn"), players)
    return search.turns(net, kernel.new("matterhorn", players), games, SEED + seed)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games for the calibration")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], help="calibrated for")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("what", nargs="*", default=["speed", "thinking", "calibration", "turns"])
    asked = parser.parse_args()
    console = Console()
    if "speed" in asked.what:
        console.print(speed())
    if "thinking" in asked.what:
        console.print(thinking())
    if "calibration" in asked.what:
        for name, players in product(GAMES, asked.players):
            console.print(calibration(name, players, asked.games, asked.jobs))
    if "turns" in asked.what:
        for players in sorted({*asked.players} & {*game("matterhorn").PLAYERS}):
            console.print(*turns(players, asked.games, asked.jobs))


if __name__ == "__main__":
    main()
