"""Reads the states of a user's requests for the user's MQTT broker."""

from collections import defaultdict
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.db.models import Q

from apps.common.formatting import format_month_day
from apps.mqtt.sensors import Sensor
from apps.requests.models import Attempt, AttemptState, Reservation, Status
from apps.requests.rules import changes, group_status

# A request stays for this long after it ended without a table.
SHOWN_AFTER_END: Final = timedelta(days=1)
# A concierge has more requests than a broker needs: the newest are shown.
MOST: Final = 100


def read(user_id: int, now: datetime) -> list[Sensor]:
    """Return the requests that go on, those with a table until its day is over everywhere, and those that ended in the
    last day. The names of clients are left out."""
    mine = Reservation.objects.filter(group__user_id=user_id).exclude(reason=changes.WITHDRAWN)
    booked = Q(status=Status.CONFIRMED, date__gte=now.date() - timedelta(days=1))
    ended = Q(status__in=[Status.UNSUCCESSFUL, Status.CANCELED], status_changed_at__gt=now - SHOWN_AFTER_END)
    shown = mine.filter(Q(status__in=[Status.ACTIVE, Status.PAUSED]) | booked | ended)
    newest = shown.order_by("-group_id").values_list("group_id", flat=True).distinct()[:MOST]
    members: dict[int, list[Reservation]] = defaultdict(list)
    rows = mine.filter(group_id__in=list(newest)).select_related("venue", "group__user")
    for row in rows.order_by("-group_id", "date", "choice", "pk"):
        members[row.group_id].append(row)
    tables: dict[int, list[Attempt]] = defaultdict(list)
    attempts = Attempt.objects.filter(group_id__in=members, state=AttemptState.BOOKED)
    for table in attempts.select_related("reservation__venue").order_by("date", "slot_time"):
        tables[table.group_id].append(table)
    return [_sensor(of_group, tables[group_id]) for group_id, of_group in members.items()]


def _sensor(members: list[Reservation], tables: list[Attempt]) -> Sensor:
    group, first = members[0].group, members[0]
    ends = [_end(one) for one in members]
    return Sensor(
        group_id=group.pk,
        name=f"{first.venue.venue_name}, {format_month_day(first.date, locale=group.user.locale)}",
        status=group_status.derive({one.status for one in members}),
        attributes={
            "request": group.pk,
            "venues": list(dict.fromkeys(one.venue.venue_name for one in members)),
            "dates": sorted({one.date.isoformat() for one in members}),
            "party_size": group.party_size,
            "tables": [
                {
                    "venue": one.reservation.venue.venue_name,
                    "date": one.date.isoformat(),
                    "time": f"{one.slot_time:%H:%M}",
                    "party_size": one.party_size,
                }
                for one in tables
            ],
        },
        ends_at=None if None in ends else max(one for one in ends if one is not None),
    )


def _end(member: Reservation) -> datetime | None:
    if member.status in (Status.ACTIVE, Status.PAUSED):
        return None
    if member.status == Status.CONFIRMED:
        return datetime.combine(member.date + timedelta(days=2), time(), UTC)
    return member.status_changed_at + SHOWN_AFTER_END
