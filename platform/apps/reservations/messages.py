"""What users are written about their requests: gathers the facts for the letters of apps.notices.

Owns which facts, and when a group is worth a message. The words are in notices/letters.
"""

from typing import TYPE_CHECKING

from apps.connections.models import PlatformAccount
from apps.notices.kinds import (
    MAX_SUMMARIES,
    Booked,
    CardNeeded,
    HeldBack,
    Reconnect,
    RequestSummary,
    TableCanceled,
    TableGivenUp,
    Unsuccessful,
)

from .models import Attempt, Reservation, ReservationGroup, Status
from .rules.reasons import PLATFORM_NAMES

if TYPE_CHECKING:
    from .relay.outcomes import PendingOutcome
    from .relay.replacements import Old

OPEN = (Status.ACTIVE, Status.PAUSED)


def booked(one: "PendingOutcome") -> Booked:
    """A table was booked."""
    return Booked(
        venue_name=one.venue_name,
        address=", ".join(filter(None, [one.address1, one.locality])),
        time_zone=one.time_zone,
        date=one.date,
        time=one.slot_time,
        party_size=one.party_size,
        seating=one.seating,
        platform_name=PLATFORM_NAMES[one.platform],
        confirmation=one.platform_reservation_id,
        account_name=one.display_name or one.username,
        client_name=one.client_name,
        fee_ceiling_cents=one.fee_ceiling_cents,
    )


def held_back(one: "PendingOutcome") -> HeldBack:
    """A table asks for a higher fee or deposit than the user accepts."""
    return HeldBack(
        venue_name=one.venue_name,
        date=one.date,
        time=one.slot_time,
        party_size=one.party_size,
        seating=one.seating,
        platform_name=PLATFORM_NAMES[one.platform],
        client_name=one.client_name,
        fee_cents=one.fee_cents or 0,
        fee_ceiling_cents=one.fee_ceiling_cents,
        group_id=one.group_id,
    )


def over(*, group_id: int) -> Unsuccessful | None:
    """The group has come to its end with dates for which no table was booked; None while any of it is open."""
    members = list(
        Reservation.objects.filter(group_id=group_id).select_related("venue").order_by("date", "venue__venue_name")
    )
    if any(member.status in OPEN for member in members):
        return None
    group = ReservationGroup.objects.select_related("client").get(pk=group_id)
    missed = [member for member in members if member.status == Status.UNSUCCESSFUL]
    return Unsuccessful(
        requests=[summarize(member) for member in missed[:MAX_SUMMARIES]],
        more=max(0, len(missed) - MAX_SUMMARIES),
        booked=sum(member.status == Status.CONFIRMED for member in members),
        start=group.start_time,
        end=group.end_time,
        party_size=group.party_size,
        client_name=f"{group.client.first_name} {group.client.last_name}" if group.client else "",
    )


def summarize(request: Reservation) -> RequestSummary:
    """One request, by name and date."""
    return RequestSummary(venue_name=request.venue.venue_name, date=request.date)


def given_up(old: "Old") -> TableGivenUp:
    """An override gave a table up and lost the new one."""
    return TableGivenUp(
        venue_name=old.venue_name,
        date=old.date,
        time=old.slot_time,
        party_size=old.party_size,
        client_name=old.client_name,
        watching=old.what == "resumed",
    )


def canceled(attempt: Attempt, *, venue_name: str, client_name: str) -> TableCanceled:
    """A booked table was canceled at the platform."""
    return TableCanceled(
        platform_name=PLATFORM_NAMES[attempt.platform],
        venue_name=venue_name,
        date=attempt.date,
        time=attempt.slot_time,
        party_size=attempt.party_size,
        client_name=client_name,
    )


def attention(account: PlatformAccount) -> Reconnect | CardNeeded | None:
    """A connected account needs its owner; None for a reason that no message is made for."""
    name = PLATFORM_NAMES[account.platform]
    if account.attention_reason == "payment_required":
        return CardNeeded(platform_name=name, username=account.username)
    if account.attention_reason in ("needs_reconnect", "expires_soon"):
        waiting = Reservation.objects.filter(account=account, status=Status.ACTIVE).count()
        ends_at = account.token_expires_at if account.attention_reason == "expires_soon" else None
        return Reconnect(platform_name=name, username=account.username, waiting=waiting, ends_at=ends_at)
    return None
