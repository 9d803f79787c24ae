-- The statements of the release before (commit e439a36) that read or write columns under their old names.
-- Only parameters and result columns are renamed, so that the store of this release can run them.

-- name: flag_account
with flagged as (
    update platform_account
    set status = case %(reason)s when 'payment_required' then status else 'needs_reconnect' end,
        attention_reason = %(reason)s, attention_told = false
    where id = %(account_id)s and status = 'connected' and attention_reason <> %(reason)s
      and sealed_token = %(sealed_token)s
    returning id
)
select count(*) as flagged, pg_notify('outcomes', '') as told from flagged;

-- name: save_payment_method
update platform_account
set payment_method_id = %(payment_method_id)s,
    attention_told = attention_told or attention_reason = 'payment_required',
    attention_reason = case attention_reason when 'payment_required' then '' else attention_reason end
where id = %(account_id)s;

-- name: remote_status_reports
select venue_id, epoch, state, polls, last_poll_at, trouble as failure, trouble_at as failed_at, retry_at
from venue_watch
where cell not in ('', %(cell)s) and heartbeat_at > clock_timestamp() - interval '10 seconds';

-- name: claim
with snipe as (
    select r.id, r.group_id, r.account_id, r.venue_id, r.date, g.diner_key, g.party_size, g.override_reservations,
           a.platform, a.known_reservations, v.venue_id as platform_venue_id
    from reservation r
    join reservation_group g on g.id = r.group_id
    join platform_account a on a.id = r.account_id
    join venue v on v.id = r.venue_id
    join venue_watch w on w.venue_id = r.venue_id
    left join client c on c.id = g.client_id
    left join client_card card on card.client_id = g.client_id and card.account_id = r.account_id
    where r.id = %(reservation_id)s and r.revision = %(revision)s and r.account_id = %(account_id)s
      and r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp()
      and r.date = %(date)s and g.party_size = %(party_size)s
      and %(time)s between g.start_time and g.end_time
      and (r.table_type = '' or lower(r.table_type) = lower(%(seating)s))
      and g.override_reservations = %(override)s and g.fee_ceiling_cents = %(fee_ceiling_cents)s
      and coalesce(card.platform_payment_id, a.payment_method_id) is not distinct from %(payment_method_id)s::text
      and array[c.first_name, c.last_name, c.email, c.phone]::text[] is not distinct from %(guest)s::text[]
      and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
      and (g.snipe_type = 'cancel'
           or clock_timestamp() >= g.release_at - %(release_lead_seconds)s * interval '1 second')
      and a.status = 'connected' and not v.opted_out and w.epoch = %(epoch)s
      and not exists (
          select 1 from kill_switch k
          where (k.scope, k.key) in (('platform', a.platform), ('venue', v.id::text), ('account', a.id::text))
      )
    for no key update of r for share of w
), old as (
    select o.id, o.platform_reservation_id
    from snipe
    join attempt o on o.diner_key = snipe.diner_key and o.date = snipe.date and o.account_id = snipe.account_id
    where snipe.override_reservations and o.meal = %(meal)s and o.state = 'booked' and o.replaces is null
      and o.platform_reservation_id is not null and (o.gives_up = '' or o.gave_up_at is not null)
    for no key update of o
), made as (
    insert into attempt (reservation_id, account_id, group_id, diner_key, platform, venue_id, platform_venue_id,
                         date, meal, slot_key, slot_time, seating, party_size, state, reason, owner, epoch,
                         known_before, seen_at, claimed_at, send_by, grace_until, timings, replaces)
    select snipe.id, snipe.account_id, snipe.group_id, snipe.diner_key, snipe.platform, snipe.venue_id,
           snipe.platform_venue_id, snipe.date, %(meal)s, %(slot_key)s, %(time)s, %(seating)s, snipe.party_size,
           'claimed', '', %(owner)s, %(epoch)s, to_jsonb(snipe.known_reservations), %(seen_at)s,
           clock.at, clock.at + %(send_seconds)s * interval '1 second',
           clock.at + %(grace_seconds)s * interval '1 second', '{}'::jsonb, old.id
    from snipe left join old on true, (select clock_timestamp() as at) clock
    on conflict do nothing
    returning id, known_before
)
select made.id as attempt_id, made.known_before, old.platform_reservation_id as replaces,
       pg_notify('watch', json_build_object('t', 'seen', 'attempt', made.id)::text) as told
from made left join old on true;

-- name: mark_old_booking
with locked as materialized (
    select r.id, r.status, r.stop
    from reservation r join attempt t on t.reservation_id = r.id
    where t.id = %(attempt_id)s
    for no key update of r
)
update attempt t
set gives_up = %(platform_reservation_id)s
from locked l
where t.id = %(attempt_id)s and t.reservation_id = l.id and l.status = 'active' and l.stop = ''
  and t.state = 'claimed' and t.send_by > clock_timestamp() and t.gives_up in ('', %(platform_reservation_id)s)
  and case
      when t.replaces is not null then exists (
          select 1 from attempt o where o.id = t.replaces and o.platform_reservation_id = %(platform_reservation_id)s
      )
      else not exists (
          select 1 from attempt o
          where o.platform = t.platform and o.platform_reservation_id = %(platform_reservation_id)s
            and o.state in ('claimed', 'unknown', 'booked')
      )
  end;

-- name: confirm_old_booking_gone
update attempt set gave_up_at = coalesce(gave_up_at, clock_timestamp())
where id = %(attempt_id)s and gives_up <> '';

-- name: desired
with clock as materialized (
    select clock_timestamp() as at, array(select scope || ':' || key from kill_switch) as thrown,
           coalesce((select name from cell where active), '') as active_cell
), waiting as materialized (
    select r.venue_id, r.date, g.party_size, u.is_vip, u.tier, g.snipe_type, g.release_at,
           g.snipe_type = 'cancel' or g.release_at <= clock.at as polled,
           g.snipe_type = 'release' and g.release_at > clock.at - %(after_seconds)s * interval '1 second'
               and g.release_at <= clock.at + %(before_seconds)s * interval '1 second' as dropping
    from clock, reservation r
    join reservation_group g on g.id = r.group_id
    join app_user u on u.id = g.user_id
    join platform_account a on a.id = r.account_id
    join venue v on v.id = r.venue_id
    where r.status = 'active' and r.stop = '' and r.ends_at > clock.at and a.status = 'connected' and not v.opted_out
      and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
      and not clock.thrown && array['platform:' || v.reservation_source, 'venue:' || v.id, 'account:' || a.id]
), keys as (
    select venue_id, date, party_size, count(*) as snipes, count(*) filter (where is_vip) as vip,
           count(*) filter (where tier = 'premium' and not is_vip) as pro,
           max(release_at) filter (where snipe_type = 'release') as released_at
    from waiting where polled group by venue_id, date, party_size
), drops as (
    select venue_id, release_at, date, party_size, count(*) as snipes
    from waiting where dropping group by venue_id, release_at, date, party_size
), asked as (
    select venue_id, count(*) as snipes from waiting where polled or dropping group by venue_id
), key_lists as (
    select venue_id, jsonb_agg(
        jsonb_build_array(date, party_size, snipes, vip, pro, released_at) order by date, party_size
    ) as keys
    from keys group by venue_id
), drop_lists as (
    select venue_id, jsonb_agg(
        jsonb_build_array(release_at, date, party_size, snipes) order by release_at, date, party_size
    ) as drops
    from drops group by venue_id
), unsettled as (
    select venue_id, count(*) as attempts
    from (
        select venue_id from attempt where state in ('claimed', 'unknown')
        union all
        select t.venue_id from attempt t join platform_account a on a.id = t.account_id
        where t.state in ('booked', 'replaced') and t.gives_up <> '' and t.gave_up_at is null
          and a.status <> 'disconnected' and t.date >= (clock_timestamp() - interval '1 day')::date
          and not exists (
              select 1 from attempt o
              where o.platform = t.platform and o.platform_reservation_id = t.gives_up and o.state = 'booked'
          )
    ) open_or_owed
    group by venue_id
)
select v.id as venue_id, v.reservation_source as platform, v.time_zone,
       coalesce(k.keys, '[]'::jsonb) as keys, coalesce(d.drops, '[]'::jsonb) as releases,
       coalesce(n.snipes, 0) as snipes, coalesce(u.attempts, 0) as open_attempts,
       coalesce(w.barren, 0) as failed_starts, w.quarantined_until,
       coalesce(nullif(w.assigned, ''), clock.active_cell) as cell, coalesce(w.node, '') as node,
       coalesce(w.opened * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400), 0)::float8 as opened,
       coalesce(w.watched * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400), 0)::float8 as watched
from clock, venue v
left join asked n on n.venue_id = v.id
left join key_lists k on k.venue_id = v.id
left join drop_lists d on d.venue_id = v.id
left join unsettled u on u.venue_id = v.id
left join venue_watch w on w.venue_id = v.id
where n.venue_id is not null or u.venue_id is not null
order by v.id;

-- name: record
with target as (
    select t.group_id, t.date, o.reservation_id as old_reservation_id
    from attempt t left join attempt o on o.id = t.replaces
    where t.id = %(attempt_id)s
), locked as materialized (
    select r.id, r.group_id, r.venue_id, r.status, r.stop, r.ends_at
    from reservation r
    where r.id = any (array(
        select m.id from reservation m join target t on m.group_id = t.group_id and m.date = t.date
        union
        select old_reservation_id from target
    ))
    order by r.id
    for no key update of r
), mine as materialized (
    select a.id, a.replaces, a.gave_up_at
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
    set state = 'replaced', replaced_told = false
    from old, mine
    where o.id = old.id
      and (%(state)s = 'booked'
           or (%(state)s in ('lost', 'refused') and (%(old_booking_gone)s or mine.gave_up_at is not null)))
    returning o.id, o.reservation_id
), closed as (
    update attempt a
    set state = %(state)s, reason = %(reason)s, timings = a.timings || %(timings)s, fee_cents = %(fee_cents)s::int,
        platform_reservation_id = coalesce(%(platform_reservation_id)s, a.platform_reservation_id),
        closed_at = case when %(state)s = 'unknown' then null else clock_timestamp() end,
        replaces = case when %(state)s = 'booked' then null else a.replaces end,
        gives_up = case
            when %(state)s = 'booked' and a.gives_up = '' then coalesce((select platform_reservation_id from old), '')
            else a.gives_up
        end,
        gave_up_at = case
            when %(old_booking_gone)s or (%(state)s = 'booked' and %(platform_reservation_id)s::text
                                 in (a.gives_up, (select platform_reservation_id from old)))
            then coalesce(a.gave_up_at, clock_timestamp())
            else a.gave_up_at
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
      and l.status in ('active', 'paused')
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
    set status = case when l.ends_at > clock_timestamp() then 'active' else 'canceled' end,
        reason = 'override_failed', status_changed_at = clock_timestamp()
    from closed c, yielded y, locked l
    where c.state in ('lost', 'refused') and l.id = y.reservation_id and r.id = l.id and l.status = 'confirmed'
    returning r.id, r.venue_id, y.id as attempt_id
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
    select reservation_id, id, clock_timestamp(), case reason when 'held_back_fee' then 'held_back' else state end,
           reason, slot_time, seating, party_size,
           extract(epoch from clock_timestamp() - claimed_at) * 1000, %(checks)s::bigint
    from closed
    union all
    select id, null, clock_timestamp(), 'canceled', 'booked_elsewhere', null, '', null, null, null from siblings
    union all
    select id, null, clock_timestamp(), status, case status when 'canceled' then 'canceled_by_you' else '' end,
           null, '', null, null, null
    from stopped
    union all
    select id, attempt_id, clock_timestamp(), 'replaced', 'replaced', null, '', null, null, null from superseded
    union all
    select id, attempt_id, clock_timestamp(), 'override_failed', 'override_failed', null, '', null, null, null
    from revived
    union all
    select c.reservation_id, c.id, clock_timestamp(), 'override_failed', 'override_failed', null, '', null, null, null
    from closed c where exists (select 1 from revived)
)
select (select count(*) from closed) as closed,
       pg_notify('outcomes', '') as told,
       (select count(pg_notify('wishes', venue_id::text))
        from (select venue_id from siblings
              union select venue_id from stopped
              union select venue_id from revived) v) as woken;

-- name: open_attempts
select t.id as attempt_id, t.reservation_id, t.account_id, a.sealed_token, a.status = 'connected' as account_usable,
       t.platform_venue_id, t.date, t.slot_time as time, t.party_size, t.state, t.owner,
       (t.known_before || coalesce((
           select jsonb_agg(o.platform_reservation_id) from attempt o
           where o.account_id = t.account_id and o.id <> t.id and o.platform_reservation_id is not null
       ), '[]'::jsonb)) - coalesce((
           select o.platform_reservation_id from attempt o
           where o.id = t.replaces and o.platform_reservation_id = t.gives_up
             and (o.platform_venue_id, o.slot_time, o.party_size) <> (t.platform_venue_id, t.slot_time, t.party_size)
       ), '') as known_before,
       t.claimed_at, t.grace_until, t.first_absent_at, clock_timestamp() as read_at,
       t.gives_up as old_booking_id, t.gave_up_at is not null as old_booking_gone, g.override_reservations as override
from attempt t
join platform_account a on a.id = t.account_id
join reservation_group g on g.id = t.group_id
where t.venue_id = %(venue_id)s and t.state in ('claimed', 'unknown')
order by t.id;

-- name: pending_cancellations
select t.id as attempt_id, t.reservation_id, t.account_id, a.sealed_token, a.status = 'connected' as account_usable,
       (select o.platform_venue_id from attempt o
        where o.account_id = t.account_id and o.platform_reservation_id = t.gives_up and o.id <> t.id
        order by o.id desc limit 1) as platform_venue_id,
       t.gives_up as platform_reservation_id
from attempt t join platform_account a on a.id = t.account_id
where t.venue_id = %(venue_id)s and t.state in ('booked', 'replaced') and t.gives_up <> '' and t.gave_up_at is null
  and a.status <> 'disconnected' and t.date >= (clock_timestamp() - interval '1 day')::date
  and not exists (
      select 1 from attempt o
      where o.platform = t.platform and o.platform_reservation_id = t.gives_up and o.state = 'booked'
  )
order by t.id;

-- name: write_venue_states
update venue_watch w
set state = s.state, polls = s.polls, last_poll_at = s.last_poll_at, trouble = s.trouble, trouble_at = s.trouble_at,
    retry_at = s.retry_at
from unnest(
    %(venue_id)s::bigint[], %(epoch)s::bigint[], %(state)s::text[], %(polls)s::bigint[],
    %(last_poll_at)s::timestamptz[], %(failure)s::text[], %(failed_at)s::timestamptz[], %(retry_at)s::timestamptz[]
) as s (venue_id, epoch, state, polls, last_poll_at, trouble, trouble_at, retry_at)
where w.venue_id = s.venue_id and w.epoch = s.epoch;

-- name: take_watch
with active as materialized (
    select name from cell where active
), before as materialized (
    select heartbeat_at > clock_timestamp() - interval '10 seconds' and epoch > 0 as lives
    from venue_watch where venue_id = %(venue_id)s
), taken as (
insert into venue_watch (venue_id, epoch, owner, pid, node, cell, state, polls, started_at, heartbeat_at)
select %(venue_id)s, 1, %(owner)s, %(pid)s, %(node)s, %(cell)s, 'starting', 0, clock_timestamp(), clock_timestamp()
where exists (select 1 from venue_watch where venue_id = %(venue_id)s)
    or coalesce((select name from active), %(cell)s) = %(cell)s
on conflict (venue_id) do update
    set epoch = venue_watch.epoch + 1, owner = excluded.owner, pid = excluded.pid, node = excluded.node,
        cell = excluded.cell,
        state = 'starting', started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at, polled = false,
        barren = case
            when venue_watch.epoch > 0 and not venue_watch.polled
                 and venue_watch.heartbeat_at < venue_watch.started_at + interval '1 minute'
            then venue_watch.barren + 1
            else 0
        end,
        opened = venue_watch.opened
            * power(0.5, extract(epoch from excluded.heartbeat_at - venue_watch.heartbeat_at) / 86400),
        watched = venue_watch.watched
            * power(0.5, extract(epoch from excluded.heartbeat_at - venue_watch.heartbeat_at) / 86400)
    where coalesce(nullif(venue_watch.assigned, ''), (select name from active), %(cell)s) = %(cell)s
returning epoch
)
select taken.epoch, case when before.lives then pg_notify('wishes', %(venue_id)s::text)::text end as told
from taken left join before on true;

-- name: still_watching
update venue_watch w
set heartbeat_at = clock.at,
    polled = w.polled or %(polls)s > 0,
    barren = case when %(polls)s > 0 then 0 else w.barren end,
    opened = w.opened * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400) + %(opened)s,
    watched = w.watched * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400)
        + case when %(polls)s > 0 then least(extract(epoch from clock.at - w.heartbeat_at), 30) else 0 end
from (select clock_timestamp() as at, set_config('synchronous_commit', 'off', true)) clock
where w.venue_id = %(venue_id)s and w.epoch = %(epoch)s;
