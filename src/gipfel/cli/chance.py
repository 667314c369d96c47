"""Chance at a table in the terminal: outcomes that follow from a seed and nothing else.

The outcome of an event is keyed by the seed and by how many events came before it. Taking a move
back and playing on, or loading a saved game, therefore never brings another roll. Outcomes are
drawn from HMAC-SHA-256, so nobody can work out the seed, and with it the future, from the rolls
seen so far. A seed that a person chose is for repeating a game, not for a fair one: whoever has
seen the game with that seed, or reads a saved file, can know what comes.
"""

import hmac
import secrets
from hashlib import sha256

from ..core.errors import BadRequest
from ..core.game import AnyGame

LONGEST_SEED = 80
_WHOLE = 1 << sha256().digest_size * 8


def fresh_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(16)


def checked_seed(seed: str) -> str:
    """Return a seed that a person gave, or say why it cannot be one."""
    seed = seed.strip()
    if not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
        raise BadRequest(f"A seed is a word or a number of 1 to {LONGEST_SEED} characters.")
    return seed


class Source:
    """A source of randomness that a seed and a count of events determine."""

    def __init__(self, seed: str, events: int) -> None:
        self._key = seed.encode()
        self._label = f"gipfel {events}"
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to `stop` - 1, all equally likely."""
        while True:
            message = f"{self._label} {self._drawn}".encode()
            number = int.from_bytes(hmac.digest(self._key, message, "sha256"))
            self._drawn += 1
            if number < _WHOLE - _WHOLE % stop:
                return number % stop


def outcome(game: AnyGame, state: object, seed: str, events: int) -> str:
    """Return what chance brings in a position that so many events led to, in notation."""
    return game.write(game.chance(state).draw(Source(seed, events)))
