"""Queues the messages about an event in the event's transaction: one row of `delivery` and one job for each channel
that the user wants and has confirmed.

This module only inserts rows; deliveries.py updates them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from psycopg.types.json import Jsonb

from . import deliveries
from .kinds import LIFETIMES, Lifetime, Notice
from .models import Channel

# One statement reads the events and the users' preferences and inserts the rows, because the event of a booked table is
# published only after this statement.
QUEUE = """
    insert into delivery (event_id, channel, kind, facts, state, reason, reference, attempts, next_at, expires_at)
    select e.id, c.channel, n.kind, n.facts, 'queued', '', '', 0, %(now)s, c.expires_at
    from unnest(%(users)s::bigint[], %(seqs)s::bigint[], %(kinds)s::text[], %(facts)s::jsonb[],
                %(emails_until)s::timestamptz[], %(texts_until)s::timestamptz[])
         as n(user_id, seq, kind, facts, email_until, text_until)
    join event e on e.user_id = n.user_id and e.seq = n.seq
    join app_user u on u.id = n.user_id and u.is_active
    cross join lateral (values
        ('email', u.email_notifications and u.email_confirmed_at is not null, n.email_until),
        ('sms', u.phone_notifications and u.phone <> '' and u.phone_confirmed_at is not null, n.text_until)
    ) as c(channel, wanted, expires_at)
    where c.wanted
    returning id, channel
"""


class AddressedNotice(NamedTuple):
    user_id: int
    seq: int
    notice: Notice


def queue(*, notices: Sequence[AddressedNotice], now: datetime) -> None:
    """Queue each notice on the channels that its user wants now. The caller has already inserted the events."""
    if not notices:
        return
    lifetimes = [_lifetime(one.notice, now=now) for one in notices]
    with connection.cursor() as cursor:
        cursor.execute(
            QUEUE,
            {
                "now": now,
                "users": [one.user_id for one in notices],
                "seqs": [one.seq for one in notices],
                "kinds": [one.notice.kind for one in notices],
                "facts": [Jsonb(one.notice.model_dump(mode="json", by_alias=True)) for one in notices],
                "emails_until": [now + one.email for one in lifetimes],
                "texts_until": [now + one.sms for one in lifetimes],
            },
        )
        queued = cursor.fetchall()
    for channel in Channel.values:
        ids = [pk for pk, on in queued if on == channel]
        if ids:
            deliveries.defer(ids, channel=channel)


def _lifetime(notice: Notice, *, now: datetime) -> Lifetime:
    """Return how long the notice may be sent: the lifetime of its kind, or less if the notice is useless earlier."""
    life, until = LIFETIMES[notice.kind], notice.useful_until
    if until is None:
        return life
    return Lifetime(email=min(life.email, until - now), sms=min(life.sms, until - now))
