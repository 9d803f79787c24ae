"""The responses about the odds of requests and about how good stated odds were."""

from apps.common.schemas import Clock, Day, Instant, Shape, Strict
from apps.odds.rules.what_if import ChangeKind
from apps.requests.schemas.submissions import ReservationIn


class OddsIn(Strict):
    """The fields of the request form on which the odds depend. The form may be incomplete."""

    reservation: ReservationIn


class ChangeOut(Shape):
    """A change of the request that would raise its odds to `probability`, with the other fields unchanged.

    `times`: the window from `start_time` to `end_time`. `day`: `date` as a further date. `party`: another `party_size`.
    """

    kind: ChangeKind
    start_time: Clock | None
    end_time: Clock | None
    date: Day | None
    party_size: int | None
    probability: float


class StatedOddsOut(Shape):
    """The probability (0 to 1) that a table opens before `deadline` and the request gets it.

    A table that is open when the request is filed does not count. `sightings` is the number of openings that we saw at
    the request's restaurants in the last 120 days. `changes` are at most three changes to the
    request that would raise the probability, the best one first.
    """

    probability: float
    sightings: int
    deadline: Instant
    changes: list[ChangeOut]


class OddsOut(Shape):
    """The odds of a request. `odds` is null for a release request, while the form is incomplete or
    invalid, and if too little is known.
    """

    odds: StatedOddsOut | None


class DecileOut(Shape):
    """The stated odds in one range of ten percent: `tenth` 3 is the range from 30 % to 40 %.

    `count` is the number of these odds, `predicted` is their mean, and `happened` is the share of the requests that
    got a table.
    """

    tenth: int
    count: int
    predicted: float
    happened: float


class ScoreOut(Shape):
    """The Brier score of our odds (`brier`), and the score that the base rate would get if it were stated for each
    request (`base_brier`).

    0 is perfect, lower is better. `base_rate` is the share of requests that got a table. `improvement` is 1 - brier /
    base_brier.
    """

    brier: float
    base_brier: float
    base_rate: float
    improvement: float
    deciles: list[DecileOut]


class OddsScoreOut(Shape):
    """How good our odds were. `score` is null while fewer than `least_scored` are scored.

    `open` counts stated odds whose result is not known yet. `void` counts odds that are not scored,
    because the request was edited, paused, canceled or deleted, or because a table was open when it
    was filed. `since` is when the first scored request was filed.
    """

    scored: int
    least_scored: int
    open: int
    void: int
    since: Instant | None
    score: ScoreOut | None
