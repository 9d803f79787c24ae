-- The claim of a table, and what is stored before the platform is called.
-- Lock order in all files: reservation rows by id, then attempts, then accounts. Only the database's clock is used.

-- name: claim
-- A row is a lease until send_by. No row: the request is paused, edited or ended, the watcher was replaced, or another
-- attempt was first. `for no key update` serializes stops, edits and claims of a request. The later one sees the
-- reservation row as the earlier one wrote it, but other rows as of its own start; so an edit raises `revision`.
-- `for share of w` serializes claims with a watcher that takes over.
-- A claim gets no row while a watcher holds back another slot that the user prefers (choices.sql).
-- Override, fee, card and guest are compared because the call contains them, and changes of a client or a card raise no
-- revision.
with snipe as (
    select r.id, r.group_id, r.account_id, r.venue_id, r.date, g.diner_key, g.party_size, g.override_reservations,
           a.platform, a.known_reservations, v.platform_venue_id
    from reservation r
    join reservation_group g on g.id = r.group_id
    join platform_account a on a.id = r.account_id
    join venue v on v.id = r.venue_id
    join venue_watch w on w.venue_id = r.venue_id
    left join client c on c.id = g.client_id
    left join client_card card on card.client_id = g.client_id and card.account_id = r.account_id
    where r.id = %(reservation_id)s and r.revision = %(revision)s and r.account_id = %(account_id)s
      and r.status = 'active' and r.stop = '' and r.ends_at > clock_timestamp() and not g.notify_only
      and r.date = %(date)s and g.party_size = %(party_size)s
      -- Each of several time windows is over when it begins, as the request is when the last one begins.
      and exists (
          select 1 from time_windows_of(g.start_time, g.end_time, g.time_windows) w
          where %(time)s between w.start_time and w.end_time
            and (g.time_windows = '[]' or (r.date + w.start_time) at time zone v.time_zone > clock_timestamp())
      )
      and (r.table_type = '' or lower(r.table_type) = lower(%(seating)s)
           or r.table_types ->> 0 = r.table_type and exists (
               select 1 from jsonb_array_elements_text(r.table_types) wanted
               where wanted = '' or lower(wanted) = lower(%(seating)s)
           ))
      and g.override_reservations = %(override)s and g.fee_ceiling_cents = %(fee_ceiling_cents)s
      and g.cancel_fee_ceiling_cents = %(cancel_fee_ceiling_cents)s
      and coalesce(card.platform_payment_id, r.payment_method_id, a.payment_method_id)
          is not distinct from %(payment_method_id)s::text
      and array[c.first_name, c.last_name, c.email, c.phone]::text[] is not distinct from %(guest)s::text[]
      and (g.client_id is not null or not starts_with(g.diner_key, 'client:'))
      and (g.snipe_type = 'cancel'
           or clock_timestamp() >= g.release_at - %(release_lead_seconds)s * interval '1 second')
      and a.status = 'connected' and not v.opted_out and w.epoch = %(epoch)s
      and not (g.one_table and exists (
          select 1 from candidate c
          where c.group_id = r.group_id and c.level < %(level)s
            and c.seen_at > clock_timestamp() - %(choice_seconds)s * interval '1 second'
      ))
      and not exists (
          select 1 from kill_switch k
          where (k.scope, k.key) in (('platform', a.platform), ('venue', v.id::text), ('account', a.id::text))
      )
    for no key update of r for share of w
), old as (
    -- The diner's own table of that meal, which an override replaces. The lock prevents a second override of it. One
    -- whose own old booking is still to be canceled is excluded, so a diner never holds three tables; and one that the
    -- diner is canceling, because a failed override would make its request active again.
    select o.id, o.platform_reservation_id
    from snipe
    join attempt o on o.diner_key = snipe.diner_key and o.date = snipe.date and o.account_id = snipe.account_id
    where snipe.override_reservations and o.meal = %(meal)s and o.state = 'booked' and o.replaces is null
      and o.platform_reservation_id is not null and o.cancel_requested_at is null
      and (o.old_booking_id = '' or o.old_booking_gone_at is not null)
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
       pg_notify('watch', json_build_object('t', 'seen', 'attempt', made.id)::text) as notified
from made left join old on true;

-- name: remember_known
with extended as (
    update attempt
    set known_before = (select jsonb_agg(distinct k) from jsonb_array_elements(known_before || %(ids)s::jsonb) k)
    where id = %(attempt_id)s
)
update platform_account
set known_reservations = (
    select array_agg(distinct k) from unnest(known_reservations || %(new)s::text[]) k
), known_at = clock_timestamp()
where id = %(account_id)s;

-- name: mark_old_booking
-- Locks the request first: a pending stop forbids the release, a later stop waits for the outcome.
with locked as materialized (
    select r.id, r.status, r.stop
    from reservation r join attempt t on t.reservation_id = r.id
    where t.id = %(attempt_id)s
    for no key update of r
)
update attempt t
set old_booking_id = %(platform_reservation_id)s
from locked l
where t.id = %(attempt_id)s and t.reservation_id = l.id and l.status = 'active' and l.stop = ''
  and t.state = 'claimed' and t.send_by > clock_timestamp() and t.old_booking_id in ('', %(platform_reservation_id)s)
  and case
      when t.replaces is not null then exists (
          select 1 from attempt o where o.id = t.replaces and o.platform_reservation_id = %(platform_reservation_id)s
      )
      else not exists (
          select 1 from attempt o
          where o.platform = t.platform and o.platform_reservation_id = %(platform_reservation_id)s
            and o.state in ('claimed', 'unknown', 'booked')
      )
      -- The old booking may be the table of an attempt whose outcome is not recorded yet.
      and not exists (
          select 1 from attempt o
          where o.account_id = t.account_id and o.date = t.date and o.id <> t.id and o.state in ('claimed', 'unknown')
      )
  end;

-- name: confirm_old_booking_gone
update attempt set old_booking_gone_at = coalesce(old_booking_gone_at, clock_timestamp())
where id = %(attempt_id)s and old_booking_id <> '';
