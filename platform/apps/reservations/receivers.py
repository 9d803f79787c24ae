"""Handles signals of other apps: connected and disconnected accounts, closed users, changed plans.

apps.connections sends its signals after the commit, possibly twice. A signal is lost if the process dies before it is
sent. In that case the relay pauses the requests of a disconnected account (apps/outcomes/relay/upkeep.py), and the
snipers find other changes when they poll the database. The apps accounts and billing send their signals in the
transaction of the change.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.dispatch import Signal

from apps.accounts import signals as accounts
from apps.billing.models import Subscription
from apps.billing.rules import NAMES, PRICES, WITH_ACCESS
from apps.billing.signals import payment_failed, tier_changed, trial_ending, trial_refused
from apps.calendar import feeds as calendar_feeds
from apps.connections.signals import access_changed, account_connected, account_disconnected, account_disconnecting
from apps.keys.services import forget_keys, revoke_keys
from apps.keys.signals import program_revoked
from apps.listing.selectors import sensors
from apps.mandates import services as mandates
from apps.mqtt.sensors import readers
from apps.notices import services as notices
from apps.notices import user_notices
from apps.notices.queue import held_mails
from apps.notices.receivers import forget_webhooks
from apps.notices.settings import addresses
from apps.oauth.services import revoke_programs
from apps.outcomes import open_cancellations, plan_limits, shared_tables
from apps.passkeys.services import forget_passkeys
from apps.requests import change_records
from apps.requests.stops import stopping
from apps.senders.user_servers import switched_off

from . import closed_accounts

Receivers = tuple[Callable[..., Any], ...]


def connect() -> None:
    """Connect the receivers. Called once, when Django is set up."""
    # What a stranger who has used the account may have let into it.
    programs: Receivers = (revoke_keys, forget_passkeys, revoke_programs, mandates.revoke_all)
    closing: Receivers = (closed_accounts.close_account, forget_links, forget_keys, forget_passkeys, revoke_programs)
    taken_over: Receivers = (closed_accounts.disconnect_accounts, forget_links, addresses.forget_all, forget_webhooks)
    receivers_of: dict[Signal, Receivers] = {
        accounts.account_closing: (*closing, mandates.forget),
        accounts.unconfirmed_account_reset: (*taken_over, held_mails.forget),
        accounts.password_reset: programs,
        accounts.address_reverted: (forget_links, *programs, forget_webhooks, addresses.forget_all),
        accounts.email_confirmed: (held_mails.release, show_confirmation),
        program_revoked: (mandates.revoke_all,),
        account_disconnecting: (open_cancellations.refuse_disconnecting,),
        account_disconnected: (stopping.pause_for_account,),
        account_connected: (wake_watchers,),
        access_changed: (wake_platform,),
        tier_changed: (apply_plan,),
        trial_ending: (notify_trial_ending,),
        payment_failed: (notify_payment_failed,),
        trial_refused: (user_notices.trial_refused,),
        switched_off: (user_notices.server_switched_off,),
    }
    for signal, receivers in receivers_of.items():
        for receiver in receivers:
            signal.connect(receiver, dispatch_uid=f"reservations.{receiver.__name__}")
    readers.append(sensors.read)


def forget_links(*, user_id: int, **_: Any) -> None:
    """End the calendar feed and the links of shared tables of a closed account, or of one that a stranger may have used
    (see apps.accounts.signals)."""
    calendar_feeds.forget(user_id=user_id)
    shared_tables.stop(user_id=user_id)


def wake_watchers(*, account_id: int, **_: Any) -> None:
    """Wake the watchers of an account that was connected again."""
    change_records.wake_watchers(account_id=account_id)


def wake_platform(*, platform: str, **_: Any) -> None:
    """Wake the watchers of a platform, because our access to it has changed."""
    change_records.wake_watchers(venue__reservation_source=platform)


def apply_plan(*, user_id: int, now: datetime, **_: Any) -> None:
    """Pause the requests that exceed a smaller plan, and make the user's open pages reload the plan."""
    plan_limits.pause_surplus(user_id=user_id, now=now)
    notices.append(user_id=user_id, type="user.changed", body={"what": "plan"}, now=now)


def show_confirmation(*, user_id: int, now: datetime, **_: Any) -> None:
    """Make the user's open pages reload the user, because the e-mail address was confirmed elsewhere, and wake the
    watchers of requests that waited for it."""
    change_records.wake_watchers(group__user_id=user_id, account=None)
    notices.append(user_id=user_id, type="user.changed", body={"what": "email"}, now=now)


def notify_trial_ending(*, user_id: int, ends_at: datetime | None, now: datetime, **_: Any) -> None:
    """Notify the user that the free trial ends, and which plan follows."""
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


def notify_payment_failed(*, user_id: int, now: datetime, **_: Any) -> None:
    """Notify the user that a payment failed."""
    row = Subscription.objects.get(pk=user_id)
    if row.plan in NAMES:
        user_notices.payment_failed(
            user_id=user_id, plan_name=NAMES[row.plan], goes_on=row.status in WITH_ACCESS, now=now
        )
