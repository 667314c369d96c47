"""Golden playthroughs: whole games as text. `python -m tests.playthroughs.script` renews them.

The head names game, players, options and the seed that chose the events. Then one line an event:
who acted, what, the phase it led to, how many events were open there, and a digest of position and
open events. The last line is the final position.
"""

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from gipfel.core.game import CHANCE, AnyGame, Json
from gipfel.core.match import choose
from gipfel.games import game

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[str, int, Json, int]] = {
    "matterhorn-2": ("matterhorn", 2, {}, 5),
    "matterhorn-3-variant": ("matterhorn", 3, {"summit_cost": 2}, 1),
    "matterhorn-4-sharp": ("matterhorn", 4, {"board": "sharp"}, 1),
    "altitude-1": ("altitude", 1, {}, 1),
    "altitude-2": ("altitude", 2, {}, 1),
    "altitude-3-first": ("altitude", 3, {"first": 2}, 1),
    "altitude-4-hike": ("altitude", 4, {"deck": "hike"}, 1),
}


def follow(game: AnyGame, state: Any, event: Any) -> tuple[str, Any]:
    """Return the line of an event and the position after it."""
    actor = game.actor(state)
    after = game.apply(state, event)
    events = sorted(_open(game, after))
    told = json.dumps([game.describe(after), events])
    digest = hashlib.sha256(told.encode()).hexdigest()[:12]
    phase = game.describe(after)["phase"]
    return f"{actor} | {game.write(event)} | {phase} {len(events)} {digest}", after


def _open(game: AnyGame, state: Any) -> list[str]:
    if game.actor(state) == CHANCE:
        return [f"{game.write(event)} x{weight}" for event, weight in game.chance(state)]
    return [game.write(event) for event in game.legal(state)]


def choose_eagerly(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Choose at random, but climb up where one can, more often than not: games get shorter."""
    event = choose(game, state, rng)
    for _ in range(8):
        word, *places = game.write(event).split()
        if word == "climb" and _height(places[1]) > _height(places[0]):
            break
        event = choose(game, state, rng) if game.actor(state) != CHANCE else event
    return event


def _height(circle: str) -> int:
    return 0 if circle == "top" else -int(circle[:-1])


def main() -> None:
    """Play each game and write it down."""
    for name, (which, players, options, seed) in GAMES.items():
        rules = game(which)
        rng = random.Random(seed)
        state = rules.new(players, options)
        lines = [f"{which} {players} {json.dumps(options)}"]
        while rules.actor(state) is not None:
            line, state = follow(rules, state, choose_eagerly(rules, state, rng))
            lines.append(line)
        lines.append(json.dumps(rules.describe(state)))
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(lines) - 2} events\n")


if __name__ == "__main__":
    main()
