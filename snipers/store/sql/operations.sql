-- What operators read and change. A change and its audit entry are one transaction.

-- name: audit
insert into audit_entry (at, act, user_id, by_id, address, facts)
values (clock_timestamp(), %(act)s, null, %(by_id)s, %(address)s, %(facts)s);

-- name: clock
select clock_timestamp() as at;

-- name: read_watches
select v.id as venue_id, v.venue_name as name, v.reservation_source as platform, v.opted_out,
       coalesce(w.epoch, 0) as epoch, coalesce(w.owner, '') as owner, coalesce(w.pid, 0) as pid,
       coalesce(w.node, '') as node, coalesce(w.cell, '') as cell, coalesce(w.assigned, '') as assigned,
       coalesce(w.state, '') as state, coalesce(w.polls, 0) as polls, w.last_poll_at, w.started_at,
       w.heartbeat_at, coalesce(w.failed_starts, 0) as failed_starts, w.quarantined_until,
       coalesce(w.quarantine_reason, '') as quarantine_reason, coalesce(w.failure, '') as failure,
       w.failed_at,
       w.retry_at, w.schedule, clock_timestamp() as at
from venue v left join venue_watch w on w.venue_id = v.id
where v.id = any(%(venue_ids)s)
order by v.id;

-- name: read_watched
select venue_id from venue_watch where heartbeat_at > clock_timestamp() - interval '15 seconds' order by venue_id;

-- name: read_requests
select r.status, r.stop, coalesce(a.status, 'none') as account, count(*) as requests
from reservation r left join platform_account a on a.id = r.account_id
where r.venue_id = %(venue_id)s and (r.status in ('active', 'paused') or r.status_changed_at > now() - interval '1 day')
group by r.status, r.stop, a.status order by r.status, r.stop, a.status;

-- name: read_attempts
select id, reservation_id, state, reason, reply, slot_time, claimed_at, closed_at, epoch, owner
from attempt where venue_id = %(venue_id)s order by id desc limit 5;

-- name: read_ended_attempts
-- The ended attempts of the last half hour by platform, among the 2000 newest: their number, that of their restaurants, how
-- many booked a table, the most losses of one slot that was still offered after each, and the most frequent end. A watcher
-- tries a slot again only while it is offered. Tables that were held back were not tried.
with recent as materialized (
    select platform, venue_id, slot_key, reason, reply, state in ('booked', 'replaced', 'canceled') as booked
    from attempt
    where id > (select coalesce(max(id), 0) - 2000 from attempt)
      and claimed_at > clock_timestamp() - interval '30 minutes' and state not in ('claimed', 'unknown')
      and reason not in ('held_back_fee', 'fee_unknown')
), repeated as (
    select platform, max(losses) as losses
    from (select platform, count(*) as losses from recent where reason = 'slot_gone' group by platform, slot_key) slots
    group by platform
)
select r.platform, count(*) as attempts, count(distinct r.venue_id) as venues, count(*) filter (where booked) as booked,
       coalesce(max(p.losses), 0) as losses,
       coalesce(mode() within group (order by concat_ws(' ', r.reason, nullif(r.reply, ''))) filter (where not booked), '')
           as most
from recent r left join repeated p on p.platform = r.platform
group by r.platform order by r.platform;

-- name: read_switches
select scope, key, reason, created_by, created_at from kill_switch order by created_at;

-- name: read_shares
select platform, share, set_at from poll_share order by platform;

-- name: read_paces
-- A copy that has changed to simulated platforms keeps its old rows.
select platform, cell, finds_per_minute, owed, waits, refused_pace, refused_at, locked, let_in_at, counted_at,
       extract(epoch from clock_timestamp() - counted_at)::float8 as age_seconds
from learned_pace order by platform, cell;

-- name: read_cells
select c.name, c.active, c.state, c.since, c.seen_at, c.budgets,
       extract(epoch from clock_timestamp() - c.seen_at)::float8 as heartbeat_age_seconds,
       (select count(*) from venue_watch w
        where w.cell = c.name and w.heartbeat_at > clock_timestamp() - interval '10 seconds') as watchers
from cell c order by c.name;

-- name: read_nodes
select n.name, n.cell, n.host, n.slots, n.state, n.state_at, n.seen_at,
       extract(epoch from clock_timestamp() - n.seen_at)::float8 as heartbeat_age_seconds,
       (select count(*) from venue_watch w
        where w.node = n.name and w.heartbeat_at > clock_timestamp() - interval '10 seconds') as watchers
from cell_node n where n.seen_at > clock_timestamp() - interval '1 hour' order by n.cell, n.name;

-- name: read_outcomes
select o.created_at, o.notified_at, o.kind, o.reason, a.platform, v.venue_name as venue, a.reservation_id,
       extract(epoch from a.closed_at - a.seen_at)::float8 as seconds
from outcome o join attempt a on a.id = o.attempt_id join venue v on v.id = a.venue_id
order by o.created_at desc limit %(most)s;

-- name: read_backlog
select (select count(*) from outcome where notified_at is null) as outcomes,
       (select extract(epoch from clock_timestamp() - min(created_at))::float8
        from outcome where notified_at is null) as outcomes_oldest,
       (select count(*) from event where published_at is null) as events,
       (select extract(epoch from clock_timestamp() - min(created_at))::float8
        from event where published_at is null) as events_oldest,
       (select count(*) from delivery where state = 'queued') as messages,
       (select extract(epoch from clock_timestamp() - min(next_at))::float8
        from delivery where state = 'queued') as messages_oldest,
       (select count(*) from attempt where state = 'unknown') as unknown,
       (select extract(epoch from clock_timestamp() - min(claimed_at))::float8
        from attempt where state = 'unknown') as unknown_oldest;

-- name: read_outbox
select 'outcome' as kind, o.attempt_id as id, o.created_at as at, o.kind || ' ' || o.reason as what
from outcome o where o.notified_at is null
union all
select 'event', e.id, e.created_at, e.type from event e where e.published_at is null
union all
select 'message', d.id, d.next_at, d.kind || ' by ' || d.channel || ', tried ' || d.attempts
from delivery d where d.state = 'queued' and d.next_at < clock_timestamp()
order by at limit %(most)s;

-- name: switch_source_off
with made as (
    insert into kill_switch (scope, key, reason, created_by, created_at)
    values ('platform', %(platform)s, %(reason)s, %(by)s, clock_timestamp())
    on conflict (scope, key) do nothing returning key
), waiting as (
    select distinct r.venue_id from made
    join venue v on v.reservation_source = made.key join reservation r on r.venue_id = v.id and r.status = 'active'
)
select key, (select count(notify_demand(venue_id)) from waiting) as venues,
       pg_notify('watch', '{"t": "sources"}')::text as notified
from made;

-- name: switch_source_on
with gone as (
    delete from kill_switch where scope = 'platform' and key = %(platform)s returning key
), waiting as (
    select distinct r.venue_id from gone
    join venue v on v.reservation_source = gone.key join reservation r on r.venue_id = v.id and r.status = 'active'
)
select key, (select count(notify_demand(venue_id)) from waiting) as venues,
       pg_notify('watch', '{"t": "sources"}')::text as notified
from gone;

-- name: reset_breaker
-- The controller of the active cell reads reset_at with its heartbeat, and then changes the state.
update source_state set reset_at = clock_timestamp()
where platform = %(platform)s and state <> 'healthy' and (reset_at is null or reset_at < since)
returning platform, state;

-- name: read_access
select platform, application_id, sealed_secret, user_agent, sign_in_paths, changed_at, changed_by
from platform_access order by platform;

-- name: read_access_shown
-- Leaves out secrets, because the admin API sends the rows to other machines.
select platform, application_id, sealed_secret <> '' as has_secret, user_agent, sign_in_paths, changed_at, changed_by
from platform_access order by platform;

-- name: set_access
-- Null keeps a value. Watchers read it with their roster, at once because of the notification.
with changed as (
    insert into platform_access (
        platform, application_id, sealed_secret, user_agent, sign_in_paths, changed_at, changed_by
    )
    values (
        %(platform)s, coalesce(%(application_id)s::text, ''), coalesce(%(sealed_secret)s::text, ''),
        coalesce(%(user_agent)s::text, ''), coalesce(%(sign_in_paths)s::text[], '{}'), clock_timestamp(), %(by)s
    )
    on conflict (platform) do update
        set application_id = coalesce(%(application_id)s::text, platform_access.application_id),
            sealed_secret = coalesce(%(sealed_secret)s::text, platform_access.sealed_secret),
            user_agent = coalesce(%(user_agent)s::text, platform_access.user_agent),
            sign_in_paths = coalesce(%(sign_in_paths)s::text[], platform_access.sign_in_paths),
            changed_at = excluded.changed_at, changed_by = excluded.changed_by
        where (platform_access.application_id, platform_access.sealed_secret, platform_access.user_agent,
               platform_access.sign_in_paths) is distinct from (
            coalesce(%(application_id)s::text, platform_access.application_id),
            coalesce(%(sealed_secret)s::text, platform_access.sealed_secret),
            coalesce(%(user_agent)s::text, platform_access.user_agent),
            coalesce(%(sign_in_paths)s::text[]::varchar[], platform_access.sign_in_paths)
        )
    returning platform
), waiting as (
    select distinct r.venue_id from changed
    join venue v on v.reservation_source = changed.platform
    join reservation r on r.venue_id = v.id and r.status = 'active'
)
select platform, (select count(notify_demand(venue_id)) from waiting) as venues from changed;

-- name: forget_access
with gone as (
    delete from platform_access where platform = %(platform)s returning platform
), waiting as (
    select distinct r.venue_id from gone
    join venue v on v.reservation_source = gone.platform
    join reservation r on r.venue_id = v.id and r.status = 'active'
)
select platform, (select count(notify_demand(venue_id)) from waiting) as venues from gone;

-- name: set_share
insert into poll_share (platform, share, set_at) values (%(platform)s, %(share)s, clock_timestamp())
on conflict (platform) do update set share = excluded.share, set_at = excluded.set_at
    where poll_share.share <> excluded.share
returning platform, share;

-- name: lift_share
delete from poll_share where platform = %(platform)s returning platform;

-- name: start_quarantine
insert into venue_watch (venue_id, epoch, owner, pid, node, state, polls, quarantined_until, quarantine_reason)
select id, 0, '', 0, '', 'quarantined', 0, clock_timestamp() + %(minutes)s * interval '1 minute', 'by an operator'
from venue where id = %(venue_id)s
on conflict (venue_id) do update
    set quarantined_until = excluded.quarantined_until, quarantine_reason = excluded.quarantine_reason
    where coalesce(venue_watch.quarantined_until < excluded.quarantined_until - interval '1 minute', true)
returning venue_id, quarantined_until, notify_demand(venue_id)::text as notified;

-- name: end_quarantine
update venue_watch set quarantined_until = null, quarantine_reason = '', failed_starts = 0
where venue_id = %(venue_id)s and (quarantined_until is not null or failed_starts > 0)
returning venue_id, notify_demand(venue_id)::text as notified;

-- name: fence
-- No watcher holds the new epoch, so the present one can claim nothing, retires, and is replaced.
update venue_watch set epoch = epoch + 1, owner = '', pid = 0
where venue_id = %(venue_id)s and owner <> ''
returning venue_id, epoch, notify_demand(venue_id)::text as notified;

-- name: drain_node
update cell_node set state = 'draining', state_at = clock_timestamp()
where (name = %(node)s or host = %(node)s) and state = 'up' and seen_at > clock_timestamp() - interval '1 minute'
returning name, cell;

-- name: undrain_node
update cell_node set state = 'up', state_at = clock_timestamp()
where (name = %(node)s or host = %(node)s) and state <> 'up'
returning name, cell;

-- name: raise_cell
insert into cell (name, active, state, since, budgets)
values (%(cell)s, not exists (select 1 from cell where active), 'up', clock_timestamp(), '{}')
on conflict (name) do update set state = 'up', since = excluded.since where cell.state <> 'up'
returning name;

-- name: lower_cell
update cell set state = 'down', since = clock_timestamp()
where name = %(cell)s and not active and state = 'up'
  and not exists (select 1 from venue_watch w
                  where w.cell = cell.name and w.heartbeat_at > clock_timestamp() - interval '10 seconds')
returning name;

-- name: assign
insert into venue_watch (venue_id, epoch, owner, pid, node, state, polls, assigned)
select id, 0, '', 0, '', 'starting', 0, %(cell)s from venue where id = any(%(venue_ids)s) order by id
on conflict (venue_id) do update set assigned = excluded.assigned where venue_watch.assigned <> excluded.assigned
returning venue_id, notify_demand(venue_id)::text as notified;

-- name: deactivate_other_cells
update cell set active = false where active and name <> %(cell)s returning name;

-- name: activate_cell
update cell set active = true, since = clock_timestamp() where name = %(cell)s and not active returning name;

-- name: clear_assignments
update venue_watch set assigned = '' where assigned = any(%(cells)s) returning venue_id;

-- name: replay_events
with again as (
    update event set published_at = null
    where published_at is not null and (id = %(event_id)s or created_at > clock_timestamp() - %(minutes)s * interval '1 minute')
    returning id
)
select count(*) as events, pg_notify('events', '')::text as notified from again having count(*) > 0;
