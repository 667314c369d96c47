"""What is not the API: the page itself, and how the server is."""

import mimetypes
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from . import metrics
from .house import House
from .messages import Code, Refused
from .storage.log import StorageFailed

WEB = Path(__file__).parent / "web"
"""The page: whatever stands in this folder is served; `index.html` is the page of every table."""


class File(NamedTuple):
    """A file of the page, read once."""

    body: bytes
    kind: str
    tag: str


def read_web(folder: Path = WEB) -> dict[str, File]:
    """Read the page into memory: no request ever names a path on disk."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            body = path.read_bytes()
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            tag = f'"{sha256(body).hexdigest()[:16]}"'
            files[path.relative_to(folder).as_posix()] = File(body, kind, tag)
    return files


_FILES = read_web()


@get(["/", "/t/{table:str}"], include_in_schema=False)
async def front(request: Request[Any, Any, Any], table: FromPath[str] = "") -> Response[bytes]:  # noqa: ARG001
    """The page; it reads from its own address which table it is about."""
    return _answer(_FILES["index.html"], request, "no-cache")


@get("/web/{path:path}", include_in_schema=False)
async def file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """Return a file of the page. Those in `assets/` are named after what they hold."""
    name = path.lstrip("/")
    if name not in _FILES:
        raise Refused(Code.NOT_FOUND)
    forever = "public, max-age=31536000, immutable"
    return _answer(_FILES[name], request, forever if name.startswith("assets/") else "no-cache")


def _answer(found: File, request: Request[Any, Any, Any], caching: str) -> Response[bytes]:
    headers = {"etag": found.tag, "cache-control": caching}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


@get("/healthz", include_in_schema=False, media_type="text/plain")
async def healthz() -> str:
    """Say that the process runs."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type="text/plain")
async def readyz(house: NamedDependency[House]) -> str:
    """Say whether commands can be taken: the database answers and the server does not close."""
    if house.hall.stopping:
        raise Refused(Code.STOPPING)
    try:
        await house.shelf.ready()
    except StorageFailed:
        raise Refused(Code.STORAGE) from None
    return "ready"


@get("/metrics", include_in_schema=False)
async def figures(
    house: NamedDependency[House], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Return the figures for Prometheus; by default only to this machine."""
    allowed = house.settings.metrics
    if allowed == "off" or (allowed == "local" and not _is_local(request)):
        raise Refused(Code.NOT_FOUND)
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _is_local(request: Request[Any, Any, Any]) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
