"""What came of a booking call on OpenTable, by the words of its reply; domain/outcome.py has the one table. Pure.

A 200 may carry a refusal, a 409 is either a taken table or the diner's own other one, and a reservation's number is
believed only beside `success` (a refused change may repeat the number of the old one) and without a bank's question
to the card holder, which is the beginning of a booking and not its end.
"""

from typing import Any

from snipers.domain.outcome import BookOutcome, Conflict, classify_book
from snipers.domain.vocabulary import Reason

# The platform misspells it; both are accepted.
OVERLAP = ("OVERALAPPING", "OVERLAPPING", "SAME_DAY")
# Parts of the platform's codes and what they mean for us, first match first.
MEANINGS = (
    ("CAPTCHA", Reason.CAPTCHA),
    ("LOCK_EXPIRED", Reason.SLOT_GONE),
    ("LOCK_NOT_FOUND", Reason.SLOT_GONE),
    ("NOT_AVAILABLE", Reason.TAKEN),
    ("PAYMENT", Reason.PAYMENT_REQUIRED),
    ("CREDIT_CARD", Reason.PAYMENT_REQUIRED),
    ("SCA_REQUIRED", Reason.PAYMENT_REQUIRED),
    ("UNAUTHORIZED", Reason.NEEDS_RECONNECT),
)


def classify(*, status: int, data: Any, from_platform: bool, delay: float | None) -> BookOutcome:
    """Read the reply to make-reservation; `from_platform` and `delay` as in domain/outcome.py."""
    word = code(data)
    overlaps = any(part in word for part in OVERLAP)
    return classify_book(
        status=status,
        reservation_id=_booked_id(data),
        conflict=Conflict(platform_venue_id=None, date=None, time=None) if overlaps else None,
        from_platform=from_platform,
        delay=delay,
        said=_said(status, word, data),
    )


def code(data: Any) -> str:
    """Return the platform's own word for a refusal in capitals, "" without one."""
    if not isinstance(data, dict):
        return ""
    errors = data.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else None
    listed = first.get("code") if isinstance(first, dict) else None
    words = (data.get("errorCode"), listed, data.get("message"))
    return next((word.upper().replace(" ", "_") for word in words if isinstance(word, str) and word), "")


def _booked_id(data: Any) -> str | None:
    if not isinstance(data, dict) or data.get("success") is not True or data.get("partnerScaRequired") is True:
        return None
    number = data.get("confirmationNumber")
    return str(number) if type(number) is int or (isinstance(number, str) and number) else None


def _said(status: int, word: str, data: Any) -> Reason | None:
    if isinstance(data, dict) and data.get("partnerScaRequired") is True:
        return None if data.get("success") is True else Reason.PAYMENT_REQUIRED
    for part, reason in MEANINGS:
        if part in word:
            return reason
    # What the platform calls a bad request it did not carry out; what a person can do about a 403 is to sign in again.
    return {400: Reason.NOT_UNDERSTOOD, 403: Reason.NEEDS_RECONNECT}.get(status)
