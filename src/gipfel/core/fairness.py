"""Provable chance: outcomes that nobody could choose and that anybody can check afterwards.

The table draws a secret of 256 bits and shows its SHA-256 before play: the commitment. Each seat
then adds entropy of its own. Every outcome follows from the secret, the entropies and the number of
outcomes before it, by HMAC-SHA-256. At the end the secret is shown. `docs/reference/fairness.md`
has the test vectors. Pure: the secret itself comes from the operating system, at the edge.
"""

import hmac
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import Any

from .chance import Outcomes
from .errors import BadRecord, BadRequest
from .game import CHANCE, AnyGame
from .match import Match

SCHEME = "gipfel-hmac-sha256-1"
DAILY = "gipfel-daily-1"
OWN_DICE = "own-dice"
SECRET_BYTES = 32
_WHOLE = 1 << 256
_ENTROPY = re.compile(r"(?:[0-9a-f]{2}){0,32}")
_HEX_256 = re.compile(r"[0-9a-f]{64}")


def commitment(secret: bytes) -> str:
    """Return what is shown before play: the SHA-256 of the secret, in hexadecimal."""
    return sha256(secret).hexdigest()


def checked_entropy(text: str) -> str:
    """Return what a seat adds to the dice: up to 32 bytes in lower-case hexadecimal, or nothing."""
    if not _ENTROPY.fullmatch(text):
        raise BadRequest("Entropy is an even number of up to 64 hexadecimal digits, in lower case.")
    return text


def table_key(secret: bytes, entropies: Sequence[str]) -> bytes:
    """Return the key of all outcomes: HMAC of the secret over the scheme and the entropies."""
    lines = [SCHEME, *(f"{seat} {entropy}" for seat, entropy in enumerate(entropies))]
    return hmac.digest(secret, "\n".join(lines).encode(), "sha256")


def below(key: bytes, label: str, stop: int) -> int:
    """Return a whole number from 0 to `stop` - 1, all exactly equally likely.

    HMAC of the key over `LABEL ATTEMPT`, read as a number of 256 bits, most significant byte first.
    A number in the last, incomplete block of `stop` is thrown away and the next attempt taken.
    """
    limit = _WHOLE - _WHOLE % stop
    attempt = 0
    while True:
        number = int.from_bytes(hmac.digest(key, f"{label} {attempt}".encode(), "sha256"), "big")
        if number < limit:
            return number % stop
        attempt += 1


def outcome(game: AnyGame, state: object, key: bytes, number: int) -> str:
    """Return what chance brings in a position, in notation; `number` outcomes came before it.

    The outcomes are laid end to end in the order of their notation, character by character, each as
    long as its weight. The number drawn falls into one of them.
    """
    texts, ends = _laid_out(game.write, game.chance(state))
    return texts[bisect_right(ends, below(key, f"outcome {number}", ends[-1]))]


def daily_secret(game: str, day: str) -> bytes:
    """Return the secret of a day's deal, which is none: everybody can work it out."""
    return sha256(f"{DAILY} {game} {day}".encode()).digest()


@lru_cache(maxsize=64)
def _laid_out(
    write: Callable[[Any], str], outcomes: Outcomes[Any]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the outcomes in order and where each ends. Kept, for most dice are the same dice."""
    ways = sorted((write(event), weight) for event, weight in outcomes)
    return tuple(text for text, _ in ways), tuple(accumulate(weight for _, weight in ways))


def first_seat(key: bytes, players: int) -> int:
    """Return the seat that begins where the table leaves it to chance."""
    return below(key, "first", players)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record says about its chance, enough to check every outcome."""

    commitment: str
    secret: bytes
    entropies: tuple[str, ...]
    drew_first: bool = False
    """Whether the seat that begins was drawn as well."""
    day: str | None = None
    """The day whose deal it is, where it is one."""

    def header(self) -> dict[str, str]:
        """Return the header lines of a record."""
        lines = {
            "fairness": SCHEME,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "entropy": json.dumps(self.entropies),
        }
        lines |= {"first": "drawn"} if self.drew_first else {}
        return lines | ({} if self.day is None else {"daily": self.day})

    @classmethod
    def read(cls, header: dict[str, str], players: int) -> "Proof":
        """Read the proof of a record. Raises BadRecord if there is none, or if it is broken."""
        scheme = header.get("fairness")
        if scheme is None:
            raise BadRecord('The record has no line "# fairness:": there is no proof to check.')
        if scheme == OWN_DICE:
            raise BadRecord("The outcomes were entered by hand: there is no proof to check.")
        if scheme != SCHEME:
            raise BadRecord(f"The record uses {scheme[:40]!r}; this Gipfel knows {SCHEME}.")
        for key in ("commitment", "secret"):
            if not _HEX_256.fullmatch(header.get(key, "")):
                raise BadRecord(f'The line "# {key}:" must hold 64 hexadecimal digits.')
        return cls(
            header["commitment"],
            bytes.fromhex(header["secret"]),
            _entropies(header.get("entropy", ""), players),
            header.get("first") == "drawn",
            header.get("daily"),
        )


def _entropies(text: str, players: int) -> tuple[str, ...]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if (
        not isinstance(given, list)
        or len(given) != players
        or not all(isinstance(one, str) and _ENTROPY.fullmatch(one) for one in given)
    ):
        raise BadRecord(f'The line "# entropy:" must hold a JSON list of {players} texts, in hex.')
    return tuple(given)


def verify(match: Match) -> int:
    """Check the commitment and every die and card of a replayed record; return how many there are.

    Raises BadRecord and names the first event that does not follow from the secret.
    """
    proof = Proof.read(match.header, match.players)
    if commitment(proof.secret) != proof.commitment:
        raise BadRecord(
            "The secret is not the one that was promised: its SHA-256 is "
            f"{commitment(proof.secret)}, the commitment is {proof.commitment}."
        )
    key = table_key(proof.secret, proof.entropies)
    if proof.drew_first and match.options.get("first", 0) != first_seat(key, match.players):
        raise BadRecord(
            f"Seat {match.options.get('first', 0)} began, but the secret draws seat "
            f"{first_seat(key, match.players)}."
        )
    if proof.day is not None and daily_secret(match.game.NAME, proof.day) != proof.secret:
        raise BadRecord(f"The secret is not that of the deal of {proof.day[:20]}.")
    seen = 0
    for number, step in enumerate(match.steps, start=1):
        if step.actor != CHANCE:
            continue
        expected = outcome(match.game, step.before, key, seen)
        found = match.game.write(step.event)
        if found != expected:
            raise BadRecord(f"Event {number} is {found}, but the secret gives {expected}.")
        seen += 1
    return seen
