"""The judge: joins the simulator's truth, the database and what the sockets received.

Owns the predicates, as pure functions over plain rows; each returns sentences of what is wrong, none when all is well.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = Mapping[str, Any]


def one_booking_for_each_wish(*, bookings: Sequence[Row], wishes: Sequence[Row]) -> list[str]:
    """Every wish {email, venue_id, date} has exactly one live booking at the platform, and no booking lacks a wish."""
    live = [row for row in bookings if row["status"] == "booked"]
    got = Counter((row["user_email"], row["venue_id"], row["date"]) for row in live)
    wanted = Counter((row["email"], row["venue_id"], row["date"]) for row in wishes)
    wrong = [f"{number} bookings for {key}, wanted 1" for key, number in got.items() if number > 1]
    wrong += [f"no booking for {key}" for key in wanted if key not in got]
    wrong += [f"a booking that nobody wished for: {key}" for key in got if key not in wanted]
    return wrong


def never_two_tables_for_a_meal(*, bookings: Sequence[Row]) -> list[str]:
    """No diner holds two live tables on one day (the scenarios ask for one meal a day)."""
    live = Counter((row["user_email"], row["date"]) for row in bookings if row["status"] == "booked")
    return [f"{number} tables for {key}" for key, number in live.items() if number > 1]


def each_outcome_told_once(*, outcomes: Sequence[Row], told: Sequence[Row], repeated: int) -> list[str]:
    """Every outcome row {attempt_id} reached its diner's socket exactly once; nothing else was told as an outcome."""
    heard = Counter(row["attempt_id"] for row in told)
    ids = {row["attempt_id"] for row in outcomes}
    wrong = [f"outcome of attempt {attempt} was never told" for attempt in sorted(ids - heard.keys())]
    wrong += [f"outcome of attempt {attempt} was told {n} times" for attempt, n in heard.items() if n > 1]
    wrong += [f"attempt {attempt} was told but has no outcome" for attempt in sorted(heard.keys() - ids)]
    if repeated:
        wrong.append(f"{repeated} event numbers came twice to a socket")
    return wrong


def bookings_equal_outcomes(*, bookings: Sequence[Row], outcomes: Sequence[Row]) -> list[str]:
    """The platform's live bookings and our booked outcomes name the same reservations."""
    theirs = {str(row["reservation_id"]) for row in bookings if row["status"] == "booked"}
    ours = {str(row["platform_reservation_id"]) for row in outcomes if row["kind"] == "booked"}
    wrong = [f"the platform holds {name}, we do not know it" for name in sorted(theirs - ours)]
    return wrong + [f"we say {name} is booked, the platform does not" for name in sorted(ours - theirs)]


def numbers_are_dense(*, seqs: Iterable[Sequence[int]]) -> list[str]:
    """Each diner's event numbers rise by one, with no gap and no repeat."""
    wrong = []
    for position, numbers in enumerate(seqs):
        if any(later - earlier != 1 for earlier, later in pairwise(numbers)):
            wrong.append(f"diner {position}: event numbers {list(numbers)} are not dense")
    return wrong
