"""The fit of the baseline uses and keeps the observations of the last 120 days."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.odds.models import OddsBaseline, WatchedTime
from snipers.domain.odds.records import USED
from testing.venues import make_venue

from .factories import fit


@pytest.mark.django_db
def test_the_fit_deletes_what_is_too_old() -> None:
    venue, today = make_venue(), timezone.now().date()
    for day in (today, today - USED - timedelta(days=1)):
        WatchedTime.objects.create(venue=venue, service_date=day, party_size=2, lead=0, part=0, seconds=1.0)
    fit()
    assert WatchedTime.objects.get().service_date == today
    assert not OddsBaseline.objects.exists()
