"""The number of queries of an endpoint does not depend on the number of rows."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.requests.models import Reservation, ReservationGroup, TimelineEntry, WatchState
from apps.requests.tests import factories
from testing.platform_accounts import make_account
from testing.users import Person, make_user, signed_in
from testing.venues import make_venue

PATH = "/api/reservations/"
Call = Callable[[Person, ReservationGroup], Any]


def person(name: str) -> Person:
    return signed_in(make_user(name, tier="premium", is_vip=True))


def world(who: Person, *, groups: int, venues: int, dates: int) -> ReservationGroup:
    """Create groups with watch states and attempts. Return the newest group; all of its reservations are open."""
    account = make_account(user=who.user)
    places = [make_venue(venue_name=f"Kitchen {n}") for n in range(venues)]
    days = [factories.day(7 + n) for n in range(dates)]
    for n in range(groups - 1):
        group = ReservationGroup.objects.create(
            user=who.user,
            diner_key=f"user:{who.user.pk}",
            snipe_type="cancel",
            party_size=2,
            start_time="18:30",
            end_time="20:30",
        )
        for place in places[:2]:
            request = Reservation.objects.create(
                group=group, venue=place, account=account, date=factories.day(100 + n), ends_at=timezone.now()
            )
            factories.attempt(request, state="lost")
            WatchState.objects.create(reservation=request, state="watching", checks=5)
    newest = factories.group(who.user, venues=places, dates=days)
    for request in newest.reservations.all():
        TimelineEntry.objects.create(reservation=request, at=timezone.now(), kind="seen", reason="")
    return newest


def body(who: Person, group: ReservationGroup, **wanted: Any) -> dict[str, Any]:
    """Return the form with which the group was filed, with other dates."""
    members = list(group.reservations.select_related("venue").order_by("id"))
    venues = list({member.venue_id: member.venue for member in members}.values())
    dates = [factories.day(40 + n).isoformat() for n in range(len(days_of(group)))]
    return factories.body(at=venues, account=who.user.platform_accounts.get(), **{"dates": dates, **wanted})


def days_of(group: ReservationGroup) -> list[date]:
    return sorted(set(group.reservations.values_list("date", flat=True)))


CALLS: dict[str, Call] = {
    "list": lambda who, group: who.get(PATH),
    "searched list": lambda who, group: who.get(PATH, status="active", search="kitchen", page=1),
    "one": lambda who, group: who.get(f"{PATH}{group.pk}/"),
    "counts": lambda who, group: who.get(f"{PATH}counts/"),
    "existing restaurants": lambda who, group: who.get(f"{PATH}existing-restaurants/"),
    "closed dates": lambda who, group: who.post(f"{PATH}get-unique-unactive-dates-by-group/", {"group_id": group.pk}),
    "timeline": lambda who, group: who.get(f"{PATH}{group.pk}/timeline/"),
    "file": lambda who, group: who.post(PATH, body(who, group)),
    "edit": lambda who, group: who.send("PUT", f"{PATH}{group.pk}/", body(who, group, party_size=5)),
    "edit of what stays": lambda who, group: who.send(
        "PUT", f"{PATH}{group.pk}/", body(who, group, dates=[day.isoformat() for day in days_of(group)])
    ),
    "pause": lambda who, group: who.post(f"{PATH}{group.pk}/pause/"),
    "delete": lambda who, group: who.delete(f"{PATH}{group.pk}/"),
}


def queries(who: Person, group: ReservationGroup, call: Call) -> int:
    with CaptureQueriesContext(connection) as captured:
        reply = call(who, group)
    assert reply.status_code in (200, 201), reply.json()
    return len(captured)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_many_rows_take_no_more_queries_than_few(db: None, call: Call) -> None:
    few, many = person("Few"), person("Many")
    one = queries(few, world(few, groups=2, venues=1, dates=1), call)
    assert queries(many, world(many, groups=8, venues=3, dates=3), call) == one


def test_unpausing_many_requests_takes_no_more_queries_than_few(db: None) -> None:
    def unpaused(who: Person, *, venues: int, dates: int) -> int:
        group = world(who, groups=1, venues=venues, dates=dates)
        who.post(f"{PATH}{group.pk}/pause/")
        return queries(who, group, lambda who, group: who.post(f"{PATH}{group.pk}/unpause/"))

    assert unpaused(person("Few"), venues=1, dates=1) == unpaused(person("Many"), venues=3, dates=3)
