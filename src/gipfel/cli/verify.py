"""`gipfel verify`: are the dice and cards of a record the ones that were promised?"""

from pathlib import Path

from rich.text import Text

from ..core.fairness import Proof, verify
from ..games import load
from .files import read_record
from .terminal import Terminal


def run(file: Path) -> None:
    """Check a record from its header lines; an error says what does not hold."""
    match = load(read_record(file))
    seen = verify(match)
    proof = Proof.read(match.header, match.players)
    terminal = Terminal()
    terminal.say(Text(f"The secret is the one that was promised: {proof.commitment}"))
    noun = "die roll or card follows" if seen == 1 else "die rolls and cards follow"
    terminal.say(Text(f"{seen} {noun} from it, in the order played."))
