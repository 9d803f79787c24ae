"""Applies one action to many groups, each in its own transaction. A refusal for one does not affect the others."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Literal

from apps.common.errors import Refusal, not_found
from apps.listing.schemas.requests import BulkResultOut
from apps.outcomes import table_reads
from apps.requests import messages
from apps.requests.services import unpausing
from apps.requests.stops import stopping
from apps.requests.stops.stopping import Answer, Stop

Action = Literal["pause", "unpause", "delete"]


def apply(*, user_id: int, action: Action, group_ids: Collection[int], now: datetime) -> list[BulkResultOut]:
    """Apply the action to each group once. Return the results in the given order. Another user's group gets the code
    "not_found"."""
    unique = list(dict.fromkeys(group_ids))
    if action == "unpause":
        return [_unpause(user_id=user_id, group_id=group_id, now=now) for group_id in unique]
    stop = Stop(action)
    answers = stopping.stop_groups(user_id=user_id, group_ids=unique, stop=stop, now=now)
    return [_stop_result(group_id, stop=stop, answer=answers.get(group_id)) for group_id in unique]


def _unpause(*, user_id: int, group_id: int, now: datetime) -> BulkResultOut:
    try:
        table_reads.retry(partial(unpausing.unpause_group, user_id=user_id, group_id=group_id, now=now), now=now)
    except Refusal as refusal:
        return BulkResultOut(group_id=group_id, done=False, code=refusal.code, message=refusal.message)
    return BulkResultOut(group_id=group_id, done=True, code="active", message=messages.UNPAUSED)


def _stop_result(group_id: int, *, stop: Stop, answer: Answer | None) -> BulkResultOut:
    if answer is None:
        missing = not_found("request")
        return BulkResultOut(group_id=group_id, done=False, code=missing.code, message=missing.message)
    message = stopping.SENTENCES[stop, answer]
    return BulkResultOut(group_id=group_id, done=answer is Answer.STOPPED, code=answer, message=message)
