"""Putting what was learned into one file, as it is shipped: nets, trued, instincts, foresight."""

from pathlib import Path

import numpy as np

from ...core.game import AnyGame
from ...games import game as named
from . import search_of
from .net import FORESIGHT, NO_FORESIGHT, BadWeights, Net, in_a_row, load, save, shipped
from .practising import learned
from .truing import trued


def gather(name: str, folder: Path, games: int) -> Path:
    """Write the nets of a game for all numbers of players, and return where.

    So many games show first how true the chances of a new net are. What was not learned in this
    folder is taken as it is shipped, if it still fits; foresight fits the instinct it watched.
    """
    game = named(name)
    nets = {players: _known(game, players, folder, games) for players in game.PLAYERS}
    save(folder / f"{name}.npz", {players: net for players, net in nets.items() if net})
    return folder / f"{name}.npz"


def _known(game: AnyGame, players: int, folder: Path, games: int) -> Net | None:
    """Return the net of a folder or else the one that is shipped, instinct and foresight."""
    search, stem = search_of(game), f"{game.NAME}-{players}"
    facts, net = search.facts_for(players), _shipped(game, players)
    instinct, foresight = np.zeros(search.INSTINCT, np.float32), NO_FORESIGHT
    if net:
        instinct, foresight = net.instinct, net.foresight
    if (path := folder / f"{stem}.npz").exists():
        net = trued(game.NAME, players, load(path, players, facts), games)
    practised = learned(game.NAME, players, folder)
    if practised is not None and not np.array_equal(practised, instinct):
        instinct, foresight = practised, NO_FORESIGHT
    if (path := folder / f"{stem}{FORESIGHT}.npz").exists():
        foresight = in_a_row(load(path, 1, facts))
    return net and net._replace(instinct=instinct, foresight=foresight)


def _shipped(game: AnyGame, players: int) -> Net | None:
    """Return the net that is shipped, if it fits; an instinct that does not is left out."""
    search = search_of(game)
    try:
        net = load(shipped(game.NAME), players, search.facts_for(players), None)
    except BadWeights:
        return None
    if net.instinct.shape == search.INSTINCT:
        return net
    return net._replace(instinct=np.zeros(search.INSTINCT, np.float32), foresight=NO_FORESIGHT)
