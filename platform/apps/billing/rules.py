"""What a Stripe subscription means for its user: tier, offers, trial, dates and sentences. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

# Cents a month; stripe_setup creates Stripe's prices from them.
PRICES: Final[dict[str, int]] = {"standard": 2500, "premium": 5000}
NAMES: Final[dict[str, str]] = {"standard": "Standard", "premium": "Pro"}
TRIAL_DAYS: Final = 10
LOOKUP_KEYS: Final[dict[str, str]] = {tier: f"tablehawk_{tier}" for tier in PRICES}

# After a failed renewal the plan stays while Stripe retries; then the status becomes canceled or unpaid.
WITH_ACCESS: Final = frozenset({"trialing", "active", "past_due"})
# Ended: nothing can be changed or paid any more.
OVER: Final = frozenset({"canceled", "incomplete_expired"})
NO_STATUS: Final = "none"

Action = Literal["start_trial", "subscribe", "resubscribe", "switch", "current", "included", "manage"]
CheckoutAction = Literal["checkout", "renew", "switch_instead", "current", "pay_first"]
ChangeAction = Literal["change", "renew", "none", "current", "pay_first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One subscription at Stripe. `plan` is the tier of its price, "none" if the price is not ours."""

    id: str
    status: str
    plan: str
    item_id: str
    created: datetime
    current_period_end: datetime | None
    cancel_at_period_end: bool = False
    cancel_at: datetime | None = None
    trial_ends_at: datetime | None = None
    # Stripe's fingerprint of the card that pays: the same for all customers who enter its number.
    card: str = ""

    @property
    def live(self) -> bool:
        return self.status in WITH_ACCESS

    @property
    def will_cancel(self) -> bool:
        """Whether the subscription ends with its period. Stripe's portal may set a date instead of the flag."""
        return self.live and (self.cancel_at_period_end or self.cancel_at is not None)

    @property
    def cancels_on(self) -> datetime | None:
        """The date on which the subscription ends, if it will be canceled."""
        return (self.cancel_at or self.current_period_end) if self.will_cancel else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One subscription card on the page: the plan, its price in cents, and what its button does."""

    tier: str
    name: str
    price_cents: int
    action: Action


def plan_of(*, lookup_key: str | None, metadata_tier: str | None) -> str:
    """Return the tier of a price by its lookup key. A price that has lost its key to a newer one has the tier in its
    metadata."""
    by_key = {key: tier for tier, key in LOOKUP_KEYS.items()}
    if lookup_key in by_key:
        return by_key[lookup_key]
    return metadata_tier if metadata_tier in PRICES else "none"


def current(contracts: Collection[Contract]) -> Contract | None:
    """Return the subscription that determines the plan: one that gives access if there is any, otherwise the newest."""
    return max(contracts, key=lambda one: (one.live, one.status not in OVER, one.created, one.id), default=None)


def granted(contract: Contract | None) -> str:
    """Return the tier that a subscription gives now."""
    return contract.plan if contract is not None and contract.live else "none"


def trial_used(contracts: Collection[Contract]) -> bool:
    """Return whether any of a customer's subscriptions began with a trial."""
    return any(one.trial_ends_at is not None for one in contracts)


def checkout_action(contract: Contract | None, *, wanted: str) -> CheckoutAction:
    """Return what to do when the user wants to buy a plan."""
    if contract is None or contract.status in OVER or contract.status == "incomplete":
        return "checkout"
    if contract.status == "past_due" or not contract.live:
        return "pay_first"
    if contract.plan != wanted:
        return "switch_instead"
    return "renew" if contract.will_cancel else "current"


def change_action(contract: Contract | None, *, wanted: str) -> ChangeAction:
    """Return what to do when the user wants another plan."""
    if contract is None or contract.status in OVER or contract.status == "incomplete":
        return "none"
    if contract.status == "past_due" or not contract.live:
        return "pay_first"
    if contract.plan != wanted:
        return "change"
    return "renew" if contract.will_cancel else "current"


def proration(contract: Contract, *, wanted: str) -> str:
    """Return Stripe's proration setting: an upgrade is paid at once, a downgrade is credited to the next invoice."""
    if contract.status == "trialing":
        return "none"
    upgrade = PRICES[wanted] > PRICES.get(contract.plan, 0)
    return "always_invoice" if upgrade else "create_prorations"


def complimentary(*, tier: str, granted: str) -> str:
    """Return the tier that staff gave the user beyond what the subscription grants, or "none"."""
    return tier if PRICES.get(tier, 0) > PRICES.get(granted, 0) else "none"


def covers(complimentary: str, wanted: str) -> bool:
    """Return whether a complimentary tier already includes a plan. If so, paying for the plan would have no benefit."""
    return PRICES[wanted] <= PRICES.get(complimentary, 0)


def offers(
    *, status: str, plan: str, will_cancel: bool, may_try: bool, complimentary: str = "none"
) -> tuple[Offer, ...]:
    """Return the subscription cards for the state of the newest subscription. A `status` of NO_STATUS means that there
    is no subscription.

    A plan that the `complimentary` tier includes is not offered.
    """

    def action(tier: str) -> Action:
        runs = tier == plan and status in WITH_ACCESS and not will_cancel
        if covers(complimentary, tier) and not runs:
            return "current" if tier == complimentary else "included"
        return _action(tier, status, plan, will_cancel, may_try)

    return tuple(
        Offer(tier=tier, name=NAMES[tier], price_cents=cents, action=action(tier)) for tier, cents in PRICES.items()
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
    """Return which notices these events require now, as (trial ending, payment failed).

    The first is False if the trial has become a subscription. The second is False if the payment has been made.
    """
    status = contract.status if contract is not None else NO_STATUS
    ending = "customer.subscription.trial_will_end" in types and status == "trialing"
    failed = "invoice.payment_failed" in types and status in ("past_due", "unpaid", "incomplete")
    return ending, failed
