"""Parses JSON bodies for Ninja, and refuses bodies that do not parse or that the database cannot store."""

import json
from collections.abc import Iterable
from typing import Any, Final, cast

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from ninja.parser import Parser

from apps.common.errors import Refusal
from server import messages

# The most invalid fields that one response names.
MAX_FIELD_ERRORS: Final = 20


def too_big() -> Refusal:
    return Refusal("too_big", 413, messages.TOO_BIG)


def not_json(why: str) -> Refusal:
    return Refusal("not_json", 422, why)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def storable(value: Any) -> bool:
    """Return whether PostgreSQL can store every string in a JSON document. It cannot store NUL or lone surrogates."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            if "\x00" in here or any("\ud800" <= letter <= "\udfff" for letter in here):
                return False
        elif isinstance(here, dict):
            waiting.extend(here.keys())
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return True


class JsonParser(Parser):
    """A parser that refuses bodies for which Ninja's own parser would cause a 500."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Parse the body. Raises Refusal if it is too big, is not JSON or contains text that cannot be stored."""
        try:
            document = json.loads(request.body, parse_constant=_no_constant)
        except RequestDataTooBig:
            raise too_big() from None
        except (ValueError, RecursionError):
            raise not_json(messages.NOT_JSON) from None
        if not storable(document):
            raise not_json(messages.NOT_STORABLE)
        return cast(dict[str, Any], document)


def invalid(found: Iterable[tuple[str, str, str]]) -> Refusal:
    """Return the refusal (422) for the errors that pydantic found: the name of the field ("" for the whole body), the
    type and the message of each."""
    errors: dict[str, str] = {}
    for name, kind, message in found:
        sentence = _sentence(kind, message)
        if not name:
            # A rule about several fields of the body, or no object at all.
            return Refusal("invalid", 422, sentence) if kind == "value_error" else not_json(messages.NOT_AN_OBJECT)
        errors.setdefault(name, sentence)
        if len(errors) == MAX_FIELD_ERRORS:
            break
    name, sentence = next(iter(errors.items()))
    unknown = sentence == messages.UNKNOWN_FIELD
    message = messages.unknown_field(name=name) if unknown else messages.wrong_field(name=name, sentence=sentence)
    return Refusal("invalid", 422, message, errors=errors)


def _sentence(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return messages.UNKNOWN_FIELD
    if kind == "missing":
        return messages.FIELD_REQUIRED
    if kind == "too_long" and message.startswith("Value "):
        # pydantic counts the characters of a secret as items.
        message = message.replace("items after validation", "characters")
    return message.removeprefix("Value error, ").rstrip(".") + "."
