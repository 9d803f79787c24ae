"""Updates the mirror: reads a customer's subscriptions from Stripe and writes them to the user's row.

No other module writes the subscription's state. Stripe's events arrive in any order, twice, late or
never. So an event tells only which customer to read and, by its type, which notice may be due.
`version` orders two readers: a reader discards its result and reads again if another result was
written after the reader began. No transaction is open during a call to Stripe. The user's tier is
written only when events are applied (inbox.py).
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from apps.accounts.models import Tier, User
from apps.billing import rules, signals
from apps.billing.models import Command, CommandKind, Subscription, WebhookEvent
from apps.billing.plans import tiers, trials
from apps.billing.rules import Contract

from . import gateway

TRIES: Final = 5
# How long a webhook may take after the end of a period or the start of a checkout. After that time, the subscription is
# read without a webhook.
RECHECK_AFTER: Final = timedelta(minutes=10)
# A checkout page is valid for 24 hours. During its life the subscription is read regularly, because the page's webhook
# may be lost.
CHECKOUT_LIFE: Final = timedelta(hours=25)


class Contended(Exception):
    """Another reader wrote its result to the user's row during each of the TRIES reads from
    Stripe."""


def synchronize(*, user_id: int, customer_id: str, now: datetime, event_ids: Collection[int] | None) -> None:
    """Read the customer's subscriptions and write them to the user's row.

    `event_ids` are the events that this read applies. The user's tier is written even if the list
    is empty, but not if `event_ids` is None. Raises GatewayError if Stripe cannot be read,
    Contended if the result of another reader was written during each of five reads.
    """
    for _ in range(TRIES):
        read_version = Subscription.objects.get_or_create(user_id=user_id)[0].version
        contracts = _end_second_trial(gateway.contracts(customer_id=customer_id), user_id=user_id, now=now)
        with transaction.atomic():
            # Lock the user before the subscription. Closing an account uses the same order, so the two cannot deadlock.
            User.objects.select_for_update(no_key=True).get(pk=user_id)
            row = Subscription.lock(user_id=user_id)
            if row.version == read_version:
                _write(row, contracts, event_ids, now=now)
                return
    raise Contended


def _write(row: Subscription, contracts: list[Contract], event_ids: Collection[int] | None, *, now: datetime) -> None:
    contract = rules.current(contracts)
    row.version += 1
    row.synced_at = now
    row.look_again_at = _next_look(row, contract, now=now)
    row.subscription_id = contract.id if contract else ""
    row.status = contract.status if contract else ""
    row.plan = contract.plan if contract else Tier.NONE
    row.will_cancel = contract.will_cancel if contract else False
    row.cancels_on = contract.cancels_on if contract else None
    row.current_period_end = contract.current_period_end if contract else None
    row.trial_ends_at = contract.trial_ends_at if contract else None
    if rules.trial_used(contracts):
        User.objects.filter(pk=row.pk, has_had_free_trial=False).update(has_had_free_trial=True)
        trials.mark_used(user=User.objects.get(pk=row.pk))
    before, row.granted = row.granted, row.granted if event_ids is None else rules.granted(contract)
    row.save()
    # The tier is set only if the subscription's tier has changed. So a tier that staff set stays until then, and a
    # failed checkout does not end a trial that began at sign-up.
    if row.granted != before:
        tiers.set_tier(user_id=row.pk, tier=row.granted, now=now, reason="stripe", subscription=row.subscription_id)
    if event_ids is not None:
        _mark_applied(row, contract, event_ids, now=now)


def _end_second_trial(contracts: list[Contract], *, user_id: int, now: datetime) -> list[Contract]:
    """End a trial at once, without a charge, if its card has had a trial with another account.

    Returns the subscriptions; an ended trial has the status "canceled". Stripe shows a card only after checkout, so the
    card cannot be compared earlier. After the trial was granted, a change of the card does not end it. Raises
    GatewayError.
    """
    contract = rules.current(contracts)
    if contract is None or contract.status != "trialing" or not contract.card:
        return contracts
    own = trials.claim_card(user_id=user_id, fingerprint=contract.card)
    if own or Subscription.objects.get(pk=user_id).granted != Tier.NONE:
        return contracts
    gateway.end_subscription(subscription_id=contract.id)
    signals.trial_refused.send(Subscription, user_id=user_id, subscription_id=contract.id, now=now)
    return [replace(one, status="canceled") if one.id == contract.id else one for one in contracts]


def _next_look(row: Subscription, contract: Contract | None, *, now: datetime) -> datetime | None:
    if contract is not None and contract.live and contract.current_period_end is not None:
        return max(contract.current_period_end, now) + RECHECK_AFTER
    checkouts = Command.objects.filter(user_id=row.pk, kind=CommandKind.CHECKOUT, created_at__gt=now - CHECKOUT_LIFE)
    return now + RECHECK_AFTER if checkouts.exists() else None


def _mark_applied(row: Subscription, contract: Contract | None, event_ids: Collection[int], *, now: datetime) -> None:
    new = WebhookEvent.objects.select_for_update().filter(pk__in=event_ids, applied_at__isnull=True)
    types = list(new.values_list("type", flat=True))
    new.update(applied_at=now)
    ending, failed = rules.due_notices(types, contract=contract)
    if ending:
        signals.trial_ending.send(Subscription, user_id=row.pk, ends_at=row.trial_ends_at, now=now)
    if failed:
        signals.payment_failed.send(Subscription, user_id=row.pk, now=now)
