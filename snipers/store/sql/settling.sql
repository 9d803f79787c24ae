-- Open attempts and pending cancellations.

-- name: record_absence
update attempt set first_absent_at = coalesce(first_absent_at, clock_timestamp())
where id = %(attempt_id)s and state in ('claimed', 'unknown')
returning first_absent_at;

-- name: open_attempts
-- known_before includes the ids of other attempts. It excludes the id of the old booking, under which a platform that
-- modifies bookings shows the new table; old and new are distinguishable only if venue, time or party size differ.
select t.id as attempt_id, t.reservation_id, t.account_id, a.sealed_token, a.status = 'connected' as account_usable,
       t.platform_venue_id, t.date, t.slot_time as time, t.party_size, t.state, t.owner,
       (t.known_before || coalesce((
           select jsonb_agg(o.platform_reservation_id) from attempt o
           where o.account_id = t.account_id and o.id <> t.id and o.platform_reservation_id is not null
       ), '[]'::jsonb)) - coalesce((
           select o.platform_reservation_id from attempt o
           where o.id = t.replaces and o.platform_reservation_id = t.old_booking_id
             and (o.platform_venue_id, o.slot_time, o.party_size) <> (t.platform_venue_id, t.slot_time, t.party_size)
       ), '') as known_before,
       t.claimed_at, t.grace_until, t.first_absent_at, clock_timestamp() as read_at,
       t.old_booking_id,
       t.old_booking_gone_at is not null as old_booking_gone, g.override_reservations as override
from attempt t
join platform_account a on a.id = t.account_id
join reservation_group g on g.id = t.group_id
where t.venue_id = %(venue_id)s and t.state in ('claimed', 'unknown')
order by t.id;

-- name: pending_cancellations
-- Excludes bookings that another attempt holds, those whose date was more than a day ago, and those of accounts that have
-- a kill switch or no token. The token of a disconnected account is kept for an hour if a cancellation is pending.
-- new_reservation_id is null if the new table was replaced too, or if the user has it canceled: both tables must go then.
select t.id as attempt_id, t.reservation_id, t.account_id, a.sealed_token, a.status = 'connected' as account_usable,
       (select o.platform_venue_id from attempt o
        where o.account_id = t.account_id and o.platform_reservation_id = t.old_booking_id and o.id <> t.id
        order by o.id desc limit 1) as platform_venue_id,
       t.old_booking_id as platform_reservation_id,
       case when t.state = 'booked' and t.cancel_requested_at is null
            then t.platform_reservation_id end as new_reservation_id
from attempt t join platform_account a on a.id = t.account_id
where t.venue_id = %(venue_id)s and t.state in ('booked', 'replaced') and t.old_booking_id <> '' and t.old_booking_gone_at is null
  and a.sealed_token <> '' and t.date >= (clock_timestamp() - interval '1 day')::date
  and not exists (
      select 1 from attempt o
      where o.platform = t.platform and o.platform_reservation_id = t.old_booking_id and o.state = 'booked'
  )
  and not exists (
      select 1 from kill_switch k
      where (k.scope, k.key) in (
          ('platform', t.platform), ('venue', t.venue_id::text), ('account', t.account_id::text)
      )
  )
order by t.id;
