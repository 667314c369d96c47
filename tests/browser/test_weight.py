"""What the page costs: little to load, and nothing jumps while others move."""

from playwright.sync_api import Request, expect

from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.visitor import Visitor
from tests.browser.words import say

MOST = 250_000
"""Bytes that the first load may take, packed, fonts apart."""
# The list of moves is apart: it is for a new line to push the older ones down.
_WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const nodes = sources.map(({ node }) => node?.parentElement && node).filter(Boolean);
            if (nodes.length && nodes.every((node) => node.parentElement.closest('ol'))) continue;
            window.shifts.push([value, ...nodes.map((node) => node.outerHTML?.slice(0, 120))]);
        }
    }).observe({ type: 'layout-shift' });
}"""


def test_the_first_load_is_small(visit: Visit) -> None:
    anna = visit("Anna")
    loaded: list[Request] = []

    def keep(request: Request) -> None:
        loaded.append(request)

    anna.page.on("requestfinished", keep)
    anna.go()
    anna.page.wait_for_load_state("networkidle")
    anna.button(say("front_bot")).first.click()
    expect(anna.now).to_be_visible()
    anna.page.wait_for_load_state("networkidle")
    sizes = {request.url: request.sizes()["responseBodySize"] for request in loaded}
    page = {url: size for url, size in sizes.items() if "/api/" not in url}
    assert any("/assets/Table" in url for url in page), "the table came with it"
    assert sum(size for url, size in page.items() if not url.endswith(".woff2")) <= MOST, sizes
    for request in loaded:
        if request.url.endswith((".js", ".css")):
            response = request.response()
            assert response
            assert response.headers["content-encoding"] == "gzip", request.url


def shifts(visitor: Visitor) -> list[list[object]]:
    """What has jumped since `watch`, largest first."""
    found: list[list[object]] = visitor.page.evaluate("window.shifts.splice(0)")
    return sorted(found, key=lambda shift: -float(str(shift[0])))


def test_nothing_jumps_while_others_move(visit: Visit) -> None:
    """Somebody watches a person and two bots, at a pace at which each move is seen."""
    for game, options in (("matterhorn", {"board": "sharp"}), ("altitude", {"deck": "hike"})):
        anna = visit("Anna", reduced_motion="reduce")
        eve = visit("Eve", settings={"speed": "fast"})
        table = anna.put_up(game, "pFF", options=options)
        eve.go(f"t/{table}")
        expect(eve.now).to_be_visible()
        eve.page.wait_for_load_state("networkidle")
        eve.page.evaluate(_WATCH)
        Player(anna).play(2)
        eve.wire.hear_of(anna.wire.update["version"])
        expect(eve.button(say("table_skip"))).to_have_count(0)
        found = shifts(eve)
        assert sum(float(str(value)) for value, *_ in found) < 0.01, found[:5]
