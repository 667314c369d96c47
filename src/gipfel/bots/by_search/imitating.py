"""How an instinct is learned: what a net prefers, told from what moves look like at a glance.

The traits of a move are added up by weight, and the weights are such that the moves that look best
are those that the net values most. Needs PyTorch, as `training` does.
"""

import torch

from ...games import game as named
from ...kernel import new
from . import search_of
from .net import Floats, Net

DECISIONS = 30_000
STEPS, BATCH, RATE = 1500, 512, 0.05
CARE = 0.015
"""Moves whose worth differs by less, as a part of what is usual, are about equal."""
SEED = 77


def instinct_of(name: str, players: int, net: Net) -> Floats:
    """Return what each trait of a move is worth, early and late, in the eyes of a net."""
    arrays = search_of(named(name)).glances(net, new(name, players), DECISIONS, SEED)
    seen, worth, early = map(torch.from_numpy, arrays)
    none = worth == -torch.inf
    usual = 1 if players > 1 else worth[~none].mean()
    liked = torch.softmax(worth / (CARE * usual), 1)
    weights = torch.zeros(2, seen.shape[-1], requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.02, STEPS)
    torch.manual_seed(players)
    for batch in torch.randint(len(seen), (STEPS, BATCH)):
        late = (1 - early[batch])[:, None]
        ends = seen[batch] @ weights.T
        looks = ((1 - late) * ends[..., 0] + late * ends[..., 1]).masked_fill(none[batch], -1e9)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(looks, liked[batch]).backward()
        optimizer.step()
        schedule.step()
    learned: Floats = weights.detach().numpy()
    return learned
