"""Finding booked tables that were canceled at the platform, with real lists of the simulator."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.notices.models import Delivery, Event
from apps.outcomes import cancellations
from apps.outcomes.cancellations import CONFIRM_AFTER, EMPTY_CONFIRM_AFTER, EVERY, LAG
from apps.requests.models import Attempt, Reservation, TimelineEntry
from apps.requests.tests import factories
from apps.requests.tests.booked_table import Table
from apps.requests.tests.sniper import Sniper, wait_for_a_blocked_session
from snipers.clients.base import AccountList, Profile
from snipers.clients.errors import RateLimited
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)

LATER = LAG + timedelta(seconds=5)


KEPT = ("booked", "confirmed", "")
GONE = ("canceled", "canceled", "canceled_at_platform")


def read(after: timedelta = LATER) -> None:
    """Read the accounts that are due when the time `after` has passed."""
    cancellations.read_next(now=timezone.now() + after)


def published() -> list[dict[str, Any]]:
    return list(Event.objects.filter(payload__what="canceled_at_platform").values_list("payload", flat=True))


def listing(monkeypatch: pytest.MonkeyPatch, listed: AccountList) -> None:
    monkeypatch.setattr(platforms, "fetch_account_list", lambda **_: listed)


@pytest.mark.parametrize("by", ["diner", "restaurant"])
def test_a_canceled_table_is_notified_and_its_meal_is_free(table: Table, by: str) -> None:
    bob = table.person
    wanted = factories.body(at=[make_venue()], account=table.account)
    assert bob.post("/api/reservations/", wanted).json()["code"] == "already_booked"
    table.cancel(by)
    read()
    assert table.state() == KEPT
    read(LATER + CONFIRM_AFTER)
    assert table.state() == GONE

    [event] = published()
    assert event["group_id"] == table.group.pk
    assert event["group_status"] == "canceled"
    assert event["reason_text"].startswith("Canceled at Resy on ")
    card = bob.get(f"/api/reservations/{table.group.pk}/").json()
    [member] = card["members"]
    assert (card["status"], member["reason"], member["booked"]) == ("canceled", "canceled_at_platform", None)
    assert member["reason_text"] == event["reason_text"]
    assert Delivery.objects.filter(kind="table_canceled").exists()
    line = TimelineEntry.objects.get(reason="canceled_at_platform")
    assert (line.kind, line.attempt) == ("canceled", table.attempt)
    assert [one["what"] for one in bob.get("/api/notices/").json()["events"] if "what" in one] == [
        "canceled_at_platform"
    ]
    assert bob.delete(f"/api/reservations/{table.group.pk}/").status_code == 200
    assert bob.post("/api/reservations/", wanted).status_code == 201
    # The user is notified once, although the account is read several times.
    read(EVERY * 2)
    assert len(published()) == 1


def test_a_row_that_the_platform_lists_as_canceled_counts_at_once(table: Table) -> None:
    table.simulator.http.post("/switches", json={"canceled_rows": True}).raise_for_status()
    table.cancel()
    read()
    assert table.state() == GONE


def test_a_listed_table_stays_booked(table: Table) -> None:
    for ahead in range(4):
        read(LATER + EVERY * ahead)
    assert table.state() == KEPT
    assert table.attempt.missing_since is None


@pytest.mark.parametrize("kind", ["503-html", "500-short", "429", "403-html", "schema-drift", "hang"])
def test_a_list_that_cannot_be_read_cancels_nothing(table: Table, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms, "READ_SECONDS", 0.5)
    table.simulator.add_fault(kind, "/3/user/reservations")
    # The second reading would confirm an empty list, too.
    for ahead in (timedelta(), EMPTY_CONFIRM_AFTER + EVERY):
        read(LATER + ahead)
    assert table.state() == KEPT


def test_an_empty_list_cancels_nothing_at_first(table: Table) -> None:
    table.simulator.add_fault("empty", "/3/user/reservations")
    read()
    read(LATER + CONFIRM_AFTER)
    read(LATER + EVERY)
    assert table.state() == KEPT
    table.simulator.clear_faults()
    read(LATER + EVERY * 2)
    assert table.state() == KEPT
    table.attempt.refresh_from_db()
    assert table.attempt.missing_since is None


def test_a_list_that_stays_empty_for_an_hour_counts(table: Table) -> None:
    table.simulator.add_fault("empty", "/3/user/reservations")
    for ahead in range(3):
        read(LATER + EVERY * ahead)
        assert table.state() == (GONE if EVERY * ahead >= EMPTY_CONFIRM_AFTER else KEPT)


def test_an_incomplete_list_cancels_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = platforms.fetch_account_list(account=table.account)
    listing(monkeypatch, AccountList(held=whole.held[:1], canceled=frozenset({table.number}), whole=False))
    for ahead in range(3):
        read(LATER + EVERY * ahead)
    assert table.state() == KEPT


def test_the_list_of_another_platform_account_cancels_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.cancel()
    other = Profile(user_id="somebody else", display_name="", payment_method_id=None)
    monkeypatch.setattr(platforms, "fetch_profile", lambda **_: other)
    for ahead in range(3):
        read(LATER + EVERY * ahead)
    assert table.state() == KEPT


def test_a_table_missing_from_one_list_stays_booked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = platforms.fetch_account_list(account=table.account)
    without = replace(whole, held=[one for one in whole.held if one.reservation_id != table.number])
    for listed in (without, whole, without, whole):
        listing(monkeypatch, listed)
        PlatformAccount.objects.update(tables_due_at=None)
        read()
    assert table.state() == KEPT


def test_a_new_booking_may_be_missing_from_the_list(table: Table) -> None:
    table.cancel()
    for seconds in (1, 60, 110):
        PlatformAccount.objects.update(tables_due_at=None)
        read(timedelta(seconds=seconds))
    assert table.state() == KEPT
    assert table.attempt.missing_since is None


def test_a_table_that_has_begun_is_not_compared(table: Table) -> None:
    table.cancel()
    for minutes in (0, 5):
        read(timedelta(days=7, hours=30, minutes=minutes))
    assert table.state() == KEPT


@pytest.mark.parametrize("status", ["disconnected", "needs_reconnect"])
def test_an_account_that_cannot_be_used_is_not_read(table: Table, status: str) -> None:
    table.cancel()
    PlatformAccount.objects.update(status=status)
    calls = table.simulator.count_calls("/3/user/reservations")
    read()
    assert table.simulator.count_calls("/3/user/reservations") == calls
    assert table.state() == KEPT


def test_a_reconnect_during_the_read_discards_the_list(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.cancel()
    read()
    whole = platforms.fetch_account_list(account=table.account)

    def late(**_: object) -> AccountList:
        PlatformAccount.objects.update(sealed_token="a newer one")
        return whole

    monkeypatch.setattr(platforms, "fetch_account_list", late)
    monkeypatch.setattr(cancellations, "_is_same_account", lambda _: True)
    read(LATER + CONFIRM_AFTER)
    assert table.state() == KEPT


def test_an_override_in_flight_keeps_the_old_table(table: Table, sniper: Sniper) -> None:
    rival = override(table, sniper)
    assert sniper.mark_old_booking(rival, table.number)
    table.cancel()
    read()
    read(LATER + CONFIRM_AFTER)
    assert table.state() == KEPT
    sniper.record(rival, "booked", named="99", old_booking_gone=True)
    read(LATER + EVERY * 2)
    assert table.state() == ("replaced", "canceled", "replaced")
    assert not published()


def test_a_table_is_compared_again_after_its_override_was_lost(table: Table, sniper: Sniper) -> None:
    rival = override(table, sniper)
    table.cancel()
    read()
    read(LATER + CONFIRM_AFTER)
    assert table.state() == KEPT
    sniper.record(rival, "lost", "taken")
    read(LATER + EVERY * 2)
    assert table.state() == GONE


def test_an_override_that_is_claimed_while_the_table_is_canceled_replaces_nothing(table: Table, sniper: Sniper) -> None:
    new = override_request(table)
    epoch, asked = sniper.watch(new), sniper.read(new)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            token = table.account.sealed_token
            assert cancellations.cancel(attempt_id=table.attempt.pk, sealed_token=token, now=timezone.now())
            claim = pool.submit(sniper.claim, new, epoch=epoch, read=asked)
            wait_for_a_blocked_session()
        claimed = claim.result()
    assert table.state() == GONE
    # In either order there is one table for the meal: the claim replaces the booked one, or the claim is refused.
    live = Attempt.objects.filter(state__in=["claimed", "unknown", "booked"])
    assert [one.pk for one in live] == ([] if claimed is None else [claimed])
    assert all(one.replaces is None for one in live)


def test_a_concurrent_claim_keeps_the_table_until_its_outcome(table: Table, sniper: Sniper) -> None:
    new = override_request(table)
    epoch, asked = sniper.watch(new), sniper.read(new)

    def cancel() -> bool:
        try:
            token = table.account.sealed_token
            return cancellations.cancel(attempt_id=table.attempt.pk, sealed_token=token, now=timezone.now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with sniper.connection.transaction():
            assert sniper.claim(new, epoch=epoch, read=asked) is not None
            late = pool.submit(cancel)
            wait_for_a_blocked_session()
        assert late.result() is False
    assert table.state() == KEPT


def test_a_pending_cancellation_keeps_the_table_that_the_user_has_canceled(table: Table) -> None:
    mine = Attempt.objects.filter(pk=table.attempt.pk)
    mine.update(old_booking_id="123", cancel_requested_at=timezone.now())
    table.cancel()
    read()
    read(LATER + CONFIRM_AFTER)
    assert table.state() == KEPT
    mine.update(old_booking_gone_at=timezone.now())
    read(LATER + EVERY * 2)
    assert table.state() == ("canceled", "canceled", "table_canceled_by_you")


def test_a_canceled_table_leaves_the_old_booking_that_it_replaced(table: Table) -> None:
    Attempt.objects.filter(pk=table.attempt.pk).update(old_booking_id="123")
    table.cancel()
    read()
    read(LATER + CONFIRM_AFTER)
    assert table.state() == GONE


def test_an_unknown_outcome_is_left_to_settling(table: Table) -> None:
    Attempt.objects.filter(pk=table.attempt.pk).update(state="unknown", closed_at=None)
    Reservation.objects.filter(pk=table.request.pk).update(status="active")
    table.cancel()
    read()
    read(LATER + CONFIRM_AFTER)
    assert table.state() == ("unknown", "active", "")


def test_a_concurrent_delete_waits_and_answers_canceled(table: Table) -> None:
    path = f"/api/reservations/{table.group.pk}/"
    assert table.person.delete(path).json()["code"] == "already_booked"

    def delete() -> int:
        try:
            return int(table.person.delete(path).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            token = table.account.sealed_token
            assert cancellations.cancel(attempt_id=table.attempt.pk, sealed_token=token, now=timezone.now())
            late = pool.submit(delete)
            # Before the commit the answer is "already booked", after it "canceled".
        assert late.result() in (200, 409)
    assert table.state() == GONE
    assert table.person.delete(path).status_code == 200


def test_two_concurrent_reads_cancel_once(table: Table) -> None:
    def cancel(_: int) -> bool:
        try:
            token = table.account.sealed_token
            return cancellations.cancel(attempt_id=table.attempt.pk, sealed_token=token, now=timezone.now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(cancel, range(4))) == [False, False, False, True]
    assert len(published()) == 1


def test_an_account_is_read_every_half_hour_and_only_with_a_table_ahead(table: Table) -> None:
    start = timezone.now() + LATER
    reads = [cancellations.read_next(now=start + timedelta(minutes=minutes)) for minutes in (0, 1, 29, 30, 31, 60)]
    assert [one is not None for one in reads] == [True, False, False, True, False, True]
    Attempt.objects.update(state="lost")
    assert cancellations.read_next(now=start + timedelta(hours=3)) is None


def test_a_platforms_retry_after_is_honored(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> AccountList:
        raise RateLimited("slowly", delay=300)

    monkeypatch.setattr(platforms, "fetch_account_list", refuse)
    asked = cancellations.read_next(now=timezone.now())
    assert asked is not None
    assert (asked.platform, asked.wait) == ("resy", 300)
    assert cancellations.read_next(now=timezone.now() + EVERY * 2, excluded=["resy"]) is None


def test_an_expired_token_is_flagged_and_cancels_nothing(table: Table) -> None:
    table.simulator.add_fault("expire-token", "/3/user/reservations", times=1)
    read()
    table.account.refresh_from_db()
    assert table.account.attention_reason == "needs_reconnect"
    assert table.state() == KEPT


def override_request(table: Table) -> Reservation:
    """A request of the same diner for the same meal that may replace the table."""
    body = factories.body(at=[make_venue()], account=table.account, override_reservations=True)
    group_id = table.person.post("/api/reservations/", body).json()["group"]["group_id"]
    return Reservation.objects.get(group_id=group_id)


def override(table: Table, sniper: Sniper) -> int:
    """Claim a table that is to replace the booked one. Return the attempt's id."""
    attempt = sniper.claim(override_request(table))
    assert attempt is not None
    assert Attempt.objects.get(pk=attempt).replaces == table.attempt.pk
    return attempt
