"""Which requests an edit keeps, adds and withdraws."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest

from apps.requests.rules import changes
from apps.requests.rules.changes import Change

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
MON, TUE, WED = date(2026, 11, 23), date(2026, 11, 24), date(2026, 11, 25)
LUPA, FREVO = 7, 8


@dataclass(kw_only=True)
class Request:
    pk: int
    venue_id: int
    date: date
    status: str
    reason: str
    ends_at: datetime


def group(*rows: tuple[int, date, str], over: tuple[int, ...] = (), withdrawn: tuple[int, ...] = ()) -> list[Request]:
    """Return requests numbered from 1. The time of those in `over` has ended; an edit removed those in `withdrawn`."""
    return [
        Request(
            pk=number,
            venue_id=venue,
            date=day,
            status=status,
            reason=changes.WITHDRAWN if number in withdrawn else "",
            ends_at=NOW + timedelta(seconds=0 if number in over else 1),
        )
        for number, (venue, day, status) in zip(count(1), rows, strict=False)
    ]


@pytest.mark.parametrize(
    ("members", "closed"),
    [
        (group((LUPA, MON, "active"), (LUPA, TUE, "paused")), set()),
        (group((LUPA, MON, "confirmed"), (LUPA, TUE, "active")), {MON}),
        (group((LUPA, MON, "unsuccessful"), (LUPA, TUE, "canceled"), (LUPA, WED, "active")), {MON, TUE}),
        # Past, but not ended yet.
        (group((LUPA, MON, "active"), (LUPA, TUE, "active"), over=(1,)), {MON}),
        # Another restaurant of the date is still open, or has the table.
        (group((LUPA, MON, "unsuccessful"), (FREVO, MON, "active")), set()),
        (group((LUPA, MON, "confirmed"), (FREVO, MON, "active")), {MON}),
        # Withdrawn by an earlier edit: it may be chosen again.
        (group((LUPA, MON, "canceled"), (LUPA, TUE, "active"), withdrawn=(1,)), set()),
    ],
)
def test_dates_that_are_booked_ended_or_past_are_closed(members: list[Request], closed: set[date]) -> None:
    assert changes.closed_dates(members, now=NOW) == closed


@pytest.mark.parametrize(
    ("members", "wanted", "change"),
    [
        (
            group((LUPA, MON, "active"), (LUPA, TUE, "active")),
            [(LUPA, MON), (LUPA, TUE)],
            Change(kept={(LUPA, MON): 1, (LUPA, TUE): 2}, withdrawn=frozenset(), added=()),
        ),
        (
            group((LUPA, MON, "active"), (LUPA, TUE, "paused")),
            [(LUPA, TUE), (FREVO, TUE), (LUPA, WED)],
            Change(kept={(LUPA, TUE): 2}, withdrawn=frozenset({1}), added=((FREVO, TUE), (LUPA, WED))),
        ),
        # Finished requests are neither kept nor withdrawn.
        (
            group((LUPA, MON, "confirmed"), (LUPA, TUE, "unsuccessful"), (LUPA, WED, "active")),
            [(LUPA, WED)],
            Change(kept={(LUPA, WED): 3}, withdrawn=frozenset(), added=()),
        ),
        # Nor is an open request on a date with a booked table.
        (
            group((LUPA, MON, "confirmed"), (FREVO, MON, "active"), (LUPA, TUE, "active")),
            [(LUPA, TUE)],
            Change(kept={(LUPA, TUE): 3}, withdrawn=frozenset(), added=()),
        ),
        # A request that ended at one restaurant starts again where its date is still open at another.
        (
            group((LUPA, MON, "unsuccessful"), (FREVO, MON, "active")),
            [(LUPA, MON), (FREVO, MON)],
            Change(kept={(FREVO, MON): 2}, withdrawn=frozenset(), added=((LUPA, MON),)),
        ),
        # Its time is over but it has not ended: the row exists, and a place has one row.
        (
            group((LUPA, MON, "active"), (FREVO, MON, "active"), over=(1,)),
            [(LUPA, MON), (FREVO, MON)],
            Change(kept={(LUPA, MON): 1, (FREVO, MON): 2}, withdrawn=frozenset(), added=()),
        ),
        (
            group((LUPA, MON, "canceled"), (LUPA, TUE, "active"), withdrawn=(1,)),
            [(LUPA, MON), (LUPA, TUE)],
            Change(kept={(LUPA, TUE): 2}, withdrawn=frozenset(), added=((LUPA, MON),)),
        ),
    ],
)
def test_an_edit_changes_open_requests_only(
    members: list[Request], wanted: list[tuple[int, date]], change: Change
) -> None:
    assert changes.compare(members, wanted=wanted, now=NOW) == change


def test_booked_dates_are_dates_with_a_confirmed_request() -> None:
    members = group((LUPA, MON, "confirmed"), (FREVO, MON, "active"), (LUPA, TUE, "active"))
    assert changes.booked_dates(members) == {MON}
