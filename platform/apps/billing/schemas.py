"""Request and response shapes of billing. No request contains a price, a URL, a coupon or a trial."""

from typing import Literal

from ninja import Schema

from apps.billing.rules import Offer, Plan
from apps.common.schemas import Instant, Strict


class CheckoutIn(Strict):
    """The plan to buy."""

    subscription_tier: Plan


class ChangeIn(Strict):
    """The plan to switch to."""

    new_subscription_tier: Plan


class CheckoutOut(Schema):
    """The URL that the browser opens next: the checkout page, or the page after a purchase if an
    ending subscription was renewed instead. The specification fixes the name `sessionUrl`."""

    sessionUrl: str
    message: str


class ManageOut(Schema):
    """The URL of the Stripe page on which the user manages card, invoices and subscription."""

    url: str


class DetailsOut(Schema):
    """The user's subscription. `status` is Stripe's status, "none" without a subscription. `subscription_type` is the
    plan that applies now.

    If a cancellation is scheduled, `will_cancel` is true and the subscription ends at `cancels_on`. Otherwise it renews
    at `current_period_end`. `complimentary` is true if staff gave the user the plan and nothing is paid for it.
    """

    subscription_type: Literal["none", "standard", "premium"]
    status: str
    will_cancel: bool
    cancels_on: Instant | None
    current_period_end: Instant | None
    trial_ends_at: Instant | None
    has_had_free_trial: bool
    complimentary: bool
    plans: list[Offer]
    can_cancel: bool
    can_manage: bool
