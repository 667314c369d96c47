"""How foresight is learned: from games played by instinct, and how well each seat did in the end.

The player stays the same from round to round. Alone there is no foresight: luck is less there, and
games played to their ends tell more. Needs PyTorch.
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray
from torch import nn

from ... import kernel
from ...games import game as named
from . import net_of, search_of
from .net import FORESIGHT, Net, fresh
from .practising import learned
from .training import Course

GAMES = 20_000
"""In a round."""


def _shown(
    name: str, players: int, net: Net, options: Mapping[str, object], count: int, seed: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games by instinct; return the facts of their positions and how well the seats did."""
    search, game = search_of(named(name)), kernel.new(name, players, 0, options)
    shown: tuple[NDArray[Any], NDArray[Any]] = search.show(net, game, count, seed)
    return shown


class Foresight(Course):
    """The training of foresight: a game and a number of players."""

    KIND = FORESIGHT
    play = staticmethod(_shown)

    def __init__(self, name: str, players: int, folder: Path, rounds: int) -> None:
        super().__init__(name, players, folder, rounds, GAMES)

    @property
    def _outputs(self) -> int:
        """How well the seat does that left the position."""
        return 1

    def _player(self) -> Net:
        """Return a net with the instinct of the folder or, if none was learned there, ours."""
        instinct = learned(self.name, self.players, self.folder)
        if instinct is None:
            instinct = net_of(named(self.name), self.players).instinct
        return fresh(self.search.facts_for(self.players), self.players, 0)._replace(
            instinct=instinct
        )

    def _against_past(self, number: int, pool: Executor) -> None:
        """Return nothing: foresight does not play."""

    def _error(self, facts: torch.Tensor, goals: torch.Tensor) -> torch.Tensor:
        return nn.functional.binary_cross_entropy_with_logits(self._values(facts), goals)
