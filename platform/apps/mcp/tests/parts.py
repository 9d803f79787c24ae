"""Programs in tests, and calls of tools without the protocol."""

from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.keys.models import Scope
from apps.keys.programs import Program
from apps.mcp.tools import TOOLS, shown
from apps.requests.tests import factories
from apps.venues.models import Venue


def program_of(user: User, *, client_id: str = "key:1") -> Program:
    return Program(user=user, scopes=frozenset(Scope), client_id=client_id)


def call(program: Program, name: str, /, **arguments: Any) -> dict[str, Any]:
    """Call a tool. Return its answer or refusal as the program gets it. `now` is the time of the call."""
    tool, now = TOOLS[name], arguments.pop("now", None) or timezone.now()
    given = tool.arguments.model_validate(arguments)
    try:
        return shown(tool.run(program, given, now))
    except Refusal as refusal:
        return shown(refusal)


def wanted(*venues: Venue, **fields: Any) -> dict[str, Any]:
    """Return the reservation of a request at these restaurants."""
    reservation: dict[str, Any] = factories.body(at=list(venues), account=None, **fields)["reservation"]
    return reservation
