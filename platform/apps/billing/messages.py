"""The sentences that users see on the plans screens. Dates are formatted in the time zone of New York."""

from datetime import datetime
from typing import Final

from apps.common.formatting import format_long_day, new_york_day

from .rules import NAMES, TRIAL_DAYS

# Checkout
TRIAL_CHECKOUT: Final = f"Redirecting to checkout for your {TRIAL_DAYS}-day free trial"
CHECKOUT: Final = "Redirecting to checkout"
RENEWED: Final = "Your plan will renew as before."
CHANGED: Final = "successfully changed plan"

# Refusals
UNAVAILABLE: Final = "We can't reach our payment provider right now. Try again in a few minutes."
OUR_FAULT: Final = "Something is wrong on our side, so plans can't be changed right now. You haven't been charged."
REFUSED: Final = "Our payment provider didn't accept this. Reload the page and try again."
PAY_FIRST: Final = "Your last payment didn't go through. Update your card under Manage first."
BUSY: Final = "We're still working on your last change. Try again in a moment."
NO_PORTAL: Final = "Failed to retrieve management URL"

# The webhook
STALE_WEBHOOK: Final = "The webhook wasn't signed within five minutes of now."
UNSIGNED_WEBHOOK: Final = "The webhook isn't signed by our payment provider."
NOT_AN_EVENT: Final = "The webhook isn't an event."


def canceled(*, plan: str, ends: datetime | None, locale: str) -> str:
    """Return the sentence that confirms a cancellation. `ends` is the instant at which access ends, None if unknown."""
    if ends is None:
        return f"Your {NAMES[plan]} plan is canceled."
    return f"Your {NAMES[plan]} plan is canceled. You keep access until {_day(ends, locale)}."


def access(*, plan: str, ends: datetime | None, locale: str) -> str:
    """Return the sentence of the cancel dialog that says how long access lasts. `ends` is None if unknown."""
    if ends is None:
        return f"You keep access to {NAMES[plan]} until the end of the period you've paid for."
    return f"You keep access to {NAMES[plan]} until {_day(ends, locale)}."


def card_declined(*, reason: str) -> str:
    """Return the sentence for a declined card. It begins with `reason`, the payment provider's sentence."""
    return f"{reason} Your plan hasn't changed. You can update your card under Manage."


no_subscription = "You have no plan to {to}.".format


def on_this_plan(*, plan: str) -> str:
    return f"You're already on {NAMES[plan]}."


def complimentary(*, plan: str) -> str:
    return f"Your {NAMES[plan]} plan is given by Tablehawk, so there's nothing to pay."


def switch_instead(*, plan: str) -> str:
    return f"You already have {NAMES.get(plan, 'another plan')}. Switch plans instead."


def _day(instant: datetime, locale: str) -> str:
    return format_long_day(new_york_day(instant), locale=locale)
