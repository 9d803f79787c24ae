"""Marks the broker of a user whose requests have changed, and defers the job that publishes their states."""

from collections.abc import Collection
from typing import Final

from apps.common import jobs

TASK: Final = "apps.mqtt.tasks.publish"
QUEUE: Final = "mqtt"
# A part of the statement that inserts events (apps/notices/services.py), so that users without a broker cost no
# statement of their own. `written` are the inserted events; the parameter is the time.
MARK: Final = """
    update mqtt_broker b set next_at = least(b.next_at, w.now)
    from (select distinct user_id, %s::timestamptz as now from written where starts_with(type, 'reservation.')) w
    where b.user_id = w.user_id and b.off_reason = '' and not b.is_removed
    returning b.user_id
"""


def defer(*, user_ids: Collection[int]) -> None:
    """Defer one job for each of these users, in the transaction of the change."""
    jobs.defer_each(TASK, queue=QUEUE, name="user_id", ids=user_ids)


def defer_again(*, user_id: int) -> None:
    """Defer another job for a user, unless such a job is already waiting."""
    jobs.defer_once(TASK, queue=QUEUE, key=f"mqtt-{user_id}", user_id=user_id)
