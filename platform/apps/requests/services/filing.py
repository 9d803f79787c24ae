"""Files requests: one group, and one active reservation for each venue and date."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction

from apps.common.database import notify
from apps.requests import change_records
from apps.requests.locks import lock_user
from apps.requests.models import ReservationGroup
from apps.requests.rules.submission import Draft
from snipers.clients.base import CardOnFile
from snipers.telemetry import trace

from . import submission
from .submission import ValidSubmission


def create_group(
    *,
    user_id: int,
    draft: Draft,
    now: datetime,
    record: Callable[[ValidSubmission, ReservationGroup], object] | None = None,
) -> int:
    """File a submission and return the new group's id. Raises Refusal if it is invalid or not allowed.

    `record` writes further rows about the new group in the same transaction.

    Either everything is filed or nothing. A client's card is sent to the platforms before the group is created, but
    only if the submission is valid.
    """
    on_file: Mapping[int, CardOnFile] = {}
    if submission.brings_card(draft):
        with transaction.atomic():
            valid = submission.validate(draft, user=lock_user(user_id), now=now)
        on_file = submission.put_card_on_file(valid, now=now)
    with transaction.atomic():
        valid = submission.validate(draft, user=lock_user(user_id), now=now)
        client = valid.enter_client(on_file)
        group = ReservationGroup.objects.create(user=valid.user, trace=trace.current(), **valid.group_columns(client))
        requests = valid.add_requests(group.pk)
        if record is not None:
            record(valid, group)
        change_records.add_entries(reservation_ids=[one.pk for one in requests], kind="filed", now=now)
        notify.demand_changed_at(venue_ids=valid.venues)
        change_records.publish_change(user_id=user_id, group_id=group.pk, what="filed", now=now)
        return group.pk
