-- Cells, their nodes, and the shares of the poll budgets.

-- name: controller_heartbeat
-- The cell of the first controller becomes the active one.
with clock as materialized (
    select clock_timestamp() as at
), heartbeat as (
    insert into cell (name, active, state, since, seen_at, budgets)
    select %(cell)s, not exists (select 1 from cell where active), 'up', at, at, %(budgets)s from clock
    on conflict (name) do update set seen_at = excluded.seen_at, budgets = excluded.budgets
    returning active
), seen as (
    insert into cell_node (name, cell, host, slots, state, state_at, seen_at)
    select n.name, %(cell)s, n.host, n.slots, 'up', clock.at, clock.at
    from clock, unnest(%(name)s::text[], %(host)s::text[], %(slots)s::int[]) as n (name, host, slots)
    order by n.name
    on conflict (name) do update
        set seen_at = excluded.seen_at, slots = excluded.slots,
            (state, state_at) = (
                select case when cell_node.state = 'draining' and not occupied then 'drained' else cell_node.state end,
                       case when cell_node.state = 'draining' and not occupied then excluded.seen_at
                            else cell_node.state_at end
                from (
                    select exists (
                        select 1 from venue_watch w
                        where w.node = cell_node.name and w.heartbeat_at > excluded.seen_at - interval '15 seconds'
                    ) as occupied
                ) o
            )
)
select heartbeat.active as paces,
       (select coalesce(jsonb_object_agg(platform, share), '{}') from poll_share) as shares,
       (select coalesce(jsonb_object_agg(platform, changed_at), '{}') from platform_access) as access_changed,
       (select coalesce(jsonb_object_agg(platform, reset_at), '{}') from source_state where reset_at is not null) as resets,
       array(select name from cell_node where cell = %(cell)s and state in ('draining', 'drained')) as draining
from heartbeat;

-- name: remote_status_reports
select venue_id, epoch, state, polls, last_poll_at, failure, failed_at, retry_at
from venue_watch
where cell not in ('', %(cell)s) and heartbeat_at > clock_timestamp() - interval '10 seconds';
