"""Billing's part of closing an account: marks the free trial as used and ends the subscription at Stripe.

An account can be closed while Stripe is unavailable. The background worker ends the subscription and retries until
Stripe confirms that the subscription has ended.
"""

from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.billing.models import Command, CommandKind, Subscription
from apps.billing.plans import trials

from . import inbox


def prepare_closing(*, user_id: int, now: datetime, **_: Any) -> None:
    """Receive `account_closing`, in the transaction that closes the account.

    Mark the user's trial as used, erase the user's name and e-mail address from stored commands,
    and defer the job that ends the subscription.
    """
    trials.mark_used(user=User.objects.get(pk=user_id))
    # The stored request for a Stripe customer contains the user's name and e-mail address.
    Command.objects.filter(user_id=user_id, kind=CommandKind.CUSTOMER).update(request={})
    paying = Subscription.objects.filter(pk=user_id).exclude(customer_id=None)
    if paying.update(closing=True, look_again_at=now):
        inbox.defer(paying.values_list("customer_id", flat=True).get() or "")


def keep_trial(*, instance: User, **_: Any) -> None:
    """Receive `pre_delete` of a user: if the user has had a trial, mark the e-mail address and phone as used."""
    trials.mark_used(user=instance)
