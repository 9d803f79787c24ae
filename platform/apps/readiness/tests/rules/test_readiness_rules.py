"""The lines of a request's readiness: which facts turn each of them red, amber or green."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from apps.outcomes.rules.known_terms import KnownTerms
from apps.readiness import rules as readiness
from apps.readiness.rules import (
    AccountFacts,
    ChannelFacts,
    CheckLine,
    ClockFacts,
    Facts,
    PlatformFacts,
    TableFacts,
    TermsFacts,
    VenueFacts,
)
from apps.requests.rules.time_windows import TimeWindow
from snipers.domain.fees import UNKNOWN_CENTS

NOW = datetime(2026, 11, 26, 14, 30, tzinfo=UTC)
RELEASE = NOW + timedelta(minutes=30)
DAY = date(2026, 12, 10)
MINUTE = timedelta(minutes=1)

ACCOUNT = AccountFacts(
    platform="resy", platform_name="Resy", status="connected", ends_at=RELEASE + MINUTE, read_at=NOW, has_card=True
)
CLOCK = ClockFacts(platform_name="Resy", read_at=NOW, low_ms=-400, high_ms=620)
TABLE = TableFacts(group_id=7, venue_name="Petit Quai", date=DAY, time=time(19, 0), meal="dinner")
READY = Facts(
    notify_only=False,
    for_client=False,
    override=False,
    fee_ceiling_cents=2000,
    cancel_fee_ceiling_cents=5000,
    accepts_unknown_fee=False,
    windows=(TimeWindow(time(18, 30), time(20, 30)),),
    dates={DAY},
    release_at=RELEASE,
    accounts=[ACCOUNT],
    clocks=[CLOCK],
    venues=[VenueFacts(obstacle="")],
    platforms=[],
    terms=[TermsFacts("Lilac & Vine", 2000, 5000)],
    tables=[],
    channels=[ChannelFacts(name="e-mail", delivered=True)],
    locale="en-US",
)


def lines(**changes: Any) -> dict[str, CheckLine]:
    return {line.check: line for line in readiness.lines_of(replace(READY, **changes), now=NOW)}


def account(**changes: Any) -> dict[str, Any]:
    return {"accounts": [replace(ACCOUNT, **changes)]}


def clock(**changes: Any) -> dict[str, Any]:
    return {"clocks": [replace(CLOCK, **changes)]}


def test_a_ready_request_has_eight_green_lines_in_a_fixed_order() -> None:
    found = lines()
    assert list(found) == ["session", "card", "clock", "venue", "platform", "fee", "meal", "channel"]
    assert {(line.state, line.action) for line in found.values()} == {("ok", None)}


FREE = {"terms": [TermsFacts("Lilac & Vine", 0, 0)]}


@pytest.mark.parametrize(
    ("check", "changes", "state", "action"),
    [
        ("session", account(status="needs_reconnect"), "failed", "reconnect"),
        ("session", account(status="disconnected"), "failed", "reconnect"),
        ("session", {"accounts": []}, "failed", "reconnect"),
        ("session", account(ends_at=NOW), "failed", "reconnect"),
        ("session", account(ends_at=RELEASE), "failed", "reconnect"),
        ("session", account(ends_at=None), "ok", None),
        ("session", account(read_at=None), "unknown", "check_again"),
        ("session", {"accounts": [ACCOUNT, replace(ACCOUNT, status="needs_reconnect")]}, "failed", "reconnect"),
        ("card", account(has_card=False), "failed", "add_card"),
        ("card", {**account(has_card=False), "terms": []}, "warning", "add_card"),
        ("card", {**account(has_card=False), **FREE}, "warning", "add_card"),
        ("card", {**account(has_card=False), **FREE, "venues": [VenueFacts(obstacle="", asks_card=True)]},
         "warning", "add_card"),
        ("card", {**account(has_card=False), "for_client": True}, "failed", "change_request"),
        ("clock", clock(failed=True), "failed", "check_again"),
        ("clock", clock(read_at=None), "unknown", "check_again"),
        ("clock", clock(read_at=NOW - 31 * MINUTE), "unknown", "check_again"),
        ("clock", clock(low_ms=2001, high_ms=3021), "failed", "check_again"),
        ("clock", clock(low_ms=-3021, high_ms=-2001), "failed", "check_again"),
        ("clock", clock(low_ms=1900, high_ms=2900), "ok", None),
        ("clock", {**clock(failed=True), **account(ends_at=None), "release_at": NOW + timedelta(hours=25)}, "ok", None),
        ("venue", {"venues": [VenueFacts(obstacle=""), VenueFacts(obstacle="It is closed.")]}, "failed",
         "change_request"),
        ("platform", {"platforms": [PlatformFacts(sentence="Slow.", stopped=False)]}, "warning", "check_again"),
        ("platform", {"platforms": [PlatformFacts(sentence="Slow.", stopped=False),
                                    PlatformFacts(sentence="Off.", stopped=True)]}, "failed", "check_again"),
        ("fee", {"fee_ceiling_cents": 1999}, "failed", "accept_fee"),
        ("fee", {"cancel_fee_ceiling_cents": 4999}, "failed", "accept_fee"),
        ("fee", {"terms": [TermsFacts("Lilac & Vine", 0, UNKNOWN_CENTS)]}, "failed", "accept_fee"),
        ("fee", {"terms": [TermsFacts("Lilac & Vine", UNKNOWN_CENTS, 0)], "accepts_unknown_fee": True}, "warning",
         "change_request"),
        ("fee", {"terms": []}, "unknown", "change_request"),
        ("fee", {**FREE, "fee_ceiling_cents": 0, "cancel_fee_ceiling_cents": 0}, "ok", None),
        ("meal", {"tables": [TABLE]}, "failed", "open_request"),
        ("meal", {"tables": [TABLE], "override": True}, "ok", None),
        ("meal", {"tables": [TABLE], "windows": (TimeWindow(time(15, 0), time(20, 30)),)}, "warning", "open_request"),
        ("meal", {"tables": [replace(TABLE, meal="lunch")]}, "ok", None),
        ("meal", {"tables": [replace(TABLE, date=DAY + timedelta(days=1))]}, "ok", None),
        ("channel", {"channels": []}, "failed", "notifications"),
        ("channel", {"channels": [ChannelFacts(name="e-mail", delivered=False)]}, "failed", "notifications"),
        ("channel", {"channels": [ChannelFacts(name="e-mail", delivered=None)]}, "warning", "notifications"),
        ("channel", {"channels": [ChannelFacts(name="e-mail", delivered=False),
                                  ChannelFacts(name="text", delivered=True)]}, "ok", None),
    ],
)  # fmt: skip
def test_each_fault_changes_its_own_line_only(
    check: str, changes: dict[str, Any], state: str, action: str | None
) -> None:
    found = lines(**changes)
    line = found.pop(check)
    assert (line.state, line.action and line.action.kind) == (state, action), line.text
    related = {"card"} if changes.get("accounts") == [] or "terms" in changes else set()
    others = {other.state for name, other in found.items() if name not in {"fee", *related}}
    assert others == {"ok"}


@pytest.mark.parametrize(
    ("limits", "text", "accepts"),
    [
        ((0, 5000), "$20.00 now. That's above your limit of $0.00.", (2000, None)),
        ((2000, 1000), "$50.00 if you don't come. That's above your limit of $10.00.", (None, 5000)),
        (
            (0, 1000),
            "$20.00 now and $50.00 if you don't come. That's above your limit of $0.00 and $10.00.",
            (2000, 5000),
        ),
        ((2000, 5000), "$20.00 now and $50.00 if you don't come, within your limit.", None),
    ],
)
def test_the_line_of_the_fee_names_each_amount_above_its_limit(
    limits: tuple[int, int], text: str, accepts: tuple[int | None, int | None] | None
) -> None:
    fee = lines(fee_ceiling_cents=limits[0], cancel_fee_ceiling_cents=limits[1])["fee"]
    assert fee.text == f"Lilac & Vine last asked for {text}"
    assert (fee.action and (fee.action.cents, fee.action.cancel_cents)) == accepts


def test_the_dearest_restaurant_above_a_limit_is_named() -> None:
    terms = [TermsFacts("Petit Quai", 2500, 0), TermsFacts("Vesper", 0, 4000), TermsFacts("Lilac & Vine", 0, 6000)]
    assert lines(terms=terms)["fee"].text.startswith("Lilac & Vine last asked for $60.00 if you don't come.")


def test_actions_name_the_other_request() -> None:
    meal = lines(tables=[TABLE])["meal"]
    assert meal.text == "You already have a table at that time: Petit Quai on Thu, Dec 10 at 7:00 PM."
    assert meal.action is not None
    assert meal.action.group_id == 7


def test_a_notify_only_request_needs_no_account() -> None:
    assert list(lines(notify_only=True)) == ["venue", "platform", "channel"]


def test_a_request_without_a_release_needs_no_clock() -> None:
    assert "clock" not in lines(release_at=None)
    assert "clock" not in lines(release_at=NOW)


@pytest.mark.parametrize(
    ("before", "looks"),
    [(30.01, False), (30, True), (29.5, True), (28.9, False), (25, True), (24.1, True), (23.9, False), (0.5, False),
     (0, False)],
)  # fmt: skip
def test_a_release_is_looked_at_30_minutes_before_and_then_every_five(before: float, looks: bool) -> None:
    assert readiness.looks_now(release_at=NOW, now=NOW - before * MINUTE) is looks


@pytest.mark.parametrize(("party_size", "cents"), [(2, 5000), (4, 10000), (3, 7500), (1, 2500)])
def test_terms_of_another_party_count_in_proportion(party_size: int, cents: int) -> None:
    terms = KnownTerms(2, 0, 5000, None, "USD", None, DAY, time(19, 0), NOW)
    assert terms.amounts_for(party_size=party_size) == (0, cents)


@pytest.mark.parametrize(
    ("deposit", "fee", "held_back", "amounts"),
    [
        (None, None, 5000, (10000, 10000)),
        (2500, 0, 2500, (5000, 0)),
        (None, 5000, UNKNOWN_CENTS, (UNKNOWN_CENTS, 10000)),
        (None, None, UNKNOWN_CENTS, (UNKNOWN_CENTS, UNKNOWN_CENTS)),
    ],
)
def test_an_amount_of_an_unknown_kind_counts_as_both(
    deposit: int | None, fee: int | None, held_back: int, amounts: tuple[int, int]
) -> None:
    terms = KnownTerms(2, deposit, fee, held_back, "USD", None, DAY, time(19, 0), NOW)
    assert terms.amounts_for(party_size=4) == amounts


@pytest.mark.parametrize(
    ("free_until", "hours"),
    [(None, None), ("2026-12-10T00:00", 24), ("2026-12-09T23:30", 25), ("2026-12-11T02:00", 0)],
)
def test_the_cut_off_of_a_free_cancellation_is_in_hours_before_the_table(
    free_until: str | None, hours: int | None
) -> None:
    until = None if free_until is None else datetime.fromisoformat(free_until).replace(tzinfo=UTC)
    terms = KnownTerms(2, 0, 5000, None, "USD", until, DAY, time(19, 0), NOW)
    assert terms.free_hours(zone="America/New_York") == hours
