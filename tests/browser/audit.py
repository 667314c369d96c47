"""axe-core looks over what a visitor sees, by day and by night."""

from functools import cache
from pathlib import Path
from typing import Any

from tests.browser.visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_STILL = """() => document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
_RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary, html }) =>
        [id, target.join(' '), failureSummary, html].join('\\n')));
}"""


@cache
def _axe() -> str:
    assert AXE.is_file(), "axe-core is missing: run `make page`"
    return AXE.read_text("utf-8")


def audit(visitor: Visitor) -> None:
    """Find nothing that would shut anybody out, in either theme."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(_STILL)
        found += [f"{scheme}: {violation}" for violation in page.evaluate(_RUN)]
    assert not found, f"{page.url}\n" + "\n\n".join(found)


class Auditor:
    """Looks over each kind of state once, as a game comes to it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.seen: set[Any] = set()

    def __call__(self) -> None:
        update = self.visitor.wire.update
        state = (update.get("phase"), update.get("view", {}).get("phase"))
        if state not in self.seen:
            self.seen.add(state)
            audit(self.visitor)
