"""Concurrent submissions, edits and unpauses never exceed the limit."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.services import editing, filing, unpausing
from apps.venues.models import Venue
from testing.users import make_user
from testing.venues import make_venue

from . import factories

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(works: list[Callable[[], Any]]) -> list[str]:
    """Run all calls in parallel and return "done" or the refusal's code for each."""

    def run(work: Callable[[], Any]) -> str:
        try:
            work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(10) as pool:
        return sorted(pool.map(run, works))


def filing_of(user: User, venue: Venue, *dates: date) -> Callable[[], int]:
    draft = factories.draft(venue, account=user.platform_accounts.get(), dates=dates)
    return lambda: filing.create_group(user_id=user.pk, draft=draft, now=timezone.now())


def edit_of(group: ReservationGroup, venue: Venue, *dates: date) -> Callable[[], bool]:
    draft = factories.draft(venue, account=group.user.platform_accounts.get(), dates=dates)
    return lambda: editing.edit_group(user_id=group.user_id, group_id=group.pk, draft=draft, now=timezone.now())


def unpause_of(group: ReservationGroup) -> Callable[[], None]:
    return lambda: unpausing.unpause_group(user_id=group.user_id, group_id=group.pk, now=timezone.now())


def active() -> int:
    return Reservation.objects.filter(status="active").count()


def test_twenty_concurrent_submissions_give_exactly_the_limit() -> None:
    user, venue = make_user("Alice"), make_venue()
    for ahead in range(3):
        factories.group(user, dates=[factories.day(30 + ahead)])

    works = [filing_of(user, venue, factories.day(5 + ahead)) for ahead in range(20)]
    assert at_once(works) == ["done"] * 2 + ["over_limit"] * 18
    assert active() == 5
    assert list(user.events.order_by("seq").values_list("seq", flat=True)) == [1, 2, 3, 4, 5]


def test_twenty_concurrent_edits_give_exactly_the_limit() -> None:
    user, venue = make_user("Bob", tier="premium"), make_venue()
    groups = [factories.group(user, venues=[venue], dates=[factories.day(5 + ahead)]) for ahead in range(20)]

    works = [
        edit_of(group, venue, factories.day(5 + ahead), factories.day(105 + ahead))
        for ahead, group in enumerate(groups)
    ]
    assert at_once(works) == ["done"] * 5 + ["over_limit"] * 15
    assert active() == 25


def test_concurrent_edits_unpauses_and_submissions_give_exactly_the_limit() -> None:
    user, venue = make_user("Bob", tier="premium"), make_venue()
    paused = [factories.group(user, venues=[venue], dates=[factories.day(5 + ahead)]) for ahead in range(8)]
    Reservation.objects.update(status="paused")
    going = [factories.group(user, venues=[venue], dates=[factories.day(20 + ahead)]) for ahead in range(20)]

    works: list[Callable[[], Any]] = [unpause_of(group) for group in paused]
    works += [edit_of(group, venue, factories.day(20 + n), factories.day(120 + n)) for n, group in enumerate(going)]
    works += [filing_of(user, venue, factories.day(60 + ahead)) for ahead in range(8)]
    answers = at_once(works)
    assert answers == ["done"] * 5 + ["over_limit"] * 31
    assert active() == 25


def test_concurrent_edits_of_one_group_add_a_date_once() -> None:
    user, venue = make_user("Bob", tier="premium"), make_venue()
    group = factories.group(user, venues=[venue], dates=[factories.day(5)])
    assert at_once([edit_of(group, venue, factories.day(5), factories.day(6))] * 4) == ["done"] * 4
    assert sorted(group.reservations.values_list("date", "status")) == [
        (factories.day(5), "active"),
        (factories.day(6), "active"),
    ]


def test_concurrent_unpausing_and_filing_keep_the_limit() -> None:
    user = make_user("Alice")
    groups = [factories.group(user, dates=[factories.day(5 + ahead)]) for ahead in range(5)]
    Reservation.objects.update(status="paused")
    groups += [factories.group(user, dates=[factories.day(15 + ahead)]) for ahead in range(3)]

    # A second call for the same group changes nothing.
    answers = at_once([unpause_of(group) for group in groups[:5]] * 2)
    assert active() == 5
    assert set(answers) == {"done", "over_limit"}
