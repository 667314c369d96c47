"""Putting what was learned into one file, as it is shipped: the nets, trued, and the instincts."""

from pathlib import Path

import numpy as np

from ...core.game import AnyGame
from ...games import game as named
from . import search_of
from .net import BadWeights, Net, load, save, shipped
from .practising import learned
from .truing import trued


def gather(name: str, folder: Path, games: int) -> Path:
    """Write the nets of a game for all numbers of players, and return where.

    So many games show first how true the chances of a new net are. What was not learned in this
    folder is taken as it is shipped, if it still fits.
    """
    game, nets = named(name), {}
    search = search_of(game)
    for players in game.PLAYERS:
        net, path = _shipped(game, players), folder / f"{name}-{players}.npz"
        instinct = net.instinct if net else np.zeros(search.INSTINCT, np.float32)
        if path.exists():
            fresh = load(path, players, search.facts_for(players))
            net = trued(name, players, fresh, games)
        if net:
            practised = learned(name, players, folder)
            nets[players] = net._replace(instinct=instinct if practised is None else practised)
    save(folder / f"{name}.npz", nets)
    return folder / f"{name}.npz"


def _shipped(game: AnyGame, players: int) -> Net | None:
    """Return the net that is shipped, if it fits; an instinct that does not is left out."""
    search = search_of(game)
    try:
        net = load(shipped(game.NAME), players, search.facts_for(players), None)
    except BadWeights:
        return None
    if net.instinct.shape == search.INSTINCT:
        return net
    return net._replace(instinct=np.zeros(search.INSTINCT, np.float32))
