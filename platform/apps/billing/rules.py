"""Rules of billing: the tier, offers, actions and trial that follow from a Stripe subscription. Pure functions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

Plan = Literal["standard", "premium"]
# The price of each tier in cents a month. `manage.py stripe_setup` creates Stripe's prices from this mapping.
PRICES: Final[dict[str, int]] = {"standard": 2500, "premium": 5000}
NAMES: Final[dict[str, str]] = {"standard": "Standard", "premium": "Pro"}
TRIAL_DAYS: Final = 10
LOOKUP_KEYS: Final[dict[str, str]] = {tier: f"tablehawk_{tier}" for tier in PRICES}

# Stripe's statuses with which the user has the plan. After a failed renewal the status is past_due while Stripe retries
# the payment; then it becomes canceled or unpaid.
WITH_ACCESS: Final = frozenset({"trialing", "active", "past_due"})
# Stripe's statuses of an ended subscription, which cannot be changed or paid any more.
OVER: Final = frozenset({"canceled", "incomplete_expired"})
NO_STATUS: Final = "none"

Action = Literal["start_trial", "subscribe", "resubscribe", "switch", "current", "included", "manage"]
CheckoutAction = Literal["checkout", "renew", "switch_instead", "current", "pay_first"]
ChangeAction = Literal["change", "renew", "none", "current", "pay_first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One subscription at Stripe, with Stripe's `status`.

    `item_id` is the subscription's item that has one of our prices, and `plan` the tier of this price. They are "" and
    "none" if no item has a price of ours.
    """

    id: str
    status: str
    plan: str
    item_id: str
    created: datetime
    current_period_end: datetime | None
    cancel_at_period_end: bool = False
    cancel_at: datetime | None = None
    trial_ends_at: datetime | None = None
    # Stripe's fingerprint of the card that pays. It depends only on the card number, so it is the same for all
    # customers who use the card.
    card: str = ""

    @property
    def live(self) -> bool:
        return self.status in WITH_ACCESS

    @property
    def will_cancel(self) -> bool:
        """Whether the subscription is live and its cancellation is scheduled: by Stripe's flag `cancel_at_period_end`,
        or by the date `cancel_at`, which Stripe's portal may set."""
        return self.live and (self.cancel_at_period_end or self.cancel_at is not None)

    @property
    def cancels_on(self) -> datetime | None:
        """The instant at which the subscription ends, None if no cancellation is scheduled."""
        return (self.cancel_at or self.current_period_end) if self.will_cancel else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One subscription card on the page: the plan, its price in cents a month, and the action of its button.

    With the action `current` (the user's own plan) or `included` (a plan that the user's complimentary plan includes),
    the card has no button. With `manage`, the button opens Stripe's page.
    """

    tier: Plan
    name: str
    price_cents: int
    action: Action


def plan_of(*, lookup_key: str | None, metadata_tier: str | None) -> str:
    """Return the tier of a Stripe price, "none" if the price is not ours.

    The lookup key names the tier. A price that has lost its lookup key to a newer price has the tier in its metadata.
    """
    by_key = {key: tier for tier, key in LOOKUP_KEYS.items()}
    if lookup_key in by_key:
        return by_key[lookup_key]
    return metadata_tier if metadata_tier in PRICES else "none"


def current(contracts: Collection[Contract]) -> Contract | None:
    """Return the subscription that determines the user's plan, None without subscriptions.

    A subscription with a price of ours comes first, then one that gives access, then one that has not ended, then the
    newest. Staff may sell a customer other things in a subscription of their own.
    """

    def rank(one: Contract) -> tuple[bool, bool, bool, datetime, str]:
        return one.plan in PRICES, one.live, one.status not in OVER, one.created, one.id

    return max(contracts, key=rank, default=None)


def granted(contract: Contract | None) -> str:
    """Return the tier that a subscription gives now, "none" if it gives no access."""
    return contract.plan if contract is not None and contract.live else "none"


def trial_used(contracts: Collection[Contract]) -> bool:
    """Return whether any of a customer's subscriptions began with a trial."""
    return any(one.trial_ends_at is not None for one in contracts)


def checkout_action(contract: Contract | None, *, wanted: str) -> CheckoutAction:
    """Return the action for a user who clicks on buying the plan `wanted` and has the subscription `contract`."""
    action = change_action(contract, wanted=wanted)
    return "checkout" if action == "none" else "switch_instead" if action == "change" else action


def change_action(contract: Contract | None, *, wanted: str) -> ChangeAction:
    """Return the action for a user who clicks on switching to the plan `wanted` and has the subscription `contract`."""
    if contract is None or contract.status in OVER or contract.status == "incomplete":
        return "none"
    if contract.status == "past_due" or not contract.live:
        return "pay_first"
    if contract.plan != wanted:
        return "change"
    return "renew" if contract.will_cancel else "current"


def proration(contract: Contract, *, wanted: str) -> str:
    """Return Stripe's `proration_behavior` for a switch to the plan `wanted`.

    An upgrade is paid at once. A downgrade is credited to the next invoice. During a trial nothing is prorated.
    """
    if contract.status == "trialing":
        return "none"
    upgrade = PRICES[wanted] > PRICES.get(contract.plan, 0)
    return "always_invoice" if upgrade else "create_prorations"


def complimentary(*, tier: str, granted: str) -> str:
    """Return the user's `tier` if it is higher than the tier `granted` for the subscription, otherwise "none".

    Such a complimentary tier was set by staff, and the user does not pay for it.
    """
    return tier if PRICES.get(tier, 0) > PRICES.get(granted, 0) else "none"


def covers(complimentary: str, wanted: str) -> bool:
    """Return whether a complimentary tier includes the plan `wanted`, so that the user has no reason to pay for it."""
    return PRICES[wanted] <= PRICES.get(complimentary, 0)


def offers(
    *, status: str, plan: str, will_cancel: bool, may_try: bool, complimentary: str = "none"
) -> tuple[Offer, ...]:
    """Return one subscription card for each plan, with the action that its button has for this user.

    `status`, `plan` and `will_cancel` describe the user's subscription; `status` is NO_STATUS if there is none.
    `may_try` means that the user may start a free trial. A plan that the tier `complimentary` includes is not for sale.
    """

    def action(tier: str) -> Action:
        runs = tier == plan and status in WITH_ACCESS and not will_cancel
        if covers(complimentary, tier) and not runs:
            return "current" if tier == complimentary else "included"
        return _action(tier, status, plan, will_cancel, may_try)

    return tuple(
        Offer(tier=tier, name=NAMES[tier], price_cents=PRICES[tier], action=action(tier)) for tier in get_args(Plan)
    )


def _action(tier: str, status: str, plan: str, will_cancel: bool, may_try: bool) -> Action:
    if status in OVER or status in (NO_STATUS, "incomplete"):
        if may_try:
            return "start_trial"
        return "resubscribe" if status in OVER and tier == plan else "subscribe"
    if tier == plan and status in WITH_ACCESS:
        return "resubscribe" if will_cancel else "current"
    return "switch" if status in ("active", "trialing") else "manage"


def due_notices(types: Sequence[str], *, contract: Contract | None) -> tuple[bool, bool]:
    """Return (trial ending, payment failed): for each of these two notices, whether it is due.

    `types` are the Stripe types of the new events, and `contract` is the user's current
    subscription.

    "Trial ending" is False if the trial has already become a paid subscription. "Payment failed" is False if the
    payment has been made in the meantime.
    """
    status = contract.status if contract is not None else NO_STATUS
    ending = "customer.subscription.trial_will_end" in types and status == "trialing"
    failed = "invoice.payment_failed" in types and status in ("past_due", "unpaid", "incomplete")
    return ending, failed
