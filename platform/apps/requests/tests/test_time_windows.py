"""Several time windows of one request, at the API: filing, editing, plans, conflicts and repeats."""

from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.outcomes.relay import missed_releases
from apps.requests.models import Opening, Reservation, ReservationGroup, TimelineEntry
from apps.requests.rules import schedule, time_windows
from apps.swaps import offers
from apps.weekly.models import WeeklyRule
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories
from .sniper import Sniper

PATH = "/api/reservations/"
PRO_ONLY = "This Feature is Available for Pro Subscribers"
DINNER = {"start_time": "19:00", "end_time": "21:00"}
LUNCH = {"start_time": "12:00", "end_time": "13:30"}
TWO = [DINNER, LUNCH]
BREAKFAST = {"start_time": "08:30", "end_time": "10:00"}


def account_of(who: Person) -> PlatformAccount:
    return PlatformAccount.objects.filter(user=who.user).first() or make_account(user=who.user)


def file(who: Person, **wanted: Any) -> Any:
    return who.post(PATH, factories.body(at=[make_venue()], account=account_of(who), **{"time_windows": TWO, **wanted}))


def edit(who: Person, group: dict[str, Any], **wanted: Any) -> Any:
    kept = {"dates": group["dates"], "start_time": group["start_time"], "end_time": group["end_time"]}
    body = factories.body(at=[], account=account_of(who), **{**kept, **wanted})
    body["reservation"]["venues"] = [{"id": venue["id"]} for venue in group["venues"]]
    return who.send("PUT", f"{PATH}{group['group_id']}/", body)


def shown(reply: Any) -> Sequence[dict[str, str]]:
    assert reply.status_code in (200, 201), reply.json()
    windows: list[dict[str, str]] = reply.json()["group"]["time_windows"]
    return windows


def test_a_request_has_its_windows_in_order_and_the_first_in_the_fields_of_one(bob: Person) -> None:
    reply = file(bob)
    assert shown(reply) == TWO
    group = reply.json()["group"]
    assert (group["start_time"], group["end_time"]) == ("19:00", "21:00")
    stored = ReservationGroup.objects.get(pk=group["group_id"])
    assert (stored.start_time, stored.end_time) == (time(19), time(21))
    assert stored.time_windows == [["19:00", "21:00"], ["12:00", "13:30"]]


@pytest.mark.parametrize("sent", [{}, {"time_windows": None}, {"time_windows": []}, {"time_windows": [DINNER]}])
def test_a_request_without_further_windows_is_stored_as_before(bob: Person, sent: dict[str, Any]) -> None:
    reply = bob.post(PATH, factories.body(at=[make_venue()], account=account_of(bob), **{**DINNER, **sent}))
    assert shown(reply) == [DINNER]
    assert ReservationGroup.objects.get().time_windows == []


def test_the_first_window_replaces_the_fields_of_one(bob: Person) -> None:
    assert shown(file(bob, start_time="09:00", end_time="10:00")) == TWO
    assert shown(file(bob, start_time=None, end_time=None, dates=[factories.day(9).isoformat()])) == TWO


@pytest.mark.parametrize(
    ("windows", "sentence"),
    [
        ([DINNER, {"start_time": "20:00", "end_time": "22:00"}], "Please select times that don't overlap"),
        ([DINNER, {"start_time": "13:30", "end_time": "12:00"}], "Please select a valid time"),
    ],
)
def test_windows_that_overlap_or_run_backward_are_refused(bob: Person, windows: Any, sentence: str) -> None:
    refused = file(bob, time_windows=windows)
    assert (refused.status_code, refused.json()["errors"]) == (400, {"times_error": sentence})


def test_a_fifth_window_is_refused(bob: Person) -> None:
    assert file(bob, time_windows=[DINNER] * 5).status_code == 422


def test_several_windows_need_the_plan_that_custom_times_need(charlie: Person) -> None:
    presets = [{"start_time": "18:30", "end_time": "20:30"}, {"start_time": "20:30", "end_time": "22:30"}]
    refused = file(charlie, time_windows=presets)
    assert (refused.status_code, refused.json()["errors"]) == (402, {"times_error": PRO_ONLY})
    assert shown(file(charlie, time_windows=presets[:1])) == presets[:1]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, TWO),
        ({"party_size": 4}, TWO),
        ({"start_time": "18:00", "end_time": "20:00"}, [{"start_time": "18:00", "end_time": "20:00"}]),
        ({"time_windows": []}, [DINNER]),
        ({"time_windows": [LUNCH, DINNER]}, [LUNCH, DINNER]),
    ],
)
def test_an_edit_without_the_field_keeps_windows_that_it_did_not_change(
    bob: Person, sent: dict[str, Any], expected: Any
) -> None:
    made = file(bob).json()["group"]
    assert shown(edit(bob, made, **sent)) == expected


def test_a_request_ends_when_its_last_window_begins(bob: Person) -> None:
    file(bob, time_windows=[LUNCH, DINNER])
    request = Reservation.objects.select_related("venue").get()
    assert request.ends_at == schedule.instant(day=request.date, at=time(19), zone=request.venue.time_zone)


@pytest.mark.django_db(transaction=True)
def test_a_claim_gets_a_table_in_the_second_window_and_none_between_them(bob: Person) -> None:
    file(bob)
    request, sniper = Reservation.objects.get(), Sniper()
    try:
        assert sniper.claim(request, at=time(16)) is None
        assert sniper.claim(request, at=time(12, 30))
    finally:
        sniper.connection.close()


def test_each_meal_that_a_window_touches_conflicts_with_other_requests(bob: Person) -> None:
    file(bob)
    assert file(bob, time_windows=[LUNCH]).json()["code"] == "same_date"
    breakfast = file(bob, time_windows=[BREAKFAST])
    assert breakfast.status_code == 201, breakfast.json()


def test_a_weekly_rule_files_its_requests_with_all_windows(bob: Person) -> None:
    reply = file(bob, repeat_until=factories.day(40).isoformat())
    assert reply.status_code == 201, reply.json()
    rule = WeeklyRule.objects.get()
    assert time_windows.stored(rule.form.windows) == [["19:00", "21:00"], ["12:00", "13:30"]]
    listed = bob.get("/api/weekly-rules/").json()["rules"]
    assert [one["time_windows"] for one in listed] == [TWO]


def test_a_missed_release_continues_until_its_last_window_begins(bob: Person) -> None:
    release = timezone.now() + timedelta(days=1)
    reply = file(
        bob,
        snipe_type="release",
        release_date=release.date().isoformat(),
        release_time="10:00",
        continue_as_cancel=True,
        time_windows=[LUNCH, DINNER],
    )
    assert reply.status_code == 201, reply.json()
    missed_releases.continue_missed(now=release + timedelta(days=1))
    request = Reservation.objects.select_related("group", "venue").get()
    assert request.ends_at == schedule.instant(day=request.date, at=time(19), zone=request.venue.time_zone)


@pytest.mark.parametrize(
    ("seen", "seating", "offered"),
    [
        (time(19, 30), "Bar", True),
        (time(12, 30), "Dining Room", True),
        (time(12, 30), "Bar", False),
        (time(9), "Bar", False),
    ],
)
def test_a_search_offers_tables_of_a_better_window_or_of_a_better_seating_in_the_same_one(
    bob: Person, seen: time, seating: str, offered: bool
) -> None:
    venue = make_venue()
    body = factories.body(at=[venue], account=account_of(bob), time_windows=[*TWO, BREAKFAST])
    body["reservation"]["venues"] = [{"id": venue.pk, "table_types": ["Dining Room", "Bar"]}]
    made = bob.post(PATH, body).json()["group"]
    request = Reservation.objects.get()
    Reservation.objects.update(status="confirmed")
    factories.attempt(request, state="booked", platform_reservation_id="7", slot_time=time(12, 15), seating="Bar")
    assert bob.get(f"{PATH}{made['group_id']}/").json()["members"][0]["booked"]["can_improve"] is True
    looking = bob.post(f"{PATH}{made['group_id']}/tables/{request.pk}/look-for-better/").json()["group"]
    assert looking["time_windows"] == [*TWO, BREAKFAST]
    search = Reservation.objects.get(group_id=looking["group_id"])
    entry = TimelineEntry.objects.create(
        reservation=search, at=timezone.now(), kind="opened", slot_time=seen, seating=seating
    )
    offer = offers.make(Opening.objects.create(entry=entry, reservation=search), now=timezone.now())
    assert (offer is not None) is offered
