-- The days that venues were seen opening.

-- name: record_openings
select merge_release_observation(v.id, o.service_date, o.closed_at, o.open_at)
from venue v, unnest(%(service_date)s::date[], %(closed_at)s::timestamptz[], %(open_at)s::timestamptz[])
    as o (service_date, closed_at, open_at)
where v.id = %(venue_id)s
order by o.service_date;

-- name: release_observations
select service_date, closed_at, open_at from release_observation
where venue_id = %(venue_id)s and coalesce(open_at, closed_at) > clock_timestamp() - interval '120 days'
order by service_date;
