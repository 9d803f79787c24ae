"""What becomes of a user's requests, accounts, clients and events when they close the account: stopped and forgotten.

Owns the order, which is that of all row locks: groups, requests, attempts, accounts, event numbers. What stays names
nobody: groups and requests without a client, their timeline, and attempts, for a table that was booked stays booked.
"""

from datetime import datetime

from apps.accounts import audit
from apps.connections import account_erasure as connections
from apps.notices import account_closing as notices
from apps.reservations.models import Attempt, Client, Outcome

from . import stopping


def leave(*, user_id: int, now: datetime) -> None:
    """Stop and forget everything, in the caller's transaction, which has locked the user.

    Raises Refusal 409 while a booking call is in flight.
    """
    group_ids = stopping.hold_open(user_id=user_id)
    _close_attempts(user_id=user_id, now=now)
    connections.erase_accounts(user_id=user_id, now=now)
    forget_clients(user_id=user_id, now=now)
    stopping.cancel_held(user_id=user_id, group_ids=group_ids, now=now)
    notices.delete_all(user_id=user_id)


def _close_attempts(*, user_id: int, now: datetime) -> None:
    """Nobody is left to be told; what else stood in the diner's list is theirs.

    A relay that is telling at this moment is waited for, and what it has written is deleted with the other events.
    """
    attempts = Attempt.objects.filter(reservation__group__user_id=user_id)
    ids = list(attempts.select_for_update(no_key=True, of=("self",)).order_by("id").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=ids).update(known_before=[], replaced_told=True)
    Outcome.objects.filter(pk__in=ids, told_at=None).update(told_at=now)


def forget_clients(*, user_id: int, now: datetime) -> None:
    """Delete the client book, and who was only filed for; groups lose their client by it."""
    _, deleted = Client.objects.filter(owner_id=user_id).delete()
    if count := deleted.get("reservations.Client", 0):
        audit.record(audit.Act.CLIENT_DELETED, user_id=user_id, now=now, clients=count)
