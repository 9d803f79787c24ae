"""Opens Stripe's checkout page for buying a plan.

A user has one customer at Stripe, a customer has one open checkout page, and a person gets one trial. Parallel clicks
share the newest checkout command: each click sends it with the same idempotency key and gets the same page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User

from . import messages, rules, selectors, services
from .models import Command, CommandKind, CommandState, Subscription
from .plans import trials
from .rules import Contract
from .stripe import commands, customers, gateway, refusals
from .stripe.gateway import Session
from .stripe.subscription_sync import RECHECK_AFTER

ROUNDS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The result of `start`: the URL that the browser opens next, and the message that the page shows."""

    url: str
    message: str


def start(*, user: User, wanted: str, now: datetime) -> Started:
    """Open a checkout page for a plan. If the user's subscription to that plan was about to end, renew it instead.

    Raises Refusal: 409 if the user already has a subscription, staff gave the user this plan, or parallel clicks kept
    replacing the page; 429 after 60 clicks in 15 minutes; 503 if Stripe does not answer.
    """
    refusals.count_click(user_id=user.pk, now=now)
    refusals.refuse_complimentary(complimentary=selectors.complimentary(user=user, now=now), wanted=wanted)
    with refusals.from_gateway_errors():
        price = gateway.price_id(lookup_key=rules.LOOKUP_KEYS[wanted])

        def open_page(customer_id: str) -> Started:
            gateway.check_customer(customer_id=customer_id)
            return _open_page(user=user, customer_id=customer_id, price=price, wanted=wanted, now=now)

        return customers.call_with_customer(user=user, call=open_page, now=now)


def _open_page(*, user: User, customer_id: str, price: str, wanted: str, now: datetime) -> Started:
    for _ in range(ROUNDS):
        newest = _newest_checkout(user)
        # A page of another customer, who was deleted, cannot be paid any more.
        own = newest is not None and newest.request.get("customer") == customer_id
        page = _get_page(newest, now=now) if newest is not None and own else None
        # Read the subscriptions after the page, so that a page that was paid in the meantime appears among them.
        contracts = gateway.contracts(customer_id=customer_id)
        renewed = _renew_instead(user=user, contract=rules.current(contracts), wanted=wanted, now=now)
        if renewed:
            return renewed
        trial = not trials.is_used(user=user) and not rules.trial_used(contracts)
        request = _request(user=user, customer_id=customer_id, price=price, trial=trial)
        if newest is not None and page is not None and page.url and newest.request == request:
            return Started(url=page.url, message=_message(trial))
        if page is None or page.status != "open" or _expire(user=user, page=page, now=now):
            _store_checkout(user=user, after=newest, request=request, now=now)
    raise refusals.busy()


def _renew_instead(*, user: User, contract: Contract | None, wanted: str, now: datetime) -> Started | None:
    """Revoke the cancellation of an existing subscription to the wanted plan.

    Returns None if the user needs a checkout page instead. Raises Refusal 409 if the user already has the plan, has
    another plan or has an unpaid invoice.
    """
    action = rules.checkout_action(contract, wanted=wanted)
    if action == "checkout" or contract is None:
        return None
    if action == "renew":
        services.renew(user=user, contract=contract, now=now)
        return Started(url=settings.CHECKOUT_SUCCESS_URL, message=messages.RENEWED)
    if action == "current":
        raise refusals.on_this_plan(contract.plan)
    raise refusals.switch_instead(contract.plan) if action == "switch_instead" else refusals.pay_first()


def _newest_checkout(user: User) -> Command | None:
    begun = Command.objects.filter(user=user, kind=CommandKind.CHECKOUT, state__in=commands.BEGUN)
    return begun.order_by("-id").first()


def _get_page(command: Command, *, now: datetime) -> Session | None:
    """Return the checkout page of a command. Create the page at Stripe if the command has none yet.

    Returns None if the command has no page and its idempotency key has expired.
    """
    if command.state == CommandState.DONE:
        return gateway.checkout(session_id=command.result_id)
    if now - command.created_at >= commands.KEY_LIFE:
        commands.end(command, CommandState.DROPPED, now=now)
        return None
    return commands.execute(command, lambda key: gateway.open_checkout(params=command.request, key=key), now=now)


@transaction.atomic
def _store_checkout(*, user: User, after: Command | None, request: Mapping[str, Any], now: datetime) -> None:
    """Store a checkout command, unless another click has stored one after the command `after`."""
    row = Subscription.lock(user_id=user.pk)
    newest = _newest_checkout(user)
    if (newest.pk if newest else None) == (after.pk if after else None):
        if newest is not None:
            # An open command is that of a deleted customer: a user has one open command of each kind.
            commands.end(newest, CommandState.DROPPED, now=now)
        Command.objects.create(user=user, kind=CommandKind.CHECKOUT, request=request, created_at=now)
        row.look_again_at = now + RECHECK_AFTER
        row.save(update_fields=["look_again_at"])


def _expire(*, user: User, page: Session, now: datetime) -> bool:
    """Close the user's checkout page at Stripe, because it is for another plan or price. Return False if the page was
    paid or closed in the meantime."""
    request = {"session": page.id}
    command = commands.begin(user_id=user.pk, kind=CommandKind.EXPIRE, request=request, now=now)
    try:
        commands.execute(command, lambda key: gateway.expire_checkout(session_id=page.id, key=key), now=now)
    except gateway.Refused:
        return False
    return True


def _request(*, user: User, customer_id: str, price: str, trial: bool) -> dict[str, Any]:
    metadata = {"user_id": str(user.pk)}
    return {
        "mode": "subscription",
        "customer": customer_id,
        "client_reference_id": str(user.pk),
        "line_items": [{"price": price, "quantity": 1}],
        "subscription_data": {"metadata": metadata} | ({"trial_period_days": rules.TRIAL_DAYS} if trial else {}),
        "payment_method_collection": "always",
        "success_url": settings.CHECKOUT_SUCCESS_URL,
        "cancel_url": settings.CHECKOUT_CANCEL_URL,
    }


def _message(trial: bool) -> str:
    return messages.TRIAL_CHECKOUT if trial else messages.CHECKOUT
