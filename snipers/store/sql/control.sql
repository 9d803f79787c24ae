-- The controller's reads and writes: demand, schedules, quarantine, breaker states, switches.

-- name: desired
-- A notify-only request may have no account, as in the statement `snipes` (watch.sql).
-- The switches are an array: as joined rows they make the planner expect one request instead of thousands.
-- A row changes by time alone at changes_at.
with clock as materialized (
    select clock_timestamp() as at, array(select scope || ':' || key from kill_switch) as switched_off,
           coalesce((select name from cell where active), '') as active_cell
), waiting as materialized (
    select r.venue_id, r.date, g.party_size, u.is_vip, u.tier, g.snipe_type, g.release_at,
           g.snipe_type = 'cancel' or g.release_at <= clock.at as polled,
           g.snipe_type = 'release' and g.release_at > clock.at - %(after_seconds)s * interval '1 second'
               and g.release_at <= clock.at + %(before_seconds)s * interval '1 second' as due_release,
           least(r.ends_at, case when g.snipe_type = 'release' then (
               select min(edge) from unnest(array[
                   g.release_at - %(before_seconds)s * interval '1 second', g.release_at,
                   g.release_at + %(after_seconds)s * interval '1 second'
               ]) edge where edge > clock.at
           ) end) as changes_at
    from clock, reservation r
    join reservation_group g on g.id = r.group_id
    join app_user u on u.id = g.user_id
    left join platform_account a on a.id = r.account_id
    join venue v on v.id = r.venue_id
    where (%(venue_ids)s::bigint[] is null or r.venue_id = any(%(venue_ids)s::bigint[]))
      and r.status = 'active' and r.stop = '' and r.ends_at > clock.at and not v.opted_out
      and case when a.id is null then g.notify_only and u.email_confirmed_at is not null
               else a.status = 'connected' or g.notify_only and a.status <> 'disconnected' end
      and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
      and not clock.switched_off && array['platform:' || v.reservation_source, 'venue:' || v.id, 'account:' || a.id]
), keys as (
    select venue_id, date, party_size, count(*) as snipes, count(*) filter (where is_vip) as vip,
           count(*) filter (where tier = 'premium' and not is_vip) as pro,
           -- Also for cancel requests that missed this release: most tables come back soon after it.
           max(release_at) as released_at
    from waiting where polled group by venue_id, date, party_size
), releases as (
    select venue_id, release_at, date, party_size, count(*) as snipes
    from waiting where due_release group by venue_id, release_at, date, party_size
), asked as (
    select venue_id, count(*) filter (where polled or due_release) as snipes, min(changes_at) as changes_at
    from waiting group by venue_id
), key_lists as (
    select venue_id, jsonb_agg(
        jsonb_build_array(date, party_size, snipes, vip, pro, released_at) order by date, party_size
    ) as keys
    from keys group by venue_id
), release_lists as (
    select venue_id, jsonb_agg(
        jsonb_build_array(release_at, date, party_size, snipes) order by release_at, date, party_size
    ) as releases
    from releases group by venue_id
), unsettled as (
    select venue_id, count(*) as attempts
    from (
        select venue_id from attempt where state in ('claimed', 'unknown')
        union all
        select t.venue_id from attempt t join platform_account a on a.id = t.account_id
        where t.state in ('booked', 'replaced') and t.old_booking_id <> '' and t.old_booking_gone_at is null
          and a.sealed_token <> '' and t.date >= (clock_timestamp() - interval '1 day')::date
          and not exists (
              select 1 from attempt o
              where o.platform = t.platform and o.platform_reservation_id = t.old_booking_id and o.state = 'booked'
          )
    ) unfinished
    where %(venue_ids)s::bigint[] is null or venue_id = any(%(venue_ids)s::bigint[])
    group by venue_id
)
select v.id as venue_id, v.reservation_source as platform, v.time_zone,
       coalesce(k.keys, '[]'::jsonb) as keys, coalesce(d.releases, '[]'::jsonb) as releases,
       coalesce(n.snipes, 0) as snipes, coalesce(u.attempts, 0) as open_attempts,
       coalesce(w.failed_starts, 0) as failed_starts, w.quarantined_until,
       coalesce(nullif(w.assigned, ''), clock.active_cell) as cell, coalesce(w.node, '') as node,
       coalesce(w.opened * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400), 0)::float8 as opened,
       coalesce(w.watched * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400), 0)::float8 as watched,
       n.changes_at
from clock, venue v
left join asked n on n.venue_id = v.id
left join key_lists k on k.venue_id = v.id
left join release_lists d on d.venue_id = v.id
left join unsettled u on u.venue_id = v.id
left join venue_watch w on w.venue_id = v.id
where n.snipes > 0 or u.venue_id is not null or n.changes_at <= clock.at + %(ahead)s * interval '1 second'
order by v.id;

-- name: taken_watches
select venue_id from venue_watch where started_at > clock_timestamp() - %(within_seconds)s * interval '1 second';

-- name: write_schedules
insert into venue_watch (venue_id, epoch, owner, pid, node, state, polls, schedule)
select s.venue_id, 0, '', 0, '', 'starting', 0, s.schedule
from unnest(%(venue_id)s::bigint[], %(schedule)s::jsonb[]) as s (venue_id, schedule)
where exists (select 1 from venue v where v.id = s.venue_id)
order by s.venue_id
on conflict (venue_id) do update set schedule = excluded.schedule;

-- name: quarantine
insert into venue_watch (venue_id, epoch, owner, pid, node, state, polls, quarantined_until, quarantine_reason)
values (%(venue_id)s, 0, '', 0, '', 'quarantined', 0, %(until)s, %(reason)s)
on conflict (venue_id) do update
    set quarantined_until = excluded.quarantined_until, quarantine_reason = excluded.quarantine_reason
-- Another controller of the cell must not start a watcher here.
returning notify_demand(venue_id)::text as notified;

-- name: write_sources
with written as (
    insert into source_state (platform, state, reason, since, until, factor, updated_at)
    select s.*, clock_timestamp()
    from unnest(
        %(platform)s::text[], %(state)s::text[], %(reason)s::text[], %(since)s::timestamptz[], %(until)s::timestamptz[],
        %(factor)s::float8[]
    ) as s (platform, state, reason, since, until, factor)
    order by s.platform
    on conflict (platform) do update
        set state = excluded.state, reason = excluded.reason, since = excluded.since, until = excluded.until,
            factor = excluded.factor, updated_at = excluded.updated_at
        where (source_state.state, source_state.reason, source_state.since, source_state.until, source_state.factor)
            is distinct from (excluded.state, excluded.reason, excluded.since, excluded.until, excluded.factor)
    returning platform
)
select count(pg_notify('watch', '{"t":"sources"}')) as notified from written;

-- name: write_learned_paces
insert into learned_pace (
    platform, cell, finds_per_minute, window_at, counted_at, window_finds, owed, waits, refused_pace, refused_at, locked,
    let_in_at
)
select *
from unnest(
    %(platform)s::text[], %(cell)s::text[], %(finds_per_minute)s::float8[], %(window_at)s::timestamptz[],
    %(counted_at)s::timestamptz[], %(window_finds)s::float8[], %(owed)s::float8[], %(waits)s::boolean[],
    %(refused_pace)s::float8[], %(refused_at)s::timestamptz[], %(locked)s::boolean[], %(let_in_at)s::timestamptz[]
) as p (
    platform, cell, finds_per_minute, window_at, counted_at, window_finds, owed, waits, refused_pace, refused_at, locked,
    let_in_at
)
order by p.platform
on conflict (platform, cell) do update
    set finds_per_minute = excluded.finds_per_minute, window_at = excluded.window_at, counted_at = excluded.counted_at,
        window_finds = excluded.window_finds, owed = excluded.owed, waits = excluded.waits,
        refused_pace = excluded.refused_pace, refused_at = excluded.refused_at, locked = excluded.locked,
        let_in_at = excluded.let_in_at;

-- name: relative_odds
select parameters -> 'leads' as leads, parameters -> 'parts' as parts from odds_baseline;

-- name: learned_paces
select platform, cell, finds_per_minute, window_at, counted_at, window_finds, owed, waits, refused_pace, refused_at, locked,
       let_in_at
from learned_pace where cell = %(cell)s order by platform;

-- name: past_finds
-- Finds with an early find come first: there are few of them. Only the newest attempts are read: an index for this query
-- would slow down each claim.
select timings from (select id, platform, timings from attempt order by id desc limit 400) newest
where platform = %(platform)s and timings ? 'find_ms'
order by timings ? 'early_share' desc, id desc limit 40;

-- name: sources
select platform, state, reason, since, until, factor from source_state order by platform;

-- name: switches
select scope, key from kill_switch;
