"""Games for analysis: played by bots, and nets that have learned nothing."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from gipfel import bots
from gipfel.bots.by_search.net import Net, save
from gipfel.core.game import CHANCE
from gipfel.core.match import Match, choose
from gipfel.games import game


def played(
    name: str, grades: tuple[str, ...], seed: int, most: int = 2000, **options: Any
) -> Match:
    """Let bots play a game, to its end or for so many events."""
    rules = game(name)
    match = Match(rules, len(grades), options)
    luck = Random(seed)
    while match.actor is not None and len(match.steps) < most:
        if match.actor == CHANCE:
            event = choose(rules, match.state, luck)
        else:
            assert isinstance(match.actor, int)
            view = rules.view(match.state, match.actor)
            event = bots.choose(rules, view, grades[match.actor], len(match.steps)).event
        match.play(rules.write(event))
    return match


def random_weights(folder: Path, name: str) -> Path:
    """Write nets for a game that hold opinions, if only by accident."""
    from gipfel.bots import by_search  # noqa: PLC0415  compiled code, where it is needed

    search = by_search.search_of(game(name))
    rng = np.random.default_rng(7)
    nets = {}
    for players in game(name).PLAYERS:
        sizes = (search.facts_for(players), *by_search.net.HIDDEN, players)
        layers = []
        for wide, narrow in pairwise(sizes):
            layers.append(rng.normal(0, (2 / wide) ** 0.5, (wide, narrow)).astype(np.float32))
            layers.append(np.zeros(narrow, np.float32))
        layers.append(np.full(players, search.HEAD_START, np.float32))
        layers.append(rng.normal(0, 1, search.INSTINCT).astype(np.float32))
        nets[players] = Net(*layers)
    path = folder / f"{name}.npz"
    save(path, nets)
    return path
