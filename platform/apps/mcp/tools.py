"""The tools of /mcp, each with its scope, in one table.

A tool is a function of the program, its arguments and the time. It makes one call of the services or selectors that the
REST API calls too, and returns an Answer. Its docstring describes it to programs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from apps.common.errors import Refusal
from apps.keys.answers import blank_cards
from apps.keys.models import Scope
from apps.keys.programs import Program
from apps.mandates.terms import Terms

from . import messages, reading, schemas, writing
from .schemas import Answer

# Pictures, which a program does not draw.
DECORATION: Final = frozenset({"cover_art", "cover_image_url"})
# Refusals after which the same call may succeed a little later.
RETRYABLE: Final = frozenset({"booking", "stopping", "fault"})


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its function, the scope that it needs, and its arguments.

    `reads`: it changes nothing. `destroys`: it may end a request or a table. `leaves`: platforms are called because of
    it. `files`: it counts as a filing. `ticket`: an assistant may show the request's ticket beside the answer.
    """

    run: Callable[[Program, Any, datetime], Answer]
    scope: Scope
    arguments: type[BaseModel]
    reads: bool = False
    destroys: bool = False
    leaves: bool = False
    files: bool = False
    ticket: bool = False

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def text(self) -> str:
        return " ".join((self.run.__doc__ or "").split())


# An unpaused request, and one with override_reservations, may replace a booked table.
TOOLS: Final[dict[str, Tool]] = {
    tool.name: tool
    for tool in (
        Tool(reading.search_restaurants, Scope.VENUES_READ, schemas.SearchRestaurantsIn, reads=True),
        Tool(reading.get_restaurant, Scope.VENUES_READ, schemas.RestaurantIn, reads=True),
        Tool(reading.list_requests, Scope.REQUESTS_READ, schemas.ListRequestsIn, reads=True),
        Tool(reading.get_request, Scope.REQUESTS_READ, schemas.RequestIdIn, reads=True, ticket=True),
        Tool(reading.get_odds, Scope.REQUESTS_READ, schemas.RequestIdIn, reads=True),
        Tool(writing.preview_request, Scope.REQUESTS_WRITE, schemas.RequestIn, reads=True),
        Tool(
            writing.file_request, Scope.REQUESTS_WRITE, schemas.FileRequestIn,
            destroys=True, leaves=True, files=True, ticket=True,
        ),
        Tool(writing.draft_mandate, Scope.REQUESTS_WRITE, Terms, files=True),
        Tool(writing.get_mandate, Scope.REQUESTS_WRITE, schemas.MandateIdIn, reads=True),
        Tool(writing.pause_request, Scope.REQUESTS_WRITE, schemas.RequestIdIn),
        Tool(writing.unpause_request, Scope.REQUESTS_WRITE, schemas.ChangeIn, destroys=True, leaves=True),
        Tool(writing.delete_request, Scope.REQUESTS_WRITE, schemas.ChangeIn, destroys=True),
        Tool(writing.preview_cancel, Scope.TABLES_CANCEL, schemas.TableIn, reads=True),
        Tool(writing.cancel_table, Scope.TABLES_CANCEL, schemas.CancelTableIn, destroys=True, leaves=True),
    )
}  # fmt: skip


def shown(found: Answer | Refusal) -> dict[str, Any]:
    """Return an answer or a refusal as a JSON document. Text from outside is in its `data` or `error` only."""
    if isinstance(found, Answer):
        data = _undecorated(blank_cards(to_jsonable_python(dict(found.data), by_alias=True)))
        return {"next_step": found.next_step, "data_note": messages.DATA_NOTE, "data": data}
    waits = found.retry_after is not None
    error = {**blank_cards(found.body()), "retryable": waits or found.code in RETRYABLE}
    if waits:
        error["retry_after"] = found.retry_after
    after = messages.AFTER_REFUSAL
    next_step = after.get(found.code) or after.get(found.status, after[409])
    return {"next_step": next_step, "data_note": messages.DATA_NOTE, "error": error}


def _undecorated(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _undecorated(value) for name, value in part.items() if name not in DECORATION}
    return [_undecorated(one) for one in part] if isinstance(part, list) else part
