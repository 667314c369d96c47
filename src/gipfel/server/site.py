"""The page that a server holds: its files, read and packed once at the start."""

import gzip
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

FOLDER = Path(__file__).parent / "web"
"""Where the build of web/ puts the page; empty in a clone that has not built it."""
INDEX = "index.html"
FILES = "web/"
"""Where the files of the page are served, below the base path."""
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PACKED_ALREADY = (".png", ".woff2")
_NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gipfel</title>
<p>The server runs, but its page has not been built.</p>
<p>In a clone of Gipfel, <code>make play</code> builds it and starts the server. A wheel of Gipfel
has it inside.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page."""

    body: bytes = field(repr=False)
    kind: str
    tag: str
    packed: bytes | None = field(default=None, repr=False)
    """The body as gzip, where that is shorter."""


@dataclass(frozen=True, slots=True)
class Site:
    """The whole page."""

    index: File
    """Answers every address of the page itself; it looks at its own address for what to show."""
    files: dict[str, File]
    build: str
    """Names this build; empty if there is none."""


@cache
def read_site(folder: Path, base_path: str) -> Site:
    """Read the page into memory: no request ever names a path on disk."""
    bodies = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    files = {name: _file(name, body) for name, body in bodies.items()}
    if INDEX not in bodies:
        return Site(_file(INDEX, _NOT_BUILT), files, "")
    names = sha256("".join(f"{name} {files[name].tag}\n" for name in files).encode())
    build = names.hexdigest()[:12]
    return Site(_file(INDEX, _placed(bodies[INDEX], base_path, build)), files, build)


def _placed(html: bytes, base_path: str, build: str) -> bytes:
    """Say in the page of which build it is, and where: its other addresses are relative."""
    base = f'<base href="{escape(base_path)}/" /><meta name="build" content="{build}" />'.encode()
    html = html.replace(b'="./', f'="{FILES}'.encode())
    return html.replace(b"<head>", b"<head>" + base, 1)


def _file(name: str, body: bytes) -> File:
    ending = Path(name).suffix
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    packed = None if ending in _PACKED_ALREADY else gzip.compress(body, 9, mtime=0)
    if packed is not None and len(packed) >= len(body):
        packed = None
    return File(body, _KINDS.get(ending, "application/octet-stream"), tag, packed)
