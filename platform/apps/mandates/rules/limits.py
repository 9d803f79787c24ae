"""The rules of mandates: terms that contradict themselves, and requests that go beyond a mandate. Pure."""

from datetime import datetime, timedelta

from apps.mandates import messages
from apps.mandates.terms import Terms
from apps.requests.rules.submission import Submission


def find_mistake(terms: Terms, *, now: datetime) -> str:
    """Return why nothing could be filed within the terms, "" if they make sense."""
    checks = [
        (terms.smallest_party > terms.largest_party, messages.PARTY_BACKWARD),
        (terms.first_date > terms.last_date, messages.DATES_BACKWARD),
        (terms.earliest_time >= terms.latest_time, messages.TIMES_BACKWARD),
        (terms.last_date > (now + timedelta(days=terms.days)).date(), messages.DATES_AFTER_END),
    ]
    return next((sentence for wrong, sentence in checks if wrong), "")


def tables_of(form: Submission) -> int:
    """Return how many tables a request may book: one, or one for each of its dates."""
    return 1 if form.one_table else len(set(form.dates))


def find_excess(terms: Terms, form: Submission, *, tables_left: int, watched_until: datetime, ends_at: datetime) -> str:
    """Return what of a request is beyond the mandate, "" if the request lies wholly within it.

    `watched_until` is the last instant at which the request may book, and `ends_at` the end of the mandate.
    """
    cancel_ceiling = terms.cancel_fee_ceiling_cents
    cancel_ceiling = terms.fee_ceiling_cents if cancel_ceiling is None else cancel_ceiling
    checks = [
        (any(venue.id not in terms.restaurants for venue in form.venues), messages.OTHER_RESTAURANT),
        (not terms.smallest_party <= form.party_size <= terms.largest_party, messages.OTHER_PARTY),
        (any(not terms.first_date <= day <= terms.last_date for day in form.dates), messages.OTHER_DATE),
        (
            any(start < terms.earliest_time or end > terms.latest_time for start, end in form.windows),
            messages.OTHER_TIME,
        ),
        (form.fee_ceiling_cents > terms.fee_ceiling_cents, messages.COSTS_MORE),
        (form.cancel_fee_ceiling_cents > cancel_ceiling, messages.COSTS_MORE),
        (watched_until > ends_at, messages.WATCHED_TOO_LONG),
        (form.override_reservations, messages.REPLACES_TABLE),
        (form.repeat_until is not None, messages.REPEATS),
        (bool(form.note_to_restaurant), messages.HAS_NOTE),
        (form.client is not None, messages.FOR_CLIENT),
        (tables_of(form) > tables_left, messages.TOO_MANY_TABLES),
    ]
    return next((sentence for wrong, sentence in checks if wrong), "")
