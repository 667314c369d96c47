"""What the tests of the server share: databases of both kinds, and Redis."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.services import Postgres, Redis, running

_names = (f"test{number}" for number in itertools.count())


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    service = Postgres()
    with running(service):
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    service = Redis()
    with running(service):
        yield service


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def postgres_address(postgres: Postgres) -> Iterator[str]:
    name = next(_names)
    yield postgres.create(name)
    postgres.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest) -> str:
    """The address of an empty database; each test runs on both kinds."""
    kind = "sqlite_address" if request.param == "sqlite" else "postgres_address"
    return str(request.getfixturevalue(kind))
