from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.accounts.rules.entitlements import Entitlements, effective_tier, entitlements

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("tier", "trial_ends_at", "counts"),
    [
        ("none", None, "none"),
        ("standard", None, "standard"),
        ("premium", None, "premium"),
        ("standard", NOW + timedelta(microseconds=1), "standard"),
        ("standard", NOW, "none"),
        ("standard", NOW - timedelta(days=1), "none"),
    ],
)
def test_trial_applies_until_the_instant_it_ends(tier: str, trial_ends_at: datetime | None, counts: str) -> None:
    assert effective_tier(tier=tier, trial_ends_at=trial_ends_at, now=NOW) == counts


@pytest.mark.parametrize(
    ("tier", "is_vip", "is_concierge", "limit"),
    [
        ("none", False, False, 0),
        ("standard", False, False, 5),
        ("premium", False, False, 25),
        ("standard", True, False, None),
        ("premium", False, True, None),
    ],
)
def test_limit_follows_the_tier_and_does_not_apply_to_vip_and_concierge(
    tier: str, is_vip: bool, is_concierge: bool, limit: int | None
) -> None:
    assert entitlements(tier=tier, is_vip=is_vip, is_concierge=is_concierge).active_limit == limit


@pytest.mark.parametrize(
    ("name", "standard", "pro"),
    [
        ("active_limit", 5, 25),
        ("free_notify_only", 0, 0),
        ("party_sizes", (2, 4), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        ("custom_party_size", False, True),
        ("custom_time", False, True),
        ("release_requests", False, True),
        ("seating_choice", False, True),
        ("override", False, True),
        ("max_venues", 1, 25),
        ("max_dates", 1, 60),
        ("premium_venues", False, True),
        ("same_date_booking", False, True),
        ("priority_booking", False, True),
        ("can_reserve", True, True),
        ("can_select", False, True),
    ],
)
def test_each_entitlement_follows_the_plan(name: str, standard: Any, pro: Any) -> None:
    found = [
        getattr(entitlements(tier=tier, is_vip=False, is_concierge=False), name) for tier in ("standard", "premium")
    ]
    assert found == [standard, pro]


def test_table_covers_every_entitlement() -> None:
    assert len(fields(Entitlements)) == 15


@pytest.mark.parametrize(("is_vip", "is_concierge"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("tier", ["none", "standard", "premium"])
def test_vip_and_concierge_lift_the_limit_only(tier: str, is_vip: bool, is_concierge: bool) -> None:
    plain = entitlements(tier=tier, is_vip=False, is_concierge=False)
    lifted = entitlements(tier=tier, is_vip=is_vip, is_concierge=is_concierge)
    assert lifted == replace(plain, active_limit=None)


def test_without_a_plan_nothing_can_be_reserved_or_selected() -> None:
    allowed = entitlements(tier="none", is_vip=False, is_concierge=False)
    assert (allowed.active_limit, allowed.can_reserve, allowed.can_select) == (0, False, False)


@pytest.mark.parametrize("is_vip", [False, True])
def test_without_a_plan_one_request_that_only_notifies_is_free(is_vip: bool) -> None:
    assert entitlements(tier="none", is_vip=is_vip, is_concierge=False).free_notify_only == 1


def test_vip_without_a_plan_cannot_reserve() -> None:
    assert not entitlements(tier="none", is_vip=True, is_concierge=False).can_reserve
