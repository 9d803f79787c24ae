"""Reads booked tables for messages and calendar files."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.notices.kinds import Booked
from apps.notices.models import Event
from apps.notices.rules import calendar
from apps.reservations.models import Attempt, AttemptState
from apps.reservations.rules import reasons


def describe(attempt: Attempt) -> Booked:
    """Return the fields of a booked attempt for messages and calendar files.

    The attempt's reservation, venue, group, client and account must be loaded, so that no query is made here.
    """
    venue, group = attempt.reservation.venue, attempt.reservation.group
    return Booked(
        venue_name=venue.venue_name,
        address=", ".join(filter(None, [venue.address1, venue.locality])),
        time_zone=venue.time_zone,
        date=attempt.date,
        time=attempt.slot_time,
        party_size=attempt.party_size,
        seating=attempt.seating,
        platform_name=reasons.PLATFORM_NAMES[attempt.platform],
        confirmation=attempt.platform_reservation_id or "",
        account_name=attempt.account.display_name or attempt.account.username,
        client_name=str(group.client or ""),
        fee_ceiling_cents=group.fee_ceiling_cents,
    )


def calendar_file(*, user: User, group_id: int, reservation_id: int, now: datetime) -> str:
    """Return the iCalendar file of a reservation's table. Raises Refusal 404 if the user has no such booked table.

    The file has the same uid as the file in the mail, so a calendar that imports both shows one entry.
    """
    booked = Attempt.objects.filter(
        reservation_id=reservation_id, group_id=group_id, reservation__group__user=user, state=AttemptState.BOOKED
    )
    attempt = booked.select_related("account", "reservation__venue", "reservation__group__client").first()
    if attempt is None:
        raise not_found("table")
    event_id = Event.objects.filter(dedupe_key=f"outcome:{attempt.pk}").values_list("pk", flat=True).first()
    name = f"event-{event_id}" if event_id else f"table-{attempt.pk}"
    return calendar.entry(describe(attempt), uid=f"{name}@{urlsplit(settings.PUBLIC_URL).hostname}", now=now)
