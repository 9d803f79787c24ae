-- The queries of the metrics of backlog.py. The first column is the label, unless a comment says otherwise.

-- name: outboxes
-- Rows: outbox, number of waiting rows, age of the oldest in seconds.
select 'outcomes', count(*), coalesce(extract(epoch from now() - min(created_at)), 0)
    from outcome where notified_at is null
union all
select 'events', count(*), coalesce(extract(epoch from now() - min(created_at)), 0)
    from event where published_at is null
union all
select c.channel, count(d.id), coalesce(extract(epoch from now() - min(d.next_at)), 0)
    from (values ('email'), ('sms'), ('push'), ('chat')) as c (channel)
    left join delivery d on d.channel = c.channel and d.state = 'queued' and d.next_at <= now() group by c.channel
union all
select 'stripe', count(*), coalesce(extract(epoch from now() - min(received_at)), 0)
    from billing_webhook_event where applied_at is null
union all
-- Users' webhooks: the first open event of each request. It waits since it is due and its webhook does not rest after
-- failures, so a slow server of a user is no backlog. The conditions are those of apps/webhooks/deliveries.py.
select 'webhooks', count(*), coalesce(extract(epoch from now() - min(greatest(d.next_at, h.rests_until))), 0)
    from (
        select distinct on (webhook_id, ordering_key) * from webhook_delivery
        where state in ('queued', 'sending') order by webhook_id, ordering_key, id
    ) d
    join webhook h on h.id = d.webhook_id
    where d.next_at <= now() and (starts_with(d.ordering_key, 'now:')
                                  or h.off_reason = '' and coalesce(h.rests_until, d.next_at) <= now())
union all
select 'mqtt', count(*), coalesce(extract(epoch from now() - min(greatest(next_at, rests_until))), 0)
    from mqtt_broker where off_reason = '' and next_at <= now() and coalesce(rests_until, next_at) <= now();

-- name: messages
-- Rows: channel, state, number of messages. A combination without messages has a row with 0, so that the first failed
-- message raises an existing series and does not start a new one.
select c.channel, s.state, count(d.id)
from (values ('email'), ('sms'), ('push'), ('chat')) as c (channel)
cross join (values ('queued'), ('sending'), ('sent'), ('failed'), ('skipped')) as s (state)
left join delivery d using (channel, state) group by c.channel, s.state;

-- name: venues
-- Rows: state, number of venues. Counts the venues that need a watcher now. A venue is "resting" while in quarantine,
-- "covered" if its watcher wrote a heartbeat (due every 3 s) in the last 15 s, and otherwise "uncovered".
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
from (values ('covered'), ('uncovered'), ('resting')) as s (state) left join judged j using (state) group by s.state;

-- name: open_attempts
-- Rows: state, number of attempts, seconds since the oldest was claimed (for "cancelling", since it was closed). An
-- attempt is "cancelling" while a watcher tries to cancel the old booking beside it: the conditions are those of the
-- statement pending_cancellations (snipers/store/sql/settling.sql).
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
  );

-- name: broken_promises
-- One row with two counts over the newest 2000 attempts: meals for which a diner has two tables, and claims that a
-- watcher made after a newer watcher of the same venue had made one. Unique indexes and the fence prevent both, so both
-- counts must be 0.
with newest as materialized (
    select venue_id, epoch, claimed_at, id, state, diner_key, date, meal
    from attempt where id > (select coalesce(max(id), 0) - 2000 from attempt)
)
select (select count(*) from (
            select 1 from newest where state = 'booked' group by diner_key, date, meal having count(*) > 1
        ) doubled),
       (select count(*) from (
            select epoch < max(epoch) over (partition by venue_id order by claimed_at, id) as late from newest
        ) fenced where late);

-- name: switches
select s.scope, count(k.scope) from (values ('platform'), ('venue'), ('account')) as s (scope)
left join kill_switch k using (scope) group by s.scope;

-- name: off
-- Rows: platform; 1 while the platform's kill switch is on, otherwise 0.
select s.source, count(k.key) from unnest(%(platforms)s::text[]) as s (source)
left join kill_switch k on k.scope = 'platform' and k.key = s.source group by s.source;

-- name: unbooked
-- Rows: platform; its ended attempts of the last half hour at three restaurants or more, 0 if one of them booked. The
-- conditions are those of the statement read_ended_attempts (snipers/store/sql/operations.sql).
with recent as materialized (
    select platform, venue_id, state in ('booked', 'replaced', 'canceled') as booked
    from attempt
    where id > (select coalesce(max(id), 0) - 2000 from attempt)
      and claimed_at > now() - interval '30 minutes' and state not in ('claimed', 'unknown')
      and reason not in ('held_back_fee', 'fee_unknown')
)
select s.source, case when bool_or(r.booked) or count(distinct r.venue_id) < 3 then 0 else count(r.venue_id) end
from unnest(%(platforms)s::text[]) as s (source) left join recent r on r.platform = s.source group by s.source;

-- name: connections
-- Rows: "used", the server's connections of all programs; "limit", the connections that it accepts from users who are no
-- superusers. Every user can read the number in pg_stat_database, but only some users in pg_stat_activity.
select 'used', coalesce(sum(numbackends), 0) from pg_stat_database
union all
select 'limit', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0);
