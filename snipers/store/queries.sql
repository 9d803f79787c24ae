-- Every statement of the sniper tower, by name. The tables are described in platform/apps/reservations/models.py.
-- Lock order, everywhere: reservation rows first (by id), then attempts. The database's clock is the only one used.

-- name: take_watch
insert into venue_watch (venue_id, epoch, owner, pid, node, state, polls, started_at, heartbeat_at)
values (%(venue_id)s, 1, %(owner)s, %(pid)s, %(node)s, 'starting', 0, clock_timestamp(), clock_timestamp())
on conflict (venue_id) do update
    set epoch = venue_watch.epoch + 1, owner = excluded.owner, pid = excluded.pid, node = excluded.node,
        state = 'starting', started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at
returning epoch;

-- name: still_watching
update venue_watch set heartbeat_at = clock_timestamp()
where venue_id = %(venue_id)s and epoch = %(epoch)s;

-- name: venue
select id, reservation_source, venue_id, venue_name, time_zone, opted_out from venue where id = %(venue_id)s;

-- name: wishes
-- Rank: vip 0, Pro 1, everybody else 2. Oldest first within a rank.
select r.id as reservation_id, r.group_id, g.user_id, g.diner_key, r.venue_id, a.platform,
       v.venue_id as platform_venue_id, r.date, g.party_size, g.start_time, g.end_time, r.table_type as seating,
       case when u.is_vip then 0 when u.tier = 'premium' then 1 else 2 end as rank,
       r.created_at as filed_at, r.ends_at, g.fee_ceiling_cents,
       a.id as account_id, a.sealed_token, a.payment_method_id, a.known_reservations,
       a.status = 'connected' as account_usable, a.known_at is not null as baseline_read,
       coalesce(s.checks, 0) as checks
from reservation r
join reservation_group g on g.id = r.group_id
join app_user u on u.id = g.user_id
join venue v on v.id = r.venue_id
join platform_account a on a.id = r.account_id
left join watch_state s on s.reservation_id = r.id
where r.venue_id = %(venue_id)s and r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp()
  and a.status <> 'disconnected' and g.snipe_type = 'cancel'
order by r.created_at, r.id;

-- name: claim
-- A row means: this table is ours to try for, until send_by. No row: paused, ended, taken over, or somebody was first.
-- `for no key update` makes a stop and a claim wait for each other; whoever comes second sees what the first wrote.
with wish as (
    select r.id, r.group_id, r.account_id, r.venue_id, r.date, g.diner_key, g.party_size,
           a.platform, a.known_reservations, v.venue_id as platform_venue_id
    from reservation r
    join reservation_group g on g.id = r.group_id
    join platform_account a on a.id = r.account_id
    join venue v on v.id = r.venue_id
    join venue_watch w on w.venue_id = r.venue_id
    where r.id = %(reservation_id)s
      and r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp()
      and r.date = %(date)s and g.party_size = %(party_size)s
      and %(time)s between g.start_time and g.end_time
      and (r.table_type = '' or lower(r.table_type) = lower(%(seating)s))
      and a.status = 'connected' and not v.opted_out and w.epoch = %(epoch)s
    for no key update of r
), made as (
    insert into attempt (reservation_id, account_id, group_id, diner_key, platform, venue_id, platform_venue_id,
                         date, meal, slot_key, slot_time, seating, party_size, state, reason, owner, epoch,
                         known_before, seen_at, claimed_at, send_by, grace_until, timings)
    select wish.id, wish.account_id, wish.group_id, wish.diner_key, wish.platform, wish.venue_id,
           wish.platform_venue_id, wish.date, %(meal)s, %(slot_key)s, %(time)s, %(seating)s, wish.party_size,
           'claimed', '', %(owner)s, %(epoch)s, to_jsonb(wish.known_reservations), %(seen_at)s,
           clock.at, clock.at + %(send_seconds)s * interval '1 second',
           clock.at + %(grace_seconds)s * interval '1 second', '{}'::jsonb
    from wish, (select clock_timestamp() as at) clock
    on conflict do nothing
    returning id, known_before
)
select id as attempt_id, known_before,
       pg_notify('watch', json_build_object('t', 'seen', 'attempt', id)::text) as told
from made;

-- name: remember_known
with noted as (
    update attempt
    set known_before = (select jsonb_agg(distinct k) from jsonb_array_elements(known_before || %(ids)s::jsonb) k)
    where id = %(attempt_id)s
)
update platform_account
set known_reservations = (
    select array_agg(distinct k) from unnest(known_reservations || %(new)s::text[]) k
), known_at = clock_timestamp()
where id = %(account_id)s;

-- name: save_baseline
update platform_account
set known_reservations = coalesce(
    (select array_agg(distinct k) from unnest(known_reservations || %(ids)s::text[]) k), '{}'
), known_at = clock_timestamp(), verified_at = clock_timestamp()
where id = %(account_id)s;

-- name: record
-- Close an attempt and all that hangs on it. `locked` comes first and its columns are the newest version of the rows:
-- a stop that committed while we waited for the lock is seen, which a condition on the table itself would miss.
with target as (
    select group_id, date from attempt where id = %(attempt_id)s
), locked as materialized (
    select r.id, r.venue_id, r.status, r.stop
    from reservation r join target t on r.group_id = t.group_id and r.date = t.date
    order by r.id
    for no key update of r
), closed as (
    update attempt
    set state = %(state)s, reason = %(reason)s, timings = timings || %(timings)s,
        platform_reservation_id = coalesce(%(platform_reservation_id)s, platform_reservation_id),
        closed_at = case when %(state)s = 'unknown' then null else clock_timestamp() end
    where id = %(attempt_id)s and (select count(*) from locked) >= 0
      and (state = 'claimed' or (state = 'unknown' and %(state)s <> 'unknown'))
    returning *
), confirmed as (
    update reservation r
    set status = 'confirmed', reason = '', stop = '', status_changed_at = clock_timestamp()
    from closed c, locked l
    where c.state = 'booked' and l.id = c.reservation_id and r.id = l.id and l.status in ('active', 'paused')
    returning r.id, r.group_id
), siblings as (
    update reservation r
    set status = 'canceled', reason = 'booked_elsewhere', stop = '', status_changed_at = clock_timestamp()
    from closed c, locked l
    where c.state = 'booked' and l.id <> c.reservation_id and r.id = l.id and l.status in ('active', 'paused')
    returning r.id, r.venue_id
), stopped as (
    update reservation r
    set status = case l.stop when 'pause' then 'paused' else 'canceled' end,
        reason = case l.stop when 'pause' then '' else 'canceled_by_you' end,
        stop = '', status_changed_at = clock_timestamp()
    from closed c, locked l
    where c.state in ('lost', 'refused') and l.id = c.reservation_id and l.stop <> '' and l.status = 'active'
      and r.id = l.id
    returning r.id, r.status, r.venue_id
), known as (
    update platform_account a
    set known_reservations = array_append(a.known_reservations, c.platform_reservation_id::text)
    from closed c
    where c.state = 'booked' and c.platform_reservation_id is not null and a.id = c.account_id
      and not (c.platform_reservation_id = any (a.known_reservations))
), told as (
    insert into outcome (attempt_id, kind, reason, created_at)
    select id, state, reason, clock_timestamp() from closed where state <> 'unknown'
    on conflict do nothing
), lines as (
    insert into timeline_entry (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size,
                                duration_ms, checks)
    select reservation_id, id, clock_timestamp(), state, reason, slot_time, seating, party_size,
           extract(epoch from clock_timestamp() - claimed_at) * 1000, %(checks)s::bigint
    from closed
    union all
    select id, null, clock_timestamp(), 'canceled', 'booked_elsewhere', null, '', null, null, null from siblings
    union all
    select id, null, clock_timestamp(), status, case status when 'canceled' then 'canceled_by_you' else '' end,
           null, '', null, null, null
    from stopped
)
select (select count(*) from closed) as closed,
       pg_notify('outcomes', '') as told,
       (select count(pg_notify('wishes', venue_id::text))
        from (select venue_id from siblings union select venue_id from stopped) v) as woken;

-- name: note_absent
update attempt set first_absent_at = coalesce(first_absent_at, clock_timestamp())
where id = %(attempt_id)s and state in ('claimed', 'unknown')
returning first_absent_at;

-- name: open_attempts
select t.id as attempt_id, t.reservation_id, t.account_id, a.sealed_token, a.status = 'connected' as account_usable,
       t.platform_venue_id, t.date, t.slot_time as time, t.party_size, t.state, t.owner,
       t.known_before || coalesce((
           select jsonb_agg(o.platform_reservation_id) from attempt o
           where o.account_id = t.account_id and o.id <> t.id and o.platform_reservation_id is not null
       ), '[]'::jsonb) as known_before,
       t.claimed_at, t.grace_until, t.first_absent_at, clock_timestamp() as read_at
from attempt t join platform_account a on a.id = t.account_id
where t.venue_id = %(venue_id)s and t.state in ('claimed', 'unknown')
order by t.id;

-- name: flag_account
with flagged as (
    update platform_account set status = 'needs_reconnect', attention_reason = %(reason)s, attention_told = false
    where id = %(account_id)s and status = 'connected'
    returning id
)
select count(*) as flagged, pg_notify('outcomes', '') as told from flagged;

-- name: write_lines
insert into timeline_entry (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size,
                            duration_ms, checks)
select l.reservation_id, l.attempt_id, l.at, l.kind, l.reason, l.slot_time, l.seating, l.party_size, l.duration_ms,
       l.checks
from unnest(
    %(reservation_id)s::bigint[], %(attempt_id)s::bigint[], %(at)s::timestamptz[], %(kind)s::text[], %(reason)s::text[],
    %(time)s::time[], %(seating)s::text[], %(party_size)s::smallint[], %(duration_ms)s::float8[], %(checks)s::bigint[]
) with ordinality as l
    (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size, duration_ms, checks, place)
where exists (select 1 from reservation r where r.id = l.reservation_id)
-- Lines are read by id, so they must be numbered in the order in which they were told.
order by l.place;

-- name: write_wish_states
insert into watch_state (reservation_id, state, checks, last_check_at, next_check_at, interval_ms, updated_at)
select s.*, clock_timestamp() from unnest(
    %(reservation_id)s::bigint[], %(state)s::text[], %(checks)s::bigint[], %(last_check_at)s::timestamptz[],
    %(next_check_at)s::timestamptz[], %(interval_ms)s::int[]
) as s (reservation_id, state, checks, last_check_at, next_check_at, interval_ms)
where exists (select 1 from reservation r where r.id = s.reservation_id)
on conflict (reservation_id) do update
    set state = excluded.state, checks = greatest(watch_state.checks, excluded.checks),
        last_check_at = excluded.last_check_at, next_check_at = excluded.next_check_at,
        interval_ms = excluded.interval_ms, updated_at = excluded.updated_at;

-- name: write_venue_states
update venue_watch w
set state = s.state, polls = s.polls, last_poll_at = s.last_poll_at, heartbeat_at = clock_timestamp()
from unnest(
    %(venue_id)s::bigint[], %(epoch)s::bigint[], %(state)s::text[], %(polls)s::bigint[], %(last_poll_at)s::timestamptz[]
) as s (venue_id, epoch, state, polls, last_poll_at)
where w.venue_id = s.venue_id and w.epoch = s.epoch;

-- name: states_written
select pg_notify('watch', '{"t":"states"}');

-- name: desired
with waiting as (
    select r.venue_id, count(*) as wishes, count(distinct (r.date, g.party_size)) as keys
    from reservation r
    join reservation_group g on g.id = r.group_id
    join platform_account a on a.id = r.account_id
    where r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp()
      and a.status = 'connected' and g.snipe_type = 'cancel'
    group by r.venue_id
), unsettled as (
    select venue_id, count(*) as attempts from attempt where state in ('claimed', 'unknown') group by venue_id
)
select v.id as venue_id, v.reservation_source as platform,
       case when v.opted_out then 0 else coalesce(w.keys, 0) end as keys,
       case when v.opted_out then 0 else coalesce(w.wishes, 0) end as wishes,
       coalesce(u.attempts, 0) as open_attempts
from venue v left join waiting w on w.venue_id = v.id left join unsettled u on u.venue_id = v.id
where (w.venue_id is not null and not v.opted_out) or u.venue_id is not null
order by v.id;
