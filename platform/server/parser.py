"""Parses JSON bodies for Ninja and refuses text that the database cannot store."""

import json
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from ninja.parser import Parser

from apps.common.errors import Refusal
from server import messages


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
