"""The commands of the REST API and of /mcp whose answer is a request's card: file, stop, unpause, cancel a table; and
the action for many requests."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Literal

from django.utils import timezone

from apps.accounts.models import User
from apps.common.errors import Refusal, not_found
from apps.listing.schemas.groups import GroupOut
from apps.listing.schemas.requests import BulkResultOut, FiledOut, StopOut
from apps.listing.selectors import group_pages
from apps.outcomes import requested_cancellations, table_reads
from apps.requests import messages
from apps.requests.services import unpausing
from apps.requests.stops import stopping
from apps.requests.stops.stopping import Answer, Stop


def card(user: User, group_id: int) -> GroupOut:
    """Return one group of the user as a card, as it is now. Raises Refusal 404 for another user's group."""
    return group_pages.group_card(user=user, group_id=group_id, now=timezone.now())


def file(user: User, create: Callable[[], Sequence[int]], *, repeats: bool, now: datetime) -> FiledOut:
    """File with `create`, a transaction that returns the ids of the new groups, and return the first one's card."""
    first, *others = table_reads.retry(create, now=now)
    group = card(user, first)
    message = messages.FILED_NOTIFY_ONLY if group.notify_only else messages.FILED[group.snipe_type]
    message = messages.FILED_WEEKLY if repeats else message
    message = messages.FILED_FOR_SEVERAL if others else message
    return FiledOut(message=message, group=group, more_group_ids=others)


def stop(user: User, group_id: int, kind: Stop, *, now: datetime) -> StopOut:
    """Pause or delete a group. The answer's code is "stopping" while a booking call is in flight.

    Raises Refusal 409 if a table is booked or the group is over.
    """
    answer = stopping.stop_group(user_id=user.pk, group_id=group_id, stop=kind, now=now)
    if answer is Answer.ALREADY_BOOKED and table_reads.read_group(group_id=group_id, now=timezone.now()):
        answer = stopping.stop_group(user_id=user.pk, group_id=group_id, stop=kind, now=timezone.now())
    group, sentence = card(user, group_id), stopping.SENTENCES[kind, answer]
    if answer in (Answer.ALREADY_BOOKED, Answer.OVER):
        raise Refusal(answer, 409, sentence, extra={"group": group.model_dump(mode="json")})
    return StopOut(message=sentence, group=group, code="stopping" if answer is Answer.STOPPING else None)


def unpause(user: User, group_id: int, *, now: datetime) -> None:
    """Make a paused group active again. Raises Refusal as unpausing.unpause_group does."""
    table_reads.retry(partial(unpausing.unpause_group, user_id=user.pk, group_id=group_id, now=now), now=now)


def change_each(
    user: User, action: Literal["pause", "unpause", "delete"], group_ids: Collection[int], *, now: datetime
) -> list[BulkResultOut]:
    """Apply the action to each group once, each in its own transaction. Return the results in the given order.

    A refusal for one group does not affect the others. Another user's group gets the code "not_found".
    """
    unique = list(dict.fromkeys(group_ids))
    if action == "unpause":
        return [_unpaused(user, group_id, now=now) for group_id in unique]
    kind = Stop(action)
    answers = stopping.stop_groups(user_id=user.pk, group_ids=unique, stop=kind, now=now)
    return [_stopped(group_id, kind, answers.get(group_id)) for group_id in unique]


def _unpaused(user: User, group_id: int, *, now: datetime) -> BulkResultOut:
    try:
        unpause(user, group_id, now=now)
    except Refusal as refusal:
        return BulkResultOut(group_id=group_id, done=False, code=refusal.code, message=refusal.message)
    return BulkResultOut(group_id=group_id, done=True, code="active", message=messages.UNPAUSED)


def _stopped(group_id: int, kind: Stop, answer: Answer | None) -> BulkResultOut:
    if answer is None:
        missing = not_found("request")
        return BulkResultOut(group_id=group_id, done=False, code=missing.code, message=missing.message)
    message = stopping.SENTENCES[kind, answer]
    return BulkResultOut(group_id=group_id, done=answer is Answer.STOPPED, code=answer, message=message)


def cancel_table(user: User, group_id: int, reservation_id: int, *, now: datetime) -> StopOut:
    """Ask the platform to cancel a booked table. Raises Refusal as requested_cancellations.request does."""
    requested_cancellations.request(user_id=user.pk, group_id=group_id, reservation_id=reservation_id, now=now)
    return StopOut(message=messages.CANCELING, group=card(user, group_id), code="canceling")
