"""Resubmits a request whose booked table was canceled at the platform: the same request, for the lost dates.

It is filed like any other request: a date that has passed, a full allotment or a meal that is taken meanwhile refuse it
with the usual sentences, so a second press files nothing twice.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final

from apps.common.errors import Refusal, not_found
from apps.connections.models import AccountStatus, Platform
from apps.reservations.clients.on_behalf import ClientDetails
from apps.reservations.models import Reservation, ReservationGroup
from apps.reservations.rules import gating, schedule
from apps.reservations.rules.reasons import BOOKED_ELSEWHERE, CANCELED_AT_PLATFORM
from apps.reservations.rules.submission import Draft, VenueChoice

from . import filing

NOTHING_CANCELED: Final = "No table of this request was canceled at the platform."
CLIENT_GONE: Final = "The client of this request is not in your book any more. Please file a new request."


def look_again(*, user_id: int, group_id: int, now: datetime) -> int:
    """File the request again for each date whose table was canceled, and return the new group's id.

    Raises Refusal: 404 for somebody else's group, 409 when no table of it was canceled or its account is disconnected,
    and all that filing raises.
    """
    group = ReservationGroup.objects.select_related("client").filter(pk=group_id, user_id=user_id).first()
    if group is None:
        raise not_found("request")
    lost = _lost(group)
    if not lost:
        raise Refusal("nothing_canceled", 409, NOTHING_CANCELED)
    if group.client is None and group.diner_key.startswith("client:"):
        raise Refusal("client_gone", 409, CLIENT_GONE)
    accounts = _accounts(lost)
    return filing.create_group(
        user_id=user_id,
        draft=_draft(group, lost, now=now),
        resy_account_id=accounts.get(Platform.RESY),
        opentable_account_id=accounts.get(Platform.OPENTABLE),
        client=_client(group),
        now=now,
    )


def _lost(group: ReservationGroup) -> list[Reservation]:
    """Return the requests whose table was canceled, and those that had ended because that table was booked."""
    members = list(group.reservations.select_related("venue", "account").order_by("id"))
    dates = {member.date for member in members if member.reason == CANCELED_AT_PLATFORM}
    ended = (CANCELED_AT_PLATFORM, BOOKED_ELSEWHERE)
    return [member for member in members if member.date in dates and member.reason in ended]


def _accounts(lost: Sequence[Reservation]) -> Mapping[str, int]:
    accounts = {member.account for member in lost if member.account is not None}
    for account in accounts:
        if account.status == AccountStatus.DISCONNECTED:
            sentence = gating.account_lacking(source=account.platform)
            raise Refusal("account_needed", 409, sentence, errors={"venues_error": sentence})
    return {account.platform: account.pk for account in accounts}


def _draft(group: ReservationGroup, lost: Sequence[Reservation], *, now: datetime) -> Draft:
    """Return the request as a form. A book that has opened is not waited for again, nor is a final day that is over."""
    ahead = group.release_at is not None and group.release_at > now
    seatings = {member.venue_id: member.table_type for member in lost}
    return Draft(
        snipe_type="release" if ahead else "cancel",
        venues=tuple(VenueChoice(id=venue_id, table_type=seating) for venue_id, seating in seatings.items()),
        party_size=group.party_size,
        dates=tuple(sorted({member.date for member in lost})),
        start_time=group.start_time,
        end_time=group.end_time,
        release_date=group.release_date if ahead else None,
        release_time=group.release_time if ahead else None,
        final_snipe_date=_final_day(group.final_snipe_date, zone=lost[0].venue.time_zone, now=now),
        override_reservations=group.override_reservations,
        fee_ceiling_cents=group.fee_ceiling_cents,
        account_selected=True,
    )


def _final_day(day: date | None, *, zone: str, now: datetime) -> date | None:
    return day if day is not None and day >= schedule.today(now=now, zone=zone) else None


def _client(group: ReservationGroup) -> ClientDetails | None:
    """Return the client as known; a card that is on file with the account is used without being entered."""
    if group.client is None:
        return None
    return ClientDetails(
        first_name=group.client.first_name,
        last_name=group.client.last_name,
        email=group.client.email,
        phone=group.client.phone,
        zip_code=group.client.zip_code,
    )
