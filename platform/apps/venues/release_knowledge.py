"""What we have learned about the release rules of venues: the observations, and the rules learned from them.

A learned rule is separate from the rule that staff enter (`Venue.release_days_ahead`), and never replaces it.
"""

from collections.abc import Sequence

from django.db import connection

from apps.venues.models import ReleaseObservation, Venue
from snipers.domain.release_learning import LearnedRule
from snipers.domain.release_learning import ReleaseObservation as Observation
from snipers.domain.weekly_learning import learn_rule

_MERGE = "SELECT merge_release_observation(%s, %s, %s, %s)"


def observations(*, venue_id: int) -> list[Observation]:
    """Return the observations of a venue."""
    rows = ReleaseObservation.objects.filter(venue_id=venue_id)
    return [
        Observation(service_date=service_date, closed_at=closed_at, open_at=open_at)
        for service_date, closed_at, open_at in rows.values_list("service_date", "closed_at", "open_at")
    ]


def learned_rule(*, venue: Venue) -> LearnedRule | None:
    """Return the release rule that was learned for the venue, None without an observed opening."""
    return learn_rule(observations=observations(venue_id=venue.pk), zone=venue.time_zone)


def record(*, venue_id: int, found: Sequence[Observation]) -> None:
    """Merge observations of a venue with those of the same service dates."""
    with connection.cursor() as cursor:
        cursor.executemany(_MERGE, [(venue_id, one.service_date, one.closed_at, one.open_at) for one in found])
