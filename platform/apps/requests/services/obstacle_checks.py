"""The checks of a submission for what prevents a booking at its restaurants, and their refusals."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from apps.accounts.rules.entitlements import Entitlements
from apps.common.errors import Refusal
from apps.requests.rules.submission import Submission
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles
from apps.venues.rules.booking_obstacles import Obstacle


class CannotBook(Refusal):
    """The refusal (409) of a submission that cannot be booked because of obstacles, such as a venue that takes no
    online bookings.

    `found` has at most one obstacle for each chosen venue, each with the key of the form's error field. If several
    obstacles have the same key, the error contains all of their sentences.
    """

    def __init__(self, found: Sequence[tuple[str, Obstacle]]) -> None:
        errors = {field: " ".join(obstacle.message for key, obstacle in found if key == field) for field in dict(found)}
        self.obstacles = [obstacle for _, obstacle in found]
        extra = {"obstacles": [asdict(obstacle) for obstacle in self.obstacles]}
        super().__init__("cannot_book", 409, self.obstacles[0].message, errors=errors, extra=extra)


def refuse_obstacles(
    form: Submission, venues: Sequence[Venue], *, allowed: Entitlements, locale: str, now: datetime
) -> None:
    """Raise CannotBook (409) if one of the venues or dates cannot be booked with any account. It
    contains the first obstacle of each venue.

    For a notify-only request, refuse only obstacles that also prevent us from seeing open tables.
    """
    found = []
    for venue in venues:
        known = [
            ("venues_error", booking_obstacles.of_venue(venue)),
            ("dates_error", booking_obstacles.of_closed_days(venue, dates=form.dates, locale=locale)),
        ]
        if form.snipe_type == "cancel":
            beyond = booking_obstacles.of_dates(
                venue, dates=form.dates, now=now, offers_release=allowed.release_requests, locale=locale
            )
            known.append(("dates_error", beyond))
        met = [(field, one) for field, one in known if one is not None and not (form.notify_only and one.notifies)]
        found += met[:1]
    if found:
        raise CannotBook(found)
