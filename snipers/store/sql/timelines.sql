-- Timelines and status reports.

-- name: write_timeline
-- Notifies open pages of sightings by the range of their ids. Claims and outcomes send their own notifications.
-- What a notify-only request saw is also queued for the relay, which notifies the user once.
with written as (
insert into timeline_entry (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size,
                            duration_ms, checks, tables)
select l.reservation_id, l.attempt_id, l.at, l.kind, l.reason, l.slot_time, l.seating, l.party_size, l.duration_ms,
       l.checks, l.tables
from unnest(
    %(reservation_id)s::bigint[], %(attempt_id)s::bigint[], %(at)s::timestamptz[], %(kind)s::text[], %(reason)s::text[],
    %(time)s::time[], %(seating)s::text[], %(party_size)s::smallint[], %(duration_ms)s::float8[], %(checks)s::bigint[],
    %(tables)s::int[]
) with ordinality as l
    (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size, duration_ms, checks, tables, place)
where exists (select 1 from reservation r where r.id = l.reservation_id)
-- Entries are read by id, so ids follow the order of the parameters.
order by l.place
returning id, reservation_id, kind, attempt_id
), openings as (
    insert into opening (entry_id, reservation_id) select id, reservation_id from written where kind = 'opened'
    returning entry_id
)
select pg_notify('watch', json_build_object('t', 'lines', 'first', min(id), 'last', max(id))::text) as announced
from written
where kind in ('seen', 'passed_over') and attempt_id is null
having count(*) > 0
union all
select pg_notify('outcomes', '') from openings having count(*) > 0;

-- name: write_snipe_states
insert into watch_state (reservation_id, state, checks, last_check_at, next_check_at, interval_ms, held_fee_cents,
                         held_cancel_fee_cents, held_time, updated_at)
select s.*, clock_timestamp() from unnest(
    %(reservation_id)s::bigint[], %(state)s::text[], %(checks)s::bigint[], %(last_check_at)s::timestamptz[],
    %(next_check_at)s::timestamptz[], %(interval_ms)s::int[], %(held_fee_cents)s::int[],
    %(held_cancel_fee_cents)s::int[], %(held_time)s::time[]
) as s (reservation_id, state, checks, last_check_at, next_check_at, interval_ms, held_fee_cents, held_cancel_fee_cents,
        held_time)
where exists (select 1 from reservation r where r.id = s.reservation_id)
on conflict (reservation_id) do update
    set state = excluded.state, checks = greatest(watch_state.checks, excluded.checks),
        last_check_at = excluded.last_check_at, next_check_at = excluded.next_check_at,
        interval_ms = excluded.interval_ms, held_fee_cents = excluded.held_fee_cents,
        held_cancel_fee_cents = excluded.held_cancel_fee_cents, held_time = excluded.held_time, updated_at = excluded.updated_at;

-- name: write_venue_states
with locked as materialized (
    select s.*
    from unnest(
        %(venue_id)s::bigint[], %(epoch)s::bigint[], %(state)s::text[], %(polls)s::bigint[],
        %(last_poll_at)s::timestamptz[], %(failure)s::text[], %(failed_at)s::timestamptz[], %(retry_at)s::timestamptz[]
    ) as s (venue_id, epoch, state, polls, last_poll_at, failure, failed_at, retry_at)
    join venue_watch w on w.venue_id = s.venue_id and w.epoch = s.epoch
    order by w.venue_id
    for no key update of w
)
update venue_watch w
set state = s.state, polls = s.polls, last_poll_at = s.last_poll_at, failure = s.failure, failed_at = s.failed_at,
    retry_at = s.retry_at
from locked s
where w.venue_id = s.venue_id;

-- name: states_written
select pg_notify('watch', '{"t":"states"}');
