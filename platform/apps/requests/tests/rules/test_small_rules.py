"""Group status, limits, watch states, reasons, warnings and the timeline's totals."""

from collections.abc import Sequence

import pytest

from apps.accounts.rules.entitlements import entitlements
from apps.listing.rules import warnings, watch_states
from apps.listing.rules.warnings import VenueGroups
from apps.outcomes.rules import timeline_totals
from apps.outcomes.rules.timeline_totals import EntryCount, Totals
from apps.requests.rules import group_status, limits, reasons
from snipers.clients import registry
from snipers.domain.vocabulary import Reason, WatchStatus


@pytest.mark.parametrize(
    ("members", "status"),
    [
        ({"active", "paused", "confirmed", "unsuccessful", "canceled"}, "active"),
        ({"paused", "confirmed", "unsuccessful", "canceled"}, "paused"),
        ({"confirmed", "unsuccessful", "canceled"}, "confirmed"),
        ({"unsuccessful", "canceled"}, "unsuccessful"),
        ({"canceled"}, "canceled"),
        (set(), "canceled"),
    ],
)
def test_a_group_has_the_status_of_highest_precedence(members: set[str], status: str) -> None:
    assert group_status.derive(members) == status


@pytest.mark.parametrize(
    ("limit", "active", "wanted", "fits"),
    [(5, 4, 1, True), (5, 5, 1, False), (5, 3, 3, False), (25, 0, 25, True), (25, 0, 26, False), (None, 900, 99, True)],
)
def test_requests_fit_up_to_the_limit(limit: int | None, active: int, wanted: int, fits: bool) -> None:
    assert limits.fits(limit=limit, active=active, wanted=wanted) is fits


PLANS = {
    tier: entitlements(tier=tier, is_vip=is_vip, is_concierge=False)
    for tier, is_vip in (("none", False), ("standard", False), ("premium", False))
}


@pytest.mark.parametrize(
    ("plan", "notify_only", "limit"),
    [
        ("none", True, 1), ("none", False, 0), ("standard", True, 5), ("standard", False, 5), ("premium", True, 25),
        ("premium", False, 25),
    ],
)  # fmt: skip
def test_a_request_that_only_notifies_has_a_limit_of_its_own_without_a_plan(
    plan: str, notify_only: bool, limit: int
) -> None:
    assert PLANS[plan].limit(notify_only=notify_only) == limit


@pytest.mark.parametrize(("notify_only", "limit"), [(True, 1), (False, None)])
def test_a_vip_without_a_plan_has_one_free_request_too(notify_only: bool, limit: int | None) -> None:
    allowed = entitlements(tier="none", is_vip=True, is_concierge=False)
    assert allowed.limit(notify_only=notify_only) == limit


@pytest.mark.parametrize(
    ("written", "attempt", "usable", "state"),
    [
        (None, None, True, "starting"),
        ("watching", None, True, "watching"),
        ("backing_off", None, True, "backing_off"),
        ("watching", "claimed", True, "booking"),
        ("watching", "unknown", True, "verifying"),
        ("watching", None, False, "needs_reconnect"),
        ("watching", "unknown", False, "verifying"),
        ("a state of a newer sniper", None, True, "starting"),
        ("releasing", None, True, "releasing"),
        ("quarantined", None, True, "quarantined"),
    ],
)
def test_the_watch_state_of_highest_precedence_is_shown(
    written: str | None, attempt: str | None, usable: bool, state: str
) -> None:
    assert watch_states.shown_state(written=written, open_attempt=attempt, account_usable=usable) == state


@pytest.mark.parametrize(
    ("written", "attempt", "state"),
    [
        ("watching", None, "switched_off"),
        (None, None, "switched_off"),
        ("watching", "claimed", "booking"),
        ("watching", "unknown", "verifying"),
    ],
)
def test_a_kill_switch_is_shown_unless_a_call_is_open(written: str | None, attempt: str | None, state: str) -> None:
    shown = watch_states.shown_state(written=written, open_attempt=attempt, account_usable=False, switched_off=True)
    assert shown == state


@pytest.mark.parametrize(
    ("attempt", "off", "state"),
    [(None, True, "restaurant_closed"), (None, False, "watching"), ("claimed", True, "booking")],
)
def test_a_closed_restaurant_is_no_kill_switch_of_staff(attempt: str | None, off: bool, state: str) -> None:
    shown = watch_states.shown_state(
        written="watching", open_attempt=attempt, account_usable=True, switched_off=off, closed=True
    )
    assert shown == state


@pytest.mark.parametrize(("off", "state"), [(False, "unconfirmed"), (True, "switched_off")])
def test_an_address_that_is_not_confirmed_is_shown_unless_a_kill_switch_is_on(off: bool, state: str) -> None:
    shown = watch_states.shown_state(written="unconfirmed", open_attempt=None, account_usable=True, switched_off=off)
    assert shown == state


@pytest.mark.parametrize(
    ("written", "state"), [(None, "armed"), ("starting", "armed"), ("releasing", "releasing"), ("watching", "watching")]
)
def test_a_release_ahead_is_armed_until_the_snipers_report_a_state(written: str | None, state: str) -> None:
    shown = watch_states.shown_state(written=written, open_attempt=None, account_usable=True, release_ahead=True)
    assert shown == state


def test_every_watch_state_of_the_snipers_is_shown() -> None:
    # The snipers know neither why a restaurant has a kill switch nor that an address waits for its confirmation.
    assert set(watch_states.NAMES) - {"restaurant_closed", "unconfirmed"} == {str(status) for status in WatchStatus}


def test_every_reason_is_a_sentence_at_both_platforms() -> None:
    for code in reasons.SENTENCES:
        for platform, name in ((one.key, one.name) for one in registry.manifests()):
            sentence = reasons.sentence(code=code, platform=platform)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert ("Resy" in sentence) <= (name == "Resy")


def test_every_reason_of_the_snipers_has_a_sentence() -> None:
    assert {str(reason) for reason in Reason} <= reasons.SENTENCES.keys()


def test_an_empty_reason_has_no_sentence() -> None:
    assert reasons.sentence(code="", platform="resy") == ""


def at_venue(venue: int, *, active: Sequence[int] = (), booked: Sequence[int] = ()) -> VenueGroups:
    return VenueGroups(venue, f"Venue {venue}", "resy", active, booked)


@pytest.mark.parametrize(
    ("venues", "found"),
    [
        ([], []),
        ([at_venue(1, active=[10])], []),
        ([at_venue(1, active=[10]), at_venue(2, active=[11])], []),
        ([at_venue(1, active=[10, 10])], []),
        ([at_venue(1, booked=[10, 11])], []),
        ([at_venue(1, active=[11, 10])], [("several_active_tasks", (10, 11))]),
        ([at_venue(1, active=[10], booked=[9])], [("already_reserved", (9, 10))]),
        (
            [at_venue(2, active=[10, 11], booked=[12]), at_venue(1, active=[13, 14])],
            [
                ("several_active_tasks", (13, 14)),
                ("several_active_tasks", (10, 11)),
                ("already_reserved", (10, 11, 12)),
            ],
        ),
    ],
)
def test_several_tasks_or_a_task_beside_a_booking_at_one_venue_warn(
    venues: list[VenueGroups], found: list[tuple[str, tuple[int, ...]]]
) -> None:
    shown = warnings.find_warnings(venues)
    assert [(one.code, tuple(one.group_ids)) for one in shown] == found
    assert all("ban" in one.message and "Resy" in one.message for one in shown)


def test_total_checks_are_the_sum_of_the_highest_count_of_each_request() -> None:
    counts = [
        EntryCount(1, "seen", 2, 40, 0, None),
        EntryCount(1, "lost", 2, 41, 0, None),
        EntryCount(2, "seen", 1, None, 0, None),
        EntryCount(3, "filed", 1, None, 0, None),
    ]
    assert timeline_totals.sum_up(counts, checks_now={1: 39, 2: 7}) == Totals(checks=48, seen=3)


def test_total_seen_counts_the_tables_that_the_entries_name() -> None:
    counts = [
        # Two of the three entries have a number of tables, five in all. The third entry has none and counts as one
        # table.
        EntryCount(1, "seen", 3, 40, 2, 5),
        # The older entry has no number of tables and repeats a `seen` entry. The other entry has four tables.
        EntryCount(1, "passed_over", 2, 41, 1, 4),
    ]
    assert timeline_totals.sum_up(counts, checks_now={}).seen == 10


def test_a_table_is_no_longer_held_back_once_its_fee_is_accepted() -> None:
    shown = watch_states.shown_state(written="held_back", open_attempt=None, account_usable=True, fee_accepted=True)
    assert shown == "watching"
