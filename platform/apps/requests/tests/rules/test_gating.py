"""The rules that depend on the plan and on the connected accounts."""

from dataclasses import dataclass, replace
from datetime import date, time
from typing import Any

import pytest

from apps.accounts.rules.entitlements import Entitlements, entitlements
from apps.requests import messages
from apps.requests.rules import gating
from apps.requests.rules.submission import Submission, VenueChoice

STANDARD = entitlements(tier="standard", is_vip=False, is_concierge=False)
PRO = entitlements(tier="premium", is_vip=False, is_concierge=False)
NONE = entitlements(tier="none", is_vip=False, is_concierge=False)
VIP_WITHOUT_PLAN = entitlements(tier="none", is_vip=True, is_concierge=False)


@dataclass(kw_only=True)
class Venue:
    reservation_source: str
    premium: bool


RESY = Venue(reservation_source="resy", premium=False)
PREMIUM = Venue(reservation_source="resy", premium=True)
OPENTABLE = Venue(reservation_source="opentable", premium=False)
PRO_ONLY = "This Feature is Available for Pro Subscribers"
FORM = Submission(
    snipe_type="cancel",
    venues=(VenueChoice(id=7),),
    party_size=2,
    dates=(date(2026, 11, 27),),
    start_time=time(18, 30),
    end_time=time(20, 30),
)


NOTIFY_ONLY = replace(FORM, notify_only=True)


def asked(
    form: Submission = FORM, *, venue: Venue = RESY, plan: Entitlements = STANDARD, same_date: bool = False
) -> dict[str, str]:
    venues = [venue] * len(form.venues)
    return dict(gating.beyond_plan(form, venues=venues, allowed=plan, same_date=same_date))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, None),
        ({"party_size": 4}, None),
        ({"start_time": time(17, 0), "end_time": time(18, 30)}, None),
        ({"start_time": time(20, 30), "end_time": time(22, 30)}, None),
        ({"party_size": 3}, "party_size_error"),
        ({"start_time": time(18, 0)}, "times_error"),
        ({"start_time": time(12, 0), "end_time": time(14, 0)}, "times_error"),
        ({"dates": (date(2026, 11, 27), date(2026, 11, 28))}, "dates_error"),
        ({"venues": (VenueChoice(id=7), VenueChoice(id=8))}, "venues_error"),
        ({"venues": (VenueChoice(id=7, table_type="Bar"),)}, "table_type_error"),
        ({"snipe_type": "release"}, "snipe_type_error"),
        ({"override_reservations": True}, "override_error"),
    ],
)
def test_pro_fields_are_refused_on_standard(changes: dict[str, Any], key: str | None) -> None:
    form = replace(FORM, **changes)
    assert asked(form) == ({key: PRO_ONLY} if key else {})
    assert asked(form, plan=PRO) == {}


def test_premium_venues_require_pro() -> None:
    assert asked(venue=PREMIUM) == {"venues_error": PRO_ONLY}
    assert asked(venue=PREMIUM, plan=PRO) == {}


def test_a_second_meal_on_one_date_requires_pro() -> None:
    assert asked(same_date=True) == {"dates_error": PRO_ONLY}
    assert asked(same_date=True, plan=PRO) == {}


@pytest.mark.parametrize("plan", [NONE, VIP_WITHOUT_PLAN])
def test_filing_requires_a_plan(plan: Entitlements) -> None:
    assert asked(plan=plan) == {"plan": messages.PLAN_NEEDED}


@pytest.mark.parametrize("plan", [NONE, VIP_WITHOUT_PLAN, STANDARD, PRO])
def test_a_request_that_only_notifies_requires_no_plan(plan: Entitlements) -> None:
    assert asked(NOTIFY_ONLY, plan=plan) == {}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"party_size": 3}, "party_size_error"),
        ({"dates": (date(2026, 11, 27), date(2026, 11, 28))}, "dates_error"),
        ({"venues": (VenueChoice(id=7), VenueChoice(id=8))}, "venues_error"),
    ],
)
def test_without_a_plan_it_has_the_bounds_of_standard(changes: dict[str, Any], key: str) -> None:
    assert asked(replace(NOTIFY_ONLY, **changes), plan=NONE) == {key: PRO_ONLY}
    assert asked(NOTIFY_ONLY, venue=PREMIUM, plan=NONE) == {"venues_error": PRO_ONLY}


@pytest.mark.parametrize(
    ("venues", "connected", "lacking"),
    [
        ([RESY], {"resy"}, None),
        ([RESY, OPENTABLE], {"resy", "opentable"}, None),
        ([RESY], set(), "Resy"),
        ([RESY], {"opentable"}, "Resy"),
        ([RESY, OPENTABLE], {"resy"}, "OpenTable"),
    ],
)
def test_a_venue_requires_an_account_at_its_platform(
    venues: list[Venue], connected: set[str], lacking: str | None
) -> None:
    sentence = f"You do not have {lacking} account connected so you can not select this restaurant."
    assert gating.account_needed(venues=venues, connected=connected) == (sentence if lacking else "")


def test_release_requests_are_not_offered_for_opentable() -> None:
    release = replace(FORM, snipe_type="release")
    assert gating.not_offered(release, venues=[OPENTABLE]) == (
        "At this time, we do not offer release snipes for Opentable."
    )
    assert gating.not_offered(release, venues=[RESY]) == ""
    assert gating.not_offered(FORM, venues=[OPENTABLE]) == ""
