"""Keeps the mirror true: reads a customer's subscriptions from Stripe and writes them down. Its only writer.

News comes in any order, twice, late or not at all, so nothing is taken from it but its customer. Two readers at once
are told apart by the row's version: what was read before somebody else wrote is read again, so that older never
replaces newer. No transaction is open while Stripe is asked. The user's tier is written only when `news` is applied,
which is what the inbox does.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from apps.accounts.models import Tier, User

from . import gateway, rows, rules, signals, tiers, trials
from .models import Command, CommandKind, Subscription, WebhookEvent
from .rules import Contract

TRIES: Final = 5
# How long after a period's end its webhook may take before we look ourselves.
RECHECK_AFTER: Final = timedelta(minutes=10)
# A checkout page lives for a day; its webhook may get lost too.
CHECKOUT_LIFE: Final = timedelta(hours=25)


class Contended(Exception):
    """Others kept writing the row while we read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What is being applied: the inbox's rows of one customer, as they were before Stripe was asked."""

    event_ids: Collection[int] = ()


def follow(*, user_id: int, customer_id: str, now: datetime, news: News | None) -> Subscription:
    """Read the customer's subscriptions and write them to the user's row; with `news`, the user's tier too.

    Raises GatewayError when Stripe cannot be read, Contended when others kept writing.
    """
    for _ in range(TRIES):
        seen = rows.of(user_id=user_id).version
        contracts = _without_second_trials(gateway.contracts(customer_id=customer_id), user_id=user_id, now=now)
        with transaction.atomic():
            # The user first, in the order of closing an account: otherwise the two could deadlock.
            User.objects.select_for_update(no_key=True).get(pk=user_id)
            row = rows.held(user_id=user_id)
            if row.version != seen:
                continue
            contract = rules.current(contracts)
            _mirror(row, contract, now=now)
            if rules.trial_used(contracts):
                User.objects.filter(pk=user_id, has_had_free_trial=False).update(has_had_free_trial=True)
                trials.remember(user=User.objects.get(pk=user_id))
            before, granted = row.granted, rules.granted(contract) if news is not None else row.granted
            row.granted = granted
            row.save()
            # Each receiver reads the row as it is now. What staff gave stands until the subscription's own tier
            # changes, and a sign-up trial outlives a checkout that came to nothing.
            if granted != before:
                tiers.give(user_id=user_id, tier=granted, now=now, reason="stripe", subscription=row.subscription_id)
            if news is not None:
                _tell(row, contract, news, now=now)
            return row
    raise Contended


def _without_second_trials(contracts: list[Contract], *, user_id: int, now: datetime) -> list[Contract]:
    """End a trial that begins with a card of another account's trial, at once and without a charge.

    Stripe shows a card only after its checkout, so this is the first moment at which it can be compared. A trial that
    was granted goes on when its card is replaced. Raises GatewayError.
    """
    contract = rules.current(contracts)
    if contract is None or contract.status != "trialing" or not contract.card:
        return contracts
    own = trials.claim_card(user_id=user_id, fingerprint=contract.card)
    if own or rows.of(user_id=user_id).granted != Tier.NONE:
        return contracts
    gateway.end_subscription(subscription_id=contract.id)
    signals.trial_refused.send(Subscription, user_id=user_id, subscription_id=contract.id, now=now)
    return [replace(one, status="canceled") if one.id == contract.id else one for one in contracts]


def _mirror(row: Subscription, contract: Contract | None, *, now: datetime) -> None:
    row.version += 1
    row.synced_at = now
    row.look_again_at = _look_again(row, contract, now=now)
    row.subscription_id = contract.id if contract else ""
    row.status = contract.status if contract else ""
    row.plan = contract.plan if contract else Tier.NONE
    row.will_cancel = contract.will_cancel if contract else False
    row.cancels_on = contract.cancels_on if contract else None
    row.current_period_end = contract.current_period_end if contract else None
    row.trial_ends_at = contract.trial_ends_at if contract else None


def _look_again(row: Subscription, contract: Contract | None, *, now: datetime) -> datetime | None:
    if contract is not None and contract.live and contract.current_period_end is not None:
        return max(contract.current_period_end, now) + RECHECK_AFTER
    pending = Command.objects.filter(
        user_id=row.pk, kind=CommandKind.CHECKOUT, created_at__gt=now - CHECKOUT_LIFE
    ).exists()
    return now + RECHECK_AFTER if pending else None


def _tell(row: Subscription, contract: Contract | None, news: News, *, now: datetime) -> None:
    fresh = WebhookEvent.objects.select_for_update().filter(pk__in=news.event_ids, applied_at__isnull=True)
    types = list(fresh.values_list("type", flat=True))
    fresh.update(applied_at=now)
    ending, failed = rules.due_notices(types, contract=contract)
    if ending:
        signals.trial_ending.send(Subscription, user_id=row.pk, ends_at=row.trial_ends_at, now=now)
    if failed:
        signals.payment_failed.send(Subscription, user_id=row.pk, now=now)
