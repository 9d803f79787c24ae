"""Notifies the owner of a booked table of what an overriding request did to it: a step of the relay.

The snipers set `replacement_notified` False on the old attempt when they record the new one's end. The timeline says
what happened: a better table replaced the old one, or the old one was released for a table that was then lost.
"""

from datetime import date, datetime, time
from typing import NamedTuple

from django.db import connection, transaction

from apps.reservations import change_records, messages
from apps.reservations.change_records import What
from apps.reservations.models import Attempt, Status

IN_STEP = 200
# Two relays take different attempts, and none waits for the other.
TAKE = """
    select t.id, t.group_id, g.user_id, t.platform, r.status, coalesce(line.kind, ''),
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
    ) line on true
    where not t.replacement_notified
    order by t.id
    limit %s
    for update of t skip locked
"""


class Old(NamedTuple):
    """One row of TAKE: an attempt that was booked, and what its request is now."""

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
        """What the user is told; nothing when the request had come to another end already."""
        if self.kind == "replaced":
            return "replaced"
        if self.kind == "override_failed":
            return "override_failed" if self.status == Status.CANCELED else "resumed"
        return None


@transaction.atomic
def tell_replaced(*, now: datetime) -> int:
    """Write the user's event for each table that was given up to an override; returns how many attempts were taken."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [IN_STEP])
        taken = [Old(*row) for row in cursor.fetchall()]
    Attempt.objects.filter(pk__in=[old.attempt_id for old in taken]).update(replacement_notified=True)
    # In the order of users, so that two relays never wait for each other.
    for old in sorted(taken, key=lambda old: (old.user_id, old.attempt_id)):
        if old.what is not None:
            change_records.publish_change(
                user_id=old.user_id,
                group_id=old.group_id,
                what=old.what,
                now=now,
                reason=old.kind,
                platform=old.platform,
                # The better table has a message of its own.
                notice=None if old.what == "replaced" else messages.given_up(old),
            )
    return len(taken)
