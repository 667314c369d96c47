"""20,000 lines of garbage: no traceback, no exit, the position unchanged."""

import json
import random
import subprocess
import sys

from tests.engine.conftest import Talk

LINES = 20_000
SEEDS = [
    '{"cmd":"new","game":"matterhorn","players":9}',
    '{"cmd":"apply","event":"token 12c keep 1 5 6"}',
    '{"cmd":"apply","event":"swap 12 3:1"}',
    '{"cmd":"apply","event":"give 1 2:0"}',
    '{"cmd":"view","seat":7}',
    '{"cmd":"load","record":"# gipfel: 1\\n# game: altitude\\n# players: 2\\n\\ndraw 9\\n"}',
    '{"cmd":"random","seed":7,"max_events":-5}',
    '{"cmd":"perft","depth":"x"}',
    '{"cmd":"bot","grade":"D","seed":1,"seconds":0.2}',
    '{"cmd":"odds"}',
    '{"cmd":"new","game":"altitude","players":2,"options":{"deck":{"mountain":{"1":-3}}}}',
]


def garbage(rng: random.Random) -> bytes:
    """Return a line that is no request, or a request that was damaged."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(60)).replace(b"\n", b"?")
        case 1:
            line = bytearray(rng.choice(SEEDS).encode())
            for _ in range(rng.randrange(1, 6)):
                line[rng.randrange(len(line))] = rng.choice(b'"{}[]:,\\ 09aZ\x00\xff')
            return bytes(line)
        case 2:
            line = bytearray(rng.choice(SEEDS).encode())
            cut = rng.randrange(len(line))
            return bytes(line[:cut] + line[cut + rng.randrange(1, 9) :])
        case _:
            return json.dumps({"cmd": "apply", "event": _words(rng)}).encode()


def _words(rng: random.Random) -> str:
    words = [
        "token",
        "dice",
        "keep",
        "lay",
        "give",
        "12a",
        "5c",
        "top",
        "1:0",
        "-3:2",
        "a7",
        "C",
        "6",
    ]
    return " ".join(rng.choices(words, k=rng.randrange(6)))


def test_garbage_is_refused_and_the_position_stays(talk: Talk) -> None:
    rng = random.Random(20_000)
    talk("new", game="matterhorn", players=3)
    talk("random", seed=1, max_events=60)
    before = talk("state")
    refused = 0
    for _ in range(LINES):
        answer = talk.line(garbage(rng))
        if answer["ok"]:
            talk("new", game="matterhorn", players=3)
            talk("random", seed=1, max_events=60)
        else:
            refused += 1
            assert talk("state") == before
    assert refused > LINES * 0.98


def test_the_engine_survives_garbage_on_its_standard_input() -> None:
    rng = random.Random(1)
    lines = [garbage(rng) for _ in range(LINES)]
    feed = b"".join(line + b"\n" for line in lines)
    last = b'{"cmd":"hello"}\n{"cmd":"quit"}\n{"cmd":"hello"}\n'
    run = subprocess.run(
        [sys.executable, "-m", "gipfel", "engine"],
        input=feed + last,
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == LINES + 2
    assert all(type(answer["ok"]) is bool for answer in answers)
    assert answers[-2]["name"] == "gipfel"
    assert answers[-1] == {"ok": True}
    assert run.stderr == b""
