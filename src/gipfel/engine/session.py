"""A session of the line protocol: holds one match and answers requests about it.

Sans I/O: bytes of a line go in, a line of text comes out. The position after an error is the
position before it.
"""

import json
import random
from collections.abc import Callable
from typing import Any

from .. import __version__
from ..analysis import odds
from ..bots import choose
from ..core.checks import is_whole, quoted
from ..core.errors import BadJson, BadRequest, GipfelError, NoGame, TooLarge
from ..core.game import CHANCE, Json
from ..core.match import Match
from ..core.perft import perft
from ..games import GAMES, game, load

PROTOCOL = 1
LONGEST_LINE = 10_000_000
"""Bytes in a request at the most: enough for any record."""
MOST_EVENTS = 1_000_000
DEEPEST = 1_000


class Session:
    """One conversation. `ended` turns True when `quit` was answered."""

    def __init__(self) -> None:
        self.ended = False
        self._match: Match | None = None
        self._commands: dict[str, tuple[Callable[[Json], Json], dict[str, bool]]] = {
            "hello": (self._hello, {}),
            "new": (self._new, {"game": True, "players": True, "options": False}),
            "state": (self._state, {}),
            "view": (self._view, {"seat": True}),
            "legal": (self._legal, {}),
            "apply": (self._apply, {"event": True}),
            "undo": (self._undo, {}),
            "random": (self._random, {"seed": False, "max_events": False}),
            "record": (self._record, {}),
            "load": (self._load, {"record": True}),
            "bot": (self._bot, {"grade": True, "seed": False, "seconds": False}),
            "odds": (self._odds, {}),
            "perft": (self._perft, {"depth": True}),
            "quit": (self._quit, {}),
        }

    def answer(self, line: bytes) -> str:
        """Answer one request."""
        try:
            reply = {"ok": True, **self._carry_out(_read(line))}
        except GipfelError as error:
            reply = {
                "ok": False,
                "error": {"code": error.code, "message": error.message, "rule": error.rule},
            }
        return json.dumps(reply)

    def _carry_out(self, request: Json) -> Json:
        name = request.pop("cmd", None)
        if not isinstance(name, str) or name not in self._commands:
            raise BadRequest(f"No command {quoted(name)}; there are {', '.join(self._commands)}.")
        carry_out, fields = self._commands[name]
        for field in request:
            if field not in fields:
                raise BadRequest(f"{name} has no field {quoted(field)}.")
        for field, needed in fields.items():
            if needed and field not in request:
                raise BadRequest(f"{name} needs the field {field!r}.")
        return carry_out(request)

    @property
    def match(self) -> Match:
        """The match under way."""
        if self._match is None:
            raise NoGame('No game has been started: send {"cmd":"new", …} first.')
        return self._match

    def _hello(self, _: Json) -> Json:
        return {
            "name": "gipfel",
            "version": __version__,
            "protocol": PROTOCOL,
            "games": list(GAMES),
        }

    def _new(self, request: Json) -> Json:
        options = request.get("options")
        options = {} if options is None else options
        if not isinstance(options, dict):
            raise BadRequest(f"options is an object, not {quoted(options)}.")
        self._match = Match(game(request["game"]), request["players"], options)
        return self._state({})

    def _state(self, _: Json) -> Json:
        return {"state": self.match.game.describe(self.match.state)}

    def _view(self, request: Json) -> Json:
        match, seat = self.match, request["seat"]
        if seat is not None and (not is_whole(seat) or seat not in range(match.players)):
            raise BadRequest(f"seat is 0 to {match.players - 1} or null, not {quoted(seat)}.")
        return {"state": match.game.describe_view(match.game.view(match.state, seat))}

    def _legal(self, _: Json) -> Json:
        match = self.match
        events: list[Any]
        if match.actor == CHANCE:
            outcomes = match.game.chance(match.state)
            events = sorted([match.game.write(event), weight] for event, weight in outcomes)
        else:
            events = sorted(map(match.game.write, match.game.legal(match.state)))
        return {"actor": match.actor, "events": events}

    def _apply(self, request: Json) -> Json:
        event = request["event"]
        if not isinstance(event, str):
            raise BadRequest(f"event is a text, not {quoted(event)}.")
        self.match.play(event)
        return self._state({})

    def _undo(self, _: Json) -> Json:
        self.match.undo()
        return self._state({})

    def _random(self, request: Json) -> Json:
        most = _natural(request.get("max_events", 100_000), "max_events", MOST_EVENTS)
        seed = request.get("seed")
        if seed is not None and not is_whole(seed):
            raise BadRequest(f"seed is a whole number, not {quoted(seed)}.")
        events = self.match.play_at_random(random.Random(seed), most)
        return {**self._state({}), "events": events}

    def _record(self, _: Json) -> Json:
        return {"record": self.match.record()}

    def _load(self, request: Json) -> Json:
        record = request["record"]
        if not isinstance(record, str):
            raise BadRequest(f"record is a text, not {quoted(record)}.")
        self._match = load(record)
        return self._state({})

    def _perft(self, request: Json) -> Json:
        depth = _natural(request["depth"], "depth", DEEPEST)
        count = perft(self.match.game, self.match.state, depth)
        return {"decision": count.decision, "chance": count.chance, "terminal": count.terminal}

    def _bot(self, request: Json) -> Json:
        match, seed = self.match, request.get("seed", 0)
        if not is_whole(seed):
            raise BadRequest(f"seed is a whole number, not {quoted(seed)}.")
        seat = match.actor if isinstance(match.actor, int) else None
        view = match.game.view(match.state, seat)
        thought = choose(match.game, view, request["grade"], seed, request.get("seconds"))
        answer = {
            "event": match.game.write(thought.event),
            "win": list(thought.win),
            "seconds": thought.seconds,
        }
        return {**answer, "grade": thought.grade, "why": thought.why} if thought.why else answer

    def _odds(self, _: Json) -> Json:
        return odds(self.match.game, self.match.state)

    def _quit(self, _: Json) -> Json:
        self.ended = True
        return {}


def _read(line: bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise TooLarge(f"A request is at most {LONGEST_LINE:,} bytes.")
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadJson("This line is not JSON.") from error
    if not isinstance(request, dict):
        raise BadRequest(f"A request is a JSON object, not {quoted(request)}.")
    return request


def _natural(value: object, field: str, most: int) -> int:
    if not is_whole(value) or value < 0:
        raise BadRequest(f"{field} is a whole number from 0, not {quoted(value)}.")
    if value > most:
        raise TooLarge(f"{field} is at most {most:,}.")
    return value
