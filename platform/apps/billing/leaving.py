"""What becomes of money when somebody leaves: the trial stays used, and a subscription that is paid for ends.

Ending it is the applier's, which asks Stripe until it is done: an account closes whether Stripe answers or not.
"""

from datetime import datetime
from typing import Any

from django.db.models.signals import pre_delete

from apps.accounts.models import User
from apps.accounts.signals import account_closing

from . import inbox, trials
from .models import Command, CommandKind, Subscription


def connect() -> None:
    """Start listening; called once, when Django is set up."""
    account_closing.connect(mark, dispatch_uid="billing.mark")
    pre_delete.connect(remember, sender=User, dispatch_uid="billing.remember")


def mark(*, user_id: int, now: datetime, **_: Any) -> None:
    """Note in the closing's transaction that the user leaves, forget who they are, and wake the applier."""
    trials.remember(user=User.objects.get(pk=user_id))
    # It names the person.
    Command.objects.filter(user_id=user_id, kind=CommandKind.CUSTOMER).update(request={})
    paying = Subscription.objects.filter(pk=user_id).exclude(customer_id=None)
    if paying.update(closing=True, look_again_at=now):
        inbox.defer(paying.values_list("customer_id", flat=True).get() or "")


def remember(*, instance: User, **_: Any) -> None:
    """Note in the deletion's transaction that the user has had a trial."""
    trials.remember(user=instance)
