"""The endpoints GET /api/reservations/ and GET /api/reservations/{group_id}/."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.requests.models import Client, Reservation, ReservationGroup, TimelineEntry, WatchState
from apps.requests.tests import factories
from testing.users import Anyone, Person
from testing.venues import make_venue

PATH = "/api/reservations/"


def many_groups(user: User, count: int) -> None:
    """Groups with two venues on two dates each, alternately booked, watched and lost."""
    venues = [make_venue(venue_name=f"Kitchen {n}") for n in range(2)]
    account = factories.group(user, venues=venues).reservations.first()
    assert account is not None
    for n in range(count - 1):
        group = ReservationGroup.objects.create(
            user=user,
            diner_key=f"user:{user.pk}",
            snipe_type="cancel",
            party_size=2,
            start_time="18:30",
            end_time="20:30",
        )
        for venue in venues:
            request = Reservation.objects.create(
                group=group, venue=venue, account=account.account, date=factories.day(9 + n), ends_at=timezone.now()
            )
            factories.attempt(request, state="lost")
            WatchState.objects.create(reservation=request, state="watching", checks=5)


@pytest.mark.parametrize("groups", [1, 50])
def test_a_page_takes_the_same_number_of_queries_however_many_groups_it_has(
    bob: Person, groups: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    many_groups(bob.user, groups)
    # One reads session and user; then event number, tab counts, kill switches, venues of warnings, groups, members,
    # tries, live attempts, and the sources.
    with django_assert_num_queries(10):
        reply = bob.get(PATH, tables_first=True)
    assert len(reply.json()["groups"]) == groups


@pytest.mark.parametrize("groups", [1, 12])
def test_what_unsuccessful_requests_saw_takes_two_queries(
    bob: Person, groups: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    many_groups(bob.user, groups)
    Reservation.objects.update(status="unsuccessful")
    with django_assert_num_queries(12):
        reply = bob.get(PATH)
    assert all(member["seen"] for group in reply.json()["groups"] for member in group["members"])


def test_the_list_has_own_groups_newest_first(alice: Person, charlie: Person) -> None:
    factories.group(charlie.user)
    mine = [factories.group(alice.user, dates=[factories.day(7 + n)]).pk for n in range(3)]
    reply = alice.get(PATH).json()
    assert [group["group_id"] for group in reply["groups"]] == mine[::-1]
    assert reply["seq"] == 3


def test_groups_with_a_table_ahead_come_first_on_request(alice: Person) -> None:
    old, table, ended, new = (factories.group(alice.user, dates=[factories.day(7 + n)]) for n in range(4))
    table.reservations.update(status="confirmed")
    ended.reservations.update(status="confirmed", date=factories.day(-3))
    reply = alice.get(PATH, tables_first=True, page_size=2).json()
    assert [group["group_id"] for group in reply["groups"]] == [table.pk, new.pk]
    rest = alice.get(PATH, tables_first=True, page_size=2, page=2).json()
    assert [group["group_id"] for group in rest["groups"]] == [ended.pk, old.pk]
    named = alice.get(f"{PATH}?tables_first=true&ids={old.pk}&ids={table.pk}").json()
    assert [group["group_id"] for group in named["groups"]] == [table.pk, old.pk]
    booked = alice.get(PATH, tables_first=True, status="confirmed").json()
    assert [group["group_id"] for group in booked["groups"]] == [table.pk, ended.pk]


def test_tabs_count_groups_by_their_derived_status(bob: Person) -> None:
    for n, statuses in enumerate(
        [
            ("active", "confirmed"),
            ("paused", "confirmed"),
            ("confirmed", "canceled"),
            ("unsuccessful", "canceled"),
            ("canceled", "canceled"),
            ("active", "active"),
        ]
    ):
        group = factories.group(bob.user, dates=[factories.day(7 + 2 * n), factories.day(8 + 2 * n)])
        for request, status in zip(group.reservations.order_by("id"), statuses, strict=True):
            Reservation.objects.filter(pk=request.pk).update(status=status)

    reply = bob.get(PATH).json()

    assert reply["counts"] == {
        "all": 6,
        "active": 2,
        "paused": 1,
        "confirmed": 1,
        "unsuccessful": 1,
        "canceled": 1,
    }
    for status in ("active", "paused", "confirmed", "unsuccessful", "canceled"):
        page = bob.get(PATH, status=status).json()
        assert {group["status"] for group in page["groups"]} == {status}
        assert (page["count"], page["counts"]) == (reply["counts"][status], reply["counts"])


@pytest.mark.parametrize(
    ("search", "found"),
    [("LUPA", 1), ("village", 2), ("grace", 1), ("hopper", 1), ("number", 1), ("nowhere", 0), ("%", 0)],
)
def test_search_finds_venue_neighborhood_client_and_number(dana: Person, search: str, found: int) -> None:
    factories.group(dana.user, venues=[make_venue(venue_name="Lupa", neighborhood="West Village")])
    factories.group(dana.user, venues=[make_venue(neighborhood="East Village")], dates=[factories.day(8)])
    on_behalf = factories.group(dana.user, venues=[make_venue(neighborhood="Harlem")], dates=[factories.day(9)])
    grace = Client.objects.create(owner=dana.user, first_name="Grace", last_name="Hopper", email="g@example.org")
    ReservationGroup.objects.filter(pk=on_behalf.pk).update(client=grace)
    if search == "number":
        search = f"{on_behalf.pk:05d}"
    assert dana.get(PATH, search=search).json()["count"] == found


def test_a_group_without_reservations_counts_as_canceled(bob: Person) -> None:
    factories.group(bob.user).reservations.all().delete()
    gone = factories.group(bob.user, dates=[factories.day(9)])
    gone.reservations.update(status="canceled")
    counts = bob.get(PATH).json()["counts"]
    assert (counts["all"], counts["canceled"]) == (2, 2)


def test_a_page_has_fifty_groups(bob: Person) -> None:
    many_groups(bob.user, 51)
    first, second, beyond = (bob.get(PATH, page=page).json() for page in (1, 2, 3))
    assert [len(page["groups"]) for page in (first, second, beyond)] == [50, 1, 0]
    assert (first["count"], first["pages"], second["page"]) == (51, 2, 2)


def test_a_page_has_up_to_500_groups_on_request(bob: Person) -> None:
    many_groups(bob.user, 51)
    whole, rest = (bob.get(PATH, page_size=500).json(), bob.get(PATH, page_size=40, page=2).json())
    assert (len(whole["groups"]), whole["pages"]) == (51, 1)
    assert (len(rest["groups"]), rest["pages"]) == (11, 2)


def test_groups_are_selected_by_id_among_own_ones(alice: Person, charlie: Person) -> None:
    foreign = factories.group(charlie.user).pk
    mine = [factories.group(alice.user, dates=[factories.day(7 + n)]).pk for n in range(3)]
    reply = alice.get(f"{PATH}?ids={mine[0]}&ids={mine[2]}&ids={foreign}").json()
    assert [group["group_id"] for group in reply["groups"]] == [mine[2], mine[0]]
    assert (reply["count"], reply["counts"]["all"]) == (2, 3)


@pytest.mark.parametrize(
    "query",
    [
        {"status": "eaten"},
        {"page": 0},
        {"page": "x"},
        {"search": "x" * 101},
        {"page_size": 501},
        {"page_size": 0},
        {"ids": "1,2"},
        {"ids": list(range(1, 102))},
    ],
)
def test_a_query_that_does_not_parse_is_refused(alice: Person, query: dict[str, Any]) -> None:
    assert alice.get(PATH, **query).status_code == 422


def test_the_list_of_a_user_without_groups_is_empty(alice: Person) -> None:
    reply = alice.get(PATH).json()
    assert (reply["groups"], reply["count"], reply["pages"], reply["warnings"], reply["seq"]) == ([], 0, 1, [], 0)


def test_an_active_request_has_its_watch(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    checked = timezone.now()
    WatchState.objects.create(
        reservation=request,
        state="watching",
        checks=41,
        last_check_at=checked,
        next_check_at=checked + timedelta(seconds=1),
        interval_ms=1000,
    )
    factories.attempt(request, state="lost")
    factories.attempt(request, state="unknown")

    (member,) = alice.get(f"{PATH}{request.group_id}/").json()["members"]

    assert member["watch"]["state"] == "verifying"
    assert (member["watch"]["checks"], member["watch"]["attempts"], member["watch"]["interval_ms"]) == (41, 2, 1000)
    assert factories.instant(member["watch"]["last_check_at"]) == checked.replace(
        microsecond=checked.microsecond // 1000 * 1000
    )
    assert member["booked"] is None


@pytest.mark.parametrize(("status", "state"), [("needs_reconnect", "needs_reconnect"), ("connected", "watching")])
def test_a_request_that_is_not_polled_has_no_next_check(alice: Person, status: str, state: str) -> None:
    request = factories.group(alice.user).reservations.get()
    soon = timezone.now() + timedelta(seconds=1)
    WatchState.objects.create(
        reservation=request, state="watching", checks=41, next_check_at=soon, interval_ms=1000, last_check_at=soon
    )
    alice.user.platform_accounts.update(status=status)

    watch = alice.get(f"{PATH}{request.group_id}/").json()["members"][0]["watch"]

    assert (watch["state"], watch["checks"]) == (state, 41)
    assert (watch["next_check_at"] is None, watch["interval_ms"]) == (state != "watching", 1000 * (state == "watching"))


def test_a_booked_request_shows_its_table(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    terms = {"free_until": factories.instant("2026-11-27T00:00:00Z"), "cancel_fee_cents": 2500, "deposit_cents": 0}
    factories.attempt(request, state="booked", platform_reservation_id="740000029", **terms)
    Reservation.objects.update(status="confirmed")

    (member,) = alice.get(f"{PATH}{request.group_id}/").json()["members"]

    assert member["watch"] is None
    assert member["booked"] | {"at": ""} == {
        "confirmation": "740000029",
        "canceling": False,
        "can_improve": False,
        "time": "19:00",
        "seating": "Dining Room",
        "party_size": 2,
        "at": "",
        "account_name": "Alice Example",
        "platform": "resy",
        "free_until": "2026-11-27T00:00:00.000Z",
        "cancel_fee_cents": 2500,
        "deposit_cents": 0,
        "currency": "USD",
    }


@pytest.mark.parametrize(
    ("country", "stated", "shown"), [("US", "", "USD"), ("GB", "", "GBP"), ("GB", "EUR", "EUR"), ("", "", "")]
)
def test_amounts_are_in_the_stated_currency_or_that_of_the_country(
    alice: Person, country: str, stated: str, shown: str
) -> None:
    request = factories.group(alice.user, venues=[make_venue(country=country)]).reservations.get()
    booked = {"state": "booked", "platform_reservation_id": "740000029"}
    factories.attempt(request, **booked, cancel_fee_cents=2500, deposit_cents=0, currency=stated)
    Reservation.objects.update(status="confirmed")
    group = alice.get(f"{PATH}{request.group_id}/").json()
    assert group["members"][0]["booked"]["currency"] == shown
    # Tables that are not booked have no stated currency.
    assert group["venues"][0]["currency"] == {"US": "USD", "GB": "GBP"}.get(country, "")


def test_an_unsuccessful_request_says_which_tables_it_saw(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    member = f"{PATH}{request.group_id}/"
    nothing = {
        "tables": 0,
        "attempts": 0,
        "time": None,
        "seating": "",
        "held_fee_cents": None,
        "held_cancel_fee_cents": None,
    }
    assert alice.get(member).json()["members"][0]["seen"] is None
    Reservation.objects.update(status="unsuccessful")
    assert alice.get(member).json()["members"][0]["seen"] == nothing

    now = timezone.now()
    for minutes, (kind, at, tables) in enumerate(
        [("seen", "20:00", None), ("seen", "18:45", 3), ("passed_over", "19:15", 2), ("held_back", "19:30", 1)]
    ):
        TimelineEntry.objects.create(
            reservation=request,
            at=now + timedelta(minutes=minutes),
            kind=kind,
            slot_time=at,
            seating="Bar",
            tables=tables,
        )
    TimelineEntry.objects.create(reservation=request, at=now + timedelta(hours=1), kind="ended")
    factories.attempt(request, state="lost", reason="taken")
    for fee_cents in (7500, 5000):
        factories.attempt(request, state="refused", reason="held_back_fee", fee_cents=fee_cents)
    factories.attempt(request, state="refused", reason="held_back_fee", held_cancel_fee_cents=9000)

    assert alice.get(member).json()["members"][0]["seen"] == {
        "tables": 7,
        "attempts": 1,
        "time": "19:30",
        "seating": "Bar",
        "held_fee_cents": 5000,
        "held_cancel_fee_cents": 9000,
    }


def test_a_pending_stop_is_on_the_card(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    Reservation.objects.update(stop="pause")
    assert alice.get(f"{PATH}{request.group_id}/").json()["stopping"]


def test_several_tasks_at_one_venue_warn(alice: Person) -> None:
    venue = make_venue(venue_name="Lupa")
    groups = [factories.group(alice.user, venues=[venue], dates=[factories.day(7 + n)]).pk for n in range(2)]
    (warning,) = alice.get(PATH).json()["warnings"]
    assert (warning["code"], warning["group_ids"]) == ("several_active_tasks", groups)
    assert "Lupa" in warning["message"]


@pytest.mark.parametrize(("ahead", "warned"), [(3, ["already_reserved"]), (-3, [])])
def test_a_task_beside_a_booking_ahead_warns(alice: Person, ahead: int, warned: list[str]) -> None:
    venue = make_venue()
    booked = factories.group(alice.user, venues=[venue])
    booked.reservations.update(status="confirmed", date=factories.day(ahead))
    factories.group(alice.user, venues=[venue], dates=[factories.day(8)])
    assert [warning["code"] for warning in alice.get(PATH).json()["warnings"]] == warned


def test_another_users_group_is_not_found(alice: Person, charlie: Person) -> None:
    group_id = factories.group(alice.user).pk
    assert charlie.get(f"{PATH}{group_id}/").status_code == 404


@pytest.mark.parametrize("path", ["", "1/", "1/timeline/", "counts/", "existing-restaurants/"])
def test_reading_requires_sign_in(anyone: Anyone, path: str) -> None:
    assert anyone.get(PATH + path).status_code == 401
