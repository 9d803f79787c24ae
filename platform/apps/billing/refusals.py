"""Billing's refusals, and the translation of Stripe's failures into refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog

from apps.accounts.throttle import Guard
from apps.common.errors import Refusal

from . import gateway, rules

log = structlog.get_logger(__name__)

# In the throttle's 15 minutes. Each click is a few calls to Stripe, which has limits of its own.
CLICKS = 60


@contextmanager
def from_gateway_errors() -> Iterator[None]:
    """Inside the block, translate GatewayError into Refusal."""
    try:
        yield
    except gateway.Unavailable as error:
        log.error("stripe unavailable", why=str(error))
        sentence = "Our payment provider does not answer just now. Please try again in a few minutes."
        raise Refusal("billing_unavailable", 503, sentence, retry_after=30) from None
    except gateway.Refused as error:
        if error.card_sentence:
            sentence = f"{error.card_sentence} Nothing has changed. You can update your card under Manage."
            raise Refusal("card_declined", 402, sentence) from None
        log.error("stripe refused", why=error.code)
        sentence = "Our payment provider refused this. Please reload and try again."
        raise Refusal("billing_refused", 409, sentence) from None


def count_click(*, user_id: int, now: datetime) -> None:
    """Count a click. Raises Refusal 429 if the user clicks too often."""
    Guard(action="billing", account=str(user_id), address="", limit=CLICKS).count(now=now)


def no_subscription(*, to: str) -> Refusal:
    return Refusal("no_subscription", 409, f"You have no subscription to {to}.")


def on_this_plan(plan: str) -> Refusal:
    return Refusal("already_on_plan", 409, f"You are on {rules.NAMES[plan]} already.")


def refuse_complimentary(*, complimentary: str, wanted: str) -> None:
    """Raise Refusal 409 if a complimentary tier already includes the plan that the user wants to buy."""
    if rules.covers(complimentary, wanted):
        sentence = f"Your {rules.NAMES[complimentary]} plan is complimentary: there is nothing to pay."
        raise Refusal("complimentary", 409, sentence)


def switch_instead(plan: str) -> Refusal:
    return Refusal(
        "already_subscribed", 409, f"You have {rules.NAMES.get(plan, 'another plan')} already. Switch plans instead."
    )


def pay_first() -> Refusal:
    return Refusal("payment_failed", 409, "Your last payment failed. Please update your card under Manage first.")


def busy() -> Refusal:
    return Refusal("billing_busy", 409, "We are still working on your last click. Please try again in a moment.")
