"""Records the odds of each new cancel request, and closes the prediction when its result is known.

Odds are recorded within about a minute of the filing, from what was known when the request was filed.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Min, OuterRef, Q, Subquery, Sum

from apps.requests.models import (
    Attempt,
    AttemptState,
    Opening,
    Reservation,
    ReservationGroup,
    SnipeType,
    Status,
    TimelineEntry,
)
from snipers.domain.odds import baseline
from snipers.domain.odds.estimate import estimate
from snipers.domain.odds.records import USED

from . import evidence, stating
from .models import OddsPrediction, SeenOpening, WatchedTime
from .rules import odds_results
from .rules.odds_results import RequestFacts

BATCH: Final = 100
# A request that was filed longer ago gets no prediction: by then something of its result may be known.
RECENT: Final = timedelta(hours=1)
# The venues from which the baseline is fitted: those watched longest.
MOST_VENUES: Final = 300
UNSTATED_KEPT: Final = timedelta(days=1)
GOT: Final = (AttemptState.BOOKED, AttemptState.REPLACED, AttemptState.CANCELED)
OPEN: Final = (Status.ACTIVE, Status.PAUSED)


def record_new(*, now: datetime) -> int:
    """Record the odds of up to 100 new cancel requests, oldest first. Return the number of these requests.

    A request of which too little is known gets a row without a probability.
    """
    new = ReservationGroup.objects.filter(
        snipe_type=SnipeType.CANCEL, created_at__gt=now - RECENT, odds_prediction__isnull=True
    )
    groups = list(new.order_by("created_at")[:BATCH])
    if not groups:
        return 0
    members: dict[int, list[Reservation]] = {}
    for one in Reservation.objects.filter(group__in=groups).select_related("venue").order_by("date", "pk"):
        members.setdefault(one.group_id, []).append(one)
    venues = {one.venue_id for rows in members.values() for one in rows}
    # Nothing that was seen after the first of these requests was filed is used.
    rates = evidence.rates_of(venues, until=groups[0].created_at)
    rows = []
    for group in groups:
        here = members.get(group.pk, [])
        odds = estimate(stating.wanted_by(group, here, now=group.created_at), venues=rates)
        rows.append(
            OddsPrediction(
                group=group,
                filed_at=group.created_at,
                deadline=max((one.ends_at for one in here), default=group.created_at),
                probability=None if odds is None or odds.bounds else odds.probability,
                sightings=0 if odds is None else odds.sightings,
            )
        )
    OddsPrediction.objects.bulk_create(rows, ignore_conflicts=True)
    return len(groups)


def close_known(*, now: datetime) -> int:
    """Close up to 100 predictions whose result is known. Return the number of closed predictions."""
    unscored = OddsPrediction.objects.filter(closed_at=None, probability__isnull=False)
    of_group = Reservation.objects.filter(group=OuterRef("group"))
    booked = Attempt.objects.filter(reservation__group=OuterRef("group"), state__in=GOT)
    seen = Opening.objects.filter(reservation__group=OuterRef("group"))
    paused = TimelineEntry.objects.filter(reservation__group=OuterRef("group"), kind="paused")
    rows = unscored.annotate(
        is_open=Exists(of_group.filter(status__in=OPEN)),
        is_edited=Exists(of_group.filter(Q(revision__gt=1) | Q(reason="withdrawn"))),
        is_stopped=Exists(of_group.filter(status=Status.CANCELED)),
        is_paused=Exists(paused),
        booked_at=Subquery(booked.values("reservation__group").annotate(at=Min("claimed_at")).values("at")),
        opened_at=Subquery(seen.values("reservation__group").annotate(at=Min("entry__at")).values("at")),
    )
    known = rows.filter(
        Q(group=None)
        | Q(is_open=False)
        | Q(is_edited=True)
        | Q(is_paused=True)
        | Q(booked_at__isnull=False)
        | Q(opened_at__isnull=False)
    )
    closed = list(known.order_by("pk")[:BATCH])
    for row in closed:
        facts = None
        if row.group_id is not None:
            facts = RequestFacts(
                filed_at=row.filed_at,
                got_at=row.booked_at or row.opened_at,
                edited=row.is_edited,
                paused=row.is_paused,
                stopped=row.is_stopped,
                open=row.is_open,
            )
        result = odds_results.decide(facts)
        if result is not None:
            row.obtained, row.void, row.closed_at = result.obtained, result.void, now
    OddsPrediction.objects.bulk_update(closed, ["obtained", "void", "closed_at"])
    return len(closed)


def fit_baseline(*, now: datetime) -> None:
    """Fit the baseline to the venues that were watched longest.

    Before that, delete observations about dates more than 120 days ago, and day-old predictions that
    have no probability.
    """
    old = now.date() - USED
    SeenOpening.objects.filter(service_date__lt=old).delete()
    WatchedTime.objects.filter(service_date__lt=old).delete()
    OddsPrediction.objects.filter(probability__isnull=True, filed_at__lt=now - UNSTATED_KEPT).delete()
    watched = WatchedTime.objects.values("venue_id").annotate(total=Sum("seconds")).order_by("-total", "venue_id")
    venues = list(watched.values_list("venue_id", flat=True)[:MOST_VENUES])
    fitted = baseline.fit(evidence.of_venues(venues, until=now).values()) if venues else None
    if fitted is not None:
        evidence.write_baseline(fitted, venues=len(venues), now=now)
