"""Notifies the owner of a booked table about what a request with override did to it: a step of the relay.

The snipers mark the old attempt when they record how the override ended (`replacement_notified` False). The timeline
entry beside it says how: a better table replaced the old one, or the old one was canceled and the new one was lost.
"""

from datetime import date, datetime, time
from typing import NamedTuple

from django.db import connection, transaction

from apps.notices.kinds import Notice, TableGivenUp
from apps.reservations import change_records
from apps.reservations.change_records import What
from apps.reservations.models import Attempt, Status

BATCH = 200
# Two relays take different attempts, and neither waits for the other.
SELECT_PENDING = """
    select t.id, t.group_id, g.user_id, t.platform, r.status, coalesce(entry.kind, ''),
           v.venue_name, t.date, t.slot_time, t.party_size, concat_ws(' ', c.first_name, c.last_name)
    from attempt t
    join reservation r on r.id = t.reservation_id
    join reservation_group g on g.id = t.group_id
    join venue v on v.id = t.venue_id
    left join client c on c.id = g.client_id
    left join lateral (
        select kind from timeline_entry
        where reservation_id = t.reservation_id and attempt_id = t.id and kind in ('replaced', 'override_failed')
        order by id desc limit 1
    ) entry on true
    where not t.replacement_notified
    order by t.id
    limit %s
    for update of t skip locked
"""


class OldBooking(NamedTuple):
    """One row of SELECT_PENDING: an attempt that was booked, and the present status of its request."""

    attempt_id: int
    group_id: int
    user_id: int
    platform: str
    status: str
    kind: str
    venue_name: str
    date: date
    slot_time: time
    party_size: int
    client_name: str

    @property
    def what(self) -> What | None:
        """The change of the request; None if the request had ended otherwise before."""
        if self.kind == "override_failed":
            return "override_failed" if self.status == Status.CANCELED else "resumed"
        return "replaced" if self.kind == "replaced" else None

    @property
    def notice(self) -> Notice | None:
        """The message about a table that was lost; a table that was replaced has the message of the better one."""
        if self.what == "replaced":
            return None
        return TableGivenUp(
            venue_name=self.venue_name,
            date=self.date,
            time=self.slot_time,
            party_size=self.party_size,
            client_name=self.client_name,
            watching=self.what == "resumed",
        )


@transaction.atomic
def publish_replacements(*, now: datetime) -> int:
    """Write the user's event for each booking that an override ended; returns how many attempts were handled."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_PENDING, [BATCH])
        pending = [OldBooking(*row) for row in cursor.fetchall()]
    Attempt.objects.filter(pk__in=[old.attempt_id for old in pending]).update(replacement_notified=True)
    # In the order of users, so that two relays never wait for each other.
    for old in sorted(pending, key=lambda old: (old.user_id, old.attempt_id)):
        if old.what is not None:
            change_records.publish_change(
                user_id=old.user_id,
                group_id=old.group_id,
                what=old.what,
                now=now,
                reason=old.kind,
                platform=old.platform,
                notice=old.notice,
            )
    return len(pending)
