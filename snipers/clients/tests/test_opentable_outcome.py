"""Classification of OpenTable's booking replies by status and error code."""

from typing import Any

import pytest

from snipers.clients.opentable.outcome import classify
from snipers.domain.outcome import Booked, BookOutcome, Conflict, Lost, Refused, Unknown
from snipers.domain.vocabulary import Reason

CONFLICT = Refused(Reason.CONFLICT, conflict=Conflict(platform_venue_id=None, date=None, time=None))


def refused(code: str) -> dict[str, Any]:
    return {"success": False, "errorCode": code, "errorMessage": "no"}


def listed(code: str) -> dict[str, Any]:
    return {"statusCode": 409, "message": "no", "errors": [{"code": code, "message": "no"}]}


def outcome(status: int, data: Any, *, from_platform: bool = True, delay: float | None = None) -> BookOutcome:
    return classify(status=status, data=data, from_platform=from_platform, delay=delay)


@pytest.mark.parametrize(
    ("status", "data", "expected"),
    [
        (200, {"success": True, "confirmationNumber": 741, "reservationId": 9}, Booked("741")),
        (201, {"success": True, "confirmationNumber": "741", "errorCode": None}, Booked("741")),
        (200, refused("SLOT_LOCK_EXPIRED"), Lost(Reason.SLOT_GONE)),
        (409, listed("SLOT_LOCK_EXPIRED"), Lost(Reason.SLOT_GONE)),
        (409, refused("SLOT_NOT_AVAILABLE"), Lost(Reason.TAKEN)),
        (409, listed("NOT_AVAILABLE"), Lost(Reason.TAKEN)),
        (409, {}, Lost(Reason.TAKEN)),
        (409, listed("DINER_HAS_OVERALAPPING_RESERVATION"), CONFLICT),
        (409, listed("DINER_HAS_OVERLAPPING_RESERVATION"), CONFLICT),
        (200, refused("DINER_HAS_OVERALAPPING_RESERVATION"), CONFLICT),
        (402, {}, Refused(Reason.PAYMENT_REQUIRED)),
        (200, refused("PAYMENT_REQUIRED"), Refused(Reason.PAYMENT_REQUIRED)),
        (400, refused("CREDIT_CARD_DECLINED"), Refused(Reason.PAYMENT_REQUIRED)),
        (200, {"success": False, "partnerScaRequired": True}, Refused(Reason.PAYMENT_REQUIRED)),
        (403, {"message": "captcha required"}, Refused(Reason.CAPTCHA)),
        (409, listed("ACCOUNT_DEACTIVATED"), Refused(Reason.ACCOUNT_GONE)),
        (401, listed("UNAUTHORIZED"), Refused(Reason.NEEDS_RECONNECT)),
        (403, {"message": "Forbidden"}, Refused(Reason.NEEDS_RECONNECT)),
        (400, {"message": "katakana is not allowed"}, Refused(Reason.NOT_UNDERSTOOD)),
        (404, listed("RESTAURANT_NOT_FOUND"), Lost(Reason.SLOT_GONE)),
    ],
)
def test_a_clear_reply_is_final(status: int, data: Any, expected: BookOutcome) -> None:
    assert outcome(status, data) == expected


@pytest.mark.parametrize(
    ("status", "data"),
    [
        (200, {"success": True}),
        (200, {"success": True, "confirmationNumber": True}),
        (200, {"success": True, "confirmationNumber": 741, "partnerScaRequired": True}),
        (200, {"success": False, "confirmationNumber": 741}),
        (200, {"confirmationNumber": 741}),
        (200, refused("SOMETHING_NEW")),
        (200, []),
        (500, refused("SLOT_LOCK_EXPIRED")),
        (503, {"message": "captcha"}),
    ],
)
def test_a_reply_that_may_follow_a_booking_is_unknown(status: int, data: Any) -> None:
    assert isinstance(outcome(status, data), Unknown)


@pytest.mark.parametrize("status", [200, 400, 403, 409, 503])
def test_a_page_from_something_in_front_of_the_platform_is_unknown(status: int) -> None:
    assert isinstance(outcome(status, None, from_platform=False), Unknown)


def test_a_rate_limit_carries_the_delay() -> None:
    assert outcome(429, None, from_platform=False, delay=7.0) == Refused(Reason.BLOCKED, 7.0)


@pytest.mark.parametrize("errors", [None, [], ["x"], [{"code": 7}], {"code": "NOT_AVAILABLE"}])
def test_errors_of_another_shape_state_no_reason(errors: Any) -> None:
    assert outcome(402, {"errors": errors}) == Refused(Reason.PAYMENT_REQUIRED)
