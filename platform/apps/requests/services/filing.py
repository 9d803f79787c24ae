"""Files requests: one group, and one active reservation for each venue and date."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from apps.common.errors import Refusal
from apps.requests import change_records, messages
from apps.requests.locks import lock_user
from apps.requests.models import ReservationGroup
from apps.requests.rules.submission import Draft
from snipers.clients.base import CardOnFile
from snipers.telemetry import trace

from . import submission
from .submission import ValidSubmission

T = TypeVar("T")
Record = Callable[[ValidSubmission, ReservationGroup], object]


def check(*, user_id: int, draft: Draft, now: datetime) -> None:
    """Validate a submission without a new card, and write nothing. Raises Refusal as `create_group` does."""
    with transaction.atomic():
        submission.validate(draft, user=lock_user(user_id), now=now).enter_client({})
        transaction.set_rollback(True)


def create_group(*, user_id: int, draft: Draft, now: datetime, record: Record | None = None) -> int:
    """File a submission as `create_groups` does, and return the new group's id."""
    return create_groups(user_id=user_id, drafts=[draft], now=now, record=record)[0]


def create_groups(*, user_id: int, drafts: Sequence[Draft], now: datetime, record: Record | None = None) -> list[int]:
    """File a submission for each client and return the new groups' ids. Raises Refusal if one is not allowed.

    `record` writes further rows about each new group in the same transaction.

    Either everything is filed or nothing. The clients' cards are sent to the platforms before the groups are created,
    but only if the submissions with a new card are valid.
    """
    bringing = {at: draft for at, draft in enumerate(drafts) if submission.brings_card(draft)}
    on_file: dict[int, Mapping[int, CardOnFile]] = {}
    if bringing:
        with transaction.atomic():
            user = lock_user(user_id)
            valid = _each(bringing, lambda at: submission.validate(drafts[at], user=user, now=now), of=len(drafts))
        on_file = _each(valid, lambda at: submission.put_card_on_file(valid[at], now=now), of=len(drafts))

    def create(at: int) -> int:
        valid = submission.validate(drafts[at], user=user, now=now)
        client = valid.enter_client(on_file.get(at, {}))
        group = ReservationGroup.objects.create(user=valid.user, trace=trace.current(), **valid.group_columns(client))
        requests = valid.add_requests(group.pk)
        if record is not None:
            record(valid, group)
        change_records.record_change(requests, user_id=user_id, group_id=group.pk, what="filed", now=now)
        return group.pk

    with transaction.atomic():
        user = lock_user(user_id)
        return list(_each(range(len(drafts)), create, of=len(drafts)).values())


def _each(clients: Iterable[int], act: Callable[[int], T], *, of: int) -> dict[int, T]:
    """Return the results of `act` by client. If all `of` clients are refused for one reason, raise that refusal; if
    only some are, or for several reasons, raise one Refusal that has the reason for each."""
    done: dict[int, T] = {}
    refused: dict[int, Refusal] = {}
    for at in clients:
        try:
            done[at] = act(at)
        except Refusal as refusal:
            refused[at] = refusal
    if not refused:
        return done
    first = next(iter(refused.values()))
    if len(refused) == of and len({refusal.message for refusal in refused.values()}) == 1:
        raise first
    named = [{"at": at, "message": one.message, "errors": one.errors} for at, one in refused.items()]
    raise Refusal("clients_refused", first.status, messages.CLIENTS_REFUSED, extra={"clients": named})
