"""A watcher that runs the snipers' own statements, and a user who stops a request."""

import time
from collections.abc import Callable
from datetime import datetime
from datetime import time as time_of_day
from typing import Any

import psycopg
from django.db import connection
from django.utils import timezone
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from apps.common.database.conninfo import conninfo
from apps.requests.models import Reservation
from apps.requests.stops import stopping
from apps.requests.stops.call_deadline import CallDeadline
from apps.requests.stops.stopping import Answer, Stop
from snipers.store.statements import statements

READ = """
    select r.revision, g.party_size, g.override_reservations as override, g.fee_ceiling_cents,
           g.cancel_fee_ceiling_cents,
           coalesce(card.platform_payment_id, r.payment_method_id, a.payment_method_id) as payment_method_id,
           array[c.first_name, c.last_name, c.email, c.phone]::text[] as guest
    from reservation r
    join reservation_group g on g.id = r.group_id
    left join platform_account a on a.id = r.account_id
    left join client c on c.id = g.client_id
    left join client_card card on card.client_id = c.id and card.account_id = a.id
    where r.id = %s
"""


class Sniper:
    """A watcher's connection; each statement commits unless a transaction is opened."""

    def __init__(self) -> None:
        self.connection = psycopg.connect(conninfo(), autocommit=True, row_factory=dict_row)

    def run(self, name: str, **params: Any) -> dict[str, Any] | None:
        """Run one statement of the store and return its first row."""
        return self.connection.execute(statements()[name], params).fetchone()

    def watch(self, request: Reservation) -> int:
        """Become the venue's watcher and return the epoch."""
        taken = self.run(
            "take_watches", venue_id=[request.venue_id], owner=["test"], pid=[1], node=["test"], cell=["main"]
        )
        assert taken is not None
        return int(taken["epoch"])

    def read(self, request: Reservation) -> dict[str, Any]:
        """Return the request's values that a claim compares with the current ones."""
        row = self.connection.execute(READ, [request.pk]).fetchone()
        assert row is not None
        return row

    def snipe(self, request: Reservation) -> dict[str, Any]:
        """Return the request's row in the venue's roster."""
        rows = self.connection.execute(statements()["snipes"], {"venue_id": [request.venue_id]}).fetchall()
        return next(row for row in rows if row["reservation_id"] == request.pk)

    def claim(
        self,
        request: Reservation,
        *,
        epoch: int | None = None,
        read: dict[str, Any] | None = None,
        at: time_of_day = time_of_day(19, 0),
    ) -> int | None:
        """Claim a table at the time `at` for the request. Return the attempt's id, or None if the claim got no row.

        `read` has the values that the watcher read, by default the request's current ones.
        """
        made = self.run(
            "claim",
            reservation_id=request.pk,
            account_id=request.account_id,
            date=request.date,
            time=at,
            seating="Bar",
            epoch=self.watch(request) if epoch is None else epoch,
            meal="dinner",
            slot_key=f"slot {request.pk}",
            owner="test",
            seen_at=timezone.now(),
            send_seconds=2,
            grace_seconds=13,
            release_lead_seconds=5,
            choice_seconds=1,
            level=0,
            **(read or self.read(request)),
        )
        return int(made["attempt_id"]) if made else None

    def mark_old_booking(self, attempt_id: int, platform_reservation_id: str) -> bool:
        """Record that this old booking is about to be canceled."""
        named = {"attempt_id": attempt_id, "platform_reservation_id": platform_reservation_id}
        return self.connection.execute(statements()["mark_old_booking"], named).rowcount == 1

    def record(
        self,
        attempt_id: int,
        state: str,
        reason: str = "",
        *,
        named: str | None = None,
        old_booking_gone: bool = False,
        fee_cents: int | None = None,
        held_cancel_fee_cents: int | None = None,
        cancel_fee_cents: int | None = None,
        free_until: datetime | None = None,
        currency: str | None = None,
    ) -> bool:
        """Close the attempt with the snipers' `record` statement. `named` is the platform's id of the booking."""
        row = self.run(
            "record",
            attempt_id=attempt_id,
            state=state,
            reason=reason,
            timings=Jsonb({}),
            platform_reservation_id=named,
            checks=None,
            reply="",
            old_booking_gone=old_booking_gone,
            fee_cents=fee_cents,
            held_cancel_fee_cents=held_cancel_fee_cents,
            cancel_fee_cents=cancel_fee_cents,
            deposit_cents=cancel_fee_cents and 0,
            free_until=free_until,
            currency=currency,
        )
        return row is not None and row["closed"] == 1


class Clock:
    """A clock that only `sleep` advances. `meanwhile` runs once, during the first sleep."""

    def __init__(self, meanwhile: Callable[[], Any] | None = None) -> None:
        self.seconds = 0.0
        self._meanwhile = meanwhile

    def sleep(self, seconds: float) -> None:
        """Advance the clock."""
        self.seconds += seconds
        happens, self._meanwhile = self._meanwhile, None
        if happens is not None:
            happens()

    def deadline(self) -> CallDeadline:
        """A CallDeadline that starts now and uses this clock."""
        return CallDeadline(sleep=self.sleep, monotonic=lambda: self.seconds)


def stop(request: Reservation, how: Stop, *, clock: Clock | None = None) -> Answer:
    """Stop the request's group as its user."""
    clock = clock or Clock()
    return stopping.stop_group(
        user_id=request.group.user_id,
        group_id=request.group_id,
        stop=how,
        now=timezone.now(),
        deadline=clock.deadline(),
    )


def wait_for_a_blocked_session() -> None:
    """Return once some session of the database waits for a lock."""
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute(
                "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return
        time.sleep(0.02)
    raise AssertionError("nobody waits for a lock")
