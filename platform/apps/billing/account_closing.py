"""Billing's part of closing an account: the trial stays marked as used, and the subscription ends.

An account can be closed while Stripe is unavailable. The background worker ends the subscription and retries until
Stripe confirms it.
"""

from datetime import datetime
from typing import Any

from apps.accounts.models import User

from . import inbox, trials
from .models import Command, CommandKind, Subscription


def prepare_closing(*, user_id: int, now: datetime, **_: Any) -> None:
    """Mark the account as closing, in the transaction that closes it (signal `account_closing`)."""
    trials.mark_used(user=User.objects.get(pk=user_id))
    # The stored request names the person.
    Command.objects.filter(user_id=user_id, kind=CommandKind.CUSTOMER).update(request={})
    paying = Subscription.objects.filter(pk=user_id).exclude(customer_id=None)
    if paying.update(closing=True, look_again_at=now):
        inbox.defer(paying.values_list("customer_id", flat=True).get() or "")


def keep_trial(*, instance: User, **_: Any) -> None:
    """Keep the marks of the user's trial when the user's row is deleted (signal `pre_delete`)."""
    trials.mark_used(user=instance)
