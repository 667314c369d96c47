"""What the tests need of Debian's packages: found, or installed if they run as root."""

import contextlib
import ctypes
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from glob import glob
from pathlib import Path


def program(name: str, package: str, *folders: str) -> str:
    """Return a program of a Debian package; install the package if it is missing."""

    def find() -> str | None:
        places = (place for folder in folders for place in sorted(glob(f"{folder}/{name}"))[::-1])
        return shutil.which(name) or next(places, None)

    return _bring(name, package, find)


def library(name: str, package: str) -> None:
    """Install the Debian package of a shared library if it is missing."""

    def find() -> str | None:
        with contextlib.suppress(OSError):
            ctypes.CDLL(name)
            return name
        return None

    _bring(name, package, find)


def _bring(name: str, package: str, find: Callable[[], str | None]) -> str:
    """Return what is found, if need be after an installation; only one process installs at once."""
    found = find()
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        with (Path(tempfile.gettempdir()) / "gipfel-install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not find():
                _install(package)
        found = find()
    if not found:
        raise RuntimeError(
            f"{name} is missing. Install it with: sudo apt-get install {package} — these tests "
            "need a real one and are not skipped."
        )
    return found


def _install(package: str) -> None:
    """Install a Debian package without starting the service it brings."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-qy", package]):
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
