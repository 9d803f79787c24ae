"""The commands of the REST API and of /mcp whose answer is a request's card: file, stop, cancel a table."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import timezone

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.listing.schemas.groups import GroupOut
from apps.listing.schemas.requests import FiledOut, StopOut
from apps.listing.selectors import group_pages
from apps.outcomes import requested_cancellations, table_reads
from apps.requests import messages
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


def cancel_table(user: User, group_id: int, reservation_id: int, *, now: datetime) -> StopOut:
    """Ask the platform to cancel a booked table. Raises Refusal as requested_cancellations.request does."""
    requested_cancellations.request(user_id=user.pk, group_id=group_id, reservation_id=reservation_id, now=now)
    return StopOut(message=messages.CANCELING, group=card(user, group_id), code="canceling")
