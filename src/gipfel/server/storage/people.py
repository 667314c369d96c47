"""Persons: who holds which cookie, and links that bring one to another device.

A person is a random name that no other client ever gets to see. A cookie is 256 random bits; only
its SHA-256 is stored. A link is good once.
"""

import secrets
from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..messages import Code, Refused
from .database import writing
from .log import StorageFailed
from .schema import LINKS, TOKENS

LINK_DAYS = 7
_MOST_REMEMBERED = 20_000


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


class People:
    """Tokens and links."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._known: dict[bytes, str] = {}

    async def person_of(self, token: str | None) -> str | None:
        """Return whose cookie it is; None for a stranger's."""
        if not token or len(token) > 100:
            return None
        key = _hash(token)
        if (known := self._known.get(key)) is not None:
            return known
        try:
            async with self._engine.connect() as connection:
                person = await connection.scalar(
                    sa.select(TOKENS.c.person).where(TOKENS.c.hash == key)
                )
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error
        if person is not None:
            self._remember(key, person)
        return person

    def _remember(self, key: bytes, person: str) -> None:
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        self._known[key] = person

    async def admit(self, now: int, person: str | None = None) -> tuple[str, str]:
        """Return a new token and the person it is for, a new one if none is given."""
        token, person = secrets.token_urlsafe(32), person or secrets.token_hex(16)
        row = {"hash": _hash(token), "person": person, "made_at": now}
        try:
            async with writing(self._engine).begin() as connection:
                await connection.execute(sa.insert(TOKENS), row)
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error
        self._remember(_hash(token), person)
        return token, person

    async def link(self, person: str, now: int) -> str:
        """Return a secret that brings a person to another device, once."""
        secret = secrets.token_urlsafe(32)
        expires = now + LINK_DAYS * 86_400_000
        row = {"hash": _hash(secret), "person": person, "expires_at": expires}
        try:
            async with writing(self._engine).begin() as connection:
                await connection.execute(sa.insert(LINKS), row)
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error
        return secret

    async def follow(self, secret: str, now: int) -> tuple[str, str]:
        """Return a new token for the person whose link this is. Raises Refused: old or used."""
        here = LINKS.c.hash == _hash(secret)
        try:
            async with writing(self._engine).begin() as connection:
                found = (await connection.execute(sa.select(LINKS).where(here))).one_or_none()
                gone = await connection.execute(sa.delete(LINKS).where(here))
        except (SQLAlchemyError, OSError) as error:
            raise StorageFailed(type(error).__name__) from error
        if found is None or gone.rowcount != 1 or found.expires_at <= now:
            raise Refused(Code.NO_LINK)
        return await self.admit(now, found.person)
