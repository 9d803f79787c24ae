"""Actions of a subscriber: cancel, change the plan, renew, open Stripe's portal.

Each action reads the current state from Stripe, because the mirror may be outdated. The actions do not change the
user's tier; the tier changes when the background worker applies Stripe's event.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings

from apps.accounts.models import User
from apps.common.errors import Refusal

from . import messages, rules, selectors
from .models import CommandKind, Subscription
from .rules import Contract
from .stripe import commands, customers, gateway, refusals, subscription_sync

log = structlog.get_logger(__name__)


def cancel(*, user: User, now: datetime) -> str:
    """Schedule the end of the subscription for the end of its period. Return the sentence to show.

    A second call changes nothing. Raises Refusal: 409 without a subscription, 429 after too many clicks, 503 if Stripe
    does not answer.
    """
    refusals.count_click(user_id=user.pk, now=now)
    with refusals.from_gateway_errors():
        contract = _get_contract(user, to="cancel")
        if not contract.live:
            raise refusals.no_subscription(to="cancel")
        if not contract.will_cancel:
            _update(user, contract, {"cancel_at_period_end": True}, now=now)
    return messages.canceled(
        plan=contract.plan, ends=contract.cancels_on or contract.current_period_end, locale=user.locale
    )


def change(*, user: User, wanted: str, now: datetime) -> None:
    """Switch to another plan at once, with proration. A scheduled cancellation is revoked.

    Raises Refusal: 402 if the card is declined (nothing has changed); 409 if the user has no subscription, already has
    this plan (paid or complimentary) or has an unpaid invoice; 429 after too many clicks; 503 if Stripe does not
    answer.
    """
    refusals.count_click(user_id=user.pk, now=now)
    complimentary = selectors.complimentary(user=user, now=now)
    with refusals.from_gateway_errors():
        contract = _get_contract(user, to="change")
        refusals.refuse_complimentary(complimentary=complimentary, wanted=wanted)
        action = rules.change_action(contract, wanted=wanted)
        if action == "none":
            raise refusals.no_subscription(to="change")
        if action == "pay_first":
            raise refusals.pay_first()
        if action == "current":
            raise refusals.on_this_plan(wanted)
        if action == "renew":
            renew(user=user, contract=contract, now=now)
            return
        price = gateway.price_id(lookup_key=rules.LOOKUP_KEYS[wanted])
        switch = {
            # Without an item of ours, the plan is added: what staff sold besides it stays.
            "items": [{"id": contract.item_id, "price": price} if contract.item_id else {"price": price}],
            "proration_behavior": rules.proration(contract, wanted=wanted),
            # If the card is declined, Stripe refuses the whole change, and the plan stays unchanged.
            "payment_behavior": "error_if_incomplete",
        }
        _update(user, contract, switch | _without_cancellation(contract), now=now)


def renew(*, user: User, contract: Contract, now: datetime) -> None:
    """Revoke the scheduled cancellation of the subscription `contract`. Raises GatewayError."""
    _update(user, contract, _without_cancellation(contract), now=now)


def portal_url(*, user: User, now: datetime) -> str:
    """Return the URL of Stripe's page on which the user manages card, invoices and subscription.

    Raises Refusal: 409 if the user has never opened a checkout page; 429 after too many clicks; 503
    if Stripe does not answer or returns no URL.
    """
    refusals.count_click(user_id=user.pk, now=now)
    _get_customer_id(user, to="manage")

    def open_portal(customer_id: str) -> gateway.Result:
        request = {"customer": customer_id, "return_url": settings.PORTAL_RETURN_URL}
        command = commands.begin(user_id=user.pk, kind=CommandKind.PORTAL, request=request, now=now)
        return commands.execute(command, lambda key: gateway.open_portal(params=request, key=key), now=now)

    with refusals.from_gateway_errors():
        page = customers.call_with_customer(user=user, call=open_portal, now=now)
    if not page.url:
        raise Refusal("no_url", 503, messages.NO_PORTAL, retry_after=30)
    return page.url


def _get_contract(user: User, *, to: str) -> Contract:
    contract = rules.current(gateway.contracts(customer_id=_get_customer_id(user, to=to)))
    if contract is None:
        raise refusals.no_subscription(to=to)
    return contract


def _get_customer_id(user: User, *, to: str) -> str:
    row = Subscription.objects.filter(pk=user.pk).first()
    if row is None or not row.customer_id:
        raise refusals.no_subscription(to=to)
    return row.customer_id


def _without_cancellation(contract: Contract) -> dict[str, Any]:
    if not contract.will_cancel:
        return {}
    return {"cancel_at_period_end": False} if contract.cancel_at_period_end else {"cancel_at": ""}


def _update(user: User, contract: Contract, params: Mapping[str, Any], *, now: datetime) -> None:
    request = {"subscription": contract.id, **params}
    command = commands.begin(user_id=user.pk, kind=CommandKind.UPDATE, request=request, now=now)
    commands.execute(
        command,
        lambda key: gateway.update_subscription(subscription_id=contract.id, params=params, key=key),
        now=now,
    )
    try:
        # Update the mirror, so that the next page shows the change. If this fails, the webhook updates the mirror.
        customer_id = _get_customer_id(user, to="change")
        subscription_sync.synchronize(user_id=user.pk, customer_id=customer_id, now=now, event_ids=None)
    except (gateway.GatewayError, subscription_sync.Contended) as error:
        log.warning("subscription was not read back after a change", user_id=user.pk, why=type(error).__name__)
