"""How a visitor plays: by what the page offers, not by rules; by mouse, finger, keys, notation."""

import random
import time
from collections.abc import Callable
from typing import TypedDict

from playwright.sync_api import ElementHandle, Locator

from tests.browser.visitor import PATIENCE, Visitor

HILL = {
    "name": "hill",
    "tokens": 12,
    "lines": [{"number": number, "circles": number - 3} for number in (8, 7, 6)],
}
"""A board for a very short game."""
SHORT: dict[str, dict[str, object]] = {"matterhorn": {"board": HILL}, "altitude": {"deck": "hike"}}
"""Of each game the options for a short one."""
GLOWS = (
    "[data-circle][role=button]:not([aria-pressed=true])",
    "[data-move]:not([aria-hidden=true])",
    "button[data-hand]:enabled:not([aria-pressed=true], [aria-disabled=true])",
)
"""What may be tapped in the picture."""
KEYS = "section[aria-labelledby=now] button:enabled:not([aria-pressed=true], .skip, form *)"
"""What may be pressed in the panel."""
OFFERED = ", ".join((*GLOWS, KEYS))
_LOOK = f"""(also) => {{
    const over = !!document.querySelector('a[download]');
    const called = !!also && !!document.querySelector(also);
    const offers = [...document.querySelectorAll('{OFFERED}')].map((one, place) => ({{
        place,
        name: one.ariaLabel ?? one.textContent.trim(),
        glows: !one.closest('section[aria-labelledby=now]'),
        main: one.classList.contains('main'),
        top: one.getBoundingClientRect().top,
        seen: one.checkVisibility({{ visibilityProperty: true }}),
    }})).filter(({{ seen }}) => seen && !over);
    const picked = !!document.querySelector('[data-circle][aria-pressed=true]');
    return offers.length || over || called ? {{ over, called, picked, offers }} : null;
}}"""
_ARROWS = {
    (True, True): "ArrowRight",
    (True, False): "ArrowLeft",
    (False, True): "ArrowDown",
    (False, False): "ArrowUp",
}
"""By whether it is across, and forward."""
_FOCUS = """(goal) => {
    const at = document.activeElement;
    if (at === goal) return 'there';
    return goal.dataset.circle && at?.dataset?.circle ? 'near' : 'elsewhere';
}"""
_BEARING = """(goal) => {
    const at = document.activeElement;
    if (at === goal) return null;
    const [from, to] = [at, goal].map((one) => one.getBoundingClientRect());
    return [to.x - from.x, to.y - from.y];
}"""


class Offer(TypedDict):
    """Something to tap."""

    place: int
    name: str
    glows: bool
    main: bool
    top: float


class Sight(TypedDict):
    """What a player sees of what can be done."""

    over: bool
    called: bool
    """Whether something is there that the player leaves to others."""
    picked: bool
    offers: list[Offer]


class Player:
    """Somebody who plays at random, but with a liking for their own name and for heights."""

    def __init__(
        self,
        visitor: Visitor,
        seed: int = 1,
        each: Callable[[], None] | None = None,
        also: str = "",
    ) -> None:
        """`each` is done before a tap; `also` is something to wait for, which is left to others."""
        self.visitor = visitor
        self.chance = random.Random(seed)
        self.each = each or (lambda: None)
        self.also = also
        self.taps = 0

    def look(self) -> Sight | None:
        """Return what there is to do at once, if anything."""
        sight: Sight | None = self.visitor.page.evaluate(_LOOK, self.also)
        return sight

    def wait(self) -> Sight:
        """Return what there is to do as soon as there is something, or the game is over."""
        sight: Sight = self.visitor.page.wait_for_function(_LOOK, arg=self.also).json_value()
        return sight

    def play(self, most: int = 10_000) -> "Player":
        """Play on until the game is over, or for some moves."""
        goal = self.visitor.wire.moves + most
        while self.visitor.wire.moves < goal and not (sight := self.wait())["over"]:
            self.step(sight)
        return self

    def step(self, sight: Sight) -> None:
        """Tap one thing of those that are offered; if that made a move, await its answer."""
        self.tap(sight)
        self.visitor.settle()

    def tap(self, sight: Sight) -> None:
        self.each()
        self.act(self.choose(sight["offers"], sight["picked"]))
        self.taps += 1

    def choose(self, offers: list[Offer], picked: bool) -> Offer:
        main = [offer for offer in offers if offer["main"]]
        if main and self.chance.random() < 0.5:
            return main[0]
        glowing = [offer for offer in offers if offer["glows"]]
        if not glowing or (len(glowing) < len(offers) and self.chance.random() < 0.15):
            return self.chance.choice([offer for offer in offers if not offer["glows"]] or offers)
        if not picked:
            own = [offer for offer in glowing if self.visitor.name in offer["name"]]
            if self.visitor.name and own:
                return self.chance.choice(own)
        by_height = sorted(glowing, key=lambda offer: offer["top"])
        return by_height[int(len(by_height) * self.chance.random() ** 3)]

    def locate(self, offer: Offer) -> Locator:
        return self.visitor.page.locator(OFFERED).nth(offer["place"])

    def act(self, offer: Offer) -> None:
        self.locate(offer).click()


class Toucher(Player):
    """Plays with a finger, for which everything must be large enough."""

    FINGER = 39.5

    def act(self, offer: Offer) -> None:
        target = self.locate(offer)
        box = target.bounding_box()
        assert box, offer
        assert min(box["width"], box["height"]) >= self.FINGER, (offer, box)
        target.tap()


class Typist(Player):
    """Types moves in notation, as the field suggests them."""

    def act(self, offer: Offer) -> None:  # noqa: ARG002  what is typed stands in no button
        options = self.visitor.now.locator("datalist option")
        self.type(self.chance.choice(options.evaluate_all("(all) => all.map((o) => o.value)")))

    def type(self, move: str) -> None:
        field = self.visitor.now.get_by_role("combobox")
        if not field.is_visible():
            self.visitor.now.locator("summary").click()
        field.fill(move)
        field.press("Enter")


class Keyboarder(Player):
    """Plays with the keyboard alone and sees where the focus is."""

    def act(self, offer: Offer) -> None:
        self.tab_to(self.locate(offer))
        self.visitor.page.keyboard.press(self.chance.choice(("Enter", " ")))

    def tab_to(self, target: Locator) -> None:
        """Press Tab until the focus is there; over the mountain the arrows lead."""
        goal = target.element_handle()
        for _ in range(120):
            self.visitor.page.keyboard.press("Tab")
            match goal.evaluate(_FOCUS):
                case "there":
                    break
                case "near":
                    self.climb_to(goal)
                    break
        else:
            raise AssertionError(f"no key leads to {target}")
        seen = self.visitor.page.evaluate("document.activeElement.matches(':focus-visible')")
        assert seen, f"the focus on {target} is not to be seen"

    def climb_to(self, goal: ElementHandle) -> None:
        """Lead the focus over the mountain by arrows; another circle that is open does too."""
        for _ in range(40):
            way: list[float] | None = goal.evaluate(_BEARING)
            if way is None:
                return
            across = abs(way[0]) > abs(way[1])
            if self.chance.random() < 0.2:
                across = not across
            forward = way[0] > 0 if across else way[1] > 0
            self.visitor.page.keyboard.press(_ARROWS[across, forward])


def take_turns(*players: Player, most: int = 10_000) -> None:
    """Let players at several windows play until the game is over at all of them."""
    goal = sum(player.visitor.wire.moves for player in players) + most
    end = time.monotonic() + PATIENCE
    while sum(player.visitor.wire.moves for player in players) < goal:
        sights = [player.look() for player in players]
        if all(sight and sight["over"] for sight in sights):
            return
        for player, sight in zip(players, sights, strict=True):
            if sight and sight["offers"]:
                player.step(sight)
                end = time.monotonic() + PATIENCE
                break
        else:
            assert time.monotonic() < end, "nobody may act, and the game is not over"
            players[0].visitor.pause()
