"""Fits the parameters that all venues have in common, from which the odds of each venue start."""

from datetime import datetime
from typing import Final

from django.db.models import Sum

from snipers.domain.odds import baseline
from snipers.domain.odds.records import USED

from . import evidence
from .models import SeenOpening, WatchedTime

# The venues from which the baseline is fitted: those watched longest.
MOST_VENUES: Final = 300


def fit_baseline(*, now: datetime) -> None:
    """Fit the baseline to the venues that were watched longest. Before that, delete observations about dates more than
    120 days ago.
    """
    old = now.date() - USED
    SeenOpening.objects.filter(service_date__lt=old).delete()
    WatchedTime.objects.filter(service_date__lt=old).delete()
    watched = WatchedTime.objects.values("venue_id").annotate(total=Sum("seconds")).order_by("-total", "venue_id")
    venues = list(watched.values_list("venue_id", flat=True)[:MOST_VENUES])
    fitted = baseline.fit(evidence.of_venues(venues, until=now).values()) if venues else None
    if fitted is not None:
        evidence.write_baseline(fitted, venues=len(venues), now=now)
