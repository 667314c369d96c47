"""Peers, each measured if it is installed: python-chess, OpenSpiel, pgx.

A decision counts as in our own runs: chance costs time and counts nothing. (pgx folds chance into
its steps.)
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from rich.console import Console

from bench.runs import Run

LONGEST_CHESS_GAME = 400
SAMPLE = 200
"""Games that tell how many decisions an OpenSpiel rollout has on average."""
BATCH = 1024


def peers(console: Console) -> Iterator[Run]:
    """Yield a run for each peer that is there."""
    known: dict[str, Callable[[], Iterator[Run]]] = {
        "chess": _chess,
        "pyspiel": _openspiel,
        "pgx": _pgx,
    }
    for module, measured in known.items():
        if find_spec(module):
            yield from measured()
        else:
            console.print(f"[dim]{module} is not installed: make peers installs it[/]")


def _chess() -> Iterator[Run]:
    yield Run("python-chess", "chess, from Python", partial(_chess_game, random.Random(1)))


def _chess_game(rng: random.Random) -> tuple[int, int]:
    """Play one random game until there is no legal move, or it is very long."""
    import chess  # noqa: PLC0415  a peer is imported only if it is there

    board = chess.Board()
    for ply in range(LONGEST_CHESS_GAME):
        moves = list(board.legal_moves)
        if not moves:
            return ply, 1
        board.push(moves[rng.randrange(len(moves))])
    return LONGEST_CHESS_GAME, 1


def _openspiel() -> Iterator[Run]:
    import pyspiel  # noqa: PLC0415

    for name in ("maedn", "backgammon"):
        game = pyspiel.load_game(name)
        state = _first_decision(game, random.Random(1))
        length = sum(_spiel_game(game, random.Random(n))[0] for n in range(SAMPLE)) / SAMPLE
        play = partial(_rollouts, pyspiel, game, state, length)
        yield Run("OpenSpiel", f"{name}, C++ rollouts", play)
    for name in ("pig", "maedn", "backgammon"):
        game = pyspiel.load_game(name)
        yield Run("OpenSpiel", f"{name}, from Python", partial(_spiel_game, game, random.Random(1)))


def _rollouts(pyspiel: Any, game: Any, state: Any, length: float) -> tuple[int, int]:
    """Play random games in C++: one simulation of its tree search evaluates the root by them."""
    count = 50
    evaluator = pyspiel.RandomRolloutEvaluator(count, random.randrange(10**6))
    pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False).step(state)
    return int(length * count), count


def _first_decision(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_luck(state, rng))
    return state


def _luck(state: Any, rng: random.Random) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    action: int = rng.choices(outcomes, weights)[0]
    return action


def _spiel_game(game: Any, rng: random.Random) -> tuple[int, int]:
    """Play one random game, every step chosen in Python; return its decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_luck(state, rng))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions, 1


def _pgx() -> Iterator[Run]:
    import jax  # noqa: PLC0415
    import pgx  # noqa: PLC0415

    env = pgx.make("backgammon")
    keys = jax.random.split(jax.random.PRNGKey(1), BATCH)
    state = jax.jit(jax.vmap(env.init))(keys)

    def advance(state: Any, key: Any) -> Any:
        choose, step = jax.random.split(key)
        action = jax.random.categorical(choose, jax.numpy.log(state.legal_action_mask))
        return env.step(state, action, step)

    many = jax.jit(jax.vmap(advance))
    many(state, keys).terminated.block_until_ready()

    def play() -> tuple[int, int]:
        many(state, keys).terminated.block_until_ready()
        return BATCH, 0

    yield Run("pgx", f"backgammon, {BATCH} at once", play)
