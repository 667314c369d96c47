"""The kernel's generator: SplitMix64, 64 bits kept in each state, and unbiased whole numbers.

SplitMix64 (Steele, Lea, Flood 2014) adds a constant to its state and mixes the sum; it passes
BigCrush and PractRand. Numbers below a bound come from Lemire's method (2019), which redraws
instead of favouring some. It is for search and simulation; real tables draw from the operating
system.
"""

from typing import Any

import numpy as np

from .compiled import Record, Whole, compiled

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@compiled
def mix(z: Any) -> Any:
    """Scramble 64 bits: neighbouring seeds become unrelated."""
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@compiled
def below(state: Record, bound: Whole) -> Whole:
    """Return a whole number from 0 to bound - 1, all equally likely; moves `state.rng` on."""
    n = np.uint64(bound)
    state.rng += _GAMMA
    product = (mix(state.rng) >> _32) * n
    if (product & _LOW) < n:
        least = (_LOW - n + np.uint64(1)) % n
        while (product & _LOW) < least:
            state.rng += _GAMMA
            product = (mix(state.rng) >> _32) * n
    return np.int64(product >> _32)
