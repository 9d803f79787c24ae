"""Classifies OpenTable's booking replies by their error codes, for the rules in clients/replies.py. Pure.

A 200 may contain a refusal. A 409 means that the table is taken or that the diner has another reservation. A
reservation number counts as booked only with `success` and without a pending bank challenge (SCA). A refused change may
repeat the old number.
"""

from typing import Any

from snipers.clients.replies import classify_book
from snipers.domain.outcome import BookOutcome, Conflict
from snipers.domain.vocabulary import Reason

# Parts of error codes that name another reservation of the diner. OpenTable itself spells the first one this way.
OVERLAP = ("OVERALAPPING", "OVERLAPPING", "SAME_DAY")
# Parts of error codes and their reasons; the first match wins.
MEANINGS = (
    ("CAPTCHA", Reason.CAPTCHA),
    ("ACCOUNT_DEACTIVATED", Reason.ACCOUNT_GONE),
    ("LOCK_EXPIRED", Reason.SLOT_GONE),
    ("LOCK_NOT_FOUND", Reason.SLOT_GONE),
    ("NOT_AVAILABLE", Reason.TAKEN),
    ("PAYMENT", Reason.PAYMENT_REQUIRED),
    ("CREDIT_CARD", Reason.PAYMENT_REQUIRED),
    ("SCA_REQUIRED", Reason.PAYMENT_REQUIRED),
    ("UNAUTHORIZED", Reason.NEEDS_RECONNECT),
)


def classify(*, status: int, data: Any, from_platform: bool, delay: float | None, summary: str = "") -> BookOutcome:
    """Return the outcome of a make-reservation call.

    `data` is the parsed JSON body of the reply. The other parameters are those of replies.classify_book().
    """
    error_code = code(data)
    overlaps = any(part in error_code for part in OVERLAP)
    return classify_book(
        status=status,
        reservation_id=_booked_id(data),
        conflict=Conflict(platform_venue_id=None, date=None, time=None) if overlaps else None,
        from_platform=from_platform,
        delay=delay,
        stated_reason=_stated_reason(status, error_code, data),
        summary=summary,
    )


def code(data: Any) -> str:
    """Return the error code of a reply in capitals, "" if it has none."""
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


def _stated_reason(status: int, error_code: str, data: Any) -> Reason | None:
    if isinstance(data, dict) and data.get("partnerScaRequired") is True:
        return None if data.get("success") is True else Reason.PAYMENT_REQUIRED
    for part, reason in MEANINGS:
        if part in error_code:
            return reason
    # The platform does not execute a bad request (400); a new sign-in may cure a 403.
    return {400: Reason.NOT_UNDERSTOOD, 403: Reason.NEEDS_RECONNECT}.get(status)
