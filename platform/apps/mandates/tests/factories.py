"""Drafts and approved mandates, and a request that lies wholly within them."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.keys.programs import Program
from apps.mandates import services
from apps.mandates.models import Mandate, State
from apps.mandates.terms import Terms
from apps.requests.tests.factories import day
from apps.venues.models import Venue


def terms(*venues: Venue, **changes: Any) -> Terms:
    """Return terms for dinner of 2 to 4 at these restaurants, in 5 to 20 days, for two tables without a fee."""
    given: dict[str, Any] = {
        "restaurants": [venue.pk for venue in venues],
        "smallest_party": 2,
        "largest_party": 4,
        "first_date": day(5),
        "last_date": day(20),
        "earliest_time": "18:00",
        "latest_time": "21:30",
        "tables": 2,
        "days": 30,
    }
    return Terms(**{**given, **changes})


def drafted(program: Program, *venues: Venue, now: datetime | None = None, **changes: Any) -> Mandate:
    return services.draft(program=program, terms=terms(*venues, **changes), now=now or timezone.now())


def approved(program: Program, *venues: Venue, now: datetime | None = None, **changes: Any) -> Mandate:
    """Return a mandate of this program that its user has approved, with or without a passkey."""
    made = drafted(program, *venues, now=now, **changes)
    made.state, made.decided_at = State.APPROVED, made.created_at
    made.save()
    return made
