"""Random play through the readable rules, beside random play of chess through python-chess.

A decision is a choice by a seat: all legal moves are generated, one is chosen uniformly, and it is
applied. Chance events (rolls, draws) cost time and count nothing. Peers take turns, round after
round, so that a slow moment of the machine hits all of them; the best round of each counts. Time is
processor time.
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial

import chess
from rich.console import Console
from rich.progress import track
from rich.table import Table

from gipfel.core.game import CHANCE, AnyGame
from gipfel.games import GAMES

LONGEST_CHESS_GAME = 400


def main() -> None:
    """Measure both games at every number of players."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds for each peer")
    told = parser.parse_args()
    peers: dict[str, Callable[[random.Random], int]] = {"python-chess": chess_game}
    for game in GAMES.values():
        for players in game.PLAYERS:
            peers[f"{game.NAME}, {players} players"] = partial(one_game, game, players)
    best = dict.fromkeys(peers, 0.0)
    for _ in track(range(told.rounds), "Playing at random"):
        for name, play in peers.items():
            best[name] = max(best[name], decisions_a_second(play, told.seconds))
    show(best)


def decisions_a_second(play: Callable[[random.Random], int], seconds: float) -> float:
    """Play whole games for a while."""
    rng = random.Random(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += play(rng)
    return decisions / (time.process_time() - start)


def one_game(game: AnyGame, players: int, rng: random.Random) -> int:
    """Play one random game; return how many decisions it had."""
    state = game.new(players, {})
    decisions = 0
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            event = game.chance(state).draw(rng)
        else:
            moves = game.legal(state)
            event = moves[rng.randrange(len(moves))]
            decisions += 1
        state = game.apply(state, event)
    return decisions


def chess_game(rng: random.Random) -> int:
    """Play one random game of chess until there is no legal move, or it is very long."""
    board = chess.Board()
    for ply in range(LONGEST_CHESS_GAME):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[rng.randrange(len(moves))])
    return LONGEST_CHESS_GAME


def show(best: dict[str, float]) -> None:
    """Print the figures beside each other."""
    table = Table("random play", "decisions a second", "ratio", title="The readable rules")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, speed in best.items():
        table.add_row(name, f"{speed:,.0f}", f"{speed / best['python-chess']:.2f}")
    Console().print(table)
