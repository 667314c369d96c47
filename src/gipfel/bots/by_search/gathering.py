"""Putting what was learned into one file, as it is shipped: the nets, trued, and the instincts."""

from pathlib import Path

from ...games import game as named
from . import net_of, search_of
from .net import load, save
from .practising import learned
from .truing import trued


def gather(name: str, folder: Path, games: int) -> Path:
    """Write the nets of a game for all numbers of players, and return where.

    So many games show first how true the chances of a new net are. What was not learned in this
    folder is taken as it is shipped.
    """
    game, nets = named(name), {}
    search = search_of(game)
    for players in game.PLAYERS:
        net, path = net_of(game, players), folder / f"{name}-{players}.npz"
        if path.exists():
            fresh = load(path, players, search.facts_for(players))
            net = trued(name, players, fresh, games)._replace(instinct=net.instinct)
        instinct = learned(name, players, folder)
        nets[players] = net if instinct is None else net._replace(instinct=instinct)
    save(folder / f"{name}.npz", nets)
    return folder / f"{name}.npz"
