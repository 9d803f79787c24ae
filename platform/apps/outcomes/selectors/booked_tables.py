"""Reads booked tables for messages and calendar files."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q

from apps.accounts.models import User
from apps.common.errors import require_row
from apps.common.formatting import currency_of
from apps.notices.content.kinds import Booked
from apps.notices.models import Event
from apps.notices.rules import calendar
from apps.notices.rules.calendar import FeedEntry
from apps.requests.models import Attempt, AttemptState, ReservationGroup
from apps.venues.models import Venue
from snipers.clients import registry

# The feed lists tables of the last 90 days and later, and tables that were canceled in the last 30 days.
FEED_PAST: Final = timedelta(days=90)
FEED_CANCELED: Final = timedelta(days=30)
# The largest number of tables in a feed. A concierge may have more; the earliest are left out.
FEED_MOST: Final = 500


def notice_fields(attempt: Attempt, *, venue: Venue, group: ReservationGroup) -> dict[str, Any]:
    """Return the fields that all messages about a table have. The group's client must be loaded."""
    return {
        "platform_name": registry.find(attempt.platform).name,
        "venue_name": venue.venue_name,
        "date": attempt.date,
        "time": attempt.slot_time,
        "party_size": attempt.party_size,
        "client_name": str(group.client or ""),
    }


def describe(attempt: Attempt) -> Booked:
    """Return the fields of a booked attempt for messages and calendar files.

    The attempt's reservation, venue, group, client and account must be loaded, so that no query is made here.
    """
    venue, group = attempt.reservation.venue, attempt.reservation.group
    return Booked(
        **notice_fields(attempt, venue=venue, group=group),
        address=", ".join(filter(None, [venue.address1, venue.locality])),
        time_zone=venue.time_zone,
        seating=attempt.seating,
        confirmation=attempt.platform_reservation_id or "",
        account_name=attempt.account.display_name or attempt.account.username,
        fee_ceiling_cents=group.fee_ceiling_cents,
        cancel_fee_ceiling_cents=group.cancel_fee_ceiling_cents,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
        currency=currency_of(stated=attempt.currency, country=venue.country),
    )


def calendar_file(*, user: User, group_id: int, reservation_id: int, now: datetime) -> str:
    """Return the iCalendar file of a reservation's table. Raises Refusal 404 if the user has no such booked table.

    The file has the same uid as the file in the mail, so a calendar that imports both shows one entry.
    """
    booked = Attempt.objects.filter(
        reservation_id=reservation_id, group_id=group_id, reservation__group__user=user, state=AttemptState.BOOKED
    )
    attempt = require_row(booked.select_related("account", "reservation__venue", "reservation__group__client"), "table")
    return calendar.entry(describe(attempt), uid=_calendar_uids([attempt.pk])[attempt.pk], now=now)


def calendar_feed(*, user_id: int, now: datetime) -> str:
    """Return the iCalendar feed of the user's tables: booked ones, and those that were canceled or replaced lately."""
    booked = Q(state=AttemptState.BOOKED, date__gte=(now - FEED_PAST).date())
    # A canceled or replaced table changes the status of its reservation at the same instant.
    over = Q(
        state__in=[AttemptState.CANCELED, AttemptState.REPLACED],
        reservation__status_changed_at__gte=now - FEED_CANCELED,
    )
    tables = (
        Attempt.objects.filter(booked | over, reservation__group__user_id=user_id)
        .select_related("account", "reservation__venue", "reservation__group__client")
        .defer("known_before", "timings")
        .order_by("-date", "-slot_time", "-pk")
    )
    newest = list(tables[:FEED_MOST])
    uids = _calendar_uids([attempt.pk for attempt in newest])
    return calendar.feed([_feed_entry(attempt, uid=uids[attempt.pk]) for attempt in reversed(newest)])


def _feed_entry(attempt: Attempt, *, uid: str) -> FeedEntry:
    is_canceled = attempt.state != AttemptState.BOOKED
    booked_at = attempt.closed_at or attempt.claimed_at
    return FeedEntry(
        booked=describe(attempt),
        uid=uid,
        revised_at=attempt.reservation.status_changed_at if is_canceled else booked_at,
        is_canceled=is_canceled,
    )


def _calendar_uids(attempt_ids: Collection[int]) -> dict[int, str]:
    """Return the calendar uids of booked attempts, by attempt.

    The calendar file in the mail, the file of one table and the feed use the same uid, so a calendar shows the table
    once.
    """
    keys = {f"outcome:{pk}": pk for pk in attempt_ids}
    events = dict(Event.objects.filter(dedupe_key__in=keys).values_list("dedupe_key", "pk"))
    host = urlsplit(settings.PUBLIC_URL).hostname
    return {pk: f"{f'event-{events[key]}' if key in events else f'table-{pk}'}@{host}" for key, pk in keys.items()}
