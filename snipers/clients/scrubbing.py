"""Removes what is secret or about people from a platform's reply, so that it can be shown and stored.

In replies about a person, every text and number is replaced, except in the fields of KEPT and for values that name
nobody: dates, times, flags. In other replies, which were requested without a user's token, only the fields of SECRET
are replaced. Equal values get equal replacements, so that a replayed reply stays consistent.
"""

import re
from typing import Any

# Fields of replies about a person whose values name neither a person nor a booking.
KEPT = frozenset(
    "amount tax total subtotal quantity price_per_unit service_fee reservation_charge surcharge currency"
    " time_zone day time_slot num_seats partySize dateTime date_cut_off date_refund_cut_off date_expires venue_id"
    " restaurantId type limit offset totalCount exp_month exp_year expiryMonth expiryYear is_default"
    " allow_bypass_payment_method reservationState reservationType __typename points message"
    " policyType amountCents cancellationCutoffDate expires_in token_type".split()
)
SECRET = re.compile(r"(?i)token|secret|session|csrf|email|phone|password|auth")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,60}|\d{1,18}")
WHEN = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d(:\d\d)?")
# Replacements are numbered from here.
FIRST_NUMBER = 900_000_000


class Scrubber:
    """Scrubs the replies of one record.

    `kept` are the platform's own fields that are kept like those of KEPT. Texts that begin with `public_text` name a
    slot and not a person; "" if the platform has none.
    """

    def __init__(self, *, kept: frozenset[str] = frozenset(), public_text: str = "") -> None:
        self._kept = KEPT | kept
        self._public_text = public_text
        self._replacements: dict[tuple[type, str], Any] = {}

    def scrub(self, data: Any, *, personal: bool) -> Any:
        """Return a copy of a parsed reply. `personal` is whether the call was made with a user's token."""
        return self._scrub(data, name="", personal=personal)

    def _scrub(self, data: Any, *, name: str, personal: bool) -> Any:
        if isinstance(data, dict):
            return {self._key(key): self._scrub(value, name=str(key), personal=personal) for key, value in data.items()}
        if isinstance(data, list):
            return [self._scrub(one, name=name, personal=personal) for one in data]
        if data is None or isinstance(data, bool) or data in (0, 1, ""):
            return data
        public = self._public_text
        if isinstance(data, str) and ((public and data.startswith(public)) or WHEN.fullmatch(data)):
            return data
        return self._replacement(data) if (name not in self._kept if personal else SECRET.search(name)) else data

    def _key(self, key: object) -> str:
        """Return a name of a field as it is; replace anything else, such as an address that is used as a key."""
        text = str(key)
        return text if NAME.fullmatch(text) else str(self._replacement(text))

    def _replacement(self, value: Any) -> Any:
        number = FIRST_NUMBER + len(self._replacements)
        if isinstance(value, str):
            made: Any = str(number) if value.isdigit() else f"scrubbed-{number}"
        else:
            made = number
        return self._replacements.setdefault((type(value), str(value)), made)
