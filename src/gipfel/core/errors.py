"""What can go wrong: each with its code in the line protocol and, if one is broken, the rule."""

from typing import ClassVar


class GipfelError(Exception):
    """Anything a person or a program did that cannot be done; the position is as it was."""

    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class BadRequest(GipfelError):
    """A wrong player count, option, board, deck or field."""


class BadRecord(GipfelError):
    """A record that is not one, is cut short, or comes from a newer Gipfel."""


class BadEvent(GipfelError):
    """Words that are not in the notation."""

    code = "bad_event"


class Illegal(GipfelError):
    """A well-formed event that the rules do not allow here."""

    code = "illegal"

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message, rule)


class NoGame(GipfelError):
    """A request about a position when no game has been started."""

    code = "no_game"


class TooLarge(GipfelError):
    """More work or more bytes than one request may ask for."""

    code = "too_large"


class BadJson(GipfelError):
    """A line that is not JSON."""

    code = "bad_json"
