"""`make resume`: a training that is killed in mid-round ends as one that was not.

Two runs of the same few small rounds. One is killed with signal 9, again and again, and started
again; in the end its weights and its log must be the same to the last bit. Needs PyTorch.
"""

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS, PRACTICE, FORESIGHT = 4, 2, 2
ALL = ROUNDS + PRACTICE + FORESIGHT


def command(folder: Path) -> list[str]:
    work = f"--rounds {ROUNDS} --practice {PRACTICE} --foresight {FORESIGHT} --out {folder}"
    few = "--players 2 --games 20 --true 2 --jobs 1"
    return [sys.executable, "-m", "gipfel", "train", "altitude", *f"{few} {work}".split()]


def log(folder: Path) -> list[dict[str, Any]]:
    """What the rounds came to, those of practice, of foresight; how long they took is left out."""
    lines = []
    for kind in ("", "-instinct", "-foresight"):
        path = folder / f"altitude-2{kind}.jsonl"
        lines += path.read_text().splitlines() if path.exists() else []
    return [{**json.loads(line), "seconds": 0} for line in lines]


def killed(folder: Path) -> None:
    """Train, with a kill after some of the rounds, somewhere in the next one."""
    rng = random.Random(1)
    for done in (1, 3, ROUNDS + 1, ROUNDS + PRACTICE + 1):
        process = subprocess.Popen(command(folder), stdout=subprocess.DEVNULL)
        while len(log(folder)) < done:
            assert process.poll() is None, "the training ended before it could be killed"
            time.sleep(0.01)
        time.sleep(rng.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        print(f"killed after {len(log(folder))} of {ALL} rounds", flush=True)
    subprocess.run(command(folder), check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        whole, broken = Path(first), Path(second)
        subprocess.run(command(whole), check=True, stdout=subprocess.DEVNULL)
        killed(broken)
        assert log(whole) == log(broken), "the rounds came to something else"
        with np.load(whole / "altitude.npz") as one, np.load(broken / "altitude.npz") as other:
            assert sorted(one) == sorted(other)
            assert all(np.array_equal(one[key], other[key]) for key in one), "other weights"
    print(f"4 kills, {ALL} rounds: the same log, the same weights")


if __name__ == "__main__":
    main()
