"""Creates the refusals of billing, and translates Stripe's failures into refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog

from apps.accounts.security.throttle import Guard
from apps.billing import messages, rules
from apps.common.errors import Refusal

from . import gateway, metrics

log = structlog.get_logger(__name__)

# Clicks of one user in 15 minutes. Each click causes a few calls to Stripe, and Stripe limits the number of calls.
CLICKS = 60


@contextmanager
def from_gateway_errors() -> Iterator[None]:
    """Translate a GatewayError of the block into a Refusal: 402 for a declined card, 409 for any other refusal by
    Stripe, 503 if Stripe is unavailable or has no price for a plan."""
    try:
        yield
    except gateway.Unavailable as error:
        log.error("stripe unavailable", why=str(error))
        raise Refusal("billing_unavailable", 503, messages.UNAVAILABLE, retry_after=30) from None
    except gateway.PriceMissing as error:
        log.error("stripe has no price: run manage.py stripe_setup", price=str(error))
        metrics.PRICES_MISSING.inc()
        raise Refusal("billing_unavailable", 503, messages.OUR_FAULT, retry_after=300) from None
    except gateway.Refused as error:
        if error.card_sentence:
            raise Refusal("card_declined", 402, messages.card_declined(reason=error.card_sentence)) from None
        log.error("stripe refused", why=error.code)
        raise Refusal("billing_refused", 409, messages.REFUSED) from None


def count_click(*, user_id: int, now: datetime) -> None:
    """Count one click of the user on a billing button. Raises Refusal 429 after CLICKS clicks in 15 minutes."""
    Guard(action="billing", account=str(user_id), address="", limit=CLICKS).count(now=now)


def no_subscription(*, to: str) -> Refusal:
    return Refusal("no_subscription", 409, messages.no_subscription(to=to))


def on_this_plan(plan: str) -> Refusal:
    return Refusal("already_on_plan", 409, messages.on_this_plan(plan=plan))


def refuse_complimentary(*, complimentary: str, wanted: str) -> None:
    """Raise Refusal 409 if a complimentary tier already includes the plan that the user wants to buy."""
    if rules.covers(complimentary, wanted):
        raise Refusal("complimentary", 409, messages.complimentary(plan=complimentary))


def switch_instead(plan: str) -> Refusal:
    return Refusal("already_subscribed", 409, messages.switch_instead(plan=plan))


def pay_first() -> Refusal:
    return Refusal("payment_failed", 409, messages.PAY_FIRST)


def busy() -> Refusal:
    return Refusal("billing_busy", 409, messages.BUSY)
