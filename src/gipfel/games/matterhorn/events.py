"""Events of Matterhorn: what seats do and what chance brings."""

from dataclasses import dataclass
from typing import TypeAlias

from .dice import Faces

Circle: TypeAlias = str
"""A circle by name, line and letter from the left: `12c`. The summit is TOP."""

TOP: Circle = "top"


@dataclass(frozen=True, slots=True)
class Rolloff:
    """Chance: one die for each contending seat, in seat order (M5)."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """A seat puts both climbers on the bottom line (M6)."""

    left: Circle
    right: Circle


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance: a roll, ascending (M8)."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Token:
    """A seat places an action token with the result of the dice it keeps (M9-M11)."""

    circle: Circle
    kept: Faces


@dataclass(frozen=True, slots=True)
class Again:
    """A seat rolls again (M13)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A seat stops and takes its actions (M13, M14)."""


@dataclass(frozen=True, slots=True)
class Climb:
    """A seat moves an own climber (M15a, M16)."""

    origin: Circle
    to: Circle


@dataclass(frozen=True, slots=True)
class Push:
    """A seat pushes an opponent's climber (M15b)."""

    origin: Circle
    to: Circle


@dataclass(frozen=True, slots=True)
class Clear:
    """A seat takes an obstacle off the board (M15c)."""

    circle: Circle


@dataclass(frozen=True, slots=True)
class Block:
    """A seat places the consolation obstacle (M17)."""

    circle: Circle


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat waives the bonus, the remaining actions or the consolation (M12, M14, M17)."""


Event: TypeAlias = (
    Rolloff | Start | Dice | Token | Again | Stop | Climb | Push | Clear | Block | Pass
)
