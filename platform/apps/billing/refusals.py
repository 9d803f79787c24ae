"""The sentences in which billing says no, and what a Stripe that does not do its part is told as."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog

from apps.accounts.throttle import Guard
from apps.common.errors import Refusal

from . import gateway, rules

log = structlog.get_logger(__name__)

# Each click is a few calls at Stripe, which has limits of its own.
CLICKS = 60


@contextmanager
def told() -> Iterator[None]:
    """Turn what the gateway raises into refusals."""
    try:
        yield
    except gateway.Away as error:
        log.error("stripe away", why=str(error))
        raise away() from None
    except gateway.Refused as error:
        if error.card_sentence:
            sentence = f"{error.card_sentence} Nothing has changed. You can update your card under Manage."
            raise Refusal("card_declined", 402, sentence) from None
        log.error("stripe refused", why=error.code)
        raise Refusal(
            "billing_refused", 409, "Our payment provider refused this. Please reload and try again."
        ) from None


def count_click(*, user_id: int, now: datetime) -> None:
    """Raise Refusal 429 for a user who asks for more than anybody needs."""
    Guard(action="billing", account=str(user_id), address="", limit=CLICKS).count(now=now)


def away() -> Refusal:
    """503: Stripe does not answer."""
    sentence = "Our payment provider does not answer just now. Please try again in a few minutes."
    return Refusal("billing_unavailable", 503, sentence, retry_after=30)


def no_subscription(*, to: str) -> Refusal:
    """409: there is nothing to change, cancel or manage."""
    return Refusal("no_subscription", 409, f"You have no subscription to {to}.")


def on_this_plan(plan: str) -> Refusal:
    """409: the plan that was asked for is the user's."""
    return Refusal("already_on_plan", 409, f"You are on {rules.NAMES[plan]} already.")


def refuse_what_is_given(*, given: str, wanted: str) -> None:
    """Raise Refusal 409 when a complimentary tier covers the plan that would be paid for."""
    if rules.covers(given, wanted):
        sentence = f"Your {rules.NAMES[given]} plan is complimentary: there is nothing to pay."
        raise Refusal("complimentary", 409, sentence)


def switch_instead(plan: str) -> Refusal:
    """409: somebody with a subscription changes it and does not buy a second one."""
    return Refusal(
        "already_subscribed", 409, f"You have {rules.NAMES.get(plan, 'another plan')} already. Switch plans instead."
    )


def pay_first() -> Refusal:
    """409: a payment is owed."""
    return Refusal("payment_failed", 409, "Your last payment failed. Please update your card under Manage first.")


def busy() -> Refusal:
    """409: other clicks of the same user are being carried out."""
    return Refusal("billing_busy", 409, "We are still working on your last click. Please try again in a moment.")
