"""Queues the messages about an event in the event's transaction: one row of `delivery` and one job for each channel
that the user wants and has confirmed, and on `push` and `chat` for each device and chat app.

This module only inserts rows; deliveries.py updates them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from psycopg.types.json import Jsonb
from psycopg.types.numeric import Int8

from apps.common.database.statements import fetch_all
from apps.notices.content.kinds import Notice
from apps.notices.models import Channel
from apps.notices.rules import topics

from . import deliveries

# A mail to an unconfirmed address waits this long for the confirmation (held_mails.py). A kind whose mails are useless
# before HELD_FROM waits only as long as they are useful.
HELD = timedelta(hours=24)
HELD_FROM = timedelta(hours=12)
# One statement reads the events and the users' preferences and inserts the rows, because the event of a booked table is
# published only after this statement.
QUEUE = """
    insert into delivery (event_id, address_id, channel, kind, facts, state, reason, reference, attempts, next_at,
                          expires_at)
    select e.id, c.address_id, c.channel, n.kind, n.facts, 'queued',
           case when c.held then 'unconfirmed' else '' end, '', 0,
           case when c.held then c.expires_at else %(now)s::timestamptz end, c.expires_at
    from unnest(%(users)s::bigint[], %(seqs)s::bigint[], %(kinds)s::text[], %(topics)s::text[], %(facts)s::jsonb[],
                %(emails_until)s::timestamptz[], %(held_until)s::timestamptz[],
                %(texts_until)s::timestamptz[], %(pushes_until)s::timestamptz[])
         as n(user_id, seq, kind, topic, facts, email_until, held_until, text_until, push_until)
    join event e on e.user_id = n.user_id and e.seq = n.seq
    join app_user u on u.id = n.user_id and u.is_active
    left join notification_settings s on s.user_id = u.id
    cross join lateral (
        values
            ('email', null::bigint,
             u.email_notifications and (u.email_confirmed_at is not null or n.topic is not null),
             case when u.email_confirmed_at is null then n.held_until else n.email_until end,
             u.email_confirmed_at is null),
            ('sms', null, u.phone_notifications and u.phone <> '' and u.phone_confirmed_at is not null, n.text_until,
             false)
        union all
        select a.channel, a.id,
               device.id is null or (device.revoked_at is null and device.expires_at > %(now)s::timestamptz),
               n.push_until, false
        from delivery_address a left join session device on device.id = a.session_id
        where a.user_id = u.id
    ) as c(channel, address_id, wanted, expires_at, held)
    where c.wanted and (n.topic || ':' || c.channel = any(s.muted)) is not true
    returning id, channel, reason
"""


class AddressedNotice(NamedTuple):
    user_id: int
    seq: int
    notice: Notice


def queue(*, notices: Sequence[AddressedNotice], now: datetime) -> None:
    """Queue each notice on the channels that its user wants now. The caller has already inserted the events.

    A mail to an address that is not confirmed yet waits for the confirmation.
    """
    if not notices:
        return
    lifetimes = [_lifetime(one.notice, now=now) for one in notices]
    values = {
        "now": now,
        "users": [Int8(one.user_id) for one in notices],
        "seqs": [Int8(one.seq) for one in notices],
        "kinds": [one.notice.kind for one in notices],
        "topics": [topics.topic_of(one.notice.kind) for one in notices],
        "facts": [Jsonb(one.notice.model_dump(mode="json", by_alias=True)) for one in notices],
        "emails_until": [now + one.email for one in lifetimes],
        "held_until": [_held_until(one.notice, now=now) for one in notices],
        "texts_until": [now + one.sms for one in lifetimes],
        "pushes_until": [now + one.push for one in lifetimes],
    }
    queued: list[tuple[int, str, str]] = fetch_all(QUEUE, values)
    for channel in Channel.values:
        deliveries.defer([pk for pk, on, reason in queued if on == channel and not reason], channel=channel)


def run_statement(*, user_id: int, now: datetime) -> None:
    """Run the statement of `queue` for a user who does not exist, so that PostgreSQL has prepared
    it before a relay queues its first message. It inserts nothing.
    """
    times = {name: [now] for name in ("emails_until", "held_until", "texts_until", "pushes_until")}
    texts = {"kinds": [""], "topics": [""], "facts": [Jsonb({})]}
    fetch_all(QUEUE, {"now": now, "users": [Int8(user_id)], "seqs": [Int8(0)], **texts, **times})


def _lifetime(notice: Notice, *, now: datetime) -> topics.Lifetime:
    """Return the lifetime of the notice's messages: that of its kind, or less if the notice becomes useless earlier."""
    life, until = topics.KINDS[notice.kind].lifetime, notice.useful_until
    if until is None:
        return life
    rest = until - now
    return topics.Lifetime(email=min(life.email, rest), sms=min(life.sms, rest), push=min(life.push, rest))


def _held_until(notice: Notice, *, now: datetime) -> datetime:
    """Return how long a mail about the notice waits for the confirmation of its address."""
    life = topics.KINDS[notice.kind].lifetime.email
    until = now + (max(life, HELD) if life >= HELD_FROM else life)
    return until if notice.useful_until is None else min(until, notice.useful_until)
