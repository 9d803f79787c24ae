"""Inserts a user's events for the user's webhooks, and the jobs that send them, in the transaction of the events."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from apps.common import jobs

# A failed event is tried again for this long.
TRIED: Final = timedelta(hours=24)
TASK: Final = "apps.webhooks.tasks.send_next"
QUEUE: Final = "webhooks"
# A part of the statement that inserts events (apps/notices/services.py), so that users without webhooks cost no
# statement of their own. `written` are the inserted events (user_id, seq, type, payload); the parameters are the time
# and TRIED. The key lock waits for the deletion of a webhook, and leaves the webhook out after it.
INSERT: Final = """
    insert into webhook_delivery
        (webhook_id, uuid, type, ordering_key, payload, state, attempts, created_at, next_at, gives_up_at, answer,
         reason)
    select h.id, gen_random_uuid(), w.type, coalesce(w.payload->>'group_id', ''),
        jsonb_build_object('seq', w.seq) || w.payload, 'queued', 0, t.now, t.now, t.now + t.tried, '', ''
    from (select %s::timestamptz as now, %s::interval as tried) t
    cross join written w
    join webhook h on h.user_id = w.user_id and h.off_reason = '' and w.type = any(h.events)
    join app_user u on u.id = h.user_id and u.is_active
    order by w.seq
    for key share of h
    returning webhook_id
"""


def defer(*, webhook_ids: Collection[int]) -> None:
    """Defer one job for each of these inserted events, in their transaction."""
    jobs.defer_each(TASK, queue=QUEUE, name="webhook_id", ids=webhook_ids)


def defer_again(*, webhook_id: int) -> None:
    """Defer another job for a webhook, unless such a job is already waiting."""
    jobs.defer_once(TASK, queue=QUEUE, key=f"webhook-{webhook_id}", webhook_id=webhook_id)
