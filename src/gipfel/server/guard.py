"""The guard at the door: request ids, origins, limits, headers, and one log line a request.

A layer around the whole application, so that nothing behind it can forget them.
"""

import re
import secrets
import time
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Buckets, client_of
from .logs import log
from .messages import Code, Refusal, encode
from .metrics import REQUESTS
from .settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
CONTENT = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'{sockets}; object-src 'none'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]+)?|\[[0-9a-fA-F:]+\](:[0-9]+)?")
_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.application = app
        self._settings = settings
        limits = settings.limits
        self._requests = Buckets(limits.requests, limits.burst)
        self._tables = Buckets(limits.tables, limits.tables_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.application(scope, receive, send)
            return
        scope = self._within_base_path(scope)
        headers: dict[bytes, bytes] = dict(scope["headers"])
        request_id = _request_id(headers)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=request_id.decode())
        refused = self._refusal(scope, headers)
        if kind == "websocket":
            if refused is None:
                await self.application(scope, receive, send)
            else:
                log.info("socket refused", code=str(refused[1]))
                await send({"type": "websocket.close", "code": 4403, "reason": str(refused[1])})
            return
        seen = _Seen(send, scope, request_id)
        if refused is None:
            await self.application(scope, receive, seen)
        else:
            await seen.answer(*refused)
        seen.log(scope)

    def _within_base_path(self, scope: Scope) -> Scope:
        """Take the base path off, so that nothing behind the guard knows of it."""
        base, path = self._settings.base_path, scope["path"]
        if base and (path == base or path.startswith(f"{base}/")):
            scope["path"] = path[len(base) :] or "/"
            scope["raw_path"] = scope["path"].encode()
        return scope

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, Code] | None:
        method = scope.get("method", "WS")
        client = client_of(scope.get("client"))
        if not self._requests.take(client):
            return 429, Code.TOO_FAST
        if method not in SAFE and not self._is_own(scope, headers):
            return 403, Code.BAD_ORIGIN
        if method == "POST" and scope["path"].rstrip("/") == "/api/tables":
            return None if self._tables.take(client) else (429, Code.TOO_FAST)
        return None

    def _is_own(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Say whether a request comes from our own page, or from no page at all.

        A browser always names the origin of a page that sends anything but a plain GET.
        """
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site") in (None, b"same-origin", b"none")
        text = origin.decode("latin-1")
        if text in self._settings.origins:
            return True
        secure = scope["scheme"] in ("https", "wss")
        host = headers.get(b"host", b"").decode("latin-1")
        found = urlsplit(text)
        return found.scheme == ("https" if secure else "http") and found.netloc == host != ""


class _Seen:
    """The way out: adds headers to an answer and remembers its status."""

    def __init__(self, send: Send, scope: Scope, request_id: bytes) -> None:
        self._send = send
        self._start = time.perf_counter()
        self._request_id = request_id
        self._status = 0
        self._private = scope["path"].startswith("/api")
        self._content = content_policy(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))
        self._secure = scope["scheme"] == "https"

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            more = [
                *HEADERS,
                (b"x-request-id", self._request_id),
                (b"content-security-policy", self._content),
            ]
            if self._private:
                more.append((b"cache-control", b"no-store"))
            if self._secure:
                more.append((b"strict-transport-security", b"max-age=31536000"))
            message["headers"] = [*message["headers"], *more]
        await self._send(message)

    async def answer(self, status: int, code: Code) -> None:
        """Answer in the place of the application."""
        body = encode(Refusal(code))
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        if status == 429:
            headers.append((b"retry-after", b"1"))
        start: Any = {"type": "http.response.start", "status": status, "headers": headers}
        await self(start)
        end: Any = {"type": "http.response.body", "body": body, "more_body": False}
        await self(end)

    def log(self, scope: Scope) -> None:
        """Write one line and count. The route, not the path: a path may name a private table."""
        method, route = scope.get("method", ""), scope.get("path_template") or "none"
        REQUESTS.labels(method, route, str(self._status)).inc()
        took = round((time.perf_counter() - self._start) * 1000, 1)
        log.info("request", method=method, route=route, status=self._status, ms=took)


@lru_cache(maxsize=64)
def content_policy(host: str) -> bytes:
    """Return what a page may load: only from here. Not every browser takes a socket for that."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return CONTENT.format(sockets=sockets).encode()


def _request_id(headers: dict[bytes, bytes]) -> bytes:
    given = headers.get(b"x-request-id", b"")
    return given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8).encode()
