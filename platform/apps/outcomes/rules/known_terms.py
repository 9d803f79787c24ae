"""The booking terms that a platform last stated at a venue. Pure."""

from datetime import UTC, date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from snipers.domain.fees import UNKNOWN_CENTS


class KnownTerms(NamedTuple):
    """The last terms at one venue, for a party of `party_size`. Amounts are cents for that party, None if not stated,
    UNKNOWN_CENTS if they could not be read.

    `held_back_cents` is the fee or deposit for which a table was not booked. `free_until` is the last instant of a free
    cancellation of the table at `slot_date` and `slot_time`. `currency` is an ISO code: the stated one, else that of
    the venue's country, "" if neither is known.
    """

    party_size: int
    deposit_cents: int | None
    cancel_fee_cents: int | None
    held_back_cents: int | None
    currency: str
    free_until: datetime | None
    slot_date: date
    slot_time: time
    seen_at: datetime

    def free_hours(self, *, zone: str) -> int | None:
        """Return how many hours before the table a free cancellation ended, rounded up; None if it is not known.

        `zone` is the IANA name of the venue's time zone.
        """
        if self.free_until is None:
            return None
        table = datetime.combine(self.slot_date, self.slot_time, ZoneInfo(zone))
        seconds = (table.astimezone(UTC) - self.free_until).total_seconds()
        return max(0, -(-int(seconds) // 3600))

    def amounts_for(self, *, party_size: int) -> tuple[int, int]:
        """Return what a party of another size pays now, and what it pays if nobody comes.

        The amounts are in proportion to the number of guests, rounded up. A held-back amount of which the kind is not
        known counts as both.
        """
        stated = [
            self.held_back_cents or 0 if one is None else one for one in (self.deposit_cents, self.cancel_fee_cents)
        ]
        due_now, cancel = (one if one >= UNKNOWN_CENTS else -(-one * party_size // self.party_size) for one in stated)
        return due_now, cancel
