from datetime import UTC, datetime, timedelta

import pytest

from apps.accounts.rules.entitlements import effective_tier, entitlements

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
def test_a_trial_counts_until_the_instant_it_ends(tier: str, trial_ends_at: datetime | None, counts: str) -> None:
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
def test_the_limit_follows_the_tier_and_falls_for_vip_and_concierge(
    tier: str, is_vip: bool, is_concierge: bool, limit: int | None
) -> None:
    assert entitlements(tier=tier, is_vip=is_vip, is_concierge=is_concierge).active_limit == limit


def test_only_pro_has_what_the_specification_gates() -> None:
    gates = ("custom_party_size", "custom_time", "release_requests", "seating_choice", "override", "premium_venues")
    pro = entitlements(tier="premium", is_vip=False, is_concierge=False)
    standard = entitlements(tier="standard", is_vip=False, is_concierge=False)
    assert all(getattr(pro, gate) for gate in gates)
    assert not any(getattr(standard, gate) for gate in gates)
    assert (standard.max_venues, standard.max_dates, standard.party_sizes) == (1, 1, (2, 4))
    assert (pro.max_venues, pro.max_dates, pro.party_sizes) == (25, 60, tuple(range(1, 11)))


def test_a_vip_without_a_plan_can_still_not_reserve() -> None:
    assert not entitlements(tier="none", is_vip=True, is_concierge=False).can_reserve
