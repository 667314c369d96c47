"""What is not the API: the page itself, and how the server is."""

from ipaddress import ip_address
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from . import metrics
from .house import House
from .messages import Code, Refused
from .site import File
from .storage.log import StorageFailed

FOREVER = "public, max-age=31536000, immutable"


@get(
    ["/", "/link", "/new/{rest:path}", "/rules/{rest:path}", "/t/{rest:path}"],
    include_in_schema=False,
)
async def front(
    request: Request[Any, Any, Any],
    house: NamedDependency[House],
    rest: FromPath[str] = "",  # noqa: ARG001  the page reads it, not the server
) -> Response[bytes]:
    """The page; it reads from its own address what it is about."""
    return _answer(house.site.index, request, "no-cache")


@get("/web/{path:path}", include_in_schema=False)
async def file(
    request: Request[Any, Any, Any], house: NamedDependency[House], path: FromPath[str]
) -> Response[bytes]:
    """Return a file of the page. Those in `assets/` are named after what they hold."""
    name = path.lstrip("/")
    found = house.site.files.get(name)
    if found is None:
        raise Refused(Code.NOT_FOUND)
    return _answer(found, request, FOREVER if name.startswith("assets/") else "no-cache")


def _answer(found: File, request: Request[Any, Any, Any], caching: str) -> Response[bytes]:
    packs = found.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
    tag = found.tag[:-1] + '-gz"' if packs else found.tag
    headers = {"etag": tag, "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    if packs:
        headers["content-encoding"] = "gzip"
    body = found.packed if packs and found.packed is not None else found.body
    return Response(body, headers=headers, media_type=found.kind)


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
