-- The observations of polls from which the odds of requests are computed.

-- name: record_seen_openings
insert into seen_opening (venue_id, service_date, party_size, seen_at, lead, part, slots)
select v.id, o.service_date, o.party_size, o.seen_at, o.lead, o.part, o.slots
from unnest(
    %(venue_id)s::bigint[], %(service_date)s::date[], %(party_size)s::smallint[], %(seen_at)s::timestamptz[],
    %(lead)s::smallint[], %(part)s::smallint[], %(slots)s::jsonb[]
) as o (venue_id, service_date, party_size, seen_at, lead, part, slots)
join venue v on v.id = o.venue_id
order by v.id
on conflict do nothing;

-- name: record_watched_times
-- A call that is repeated after a lost reply counts its minute twice, which the odds tolerate. The commit does not wait
-- for the disk: a crash of the server loses a minute of watched time.
insert into watched_time as w (venue_id, service_date, party_size, lead, part, seconds)
select v.id, t.service_date, t.party_size, t.lead, t.part, t.seconds
from (select set_config('synchronous_commit', 'off', true)) clock, unnest(
    %(venue_id)s::bigint[], %(service_date)s::date[], %(party_size)s::smallint[], %(lead)s::smallint[],
    %(part)s::smallint[], %(seconds)s::float8[]
) as t (venue_id, service_date, party_size, lead, part, seconds)
join venue v on v.id = t.venue_id
order by v.id
on conflict (venue_id, service_date, party_size, lead, part) do update set seconds = w.seconds + excluded.seconds;
