"""Stated odds are recorded when a request is filed, and closed when its result is known."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.odds import predictions
from apps.odds.models import OddsBaseline, OddsPrediction, SeenOpening, WatchedTime
from apps.odds.rules.odds_results import OPEN_AT_ONCE, RequestFacts, Result, decide
from apps.requests.models import Opening, Reservation, ReservationGroup, TimelineEntry
from apps.requests.tests import factories
from apps.venues.models import Venue
from snipers.domain.odds.records import USED
from testing.users import Person
from testing.venues import make_venue

from .factories import fit, see_openings

NOW = timezone.now()
LATER = NOW + OPEN_AT_ONCE + timedelta(seconds=1)


def facts(**fields: Any) -> RequestFacts:
    values = {"filed_at": NOW, "got_at": None, "edited": False, "paused": False, "stopped": False, "open": True}
    return RequestFacts(**{**values, **fields})


@pytest.mark.parametrize(
    ("known", "result"),
    [
        (facts(), None),
        (facts(got_at=LATER), Result(obtained=True)),
        (facts(got_at=LATER, open=False, stopped=True), Result(obtained=True)),
        (facts(open=False), Result(obtained=False)),
        (facts(got_at=NOW), Result(obtained=None, void="open_at_once")),
        (facts(open=False, stopped=True), Result(obtained=None, void="stopped")),
        (facts(paused=True), Result(obtained=None, void="stopped")),
        (facts(edited=True, got_at=LATER), Result(obtained=None, void="edited")),
        (None, Result(obtained=None, void="deleted")),
    ],
)
def test_a_result_is_a_table_in_time_or_says_why_there_is_none(
    known: RequestFacts | None, result: Result | None
) -> None:
    assert decide(known) == result


@pytest.fixture
def known() -> Venue:
    venue = make_venue()
    see_openings(venue)
    fit()
    return venue


def filed(person: Person, venue: Venue) -> ReservationGroup:
    """A group that was filed ten minutes ago, with its odds recorded."""
    group = factories.group(person.user, venues=[venue])
    ReservationGroup.objects.filter(pk=group.pk).update(created_at=timezone.now() - timedelta(minutes=10))
    assert predictions.record_new(now=timezone.now()) == 1
    return group


def test_odds_are_recorded_once_from_what_was_seen_before_the_filing(bob: Person, known: Venue) -> None:
    group = factories.group(bob.user, venues=[known])
    SeenOpening.objects.create(
        venue=known, service_date=factories.day(), party_size=2, seen_at=timezone.now(), lead=0, part=0,
        slots=[["19:00", ""]],
    )  # fmt: skip
    assert predictions.record_new(now=timezone.now()) == 1
    assert predictions.record_new(now=timezone.now()) == 0
    row = OddsPrediction.objects.get(group=group)
    assert row.probability is not None
    assert 0 < row.probability < 1
    assert (row.sightings, row.filed_at) == (60, group.created_at)
    assert row.deadline == group.reservations.get().ends_at


def test_a_request_of_which_little_is_known_gets_a_row_without_odds(bob: Person) -> None:
    group = factories.group(bob.user)
    assert predictions.record_new(now=timezone.now()) == 1
    assert OddsPrediction.objects.get(group=group).probability is None
    assert predictions.close_known(now=timezone.now()) == 0


def test_release_requests_and_old_ones_get_no_odds(bob: Person, known: Venue) -> None:
    group = factories.group(bob.user, venues=[known])
    assert predictions.record_new(now=timezone.now() + timedelta(hours=2)) == 0
    ReservationGroup.objects.filter(pk=group.pk).update(snipe_type="release")
    assert predictions.record_new(now=timezone.now()) == 0


def test_a_booked_table_closes_the_odds_as_obtained(bob: Person, known: Venue) -> None:
    group = filed(bob, known)
    assert predictions.close_known(now=timezone.now()) == 0
    factories.attempt(group.reservations.get(), state="booked", platform_reservation_id="1")
    assert predictions.close_known(now=timezone.now()) == 1
    row = OddsPrediction.objects.get(group=group)
    assert (row.obtained, row.void) == (True, "")
    assert predictions.close_known(now=timezone.now()) == 0


def test_an_opening_closes_the_odds_of_a_notify_only_request(bob: Person, known: Venue) -> None:
    group = filed(bob, known)
    request = group.reservations.get()
    entry = TimelineEntry.objects.create(reservation=request, kind="opened", at=timezone.now())
    Opening.objects.create(entry=entry, reservation=request)
    assert predictions.close_known(now=timezone.now()) == 1
    assert OddsPrediction.objects.get(group=group).obtained is True


@pytest.mark.parametrize(
    ("change", "obtained", "void"),
    [
        ({"status": "unsuccessful", "reason": "window_over"}, False, ""),
        ({"status": "canceled", "reason": "canceled_by_you"}, None, "stopped"),
        ({"revision": 2}, None, "edited"),
    ],
)
def test_the_end_of_a_request_closes_its_odds(
    bob: Person, known: Venue, change: dict[str, Any], obtained: bool | None, void: str
) -> None:
    group = filed(bob, known)
    Reservation.objects.filter(group=group).update(**change)
    assert predictions.close_known(now=timezone.now()) == 1
    row = OddsPrediction.objects.get(group=group)
    assert (row.obtained, row.void) == (obtained, void)


def test_odds_outlive_their_request(bob: Person, known: Venue) -> None:
    group = filed(bob, known)
    group.delete()
    assert predictions.close_known(now=timezone.now()) == 1
    assert OddsPrediction.objects.get().void == "deleted"


@pytest.mark.django_db
def test_the_fit_deletes_what_is_too_old() -> None:
    venue, today = make_venue(), timezone.now().date()
    for day in (today, today - USED - timedelta(days=1)):
        WatchedTime.objects.create(venue=venue, service_date=day, party_size=2, lead=0, part=0, seconds=1.0)
    fit()
    assert WatchedTime.objects.get().service_date == today
    assert not OddsBaseline.objects.exists()
