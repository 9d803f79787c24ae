"""The responses about the odds of requests."""

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

    If too little is known of one of the restaurants, the estimate follows from all restaurants: `bounds` has the lowest
    and the highest likely probability, and `changes` is empty. Otherwise `bounds` is null.
    """

    probability: float
    sightings: int
    bounds: list[float] | None
    deadline: Instant
    changes: list[ChangeOut]


class OddsOut(Shape):
    """The odds of a request. `odds` is null for a release request, while the form is incomplete or invalid, and before
    the first opening anywhere."""

    odds: StatedOddsOut | None
