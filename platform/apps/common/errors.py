"""Refusals: the exception for expected errors. config/api.py turns them into responses of one format.

A refusal is raised by the function that knows the reason, with a sentence for the user. Any other exception becomes a
500 without details.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from apps.common import messages

Row = TypeVar("Row", bound=Model)


class Refusal(Exception):
    """An expected error, answered as {message, code, errors?} with `status`.

    `code` is a stable name for programs, and `message` is a sentence for users. `errors` maps form fields to sentences.
    `extra` has further keys of the response. `retry_after` is the number of seconds in the Retry-After header, and
    `challenge` has the parameters of WWW-Authenticate.
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        *,
        errors: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        challenge: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.message = message
        self.errors = dict(errors or {})
        self.extra = dict(extra or {})
        self.retry_after = retry_after
        self.challenge = challenge

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


def not_found(what: str) -> Refusal:
    """Return the refusal (404) for an object that does not exist or belongs to another user."""
    return Refusal("not_found", 404, messages.not_found(what=what))


def require_row(rows: QuerySet[Row], what: str) -> Row:
    """Return the first of the rows. Raises the refusal of `not_found` if there is none."""
    if (row := rows.first()) is None:
        raise not_found(what=what)
    return row


def bad_form(errors: Mapping[str, str]) -> Refusal:
    """Return the refusal (400) with one sentence for each invalid field. The message is the first of them."""
    return Refusal("bad_form", 400, next(iter(errors.values())), errors=errors)
