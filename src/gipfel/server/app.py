"""The application: routes, errors and the house behind them, inside the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from .. import __version__
from . import pages
from .guard import Guard
from .house import House, open_house
from .logs import configure, log
from .messages import Code, Refusal, Refused
from .routes import API, COOKIE
from .settings import Settings, from_environment
from .storage.log import StorageFailed

LARGEST_BODY = 65_536
"""Bytes of a request: a board or a deck fits in well."""

_STATUS = {
    Code.NO_TABLE: 404,
    Code.NOT_FOUND: 404,
    Code.NO_LINK: 404,
    Code.NOT_YOURS: 403,
    Code.BAD_ORIGIN: 403,
    Code.BAD_JSON: 400,
    Code.BAD_REQUEST: 400,
    Code.BAD_EVENT: 400,
    Code.BAD_NAME: 400,
    Code.NO_SEAT: 400,
    Code.NO_PERSON: 400,
    Code.OWN_DICE_HIDDEN: 400,
    Code.TOO_LARGE: 413,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.STORAGE: 503,
    Code.STOPPING: 503,
    Code.INTERNAL: 500,
}
_CODES = {404: Code.NOT_FOUND, 413: Code.TOO_LARGE, 429: Code.TOO_FAST}


def _refused(_: Request[Any, Any, Any], error: Refused) -> Response[Refusal]:
    params = {key: value for key, value in error.params.items() if key != "id"}
    refusal = Refusal(error.code, error.params.get("id"), error.rule, params)
    return Response(refusal, status_code=_STATUS.get(error.code, 409))


def _no_storage(_: Request[Any, Any, Any], error: StorageFailed) -> Response[Refusal]:
    log.error("storage failed", error=str(error))
    return Response(Refusal(Code.STORAGE), status_code=503)


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    code = _CODES.get(error.status_code, Code.BAD_REQUEST)
    if error.status_code >= 500:
        code = Code.INTERNAL
        log.error("failed", exc_info=error)
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    return Response(Refusal(code), status_code=error.status_code, headers=headers)


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Refusal]:
    return Response(Refusal(Code.BAD_JSON), status_code=400)


def _failed(_: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.error("failed", exc_info=error)
    return Response(Refusal(Code.INTERNAL), status_code=500)


def _house(state: State) -> House:
    house: House = state.house
    return house


async def _person(request: Request[Any, Any, Any], state: State) -> str | None:
    house: House = state.house
    return await house.people.person_of(request.cookies.get(COOKIE))


def make(settings: Settings) -> Guard:
    """Return the application for some settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_house(settings) as house:
            app.state.house = house
            yield

    def name_build(response: Response[Any]) -> Response[Any]:
        response.headers["gipfel-build"] = application.state.house.site.build
        return response

    application = Litestar(
        route_handlers=[API, pages.front, pages.file, pages.healthz, pages.readyz, pages.figures],
        lifespan=[lifespan],
        after_request=name_build,
        dependencies={
            "house": Provide(_house, sync_to_thread=False),
            "person": Provide(_person),
        },
        exception_handlers={
            Refused: _refused,
            StorageFailed: _no_storage,
            HTTPException: _http,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="Gipfel",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    return Guard(application, settings)


def from_settings_left() -> Guard:
    """Return the application of a worker process, whose settings stand in the environment."""
    settings = from_environment()
    configure(settings.log_format, settings.log_level)
    return make(settings)
