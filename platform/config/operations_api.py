"""The admin API: the reads and changes of `ops --url`, for machines that do not have the database's address.

It answers only at the hosts of OPERATIONS_HOSTS and only to operator tokens, and is not part of the public document.
The reads, the changes, their checks and their audit entries are those of snipers/ops; no other module of the web tower
imports that package. snipers/ops/remote.py is the client.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router, Schema
from ninja.security import HttpBearer
from pydantic import ConfigDict, Field

from apps.accounts.security.throttle import Guard, client_address
from apps.accounts.staff.operator_tokens import Operator, find_operator
from apps.common.database.conninfo import conninfo
from apps.common.errors import Refusal, not_found
from apps.common.schemas import Flag
from apps.connections import platforms
from apps.venues.catalog import budget
from config import messages
from server.messages import NOT_FOUND
from snipers.clients import registry
from snipers.ops import wire
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Unavailable
from snipers.ops.probing import check_probe
from snipers.ops.results import CommandRefused, ExitCode

# Wrong tokens in 15 minutes from one network address. Tokens cannot be guessed; the limit saves database queries.
WRONG_TOKENS: Final = 20
STATUSES: Final = {ExitCode.NOT_FOUND: 404, ExitCode.USAGE: 422}
# Parameters of reads that are lists of numbers; others are one number.
LISTS: Final = frozenset({"venue_ids"})


# One probe of a platform by all operators together.
PROBE_PAUSE: Final = timedelta(seconds=15)
MOST_WAIT: Final = timedelta(seconds=5)


class OperatorRequest(HttpRequest):
    """A request with a valid operator token."""

    auth: Operator


class OperatorBearer(HttpBearer):
    """Authentication by the header `Authorization: Bearer <operator token>`.

    At a host that is not in OPERATIONS_HOSTS, every path of the admin API answers 404, like a path
    that does not exist.
    """

    def __call__(self, request: HttpRequest) -> Any:
        host = request.get_host().rpartition(":")[0] or request.get_host()
        if host not in settings.OPERATIONS_HOSTS:
            raise Refusal("not_found", 404, NOT_FOUND)
        return super().__call__(request)

    def authenticate(self, request: HttpRequest, token: str) -> Operator | None:
        """Return the operator of a token, None for a wrong token. Raises TooManyTries (429) after many wrong tokens."""
        now = timezone.now()
        operator = find_operator(token, now=now)
        if operator is None:
            Guard(action="operator_token", address=client_address(request), limit=WRONG_TOKENS).count(now=now)
        return operator


class ChangeIn(Schema):
    """A change: the operator's reason, whether it is to be rolled back (`dry_run`), and the parameters of its kind."""

    model_config = ConfigDict(extra="forbid")
    reason: str = Field(min_length=1, max_length=200)
    dry_run: Flag = False
    params: dict[str, Any] = Field(default_factory=dict)


class ProbeIn(Schema):
    """A probe of a platform, with `force` even while the breaker stops calls to it."""

    model_config = ConfigDict(extra="forbid")
    force: Flag = False


router = Router(auth=OperatorBearer())


@router.get("/status/", include_in_schema=False)
def status(request: OperatorRequest) -> HttpResponse:
    """Return the rows from which `ops` computes the status of the whole system."""
    with _operations(request) as operations:
        return _answer(operations.status_rows())


@router.get("/reads/{name}/", include_in_schema=False)
def read(request: OperatorRequest, name: str) -> HttpResponse:
    """Return the rows of one named read."""
    with _operations(request) as operations:
        return _answer({"rows": operations.read(name, **_read_parameters(request))})


@router.post("/changes/{name}/", include_in_schema=False)
def change(request: OperatorRequest, name: str, body: ChangeIn) -> HttpResponse:
    """Make one named change, or roll it back with `dry_run`. Needs a token that may write."""
    if not request.auth.token.may_write:
        raise Refusal("only_reads", 403, messages.ONLY_READS)
    if not body.reason.strip():
        raise Refusal("invalid", 422, messages.NO_REASON)
    with _operations(request, dry_run=body.dry_run) as operations:
        return _answer(operations.change(name, reason=body.reason.strip(), **body.params).data)


@router.post("/probes/{source}/", include_in_schema=False)
def probe(request: OperatorRequest, source: str, body: ProbeIn) -> HttpResponse:
    """Probe a platform with a few reads, within the budget of catalog calls. A platform is probed at most once in
    PROBE_PAUSE.
    """
    if source not in registry.keys():
        raise not_found("platform")
    with _operations(request) as operations:
        check_probe(operations, source=source, force=body.force)
    Guard(action="probe", account=source, limit=1, window=PROBE_PAUSE).count(now=timezone.now())

    async def wait_for_budget() -> None:
        await asyncio.sleep(await sync_to_async(budget.reserve)(platform=source, most_wait=MOST_WAIT))

    try:
        answers = platforms.probe(platform=source, before_call=wait_for_budget)
    except (budget.BudgetExceeded, TimeoutError):
        raise Refusal("unavailable", 503, messages.PROBE_UNFINISHED, retry_after=60) from None
    return _answer({"rows": [asdict(one) for one in answers]})


@contextmanager
def _operations(request: OperatorRequest, *, dry_run: bool = False) -> Iterator[DatabaseOperations]:
    """Open a separate database connection for one request, and translate failures to refusals.

    Django's connections are not used, because they convert JSON and times differently from the
    connections of snipers.store.
    """
    try:
        with DatabaseOperations(
            url=conninfo(),
            by=request.auth.label,
            by_id=request.auth.user.pk,
            address=client_address(request),
            seal_keys=lambda: settings.SEAL_KEYS,
            dry_run=dry_run,
        ) as operations:
            yield operations
    except CommandRefused as refused:
        raise Refusal("refused", STATUSES.get(refused.code, 409), str(refused)) from None
    except Unavailable as error:
        raise Refusal("unavailable", 503, str(error), retry_after=5) from None


def _read_parameters(request: HttpRequest) -> dict[str, Any]:
    """Return the query parameters: a list for each name in LISTS, otherwise the last value.

    Numbers are converted to int. Other values stay strings, which the checks may refuse.
    """
    given: dict[str, Any] = {}
    for name in request.GET:
        values: list[Any] = [int(value) if value.isdecimal() else value for value in request.GET.getlist(name)]
        given[name] = values if name in LISTS else values[-1]
    return given


def _answer(content: Any) -> HttpResponse:
    return HttpResponse(wire.encode(content), content_type="application/json")
