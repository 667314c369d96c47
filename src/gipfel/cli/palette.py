"""The colours of Gipfel on a terminal, and the colour and shape of each seat."""

from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from rich.theme import Theme

INK = "#1d2a3a"
PAPER = "#f4ead7"
SNOW = "#ffffff"
RED = "#d9412b"
"""The one accent: what you can do now."""

SKY = ("#9cc3cf", "#f3e3bf", "#f2c48d")
"""Flat steps of dusk, from the top."""
LIT, SHADE, DEEP, RIDGE = "#d9d0bf", "#5b7fa3", "#31567c", "#24405c"
MEADOW, ROCK, PEAK = "#6f9446", "#8d8078", "#f2f5f7"
FUR = "#8a4b1f"


@dataclass(frozen=True, slots=True)
class Seat:
    """How a seat is told from the others: by colour and by shape."""

    shape: str
    colour: str
    basic: str
    """Its colour on a terminal that knows but a few."""
    name: str
    """What the player is called who gave no name."""


SEATS = (
    Seat("▲", "#d9412b", "red", "Red"),
    Seat("●", "#1f7a6b", "green", "Green"),
    Seat("■", "#e6a517", "yellow", "Yellow"),
    Seat("◆", "#6a4c93", "magenta", "Violet"),
)


BASIC = {seat.colour: seat.basic for seat in SEATS} | {RED: "red"}
"""The colours that still mean something where no ground is painted."""


def chip(seat: int) -> Text:
    """Return the sign of a seat: its shape on its colour."""
    return Text(f" {SEATS[seat].shape} ", f"seat{seat}")


def theme(*, poster: bool) -> Theme:
    """Return how the signs of seats look, with many colours or with few."""
    styles = {}
    for number, seat in enumerate(SEATS):
        rich = Style(color=on(seat.colour), bgcolor=seat.colour, bold=True)
        styles[f"seat{number}"] = rich if poster else Style(color=seat.basic, bold=True)
    return Theme(styles)


def on(ground: str) -> str:
    """Return the print, dark or light, that reads better on a ground."""
    return INK if _brightness(ground) > 0.35 else SNOW


def between(low: str, high: str, part: float) -> str:
    """Return the colour that lies so far from one to the other; `part` is 0 to 1."""
    mixed = (
        round(one + (other - one) * part)
        for one, other in zip(_channels(low), _channels(high), strict=True)
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _brightness(colour: str) -> float:
    red, green, blue = (pow(channel / 255, 2.2) for channel in _channels(colour))
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
