"""`make bench`: measure, print, and save the figures and a picture of them in this folder."""

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.figures import Figure, draw
from bench.growth import memory, threads, time_by_size
from bench.peers import peers
from bench.runs import measure, runs

FOLDER = Path(__file__).parent


def main() -> None:
    """Measure everything side by side."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one turn")
    parser.add_argument("--rounds", type=int, default=7, help="turns for each; the best counts")
    told = parser.parse_args()
    console = Console()
    figures = measure([*runs(), *peers(console)], told.seconds, told.rounds)
    console.print(_table(figures))
    console.print(time_by_size(), threads(), memory())
    saved = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [asdict(figure) for figure in figures],
    }
    (FOLDER / "results.json").write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    (FOLDER / "speed.svg").write_text(draw(figures), encoding="utf-8")
    console.print("Saved in bench/results.json and bench/speed.svg")


def _table(figures: list[Figure]) -> Table:
    table = Table("random play", "decisions a second", "games a second", title="Side by side")
    for column in table.columns[1:]:
        column.justify = "right"
    group = figures[0].group
    for figure in figures:
        if figure.group != group:
            table.add_section()
            group = figure.group
        games = f"{figure.games:,.0f}" if figure.games else ""
        table.add_row(f"{figure.group}: {figure.name}", f"{figure.decisions:,.0f}", games)
    return table


if __name__ == "__main__":
    main()
