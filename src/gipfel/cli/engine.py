"""`gipfel engine`: the line protocol on standard input and output."""

import sys
from typing import BinaryIO, TextIO

from ..engine import LONGEST_LINE, Session


def run(requests: BinaryIO | None = None, answers: TextIO | None = None) -> None:
    """Answer each line until `quit` or the end of input; a closed output ends it quietly."""
    requests = requests or sys.stdin.buffer
    answers = answers or sys.stdout
    session = Session()
    while not session.ended and (line := _next_line(requests)):
        print(session.answer(line), file=answers, flush=True)


def _next_line(requests: BinaryIO) -> bytes:
    """Return the next line; of one that is too long, enough to be told so."""
    line = requests.readline(LONGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = requests.readline(LONGEST_LINE)
    return line
