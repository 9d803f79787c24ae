"""Prometheus metrics that are read from the database: outboxes, watched venues, open attempts, kill switches, and
violations of the guarantees of booking.

Each scrape runs the queries, so every web process reports the same values. Each query reads a partial index or the
newest rows. While the database is unavailable, the metrics are omitted. They do not depend on Ray or the controller.
"""

from collections.abc import Iterator
from typing import Any, Final

import structlog
from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from snipers.clients import registry

log = structlog.get_logger(__name__)

# Rows: outbox, number of waiting rows, age of the oldest in seconds.
OUTBOXES = """
    select 'outcomes', count(*), coalesce(extract(epoch from now() - min(created_at)), 0)
        from outcome where notified_at is null
    union all
    select 'events', count(*), coalesce(extract(epoch from now() - min(created_at)), 0)
        from event where published_at is null
    union all
    select channel, count(d.id), coalesce(extract(epoch from now() - min(d.next_at)), 0)
        from (values ('email'), ('sms'), ('push'), ('chat')) as c (channel)
        left join delivery d using (channel)
        where d.id is null or (d.state = 'queued' and d.next_at <= now()) group by channel
    union all
    select 'webhooks', count(*), coalesce(extract(epoch from now() - min(received_at)), 0)
        from billing_webhook_event where applied_at is null
"""

# Rows: channel, state, number of messages. A combination without messages has a row with 0, so that the first failed
# message raises an existing series and does not start a new one.
MESSAGES = """
    select c.channel, s.state, count(d.id)
    from (values ('email'), ('sms'), ('push'), ('chat')) as c (channel)
    cross join (values ('queued'), ('sending'), ('sent'), ('failed'), ('skipped')) as s (state)
    left join delivery d using (channel, state) group by c.channel, s.state
"""

# Rows: state, number of venues. Counts the venues that need a watcher now. A venue is "resting" while in quarantine,
# "covered" if its watcher wrote a heartbeat (due every 3 s) in the last 15 s, and otherwise "uncovered".
VENUES = """
    with thrown as materialized (
        select array(select scope || ':' || key from kill_switch) as keys
    ), wanted as (
        select distinct r.venue_id
        from thrown, reservation r
        join reservation_group g on g.id = r.group_id
        join app_user u on u.id = g.user_id
        left join platform_account a on a.id = r.account_id
        join venue v on v.id = r.venue_id
        where r.status = 'active' and r.stop = '' and r.ends_at > now()
          and case when a.id is null then g.notify_only and u.email_confirmed_at is not null
                   else a.status = 'connected' or g.notify_only and a.status <> 'disconnected' end
          and not v.opted_out and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
          and (g.snipe_type = 'cancel' or g.release_at <= now() + interval '4 minutes')
          and not thrown.keys && array['platform:' || v.reservation_source, 'venue:' || v.id, 'account:' || a.id]
    ), judged as (
        select case when w.quarantined_until > now() then 'resting'
                    when w.epoch > 0 and w.heartbeat_at > now() - interval '15 seconds' then 'covered'
                    else 'uncovered' end as state
        from wanted left join venue_watch w using (venue_id)
    )
    select s.state, count(j.state)
    from (values ('covered'), ('uncovered'), ('resting')) as s (state) left join judged j using (state) group by s.state
"""

# Rows: state, number of attempts, seconds since the oldest was claimed (for "cancelling", since it was closed). An
# attempt is "cancelling" while a watcher tries to cancel the old booking beside it: the conditions are those of the
# statement pending_cancellations (snipers/store/sql/settling.sql).
OPEN_ATTEMPTS = """
    select s.state, count(a.id), coalesce(extract(epoch from now() - min(a.claimed_at)), 0)
    from (values ('claimed'), ('unknown')) as s (state) left join attempt a using (state) group by s.state
    union all
    select 'cancelling', count(*), coalesce(extract(epoch from now() - min(t.closed_at)), 0)
    from attempt t join platform_account p on p.id = t.account_id
    where t.state in ('booked', 'replaced') and t.old_booking_gone_at is null and t.old_booking_id <> ''
      and p.sealed_token <> '' and t.date >= (now() - interval '1 day')::date
      and not exists (
          select 1 from attempt o
          where o.platform = t.platform and o.platform_reservation_id = t.old_booking_id and o.state = 'booked'
      )
"""

# One row with two counts over the newest 2000 attempts: meals for which a diner has two tables, and claims that a
# watcher made after a newer watcher of the same venue had made one. Unique indexes and the fence prevent both, so both
# counts must be 0.
BROKEN_PROMISES = """
    with newest as materialized (
        select venue_id, epoch, claimed_at, id, state, diner_key, date, meal
        from attempt where id > (select coalesce(max(id), 0) - 2000 from attempt)
    )
    select (select count(*) from (
                select 1 from newest where state = 'booked' group by diner_key, date, meal having count(*) > 1
            ) doubled),
           (select count(*) from (
                select epoch < max(epoch) over (partition by venue_id order by claimed_at, id) as late from newest
            ) fenced where late)
"""

SWITCHES = """
    select s.scope, count(k.scope) from (values ('platform'), ('venue'), ('account')) as s (scope)
    left join kill_switch k using (scope) group by s.scope
"""

# The registry checks the keys: they are letters and digits.
PLATFORMS: Final = ", ".join(f"('{key}')" for key in registry.keys())

# Rows: platform; 1 while the platform's kill switch is on, otherwise 0.
OFF = f"""
    select s.source, count(k.key) from (values {PLATFORMS}) as s (source)
    left join kill_switch k on k.scope = 'platform' and k.key = s.source group by s.source
"""  # noqa: S608 - the keys of manifests


# Rows: platform; its ended attempts of the last half hour at three restaurants or more, 0 if one of them booked. The
# conditions are those of the statement read_ended_attempts (snipers/store/sql/operations.sql).
UNBOOKED = f"""
    with recent as materialized (
        select platform, venue_id, state in ('booked', 'replaced', 'canceled') as booked
        from attempt
        where id > (select coalesce(max(id), 0) - 2000 from attempt)
          and claimed_at > now() - interval '30 minutes' and state not in ('claimed', 'unknown')
          and reason not in ('held_back_fee', 'fee_unknown')
    )
    select s.source, case when bool_or(r.booked) or count(distinct r.venue_id) < 3 then 0 else count(r.venue_id) end
    from (values {PLATFORMS}) as s (source) left join recent r on r.platform = s.source group by s.source
"""  # noqa: S608 - the keys of manifests

# Rows: "used", the server's connections of all programs; "limit", the connections that it accepts from users who are no
# superusers. Every user can read the number in pg_stat_database, but only some users in pg_stat_activity.
CONNECTIONS = """
    select 'used', coalesce(sum(numbackends), 0) from pg_stat_database
    union all
    select 'limit', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
"""


# Each query with its label, which is the first column, and the name and help text of a metric for each further column.
GAUGES: Final = (
    (
        OUTBOXES,
        "outbox",
        {
            "outbox_depth": "Rows to be published, sent or applied.",
            "outbox_oldest_age_seconds": "Age of the oldest of them.",
        },
    ),
    (
        VENUES,
        "state",
        {"snipe_venues": "Venues with active requests: covered by a living watcher, uncovered, or in quarantine."},
    ),
    (
        OPEN_ATTEMPTS,
        "state",
        {
            "snipe_attempts_open": "Attempts without an end: in flight, unknown, or cancelling the old table.",
            "snipe_attempts_open_oldest_seconds": "Age of the oldest of them.",
        },
    ),
    (
        CONNECTIONS,
        "kind",
        {"tablehawk_database_connections": "PostgreSQL's connections: used by all programs, and the limit."},
    ),
    (SWITCHES, "scope", {"snipe_kill_switches": "Kill switches that are on."}),
    (
        UNBOOKED,
        "source",
        {"snipe_attempts_unbooked": "Attempts of half an hour, at 3 restaurants or more, if none of them booked."},
    ),
    (OFF, "source", {"snipe_platform_switched_off": "1 while our staff has a whole platform switched off."}),
)
PROMISES: Final = {
    "snipe_double_bookings": "Meals for which one diner holds two tables of ours: has to be 0.",
    "snipe_unfenced_claims": "Claims of a watcher that had been replaced: has to be 0.",
}


class Backlog(Collector):
    def collect(self) -> Iterator[Metric]:
        try:
            for query, label, metrics in GAUGES:
                families = [GaugeMetricFamily(name, text, labels=[label]) for name, text in metrics.items()]
                for value, *numbers in _rows(query):
                    for family, number in zip(families, numbers, strict=True):
                        family.add_metric([value], float(number))
                yield from families
            messages = GaugeMetricFamily("tablehawk_messages", "Messages by state.", labels=["channel", "state"])
            for channel, state, count in _rows(MESSAGES):
                messages.add_metric([channel, state], count)
            yield messages
            (counts,) = _rows(BROKEN_PROMISES)
            for (name, text), count in zip(PROMISES.items(), counts, strict=True):
                yield GaugeMetricFamily(name, text, value=count)
        except DatabaseError as error:
            log.warning("metrics of the backlog cannot be read", error=type(error).__name__)


def _rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())
