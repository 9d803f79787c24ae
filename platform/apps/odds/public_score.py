"""Reads the score of our own odds for the public page."""

from typing import Final

from django.db.models import Count, F, FloatField, IntegerField, Min, Q, Sum, Value
from django.db.models.functions import Cast, Floor, Least, Power

from snipers.domain.odds import scoring

from .models import OddsPrediction
from .schemas.odds import DecileOut, OddsScoreOut, ScoreOut

LAST: Final = scoring.DECILES - 1


def read() -> OddsScoreOut:
    """Return the score of all predictions whose result is known. The score is null if fewer than LEAST_SCORED are
    known.
    """
    place = Cast(Least(Floor(F("probability") * scoring.DECILES), Value(float(LAST))), IntegerField())
    error = Power(F("probability") - Cast(Cast("obtained", IntegerField()), FloatField()), 2)
    rows = (
        OddsPrediction.objects.filter(obtained__isnull=False)
        .annotate(tenth=place)
        .values("tenth")
        .annotate(
            count=Count("pk"),
            stated=Sum("probability"),
            happened=Count("pk", filter=Q(obtained=True)),
            squares=Sum(error),
            since=Min("filed_at"),
        )
    )
    sums = [(0, 0.0, 0)] * scoring.DECILES
    squares, since = 0.0, []
    for row in rows.order_by("tenth"):
        sums[row["tenth"]] = row["count"], row["stated"], row["happened"]
        squares += row["squares"]
        since.append(row["since"])
    open_count, void_count = _others()
    score = scoring.from_sums(sums, squares=squares)
    count = 0 if score is None else score.count
    enough = score is not None and count >= scoring.LEAST_SCORED
    return OddsScoreOut(
        scored=count,
        least_scored=scoring.LEAST_SCORED,
        open=open_count,
        void=void_count,
        since=min(since, default=None),
        score=None
        if score is None or not enough
        else ScoreOut(
            brier=round(score.brier, 4),
            base_brier=round(score.base_brier, 4),
            base_rate=round(score.base_rate, 4),
            improvement=round(score.improvement, 4),
            deciles=[
                DecileOut(
                    tenth=one.tenth, count=one.count, predicted=round(one.predicted, 4), happened=round(one.happened, 4)
                )
                for one in score.deciles
            ],
        ),
    )


def _others() -> tuple[int, int]:
    """Return two numbers: the predictions without a result yet, and those that are not scored."""
    stated = OddsPrediction.objects.filter(probability__isnull=False, obtained__isnull=True)
    counts = stated.aggregate(open=Count("pk", filter=Q(closed_at=None)), void=Count("pk", filter=~Q(void="")))
    return counts["open"], counts["void"]
