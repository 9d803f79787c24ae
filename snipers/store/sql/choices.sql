-- The comparison of slots that watchers of several venues hold back for one group.

-- name: offer
-- Replaces the group's candidates at the caller's venue (`members` are its reservations there), and returns how long to
-- wait from now, and whether another venue has a better candidate or the group has an open booking call.
-- The wait counts from the first sighting of the group's candidates at any venue. It lasts `choice_seconds`, or as long
-- as the slowest poll of a preferred reservation takes, if that is at most `most_seconds`. Without candidates of its own,
-- it returns no row.
with gone as (
    delete from candidate where reservation_id = any (%(members)s::bigint[]) and slot_key <> all (%(slot_key)s::text[])
), written as (
    insert into candidate (reservation_id, group_id, slot_key, slot_time, seating, level, seen_at)
    select o.reservation_id, %(group_id)s, o.slot_key, o.time, o.seating, o.level, clock_timestamp()
    from unnest(
        %(reservation_id)s::bigint[], %(slot_key)s::text[], %(time)s::time[], %(seating)s::text[], %(level)s::int[]
    ) as o (reservation_id, slot_key, time, seating, level)
    where exists (select 1 from reservation r where r.id = o.reservation_id)
    on conflict (reservation_id, slot_key) do update
        set level = excluded.level, slot_time = excluded.slot_time, seating = excluded.seating,
            seen_at = case when candidate.seen_at > clock_timestamp() - %(kept_seconds)s * interval '1 second'
                           then candidate.seen_at else excluded.seen_at end
    returning seen_at, level
), own as (
    select min(level) as level, min(seen_at) as seen_at from written
), others as (
    select c.seen_at, c.level
    from candidate c
    where c.group_id = %(group_id)s and c.reservation_id <> all (%(members)s::bigint[])
      and c.seen_at > clock_timestamp() - %(kept_seconds)s * interval '1 second'
), pace as (
    select max(s.interval_ms) / 1000.0 + %(margin_seconds)s as seconds
    from own
    join reservation r on r.group_id = %(group_id)s and r.status = 'active' and r.choice * %(levels)s < own.level
    join watch_state s on s.reservation_id = r.id
)
select greatest(0, extract(epoch from least(own.seen_at, (select min(seen_at) from others)) - clock_timestamp())
           + case when pace.seconds between %(choice_seconds)s and %(most_seconds)s
                  then pace.seconds else %(choice_seconds)s end)::float8 as wait_seconds,
       exists (select 1 from others where others.level < own.level)
           or exists (select 1 from attempt t
                      where t.group_id = %(group_id)s and t.one_table and t.state in ('claimed', 'unknown', 'booked'))
           as outranked
from own, pace
where own.level is not null;
