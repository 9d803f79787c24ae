"""Classification of booking replies: a reply is `Lost` or `Refused` only if it proves that nothing was booked."""

from datetime import time

import pytest

from snipers.clients.replies import classify_book
from snipers.domain.outcome import Booked, BookOutcome, Conflict, Lost, Refused, Unknown
from snipers.domain.tests.examples import DAY
from snipers.domain.vocabulary import Reason

OTHER = Conflict(platform_venue_id=1202, date=DAY, time=time(19))
UNNAMED = Conflict(platform_venue_id=None, date=None, time=None)


@pytest.mark.parametrize(
    ("status", "reservation_id", "from_platform", "expected"),
    [
        (201, "741", True, Booked("741")),
        (200, "741", True, Booked("741")),
        (412, None, True, Lost(Reason.TAKEN)),
        (409, None, True, Lost(Reason.TAKEN)),
        (404, None, True, Lost(Reason.SLOT_GONE)),
        (401, None, True, Refused(Reason.NEEDS_RECONNECT)),
        (419, None, True, Refused(Reason.NEEDS_RECONNECT)),
        (402, None, True, Refused(Reason.PAYMENT_REQUIRED)),
        # In JSON, the platform refuses this card or this venue; a firewall sends a page.
        (403, None, True, Refused(Reason.NOT_UNDERSTOOD)),
        (429, None, True, Refused(Reason.BLOCKED, 7.0)),
        (429, None, False, Refused(Reason.BLOCKED, 7.0)),
    ],
)
def test_a_reply_of_the_platform_is_classified_by_its_status(
    status: int, reservation_id: str | None, from_platform: bool, expected: BookOutcome
) -> None:
    read = classify_book(
        status=status, reservation_id=reservation_id, conflict=None, from_platform=from_platform, delay=7.0
    )
    assert read == expected


@pytest.mark.parametrize(
    ("status", "conflict", "stated_reason", "expected"),
    [
        (412, OTHER, None, Refused(Reason.CONFLICT, conflict=OTHER)),
        (409, UNNAMED, None, Refused(Reason.CONFLICT, conflict=UNNAMED)),
        (200, UNNAMED, None, Refused(Reason.CONFLICT, conflict=UNNAMED)),
        (409, UNNAMED, Reason.TAKEN, Refused(Reason.CONFLICT, conflict=UNNAMED)),
        (200, None, Reason.SLOT_GONE, Lost(Reason.SLOT_GONE)),
        (409, None, Reason.SLOT_GONE, Lost(Reason.SLOT_GONE)),
        (403, None, Reason.CAPTCHA, Refused(Reason.CAPTCHA, 7.0)),
        (200, None, Reason.PAYMENT_REQUIRED, Refused(Reason.PAYMENT_REQUIRED, 7.0)),
    ],
)
def test_a_stated_reason_wins_over_the_status(
    status: int, conflict: Conflict | None, stated_reason: Reason | None, expected: BookOutcome
) -> None:
    read = classify_book(
        status=status,
        reservation_id=None,
        conflict=conflict,
        from_platform=True,
        delay=7.0,
        stated_reason=stated_reason,
    )
    assert read == expected


@pytest.mark.parametrize("conflict", [None, OTHER])
@pytest.mark.parametrize("stated_reason", [None, Reason.SLOT_GONE])
@pytest.mark.parametrize(("status", "from_platform"), [(500, True), (500, False), (412, False), (200, False)])
def test_a_stated_reason_of_a_proxy_or_a_server_error_is_ignored(
    status: int, from_platform: bool, conflict: Conflict | None, stated_reason: Reason | None
) -> None:
    read = classify_book(
        status=status,
        reservation_id=None,
        conflict=conflict,
        from_platform=from_platform,
        delay=None,
        stated_reason=stated_reason,
    )
    assert isinstance(read, Unknown)


@pytest.mark.parametrize(
    ("status", "from_platform"),
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
def test_everything_else_is_unknown(status: int, from_platform: bool) -> None:
    outcome = classify_book(status=status, reservation_id=None, conflict=None, from_platform=from_platform, delay=None)
    assert isinstance(outcome, Unknown)
