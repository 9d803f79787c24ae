"""Answers to signals of the apps below: requests stop with their account and go on with it; users hear of their plan.

Connections tell after their change has committed, may tell twice, and what they tell may get lost when the process
dies: the relay's sweep pauses what is left (outcomes.pause_orphans), and the snipers poll. Accounts and billing tell
inside the transaction of their change.
"""

from datetime import datetime
from typing import Any

from apps.accounts.signals import account_closing, unconfirmed_account_reset
from apps.billing.models import Subscription
from apps.billing.rules import NAMES, PRICES, WITH_ACCESS
from apps.billing.signals import payment_failed, tier_changed, trial_ending, trial_refused
from apps.connections import services as connections
from apps.connections.signals import account_connected, account_disconnected
from apps.notices import services as events
from apps.notices import user_notices

from . import change_records
from .models import Reservation, ReservationGroup, Status
from .stops import closed_accounts, plan_limits, stopping


def connect() -> None:
    """Start listening; called once, when Django is set up."""
    account_closing.connect(leave, dispatch_uid="reservations.leave")
    unconfirmed_account_reset.connect(remove_connected, dispatch_uid="reservations.remove_connected")
    account_disconnected.connect(pause_requests, dispatch_uid="reservations.pause_requests")
    account_connected.connect(wake_watchers, dispatch_uid="reservations.wake_watchers")
    tier_changed.connect(follow_plan, dispatch_uid="reservations.follow_plan")
    trial_ending.connect(tell_trial_ending, dispatch_uid="reservations.tell_trial_ending")
    payment_failed.connect(tell_payment_failed, dispatch_uid="reservations.tell_payment_failed")
    trial_refused.connect(notify_trial_refused, dispatch_uid="reservations.notify_trial_refused")


def leave(*, user_id: int, now: datetime, **_: Any) -> None:
    """Stop and forget everything of a user who closes the account."""
    closed_accounts.leave(user_id=user_id, now=now)


def remove_connected(*, user_id: int, address: str, now: datetime, **_: Any) -> None:
    """Delete the client book, then disconnect the platform accounts: rows are locked in the order of leaving.py."""
    held = ReservationGroup.objects.filter(user_id=user_id).exclude(client=None)
    list(held.select_for_update(no_key=True).order_by("id").values_list("pk"))
    closed_accounts.forget_clients(user_id=user_id, now=now)
    connections.disconnect_all(user_id=user_id, address=address, now=now)


def pause_requests(*, account_id: int, now: datetime, **_: Any) -> None:
    """Pause the requests of an account that was disconnected."""
    stopping.pause_for_account(account_id=account_id, now=now)


def wake_watchers(*, account_id: int, **_: Any) -> None:
    """Tell the snipers that the requests of an account may go on."""
    waiting = Reservation.objects.filter(account_id=account_id, status=Status.ACTIVE)
    change_records.wake_snipers(venue_ids=list(waiting.values_list("venue_id", flat=True)))


def follow_plan(*, user_id: int, now: datetime, **_: Any) -> None:
    """Pause what a smaller plan does not hold, and have the user's open pages ask what they may do now."""
    plan_limits.pause_surplus(user_id=user_id, now=now)
    events.append(user_id=user_id, type="user.changed", body={"what": "plan"}, now=now)


def tell_trial_ending(*, user_id: int, ends_at: datetime | None, now: datetime, **_: Any) -> None:
    """Write to the user that the free trial ends, and what comes then."""
    row = Subscription.objects.get(pk=user_id)
    if ends_at is not None and row.plan in PRICES:
        user_notices.trial_ending(
            user_id=user_id,
            ends_at=ends_at,
            plan_name=NAMES[row.plan],
            price_cents=PRICES[row.plan],
            renews=not row.will_cancel,
            now=now,
        )


def tell_payment_failed(*, user_id: int, now: datetime, **_: Any) -> None:
    """Write to the user that a payment did not go through."""
    row = Subscription.objects.get(pk=user_id)
    if row.plan in NAMES:
        user_notices.payment_failed(
            user_id=user_id, plan_name=NAMES[row.plan], goes_on=row.status in WITH_ACCESS, now=now
        )


def notify_trial_refused(*, user_id: int, subscription_id: str, now: datetime, **_: Any) -> None:
    """Notify the user that the new trial has ended because of its card."""
    user_notices.trial_refused(user_id=user_id, subscription_id=subscription_id, now=now)
