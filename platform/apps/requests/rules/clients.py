"""The rules for a concierge's client.

Names, e-mail and phone follow the rules of sign-up; cards.py has the card's rules.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from apps.accounts.rules.profile_fields import profile_errors
from apps.requests import messages

from .cards import CardEntry

# The columns of a client that describe the person.
PERSON: Final = ("first_name", "last_name", "email", "phone", "zip_code")
NORTH_AMERICA: Final = "+1"
# A zip code of the United States whose first zeros a spreadsheet took away.
SHORT_ZIP: Final = re.compile(r"[0-9]{3,4}(-[0-9]{4})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientDetails:
    """The client of a submission. With `save`, the client stays in the client book.

    `card` has the card fields as typed, or a mask; None if the form had no card fields.
    """

    first_name: str
    last_name: str
    email: str
    phone: str
    zip_code: str = ""
    card: CardEntry | None = None
    save: bool = False

    @property
    def person(self) -> dict[str, str]:
        """The columns of the client's row."""
        return {name: getattr(self, name) for name in PERSON} | {"email": self.email.lower()}


def mistakes(fields: Mapping[str, str]) -> dict[str, str]:
    """Return a sentence for each given field that is invalid."""
    errors = profile_errors(fields)
    zip_code = fields.get("zip_code")
    if zip_code == "":
        errors["zip_code"] = messages.ZIP_MISSING
    # Clients come from any country: letters, digits, spaces and hyphens.
    elif zip_code is not None and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]", zip_code):
        errors["zip_code"] = messages.ZIP_INVALID
    elif zip_code is not None and SHORT_ZIP.fullmatch(zip_code) and fields.get("phone", "").startswith(NORTH_AMERICA):
        errors["zip_code"] = messages.zip_short(zip_code=zip_code)
    return errors
