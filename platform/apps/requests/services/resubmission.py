"""Files a request again for dates whose booked table was canceled at the platform.

The new request is filed like any other. It is refused with the usual sentence for a past date, a reached limit, or a
meal for which the diner has an active request or a table. A second call files nothing: the meal then has an active
request.
"""

from collections.abc import Mapping, Sequence, Set
from datetime import date, datetime

from apps.common.errors import Refusal, require_row
from apps.requests import messages
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.requests.rules import same_date, schedule, time_windows
from apps.requests.rules.reasons import BOOKED_ELSEWHERE, CANCELED_AT_PLATFORM
from apps.requests.rules.submission import Draft

from . import filing, on_behalf, submission
from .connected_accounts import connected_account_ids


def look_again(*, user_id: int, group_id: int, now: datetime) -> int:
    """File the request again for each date whose table was canceled. Return the new group's id.

    A disconnected account is replaced by the user's only other one. Raises Refusal: 404 for another user's group; 409
    if none of the group's tables was canceled, no account can be chosen or the client was deleted; and every refusal of
    filing.
    """
    group = require_row(
        ReservationGroup.objects.select_related("client").filter(pk=group_id, user_id=user_id), "request"
    )
    lost = _find_lost(group, now=now)
    if not lost:
        raise Refusal("nothing_canceled", 409, messages.NOTHING_CANCELED)
    if group.client is None and group.diner_key.startswith("client:"):
        raise Refusal("client_gone", 409, messages.CLIENT_GONE)
    return filing.create_group(user_id=user_id, draft=_draft(group, lost, now=now), now=now)


def _find_lost(group: ReservationGroup, *, now: datetime) -> list[Reservation]:
    """Return the reservations whose table was canceled at the platform, and those that had ended because such a table
    was booked.

    The latter are those of the same date or, if the group asked for one table in all, of every date that is not past.
    Canceled dates that are past, and those for which the diner has an active request or a table, are left out. If no
    other date was canceled, they stay, so that the filing is refused with its reason.
    """
    members = list(group.reservations.select_related("venue", "account").order_by("id"))
    dates: Set[date] = {member.date for member in members if member.reason == CANCELED_AT_PLATFORM}
    today = schedule.today(now=now, zone=members[0].venue.time_zone)
    canceled = _still_wanted(group, dates, today=today) or dates
    again = [member for member in members if member.reason in (CANCELED_AT_PLATFORM, BOOKED_ELSEWHERE)]
    if group.one_table and canceled:
        return [member for member in again if member.date in canceled or member.ends_at > now]
    return [member for member in again if member.date in canceled]


def _still_wanted(group: ReservationGroup, dates: Set[date], *, today: date) -> Set[date]:
    """Return the dates that are not past and for whose meal the diner has neither an active request nor a table."""
    others = Reservation.objects.filter(
        group__diner_key=group.diner_key, date__in=dates, status__in=(Status.ACTIVE, Status.CONFIRMED)
    )
    meals = same_date.meals(time_windows.windows_of(group))
    taken = {
        other.date
        for other in others.exclude(group=group).exclude(group__notify_only=True).select_related("group")
        if meals & same_date.meals(time_windows.windows_of(other.group))
    }
    return {day for day in dates if day >= today} - taken


def _draft(group: ReservationGroup, lost: Sequence[Reservation], *, now: datetime) -> Draft:
    """Return a submission for the reservations `lost`. A release or a final snipe day that is past is left out."""
    ahead = group.release_at is not None and group.release_at > now
    final_day = group.final_snipe_date
    if final_day is not None and final_day < schedule.today(now=now, zone=lost[0].venue.time_zone):
        final_day = None
    before = {member.account.platform: member.account.pk for member in lost if member.account is not None}
    accounts = connected_account_ids(user_id=group.user_id, account_ids=before)
    cancel = {"snipe_type": "cancel", "release_date": None, "release_time": None}
    return Draft(
        **{
            **submission.fields_of(group, lost),
            **({} if ahead else cancel),
            "final_snipe_date": final_day,
            "account_ids": accounts,
            "card_ids": _card_ids(lost, account_ids=accounts),
            "client": on_behalf.details_of(group.client) if group.client else None,
        }
    )


def _card_ids(lost: Sequence[Reservation], *, account_ids: Mapping[str, int]) -> Mapping[str, str]:
    """Return the chosen cards that are still on file at these accounts, by platform."""
    return {
        member.account.platform: member.payment_method_id
        for member in lost
        if member.account is not None
        and member.account.pk == account_ids[member.account.platform]
        and member.payment_method_id is not None
        and member.payment_method_id in [card.id for card in member.account.cards]
    }
