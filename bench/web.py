"""`python -m bench.web`: how soon an answer is on screen, how smoothly the biggest table moves."""

import argparse
import os
import tempfile
from functools import partial
from itertools import pairwise
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser
from rich.console import Console
from rich.table import Table

from tests.browser.chromium import chromium
from tests.browser.playing import Player
from tests.browser.visitor import Json, Visitor
from tests.server.running import Process

DECK: Json = {
    "name": "biggest",
    "cable_car": 98,
    "avalanche": 2,
    "saint_bernard": 0,
    "mountain": {str(value): 3 for value in range(1, 17)},
    "animal": [
        {"species": "marmot", "values": [7, 8]},
        {"species": "black grouse", "values": [9, 10]},
        {"species": "chamois", "values": [11, 12]},
        {"species": "ibex", "values": [13, 14]},
        {"species": "golden eagle", "values": [15, 16]},
        {"species": "dahu", "values": [17, 18]},
    ],
}
"""Cable cars lie on anything (A6): with so many of them a mountain grows to its full size."""
FULL = 55
"""Cards of a mountain with a base of ten and ten floors (A4, A5)."""
_WATCH_ANSWERS = """
    window.answers = [];
    window.WebSocket = class extends WebSocket {
        send(data) {
            this.asked ||= JSON.parse(data).type === 'move';
            super.send(data);
        }
        constructor(...address) {
            super(...address);
            this.addEventListener('message', ({ data }) => {
                if (!this.asked || JSON.parse(data).type !== 'update') return;
                this.asked = false;
                const heard = performance.now();
                const eyes = new MutationObserver(() => {
                    eyes.disconnect();
                    const changed = performance.now() - heard;
                    requestAnimationFrame(() => setTimeout(() =>
                        window.answers.push([changed, performance.now() - heard])));
                });
                eyes.observe(document.body, { subtree: true, childList: true, attributes: true });
            });
        }
    };
"""
"""The answer to a move is the next news. What bots do then comes at the pace that is set."""
THOUGHT = 700
"""Milliseconds before each tap, as a person takes them; what moved has come to rest by then."""
_COUNT_FRAMES = """(milliseconds) => new Promise((done) => {
    const frames = [];
    const count = (now) => {
        frames.push(now);
        if (now - frames[0] < milliseconds) requestAnimationFrame(count);
        else done(frames);
    };
    requestAnimationFrame(count);
})"""


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="moves whose answers are timed")
    parser.add_argument("--slower", type=float, default=4, help="by how much the CPU is throttled")
    told = parser.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Process(f"sqlite:///{folder}/tables.db").start()
        try:
            console.print(answers(browser, server.url, told.moves))
            console.print(frames(browser, server.url, told.slower))
        finally:
            server.stop()
    console.print(f"Load of the machine, {os.cpu_count()} processors: {os.getloadavg()[0]:.1f}")


def answers(browser: Browser, url: str, moves: int) -> Table:
    """Play; tell the time from the answer to a move to the change of the page, and to its paint."""
    title = "From the server's answer to the screen, ms"
    table = Table("game", "answers", "page changed", "95 %", "painted", "95 %", title=title)
    for game in ("matterhorn", "altitude"):
        anna = Visitor(browser, url, "Anna", settings={"speed": "normal"})
        anna.context.add_init_script(_WATCH_ANSWERS)
        anna.put_up(game, "pF")
        Player(anna, each=partial(anna.page.wait_for_timeout, THOUGHT)).play(moves)
        anna.pause()
        found: list[list[float]] = anna.page.evaluate("window.answers")
        row = [game, str(len(found))]
        for times in zip(*found, strict=True):
            row += [f"{median(times):.1f}", f"{quantiles(times, n=20)[-1]:.1f}"]
        table.add_row(*row)
        anna.close()
    return table


def frames(browser: Browser, url: str, slower: float) -> Table:
    """Grow two mountains to their full size; tell how often the page is drawn while cards fly."""
    title = f"The biggest Altitude table, CPU {slower:g} times slower"
    table = Table("while", "cards", "frames a second", "median ms", "95 %", "worst", title=title)
    anna, reto = Visitor(browser, url, "Anna"), Visitor(browser, url, "Reto")
    game = anna.put_up("altitude", "pp", options={"deck": DECK})
    reto.ask(f"tables/{game}/seats", {"id": "sit", "name": "Reto", "seat": 1})
    hands = (anna, reto)
    while _cards(seen := _move(hands, game)) < 2 * FULL and seen["view"]["pile"] > 20:
        pass
    session = anna.context.new_cdp_session(anna.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    anna.pause()
    still: list[float] = anna.page.evaluate(_COUNT_FRAMES, 3000)
    table.add_row("nothing moves", str(_cards(seen)), *_rates(_gaps(still)))
    gaps: list[float] = []
    for _ in range(12):
        anna.page.evaluate(f"() => {{ window.counting = ({_COUNT_FRAMES})(900); }}")
        seen = _move(hands, game)
        counted: list[float] = anna.page.evaluate("() => window.counting")
        gaps += _gaps(counted)
    table.add_row("cards fly", str(_cards(seen)), *_rates(gaps))
    anna.close()
    reto.close()
    return table


def _move(hands: tuple[Visitor, Visitor], table: str) -> Json:
    """Make a move for whoever must; return the position then."""
    seen: Json = hands[0].ask(f"tables/{table}")["update"]
    actor = seen["actor"]
    mine: Json = hands[actor].ask(f"tables/{table}?seat={actor}")["update"]
    move = next((one for one in mine["legal"] if one.startswith("lay")), mine["legal"][0])
    body: dict[str, Any] = {
        "type": "move",
        "id": f"m{mine['version']}",
        "version": mine["version"],
        "event": move,
    }
    hands[actor].ask(f"tables/{table}/commands", body)
    after: Json = hands[0].ask(f"tables/{table}")["update"]
    return after


def _cards(seen: Json) -> int:
    return sum(map(len, seen["view"]["mountains"]))


def _gaps(times: list[float]) -> list[float]:
    return [later - sooner for sooner, later in pairwise(times)]


def _rates(gaps: list[float]) -> list[str]:
    slow = quantiles(gaps, n=20)[-1]
    return [
        f"{1000 * len(gaps) / sum(gaps):.0f}",
        f"{median(gaps):.1f}",
        f"{slow:.1f}",
        f"{max(gaps):.1f}",
    ]


if __name__ == "__main__":
    main()
