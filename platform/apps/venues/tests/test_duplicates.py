"""Proposed pairs of venues of the two platforms, and their decision in the admin."""

import pytest
from django.utils import timezone

from apps.venues.catalog import duplicates
from apps.venues.models import DuplicatePair, PairDecision, Venue
from apps.venues.rules import duplicates as rules
from testing.venues import make_venue

PLACE = (40.7344, -74.0048)


def venue(source: str, name: str, *, north_m: float = 0) -> Venue:
    latitude = PLACE[0] + north_m / 111_320
    return make_venue(reservation_source=source, venue_name=name, latitude=latitude, longitude=PLACE[1])


@pytest.mark.parametrize(
    ("first", "second", "meters", "same"),
    [
        ("Don Angie", "Don Angie", 0, True),
        ("Don Angie", "DON ANGIE - NYC", 60, True),
        ("Lupa", "Lupa Osteria Romana", 20, True),
        ("Don Angie", "Don Angie", 151, False),
        ("Don Angie", "Via Carota", 0, False),
        ("Don Angie", "Don Antonio", 0, False),
    ],
)
def test_near_venues_with_similar_names_are_likely_the_same(first: str, second: str, meters: float, same: bool) -> None:
    names = rules.similarity(first=first, second=second)
    assert rules.is_likely_same(names=names, meters=meters) is same


def test_distance_is_in_meters() -> None:
    east = (PLACE[0], PLACE[1] + 0.001)
    assert rules.distance_m(first=PLACE, second=east) == pytest.approx(84.4, abs=0.5)


@pytest.mark.django_db
def test_pairs_are_proposed_once_and_decisions_stay() -> None:
    resy = venue("resy", "Don Angie")
    opentable = venue("opentable", "Don Angie NYC", north_m=40)
    venue("resy", "Don Angie", north_m=400)
    venue("resy", "Via Carota")
    assert duplicates.propose_pairs(now=timezone.now()) == 1
    pair = DuplicatePair.objects.get()
    assert (pair.resy, pair.opentable, pair.distance_m) == (resy, opentable, 40)
    DuplicatePair.objects.update(decision=PairDecision.DIFFERENT)
    assert duplicates.propose_pairs(now=timezone.now()) == 0
    assert DuplicatePair.objects.get().decision == PairDecision.DIFFERENT
