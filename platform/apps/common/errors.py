"""How the web tower refuses: one exception that becomes one shape of answer.

A refusal is expected; it is raised by the function that knows the reason, with the sentence a person reads.
Everything else is a fault and ends as a 500 without details. config/api.py turns both into responses.
"""

from collections.abc import Mapping
from typing import Any


class Refusal(Exception):
    """An expected "no", told to the client as {message, code, errors?} with `status`.

    `code` is a stable word for programs, `message` a sentence for people, `errors` one sentence for each form
    field, `extra` further keys of the answer, `retry_after` whole seconds for a Retry-After header.
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
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.message = message
        self.errors = dict(errors or {})
        self.extra = dict(extra or {})
        self.retry_after = retry_after

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


def not_found(what: str) -> Refusal:
    """404, the same for what does not exist and for what belongs to somebody else."""
    return Refusal("not_found", 404, f"We could not find that {what}.")


def bad_form(errors: Mapping[str, str], message: str | None = None) -> Refusal:
    """400 with one sentence for each field; the message is the first of them unless one is given."""
    return Refusal("bad_form", 400, message or next(iter(errors.values())), errors=errors)
