"""The perft corpus: plain text, a block a position. `python -m tests.perft.corpus` counts it anew.

A block is a `game` line (name, players, options as JSON), the events that lead to the position, one
a line, and `depth` lines with the decision, chance and terminal nodes at that depth. Blocks are
separated by a blank line.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gipfel.core.match import Match
from gipfel.core.perft import Count, perft
from gipfel.games import game

FOLDER = Path(__file__).parent


@dataclass
class Entry:
    """A position and what was counted below it."""

    head: str
    events: list[str] = field(default_factory=list)
    counts: dict[int, Count] = field(default_factory=dict)

    def match(self) -> Match:
        """Return the match that has come to the position."""
        name, players, options = self.head.split(" ", 2)
        match = Match(game(name), int(players), json.loads(options))
        for event in self.events:
            match.play(event)
        return match

    def write(self) -> str:
        """Return the block."""
        counts = [
            f"depth {depth} {count.decision} {count.chance} {count.terminal}"
            for depth, count in self.counts.items()
        ]
        return "\n".join([f"game {self.head}", *self.events, *counts, ""])


def read(path: Path) -> list[Entry]:
    """Read a corpus file."""
    entries = []
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        entry = Entry(lines[0].removeprefix("game "))
        for line in lines[1:]:
            if line.startswith("depth "):
                depth, *counts = map(int, line.split()[1:])
                entry.counts[depth] = Count(*counts)
            else:
                entry.events.append(line)
        entries.append(entry)
    return entries


def count_by_hand(match: Match, depth: int) -> Count:
    """Count by walking every line of play, one event at a time, through the text notation."""
    if depth == 0:
        actor = match.actor
        return Count(int(isinstance(actor, int)), int(actor == "chance"), int(actor is None))
    nodes = [0, 0, 0]
    for event in _events(match.game, match.state):
        match.play(event)
        below = count_by_hand(match, depth - 1)
        match.undo()
        nodes = [a + b for a, b in zip(nodes, _fields(below), strict=True)]
    return Count(*nodes)


def _fields(count: Count) -> tuple[int, int, int]:
    return count.decision, count.chance, count.terminal


def _events(game: Any, state: Any) -> list[str]:
    at_chance = game.actor(state) == "chance"
    return [game.write(e) for e in (game.chance(state).events if at_chance else game.legal(state))]


def main() -> None:
    """Count every entry of the corpus anew and write the files."""
    for path in sorted(FOLDER.glob("*.txt")):
        entries = read(path)
        for entry in entries:
            match = entry.match()
            for depth in entry.counts:
                entry.counts[depth] = perft(match.game, match.state, depth)
        path.write_text("\n".join(entry.write() for entry in entries), encoding="utf-8")
        sys.stdout.write(f"{path.name}: {len(entries)} positions\n")


if __name__ == "__main__":
    main()
