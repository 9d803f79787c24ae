"""Stops a user's requests and deletes their personal data when the user closes the account.

Rows are locked in the order that all writers use: groups, reservations, attempts, accounts, event cursor. Groups,
reservations, timelines and attempts stay without personal data, because a booked table stays booked.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.connections import services as account_services
from apps.connections.maintenance import account_erasure as connections
from apps.notices import receivers as notices
from apps.outcomes import open_cancellations
from apps.requests.models import Attempt, Client, Outcome, Reservation, ReservationGroup
from apps.requests.stops import stopping
from apps.requests.stops.stopping import Stop
from apps.weekly.models import WeeklyRule


def close_account(*, user_id: int, now: datetime, **_: Any) -> list[str]:
    """Stop the user's requests and delete the user's personal data. The caller's transaction has locked the user.

    Return the tables that stay booked, each as a phrase. Raises Refusal 409 while a booking call is in flight, or while
    a table is being canceled.
    """
    user = User.objects.get(pk=user_id)
    group_ids = stopping.lock_open_groups(user_id=user_id)
    _close_attempts(user_id=user_id, now=now)
    # After the attempts' locks, so that a cancellation ordered meanwhile is seen.
    open_cancellations.refuse_pending(Q(reservation__group__user=user), user=user, now=now)
    kept = open_cancellations.tables_that_stay(user=user, now=now)
    connections.erase_accounts(user_id=user_id, now=now)
    forget_clients(user_id=user_id, now=now)
    for group_id in group_ids:
        stopping.stop_members(user_id=user_id, group_id=group_id, stop=Stop.DELETE, now=now)
    WeeklyRule.objects.filter(user_id=user_id).delete()
    notices.delete_all(user_id=user_id)
    return [table.phrase for table in kept]


def disconnect_accounts(*, user_id: int, address: str, now: datetime, **_: Any) -> None:
    """Disconnect the platform accounts of a user, cancel the requests without an account, and delete the client book
    and the weekly rules.

    Somebody may have signed up with the e-mail address of another person and never confirmed it. When
    that person resets the password, the signal unconfirmed_account_reset calls this.
    """
    held = ReservationGroup.objects.filter(user_id=user_id).exclude(client=None)
    list(held.select_for_update(no_key=True).order_by("id").values_list("pk"))
    forget_clients(user_id=user_id, now=now)
    WeeklyRule.objects.filter(user_id=user_id).delete()
    unowned = Q(account=None)
    waiting = Reservation.objects.filter(unowned, group__user_id=user_id, status__in=stopping.STOPPABLE[Stop.DELETE])
    for group_id in waiting.order_by("group_id").values_list("group_id", flat=True).distinct():
        stopping.stop_members(user_id=user_id, group_id=group_id, stop=Stop.DELETE, only=unowned, now=now)
    account_services.disconnect_all(user_id=user_id, address=address, now=now)


def _close_attempts(*, user_id: int, now: datetime) -> None:
    """Mark all outcomes of the user's attempts as published, and delete the reservation lists stored with the attempts.

    Waits for a relay that is publishing outcomes of this user. The events that the relay writes are deleted later,
    with the user's other events.
    """
    attempts = Attempt.objects.filter(reservation__group__user_id=user_id)
    ids = list(attempts.select_for_update(no_key=True, of=("self",)).order_by("id").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=ids).update(known_before=[], replacement_notified=True)
    Outcome.objects.filter(pk__in=ids, notified_at=None).update(notified_at=now)


def forget_clients(*, user_id: int, now: datetime) -> None:
    """Delete all of the user's clients, including saved ones. Their groups keep no client."""
    _, deleted = Client.objects.filter(owner_id=user_id).delete()
    if count := deleted.get("reservations.Client", 0):
        audit.record(audit.Act.CLIENT_DELETED, user_id=user_id, now=now, clients=count)
