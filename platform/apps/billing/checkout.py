"""Buying a plan: one customer for each user, one open checkout page for each customer, one trial for each person.

Parallel clicks meet in the newest checkout command: the one that wrote it and those that came too late all carry it
out, with one key, and get the same page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User

from . import commands, following, gateway, refusals, rows, rules, selectors, services, trials
from .gateway import Session
from .models import Command, CommandKind, CommandState, Subscription
from .rules import Contract

ROUNDS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """Where the browser goes now, and what it is told."""

    url: str
    message: str


def start(*, user: User, wanted: str, now: datetime) -> Started:
    """Open a checkout page for a plan; a subscription of that plan that was to end goes on instead.

    Raises Refusal: 409 for a user who has a subscription, or the plan without paying, 429, 503 when Stripe does not
    answer.
    """
    refusals.count_click(user_id=user.pk, now=now)
    refusals.refuse_what_is_given(given=selectors.complimentary(user=user, now=now), wanted=wanted)
    with refusals.told():
        customer_id = _customer(user=user, now=now)
        price = gateway.price_id(lookup_key=rules.LOOKUP_KEYS[wanted])
        for _ in range(ROUNDS):
            newest = _newest(user)
            page = None if newest is None else _page(newest, now=now)
            # Read after the page: one that was paid meanwhile shows here.
            contracts = gateway.contracts(customer_id=customer_id)
            contract = rules.current(contracts)
            if renewed := _instead(user=user, contract=contract, wanted=wanted, now=now):
                return renewed
            trial = not trials.used(user=user) and not rules.trial_used(contracts)
            request = _request(user=user, customer_id=customer_id, price=price, trial=trial)
            if newest is not None and page is not None and page.url and newest.request == request:
                return Started(url=page.url, message=_message(trial))
            if page is None or page.status != "open" or _expired(user=user, page=page, now=now):
                _write_down(user=user, after=newest, request=request, now=now)
    raise refusals.busy()


def _instead(*, user: User, contract: Contract | None, wanted: str, now: datetime) -> Started | None:
    """What somebody who has a subscription gets in place of a checkout page. Raises Refusal."""
    step = rules.checkout_step(contract, wanted=wanted)
    if step == "checkout" or contract is None:
        return None
    if step == "renew":
        services.renew(user=user, contract=contract, now=now)
        return Started(url=settings.CHECKOUT_SUCCESS_URL, message="Your subscription goes on.")
    if step == "current":
        raise refusals.on_this_plan(contract.plan)
    raise refusals.switch_instead(contract.plan) if step == "switch_instead" else refusals.pay_first()


def _newest(user: User) -> Command | None:
    """The checkout that was begun last and came to something, or may have."""
    begun = Command.objects.filter(user=user, kind=CommandKind.CHECKOUT)
    return begun.filter(state__in=commands.BEGUN).order_by("-id").first()


def _page(command: Command, *, now: datetime) -> Session | None:
    """The page of a checkout command, made if that is still to be done; None if it came to nothing."""
    if command.state == CommandState.DONE:
        return gateway.checkout(session_id=command.result_id)
    if now - command.created_at >= commands.KEY_LIFE:
        commands.end(command, CommandState.DROPPED, now=now)
        return None
    return commands.carry_out(command, lambda key: gateway.open_checkout(params=command.request, key=key), now=now)


def _write_down(*, user: User, after: Command | None, request: Mapping[str, Any], now: datetime) -> None:
    """Begin a checkout, unless another click has begun one since `after` was the newest."""
    with transaction.atomic():
        row = rows.held(user_id=user.pk)
        newest = _newest(user)
        if (newest.pk if newest else None) == (after.pk if after else None):
            Command.objects.create(user=user, kind=CommandKind.CHECKOUT, request=request, created_at=now)
            row.look_again_at = now + following.RECHECK_AFTER
            row.save(update_fields=["look_again_at"])


def _expired(*, user: User, page: Session, now: datetime) -> bool:
    """Close a page that asks for something else; False when it was paid or closed meanwhile."""
    request = {"session": page.id}
    command = commands.begin(user_id=user.pk, kind=CommandKind.EXPIRE, request=request, now=now)
    try:
        commands.carry_out(command, lambda key: gateway.expire_checkout(session_id=page.id, key=key), now=now)
    except gateway.Refused:
        return False
    return True


def _customer(*, user: User, now: datetime) -> str:
    """The user's customer at Stripe, made when there is none."""
    row = rows.of(user_id=user.pk)
    if row.customer_id:
        return row.customer_id
    request = {
        "email": user.email,
        "name": f"{user.first_name} {user.last_name}",
        "metadata": {"user_id": str(user.pk)},
    }
    command = commands.begin_once(user_id=user.pk, kind=CommandKind.CUSTOMER, request=request, now=now)
    customer_id = command.result_id
    if not customer_id:
        made = commands.carry_out(
            command, lambda key: gateway.create_customer(params=command.request, key=key), now=now
        )
        customer_id = made.id
    # A twin of this click wrote the same id: one command, one key, one customer.
    Subscription.objects.filter(pk=user.pk, customer_id=None).update(customer_id=customer_id)
    return customer_id


def _request(*, user: User, customer_id: str, price: str, trial: bool) -> dict[str, Any]:
    whose = {"user_id": str(user.pk)}
    return {
        "mode": "subscription",
        "customer": customer_id,
        "client_reference_id": str(user.pk),
        "line_items": [{"price": price, "quantity": 1}],
        "subscription_data": {"metadata": whose} | ({"trial_period_days": rules.TRIAL_DAYS} if trial else {}),
        "payment_method_collection": "always",
        "success_url": settings.CHECKOUT_SUCCESS_URL,
        "cancel_url": settings.CHECKOUT_CANCEL_URL,
    }


def _message(trial: bool) -> str:
    return f"Redirecting to checkout for your {rules.TRIAL_DAYS}-day free trial" if trial else "Redirecting to checkout"
