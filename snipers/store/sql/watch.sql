-- The watch of a venue, and its roster.

-- name: take_watches
-- A run of under a minute without an answered poll is a failed start, unless the same watcher asks again. No row: the venue belongs to another cell or was
-- deleted. A live predecessor is notified, or it would poll beside this one for seconds. The rows are locked in the
-- order of their ids, as in `venues`.
with active as materialized (
    select name from cell where active
), sent as materialized (
    select s.*
    from unnest(%(venue_id)s::bigint[], %(owner)s::text[], %(pid)s::int[], %(node)s::text[], %(cell)s::text[])
        as s (venue_id, owner, pid, node, cell)
    join venue v on v.id = s.venue_id
), before as materialized (
    select venue_id, w.heartbeat_at > clock_timestamp() - interval '10 seconds' and w.epoch > 0 as is_alive
    from venue_watch w join sent using (venue_id)
), taken as (
insert into venue_watch (venue_id, epoch, owner, pid, node, cell, state, polls, started_at, heartbeat_at)
select s.venue_id, 1, s.owner, s.pid, s.node, s.cell, 'starting', 0, clock_timestamp(), clock_timestamp()
from sent s
where exists (select 1 from before where before.venue_id = s.venue_id)
    or coalesce((select name from active), s.cell) = s.cell
order by s.venue_id
on conflict (venue_id) do update
    set epoch = venue_watch.epoch + 1, owner = excluded.owner, pid = excluded.pid, node = excluded.node,
        cell = excluded.cell,
        state = 'starting', started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at, polled = false,
        failed_starts = case
            when venue_watch.owner = excluded.owner then venue_watch.failed_starts
            when venue_watch.epoch > 0 and not venue_watch.polled
                 and venue_watch.heartbeat_at < venue_watch.started_at + interval '1 minute'
            then venue_watch.failed_starts + 1
            else 0
        end,
        opened = venue_watch.opened
            * power(0.5, extract(epoch from excluded.heartbeat_at - venue_watch.heartbeat_at) / 86400),
        watched = venue_watch.watched
            * power(0.5, extract(epoch from excluded.heartbeat_at - venue_watch.heartbeat_at) / 86400)
    where coalesce(nullif(venue_watch.assigned, ''), (select name from active), excluded.cell) = excluded.cell
returning venue_id, epoch
)
select venue_id, taken.epoch, case when before.is_alive then notify_demand(venue_id)::text end as notified
from taken left join before using (venue_id);

-- name: venues
-- With an epoch, also a heartbeat; `watching` says whether that epoch has the venue. Seconds count as watched while polls
-- are answered, 30 at most for a heartbeat. The commit does not wait for the disk: the next heartbeat repeats what a
-- crash of the server loses, and each flush would delay claims. The rows are locked in the order of their ids, as in
-- write_schedules and write_venue_states, so that no two of these statements wait for each other.
-- `unsettled` may be true without a pending cancellation that can be performed; the settler then reads none.
with sent as materialized (
    select s.*
    from unnest(%(venue_id)s::bigint[], %(epoch)s::bigint[], %(polls)s::bigint[], %(opened)s::bigint[])
        as s (venue_id, epoch, polls, opened)
), locked as materialized (
    select w.venue_id, sent.polls, sent.opened
    from sent join venue_watch w on w.venue_id = sent.venue_id and w.epoch = sent.epoch
    order by w.venue_id
    for no key update of w
), beat as (
    update venue_watch w
    set heartbeat_at = clock.at,
        polled = w.polled or locked.polls > 0,
        failed_starts = case when locked.polls > 0 then 0 else w.failed_starts end,
        opened = w.opened * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400) + locked.opened,
        watched = w.watched * power(0.5, extract(epoch from clock.at - w.heartbeat_at) / 86400)
            + case when locked.polls > 0 then least(extract(epoch from clock.at - w.heartbeat_at), 30) else 0 end
    from locked, (select clock_timestamp() as at, set_config('synchronous_commit', 'off', true)) clock
    where w.venue_id = locked.venue_id
    returning w.venue_id
)
select v.id, v.reservation_source, v.platform_venue_id, v.venue_name, v.time_zone, v.opted_out, w.schedule,
       beat.venue_id is not null as watching,
       p.changed_at, p.sealed_secret, p.user_agent, p.application_id, p.sign_in_paths,
       coalesce((
           select k.scope from kill_switch k
           where (k.scope, k.key) in (('platform', v.reservation_source), ('venue', v.id::text))
           order by k.scope limit 1
       ), '') as switched_off,
       exists (
           select 1 from attempt t where t.venue_id = v.id and t.state in ('claimed', 'unknown')
       ) or exists (
           select 1 from attempt t
           where t.venue_id = v.id and t.state in ('booked', 'replaced') and t.old_booking_id <> ''
             and t.old_booking_gone_at is null and t.date >= (clock_timestamp() - interval '1 day')::date
       ) as unsettled
from sent
join venue v on v.id = sent.venue_id
left join beat on beat.venue_id = v.id
left join venue_watch w on w.venue_id = v.id
left join platform_access p on p.platform = v.reservation_source;

-- name: snipes
-- Rank: vip 0, Pro 1, others 2. Oldest first.
-- A notify-only request may have no account. Then it is watched from the confirmation of its user's address on.
select r.id as reservation_id, r.group_id, g.user_id, g.diner_key, r.venue_id, v.reservation_source as platform,
       v.platform_venue_id, r.date, g.party_size, g.start_time, g.end_time, r.table_type as seating,
       case when u.is_vip then 0 when u.tier = 'premium' then 1 else 2 end as rank,
       r.created_at as filed_at, r.ends_at, g.fee_ceiling_cents,
       g.cancel_fee_ceiling_cents, g.accepts_unknown_fee, g.snipe_type, g.release_at,
       g.override_reservations as override, g.note_to_restaurant, r.revision, g.trace, g.notify_only,
       g.notify_only and g.swap_of is not null as bookable_only, g.one_table, r.choice,
       case when r.table_types ->> 0 = r.table_type then r.table_types else '[]'::jsonb end as seatings,
       case when g.one_table
            then (select min(o.choice) from reservation o
                  where o.group_id = r.group_id and o.status = 'active' and o.stop = '')
            else r.choice end as first_choice,
       case when g.time_windows = '[]' then '[]'::jsonb
            else (select coalesce(jsonb_agg(jsonb_build_array(w.place, w.start_time, w.end_time) order by w.place), '[]')
                  from time_windows_of(g.start_time, g.end_time, g.time_windows) w
                  where (r.date + w.start_time) at time zone v.time_zone > clock_timestamp()) end as windows,
       c.id as client_id, c.first_name, c.last_name, c.email, c.phone,
       coalesce(card.platform_payment_id, r.payment_method_id, a.payment_method_id) as payment_method_id,
       coalesce(a.id, 0) as account_id, coalesce(a.sealed_token, '') as sealed_token,
       coalesce(a.known_reservations, '{}') as known_reservations,
       coalesce(a.status = 'connected', false) as account_usable, a.known_at is not null as baseline_read,
       coalesce(a.attention_reason = 'payment_required', false) as needs_card,
       coalesce(s.checks, 0) as checks
from reservation r
join reservation_group g on g.id = r.group_id
join app_user u on u.id = g.user_id
join venue v on v.id = r.venue_id
left join platform_account a on a.id = r.account_id
left join client c on c.id = g.client_id
left join client_card card on card.client_id = g.client_id and card.account_id = a.id
left join watch_state s on s.reservation_id = r.id
where r.venue_id = any(%(venue_id)s) and r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp()
  and case when a.id is null then g.notify_only and u.email_confirmed_at is not null
           else a.status <> 'disconnected' end
  and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
  and not exists (select 1 from kill_switch k where k.scope = 'account' and k.key = a.id::text)
order by r.created_at, r.id;
