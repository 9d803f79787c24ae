-- Platform accounts: baseline, attention, card.

-- name: save_baseline
update platform_account
set known_reservations = coalesce(
    (select array_agg(distinct k) from unnest(known_reservations || %(ids)s::text[]) k), '{}'
), known_at = clock_timestamp(), verified_at = clock_timestamp()
where id = %(account_id)s;

-- name: flag_account
with flagged as (
    update platform_account
    set status = case %(reason)s when 'payment_required' then status else 'needs_reconnect' end,
        attention_reason = %(reason)s, attention_notified = false
    where id = %(account_id)s and status = 'connected' and attention_reason <> %(reason)s
      and sealed_token = %(sealed_token)s
    returning id
)
select count(*) as flagged, pg_notify('outcomes', '') as notified from flagged;

-- name: save_payment_method
update platform_account
set payment_method_id = %(payment_method_id)s,
    attention_notified = attention_notified or attention_reason = 'payment_required',
    attention_reason = case attention_reason when 'payment_required' then '' else attention_reason end
where id = %(account_id)s;
