-- The end of an attempt.

-- name: record
-- Closes an attempt and everything that depends on it. `locked` runs first and has the newest version of the rows: it
-- includes a stop that committed while this statement waited for the lock, which a condition on the table would miss.
-- Then, in this order: our attempt (`mine`), the one that it replaces (`old`), which leaves the partial unique index
-- (`yielded`) before ours enters it (`closed`). `siblings` are the group's open requests of that date or, if the group
-- gets one table in all, of every date. The group of the replaced table is locked as stops lock it, because it is active
-- again if our call booked nothing: a stop that waits here finds it active, and one that came first is seen.
with target as (
    select t.group_id, t.date, t.one_table, o.reservation_id as old_reservation_id, o.group_id as old_group_id
    from attempt t left join attempt o on o.id = t.replaces
    where t.id = %(attempt_id)s
), old_group as materialized (
    select g.id from reservation_group g join target t on g.id = t.old_group_id
    for no key update of g
), locked as materialized (
    select r.id, r.group_id, r.venue_id, r.date, r.status, r.reason, r.stop, r.ends_at
    from reservation r
    where (select count(*) from old_group) >= 0 and r.id = any (array(
        select m.id from reservation m join target t on m.group_id = t.group_id and (t.one_table or m.date = t.date)
        union
        select m.id from reservation m join target t on m.group_id = t.old_group_id
    ))
    order by r.id
    for no key update of r
), mine as materialized (
    select a.id, a.replaces, a.old_booking_gone_at
    from attempt a
    where a.id = %(attempt_id)s and (select count(*) from locked) >= 0
      and (a.state = 'claimed' or (a.state = 'unknown' and %(state)s <> 'unknown'))
    for no key update of a
), old as materialized (
    select o.id, o.platform_reservation_id
    from attempt o join mine on o.id = mine.replaces
    where o.state = 'booked'
    for no key update of o
), yielded as (
    update attempt o
    set state = 'replaced', replacement_notified = false
    from old, mine
    where o.id = old.id
      and (%(state)s = 'booked'
           or (%(state)s in ('lost', 'refused') and (%(old_booking_gone)s or mine.old_booking_gone_at is not null)))
    returning o.id, o.reservation_id
), closed as (
    update attempt a
    set state = %(state)s, reason = %(reason)s, reply = %(reply)s, timings = a.timings || %(timings)s, fee_cents = %(fee_cents)s::int,
        held_cancel_fee_cents = %(held_cancel_fee_cents)s::int,
        cancel_fee_cents = coalesce(%(cancel_fee_cents)s::int, a.cancel_fee_cents),
        deposit_cents = coalesce(%(deposit_cents)s::int, a.deposit_cents),
        free_until = coalesce(%(free_until)s::timestamptz, a.free_until),
        currency = coalesce(%(currency)s::text, a.currency),
        platform_reservation_id = coalesce(%(platform_reservation_id)s, a.platform_reservation_id),
        closed_at = case when %(state)s = 'unknown' then null else clock_timestamp() end,
        -- This attempt is the diner's table now; the next override replaces it.
        replaces = case when %(state)s = 'booked' then null else a.replaces end,
        old_booking_id = case
            when %(state)s = 'booked' and a.old_booking_id = '' then coalesce((select platform_reservation_id from old), '')
            else a.old_booking_id
        end,
        old_booking_gone_at = case
            -- A platform that modifies a booking keeps its id: nothing is left to cancel.
            when %(old_booking_gone)s or (%(state)s = 'booked' and %(platform_reservation_id)s::text
                                 in (a.old_booking_id, (select platform_reservation_id from old)))
            then coalesce(a.old_booking_gone_at, clock_timestamp())
            else a.old_booking_gone_at
        end
    from mine
    where a.id = mine.id and (select count(*) from yielded) >= 0
    returning a.*
), confirmed as (
    update reservation r
    set status = 'confirmed', reason = '', stop = '', status_changed_at = clock_timestamp()
    from closed c, locked l
    where c.state = 'booked' and l.id = c.reservation_id and r.id = l.id and l.status in ('active', 'paused')
    returning r.id
), siblings as (
    update reservation r
    set status = 'canceled', reason = 'booked_elsewhere', stop = '', status_changed_at = clock_timestamp()
    from closed c, locked l
    where c.state = 'booked' and l.group_id = c.group_id and l.id <> c.reservation_id and r.id = l.id
      and (c.one_table or l.date = c.date) and l.status in ('active', 'paused')
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
), superseded as (
    update reservation r
    set status = 'canceled', reason = 'replaced', status_changed_at = clock_timestamp()
    from closed c, yielded y, locked l
    where c.state = 'booked' and l.id = y.reservation_id and r.id = l.id and l.status = 'confirmed'
    returning r.id, y.id as attempt_id
), revived as (
    update reservation r
    set status = case
            when l.ends_at <= clock_timestamp() or stop.deleted then 'canceled'
            when stop.paused then 'paused'
            else 'active'
        end,
        reason = 'override_failed', status_changed_at = clock_timestamp()
    from closed c, yielded y, locked l
    -- The user may have stopped the group after its table was booked. The table itself was not stopped then.
    cross join lateral (
        select coalesce(bool_or(m.stop = 'delete' or m.status = 'canceled' and m.reason = 'canceled_by_you'), false)
                   as deleted,
               coalesce(bool_or(m.stop = 'pause' or m.status = 'paused' and m.reason = ''), false) as paused
        from locked m
        where m.group_id = l.group_id
    ) stop
    where c.state in ('lost', 'refused') and l.id = y.reservation_id and r.id = l.id and l.status = 'confirmed'
    returning r.id, r.venue_id, y.id as attempt_id
), known as (
    update platform_account a
    set known_reservations = array_append(a.known_reservations, c.platform_reservation_id::text)
    from closed c
    where c.state = 'booked' and c.platform_reservation_id is not null and a.id = c.account_id
      and not (c.platform_reservation_id = any (a.known_reservations))
), published as (
    insert into outcome (attempt_id, kind, reason, created_at)
    select id, state, reason, clock_timestamp() from closed where state <> 'unknown'
    on conflict do nothing
), preferred as (
    -- The table to which the booked one was preferred: the best slot that watchers saw for the group at about that time.
    select json_build_object(
               'venue_name', v.venue_name, 'date', r.date, 'time', to_char(c.slot_time, 'HH24:MI'), 'seating', c.seating,
               'by', case
                   when r.venue_id <> x.venue_id then 'venue'
                   when r.date <> x.date then 'date'
                   when r.id = own.id and place.other > place.own then 'window'
                   else 'seating'
               end
           )::jsonb as over
    from closed x
    join reservation own on own.id = x.reservation_id
    join candidate c on c.group_id = x.group_id
    join reservation r on r.id = c.reservation_id
    join venue v on v.id = r.venue_id
    join reservation_group g on g.id = x.group_id
    cross join lateral (
        select min(w.place) filter (where x.slot_time between w.start_time and w.end_time) as own,
               min(w.place) filter (where c.slot_time between w.start_time and w.end_time) as other
        from time_windows_of(g.start_time, g.end_time, g.time_windows) w
    ) place
    where x.state = 'booked' and x.one_table
      and c.seen_at between x.claimed_at - interval '5 seconds' and x.claimed_at + interval '1 second'
      and (r.choice > own.choice
           or r.id = own.id and (place.other > place.own
                                 or place.other = place.own and lower(c.seating) <> lower(x.seating)))
    order by c.level
    limit 1
), compared as (
    delete from candidate c using closed x
    where x.one_table and c.group_id = x.group_id
      and (x.state = 'booked' or x.state in ('lost', 'refused') and c.reservation_id = x.reservation_id)
), entries as (
    insert into timeline_entry (reservation_id, attempt_id, at, kind, reason, slot_time, seating, party_size,
                                duration_ms, checks, over)
    -- A fee above the ceiling or unknown: we refused, not the platform.
    select reservation_id, id, clock_timestamp(), case when reason in ('held_back_fee', 'fee_unknown') then 'held_back' else state end,
           reason, slot_time, seating, party_size,
           extract(epoch from clock_timestamp() - claimed_at) * 1000, %(checks)s::bigint, (select over from preferred)
    from closed
    union all
    select id, null, clock_timestamp(), 'canceled', 'booked_elsewhere', null, '', null, null, null, null
    from siblings
    union all
    select id, null, clock_timestamp(), status, case status when 'canceled' then 'canceled_by_you' else '' end,
           null, '', null, null, null, null
    from stopped
    union all
    select id, attempt_id, clock_timestamp(), 'replaced', 'replaced', null, '', null, null, null, null
    from superseded
    union all
    select id, attempt_id, clock_timestamp(), 'override_failed', 'override_failed', null, '', null, null, null,
           null
    from revived
    union all
    select c.reservation_id, c.id, clock_timestamp(), 'override_failed', 'override_failed', null, '', null, null, null,
           null
    from closed c where exists (select 1 from revived)
)
select (select count(*) from closed) as closed,
       pg_notify('outcomes', '') as notified,
       (select count(notify_demand(venue_id))
        from (select venue_id from siblings
              union select venue_id from stopped
              union select venue_id from revived) v) as notified_venues;
