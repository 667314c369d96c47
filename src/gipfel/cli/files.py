"""Files: reading what a person names, and saving a game so that it cannot be lost."""

import os
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core.errors import BadRecord, BadRequest
from ..core.records import LONGEST

LARGEST_TOML = 1_000_000
_START = "# gipfel:"


def read_toml(path: Path) -> dict[str, object]:
    """Return what a TOML file holds, or say in which line it is broken."""
    try:
        text = _read(path, LARGEST_TOML).decode()
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not TOML: it is not text in UTF-8.") from error
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        end = f"at the end, line {len(text.splitlines())}"
        reason = str(error).replace("at end of document", end)
        raise BadRequest(f"{path} is not TOML: {reason}. Mend it and try again.") from error


def read_record(path: Path) -> str:
    """Return the text of a saved game."""
    try:
        return _read(path, 4 * LONGEST).decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} is not a Gipfel record: it is not text.") from error


def _read(path: Path, largest: int) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise BadRequest(f"{path} is not a file.")
        if path.stat().st_size > largest:
            raise BadRequest(f"{path} is larger than {largest:,} bytes.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise BadRequest(f"There is no file {path}.") from error
    except (OSError, ValueError) as error:
        raise BadRequest(f"{path} cannot be read: {_reason(error)}.") from error


def write_record(path: Path, text: str) -> None:
    """Write a record whole or not at all. Raises BadRequest if it cannot be written there."""
    try:
        if path.exists() and not _is_record(path):
            raise BadRequest(f"{path} exists and is not a saved game; it is left as it is.")
        _replace(path, text)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{path} cannot be written: {_reason(error)}.") from error


def check_place(path: Path) -> None:
    """Refuse a place where a file that was asked for by name could not be written, or must not."""
    try:
        if path.is_dir():
            raise BadRequest(f"{path} is a folder; name a file in it.")
        if not path.parent.is_dir():
            raise BadRequest(f"{path} cannot be written: there is no folder {path.parent}.")
        if path.is_file() and path.stat().st_size and _is_record(path):
            raise BadRequest(f"{path} is a saved game; it is left as it is.")
    except (OSError, ValueError) as error:
        raise BadRequest(f"{path} cannot be written: {_reason(error)}.") from error


def write_text(path: Path, text: str) -> None:
    """Write a file that was asked for by name. Raises BadRequest if it cannot be written."""
    check_place(path)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a device or a pipe takes it as it comes
        else:
            _replace(path, text)
    except (OSError, ValueError) as error:
        raise BadRequest(f"{path} cannot be written: {_reason(error)}.") from error


def _is_record(path: Path) -> bool:
    if not path.is_file():  # a pipe would be waited for
        return False
    with path.open("rb") as file:
        return file.read(len(_START)) in (_START.encode(), b"")


def _replace(path: Path, text: str) -> None:
    """Write beside the file, then take its place: whoever reads sees the old or the new one."""
    descriptor, draft = tempfile.mkstemp(prefix=".gipfel-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def keep(text: str, name: str, given: Path | None) -> tuple[Path | None, list[str]]:
    """Save a record in the file given or in the first place that takes it.

    Return where it is, None if nowhere, and why the places tried before it did not take it.
    """
    refusals = []
    for path in (*([given] if given else []), *_places(name)):
        try:
            write_record(path, text)
        except BadRequest as error:
            refusals.append(error.message)
        else:
            return path, refusals
    return None, refusals


def _places(name: str) -> Iterator[Path]:
    """Yield a free name in the data folder, then here, then among the temporary files."""
    with suppress(OSError, RuntimeError):
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        yield _free(folder, name)
    for elsewhere in (Path.cwd, lambda: Path(tempfile.gettempdir())):
        with suppress(OSError):
            yield _free(elsewhere(), name)


def _free(folder: Path, name: str) -> Path:
    path = folder / f"{name}.gipfel"
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}.gipfel"
        number += 1
    return path


def data_folder() -> Path:
    """Return where games are saved: the user's data folder, as the XDG rules name it."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"
    return home / "gipfel"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
