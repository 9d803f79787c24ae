"""The limit holds exactly, however many submissions come at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import time
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.testing import make_user
from apps.common.errors import Refusal
from apps.connections.testing import make_account
from apps.reservations import edits, services
from apps.reservations.models import Reservation
from apps.reservations.rules.submission import Draft, VenueChoice
from apps.reservations.tests import make
from apps.venues.testing import make_venue

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(works: list[Callable[[], Any]]) -> list[str]:
    """Run all of them in parallel and return "done" or the refusal's code for each."""

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


def test_twenty_submissions_at_once_at_the_edge_give_exactly_the_limit() -> None:
    user = make_user("Alice")
    account, venue = make_account(user=user), make_venue()
    for ahead in range(3):
        make.group(user, dates=[make.day(30 + ahead)])

    def file(ahead: int) -> Callable[[], int]:
        draft = Draft(
            snipe_type="cancel",
            venues=(VenueChoice(id=venue.pk),),
            party_size=2,
            dates=(make.day(5 + ahead),),
            start_time=time(18, 30),
            end_time=time(20, 30),
            account_selected=True,
        )
        return lambda: services.create_group(
            user_id=user.pk,
            draft=draft,
            resy_account_id=account.pk,
            opentable_account_id=None,
            client=None,
            now=timezone.now(),
        )

    assert at_once([file(ahead) for ahead in range(20)]) == ["done"] * 2 + ["over_limit"] * 18
    assert Reservation.objects.filter(status="active").count() == 5
    assert list(user.events.order_by("seq").values_list("seq", flat=True)) == [1, 2, 3, 4, 5]


def test_twenty_edits_at_once_at_the_edge_give_exactly_the_limit() -> None:
    user = make_user("Bob", tier="premium")
    account, venue = make_account(user=user), make_venue()
    groups = [make.group(user, venues=[venue], dates=[make.day(5 + ahead)]) for ahead in range(20)]

    def add_a_date(ahead: int) -> Callable[[], bool]:
        draft = Draft(
            snipe_type="cancel",
            venues=(VenueChoice(id=venue.pk),),
            party_size=2,
            dates=(make.day(5 + ahead), make.day(105 + ahead)),
            start_time=time(18, 30),
            end_time=time(20, 30),
            account_selected=True,
        )
        return lambda: edits.edit_group(
            user_id=user.pk,
            group_id=groups[ahead].pk,
            draft=draft,
            resy_account_id=account.pk,
            opentable_account_id=None,
            client=None,
            now=timezone.now(),
        )

    assert at_once([add_a_date(ahead) for ahead in range(20)]) == ["done"] * 5 + ["over_limit"] * 15
    assert Reservation.objects.filter(status="active").count() == 25


def test_unpausing_and_filing_at_once_never_pass_the_limit() -> None:
    user = make_user("Alice")
    groups = [make.group(user, dates=[make.day(5 + ahead)]) for ahead in range(5)]
    Reservation.objects.update(status="paused")
    groups += [make.group(user, dates=[make.day(15 + ahead)]) for ahead in range(3)]

    def unpause(group_id: int) -> Callable[[], None]:
        return lambda: services.unpause_group(user_id=user.pk, group_id=group_id, now=timezone.now())

    # Asking twice for the same group is no second request.
    answers = at_once([unpause(group.pk) for group in groups[:5]] * 2)
    assert Reservation.objects.filter(status="active").count() == 5
    assert set(answers) == {"done", "over_limit"}
