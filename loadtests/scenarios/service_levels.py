"""Measurements that several scenarios use, from the platform's log, the database and the sockets."""

import statistics
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from loadtests import predicates, slo
from loadtests.fixtures import SubmittedRequest, read_outcomes, received_outcomes
from loadtests.running import RunningStack
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog, poll_key
from loadtests.users.waiting import WaitingUsers

SERVICE_MS = 20.0
# The poll period of a key is measured from the polls within this time before and after a table is freed.
PERIOD_WINDOW_MS = 30_000
OLDEST_UNPUBLISHED = """
    select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as oldest from (
        select created_at as at from outcome where notified_at is null
        union all select created_at from event where published_at is null
    ) rows
"""


def read_oldest_unpublished(running: RunningStack) -> float:
    """Return the age in seconds of the oldest outcome or event that is not published yet, or 0."""
    return float(running.query(OLDEST_UNPUBLISHED)[0]["oldest"])


def find_publication_errors(running: RunningStack, requests: Sequence[SubmittedRequest]) -> list[str]:
    """Return a sentence for each outcome of these requests that did not reach its diner's socket exactly once."""
    diners = {id(request.diner): request.diner for request in requests}.values()
    return predicates.check_each_outcome_reported_once(
        outcomes=read_outcomes(running, requests),
        reported=received_outcomes(list(diners)),
        repeated=sum(diner.repeated for diner in diners),
    )


def measure_bookings(
    users: WaitingUsers, log: TruthLog, times: dict[str, list[float]]
) -> tuple[list[tuple[float, float]], list[float], int]:
    """Return two lists with a delay for each of the users' bookings, and the number of freed tables.

    The first list has pairs: the ms from freeing to booking, and the poll period of the key in ms. The second list has
    the ms from the first reply that lists the table to the booking call, without the platform's own time. `times` are
    the arrival times (ms) of the polls by key.
    """
    emails, venues = {diner.email for diner in users.diners}, {venue["venue_id"] for venue in users.venues}
    freed = {entry["slot_id"]: entry for entry in log.of_kind("freed") if entry["venue_id"] in venues}
    calls, polls = {entry["request"]: entry for entry in log.booking_calls()}, log.polls_by_key()
    booked, called = [], []
    for entry in log.of_kind("booked"):
        if entry["user_email"] not in emails or entry["slot_id"] not in freed:
            continue
        key, at = poll_key(entry), freed[entry["slot_id"]]["wall_ms"]
        near = [time for time in times[key] if abs(time - at) < PERIOD_WINDOW_MS]
        period = statistics.median(after - before for before, after in pairwise(near))
        booked.append((entry["wall_ms"] - at, period))
        shown = min(poll["replied_ms"] for poll in polls[key] if poll["replied_ms"] and poll["replied_ms"] > at)
        called.append(calls[entry["request"]]["received_ms"] - shown - SERVICE_MS)
    return booked, called, len(freed)


def measure_publication(running: RunningStack, requests: Sequence[SubmittedRequest]) -> list[float]:
    """Return the ms from the commit of each outcome to its diner's socket."""
    committed: dict[int, datetime] = {row["attempt_id"]: row["created_at"] for row in read_outcomes(running, requests)}
    diners = {id(request.diner): request.diner for request in requests}.values()
    return [
        1000 * (event.at - committed[event.body["attempt_id"]].timestamp())
        for diner in diners
        for event in diner.events
        if event.type == "reservation.outcome" and event.body["attempt_id"] in committed
    ]


def coverage_level(times: dict[str, list[float]], *, target: float) -> ServiceLevel:
    """Return the service level that keys are covered during at least the share `target` of the time.

    A key is covered for three of its poll periods after each poll. `times` are the arrival times (ms) of the polls by
    key.
    """
    lag = [slo.measure_lag(polls, until_ms=polls[-1]) for polls in times.values()]
    total = sum(ms for _, ms in lag)
    return slo.share_at_least(
        "time in which a watched venue was polled within three periods",
        good=total - sum(lagging for lagging, _ in lag),
        of=total,
        target=target,
    )


def double_booking_level(bookings: Sequence[dict[str, object]]) -> ServiceLevel:
    """Return the service level that none of these bookings is a user's second table on one date."""
    twice = len(bookings) - len({(row["user_email"], row["date"]) for row in bookings})
    return slo.at_most("second tables for one request", twice, target=0)
