from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from apps.billing import rules
from apps.billing.rules import Contract

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
END = datetime(2026, 12, 20, 12, tzinfo=UTC)
ACTIVE = Contract(
    id="sub_1",
    status="active",
    plan="standard",
    item_id="si_1",
    created=NOW,
    current_period_end=END,
    trial_ends_at=None,
)


def contract(status: str = "active", plan: str = "standard", **more: object) -> Contract:
    return replace(ACTIVE, status=status, plan=plan, **more)  # type: ignore[arg-type] # fields by name


@pytest.mark.parametrize(
    ("status", "tier"),
    [
        ("trialing", "premium"),
        ("active", "premium"),
        ("past_due", "premium"),
        ("incomplete", "none"),
        ("incomplete_expired", "none"),
        ("unpaid", "none"),
        ("paused", "none"),
        ("canceled", "none"),
    ],
)
def test_the_status_decides_whether_the_plan_counts(status: str, tier: str) -> None:
    assert rules.granted(contract(status, "premium")) == tier


def test_no_subscription_gives_no_plan() -> None:
    assert rules.granted(None) == "none"


@pytest.mark.parametrize(
    ("lookup_key", "metadata_tier", "plan"),
    [
        ("tablehawk_standard", None, "standard"),
        ("tablehawk_premium", "premium", "premium"),
        (None, "standard", "standard"),
        ("tablehawk_premium", "standard", "premium"),
        ("somebody_elses", "gold", "none"),
        (None, None, "none"),
    ],
)
def test_the_tier_of_a_price_is_found_by_lookup_key_or_metadata(
    lookup_key: str | None, metadata_tier: str | None, plan: str
) -> None:
    assert rules.plan_of(lookup_key=lookup_key, metadata_tier=metadata_tier) == plan


@pytest.mark.parametrize(
    ("older", "newer", "counts"),
    [
        ("canceled", "active", "newer"),
        ("active", "canceled", "older"),
        ("active", "incomplete", "older"),
        ("canceled", "incomplete", "newer"),
        ("incomplete", "incomplete_expired", "older"),
        ("canceled", "canceled", "newer"),
        ("active", "trialing", "newer"),
    ],
)
def test_the_subscription_that_counts_gives_access_or_is_the_newest(older: str, newer: str, counts: str) -> None:
    both = {
        "older": contract(older, id="sub_9"),
        "newer": contract(newer, created=NOW + timedelta(days=1)),
    }
    assert rules.current(list(both.values())) == both[counts]
    assert rules.current([]) is None


@pytest.mark.parametrize(
    ("flag", "date", "status", "ends"),
    [
        (False, None, "active", None),
        (True, None, "active", END),
        (True, END, "trialing", END),
        (False, NOW, "active", NOW),
        (True, END, "canceled", None),
    ],
)
def test_a_subscription_cancels_on_its_date_or_at_the_end_of_its_period(
    flag: bool, date: datetime | None, status: str, ends: datetime | None
) -> None:
    found = contract(status, cancel_at_period_end=flag, cancel_at=date)
    assert (found.will_cancel, found.cancels_on) == (ends is not None, ends)


@pytest.mark.parametrize(
    ("status", "plan", "will_cancel", "may_try", "actions"),
    [
        ("none", "none", False, True, ("start_trial", "start_trial")),
        ("none", "none", False, False, ("subscribe", "subscribe")),
        ("incomplete", "standard", False, False, ("subscribe", "subscribe")),
        ("active", "standard", False, False, ("current", "switch")),
        ("trialing", "premium", False, False, ("switch", "current")),
        ("active", "standard", True, False, ("resubscribe", "switch")),
        ("canceled", "premium", False, False, ("subscribe", "resubscribe")),
        ("past_due", "standard", False, False, ("current", "manage")),
        ("unpaid", "standard", False, False, ("manage", "manage")),
    ],
)
def test_each_state_has_its_buttons(
    status: str, plan: str, will_cancel: bool, may_try: bool, actions: tuple[str, str]
) -> None:
    cards = rules.offers(status=status, plan=plan, will_cancel=will_cancel, may_try=may_try)
    assert tuple(card.action for card in cards) == actions
    assert [(card.tier, card.name, card.price_cents) for card in cards] == [
        ("standard", "Standard", 2500),
        ("premium", "Pro", 5000),
    ]


@pytest.mark.parametrize(
    ("status", "plan", "will_cancel", "given", "actions"),
    [
        ("none", "none", False, "premium", ("included", "current")),
        ("none", "none", False, "standard", ("current", "subscribe")),
        ("canceled", "premium", False, "premium", ("included", "current")),
        ("active", "standard", False, "premium", ("current", "current")),
        ("active", "standard", True, "premium", ("included", "current")),
        ("unpaid", "standard", False, "standard", ("current", "manage")),
    ],
)
def test_a_plan_that_a_complimentary_tier_covers_is_not_sold(
    status: str, plan: str, will_cancel: bool, given: str, actions: tuple[str, str]
) -> None:
    cards = rules.offers(status=status, plan=plan, will_cancel=will_cancel, may_try=False, complimentary=given)
    assert tuple(card.action for card in cards) == actions


@pytest.mark.parametrize(
    ("tier", "granted", "given"),
    [
        ("premium", "none", "premium"),
        ("premium", "standard", "premium"),
        ("standard", "standard", "none"),
        ("standard", "premium", "none"),
        ("none", "none", "none"),
    ],
)
def test_a_tier_beyond_the_subscription_is_complimentary(tier: str, granted: str, given: str) -> None:
    assert rules.complimentary(tier=tier, granted=granted) == given


@pytest.mark.parametrize(
    ("found", "wanted", "checkout", "change"),
    [
        (None, "standard", "checkout", "none"),
        (contract("canceled"), "standard", "checkout", "none"),
        (contract("incomplete"), "standard", "checkout", "none"),
        (contract("active"), "standard", "current", "current"),
        (contract("active"), "premium", "switch_instead", "change"),
        (contract("trialing"), "premium", "switch_instead", "change"),
        (contract("active", cancel_at_period_end=True), "standard", "renew", "renew"),
        (contract("active", cancel_at_period_end=True), "premium", "switch_instead", "change"),
        (contract("past_due"), "premium", "pay_first", "pay_first"),
        (contract("unpaid"), "standard", "pay_first", "pay_first"),
    ],
)
def test_the_status_decides_what_a_click_does(found: Contract | None, wanted: str, checkout: str, change: str) -> None:
    assert rules.checkout_action(found, wanted=wanted) == checkout
    assert rules.change_action(found, wanted=wanted) == change


@pytest.mark.parametrize(
    ("status", "plan", "wanted", "behaviour"),
    [
        ("active", "standard", "premium", "always_invoice"),
        ("active", "premium", "standard", "create_prorations"),
        ("trialing", "standard", "premium", "none"),
        ("active", "none", "standard", "always_invoice"),
    ],
)
def test_an_upgrade_is_paid_at_once_and_a_downgrade_credited(
    status: str, plan: str, wanted: str, behaviour: str
) -> None:
    assert rules.proration(contract(status, plan), wanted=wanted) == behaviour


def test_any_past_trial_uses_up_the_trial() -> None:
    assert not rules.trial_used([contract("active"), contract("canceled")])
    assert rules.trial_used([contract("active"), contract("canceled", trial_ends_at=NOW)])


@pytest.mark.parametrize(
    ("types", "status", "notices"),
    [
        (["customer.subscription.trial_will_end"], "trialing", (True, False)),
        (["customer.subscription.trial_will_end"], "active", (False, False)),
        (["invoice.payment_failed"], "past_due", (False, True)),
        (["invoice.payment_failed", "invoice.paid"], "active", (False, False)),
        (["invoice.payment_failed"], "incomplete", (False, True)),
        (["customer.subscription.updated"], "past_due", (False, False)),
        ([], "trialing", (False, False)),
    ],
)
def test_outdated_events_give_no_notice(types: list[str], status: str, notices: tuple[bool, bool]) -> None:
    assert rules.due_notices(types, contract=contract(status)) == notices
