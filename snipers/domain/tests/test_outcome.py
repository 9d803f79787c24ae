"""The table that reads a booking reply: what cannot follow a booking is lost or refused, all else is unknown."""

import pytest

from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown, classify_book
from snipers.domain.vocabulary import Reason


@pytest.mark.parametrize(
    ("status", "reservation_id", "conflict", "spoken", "expected"),
    [
        (201, "741", False, True, Booked("741")),
        (200, "741", False, True, Booked("741")),
        (412, None, False, True, Lost(Reason.TAKEN)),
        (412, None, True, True, Refused(Reason.CONFLICT)),
        (404, None, False, True, Lost(Reason.SLOT_GONE)),
        (401, None, False, True, Refused(Reason.NEEDS_RECONNECT)),
        (419, None, False, True, Refused(Reason.NEEDS_RECONNECT)),
        (402, None, False, True, Refused(Reason.PAYMENT_REQUIRED)),
        (403, None, False, True, Refused(Reason.BLOCKED, 7.0)),
        (429, None, False, True, Refused(Reason.BLOCKED, 7.0)),
        (429, None, False, False, Refused(Reason.BLOCKED, 7.0)),
    ],
)
def test_a_reply_of_the_platform_itself_says_how_it_went(
    status: int, reservation_id: str | None, conflict: bool, spoken: bool, expected: BookOutcome
) -> None:
    assert (
        classify_book(status=status, reservation_id=reservation_id, conflict=conflict, spoken=spoken, delay=7.0)
        == expected
    )


@pytest.mark.parametrize(
    ("status", "spoken"),
    [
        (200, True),
        (201, True),
        (201, False),
        (204, False),
        (302, False),
        (400, True),
        (403, False),
        (404, False),
        (412, False),
        (418, True),
        (500, True),
        (500, False),
        (502, False),
        (503, False),
    ],
)
def test_everything_else_is_unknown(status: int, spoken: bool) -> None:
    outcome = classify_book(status=status, reservation_id=None, conflict=False, spoken=spoken, delay=None)
    assert isinstance(outcome, Unknown)
