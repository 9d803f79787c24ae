"""Request bodies about clients: in a submission, and in the client book.

These schemas bound lengths. rules/clients.py and rules/cards.py validate the values, with a sentence for each field.
"""

from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from apps.accounts.rules.profile_fields import plain_name
from apps.common.schemas import Flag, Id, Line, Strict

Name = Annotated[Line, Field(max_length=100), AfterValidator(plain_name)]
Email = Annotated[Line, Field(max_length=254)]
Phone = Annotated[Line, Field(max_length=60)]
CountryCode = Annotated[Line, Field(max_length=5)]
Zip = Annotated[Line, Field(max_length=12)]
Card = Annotated[SecretStr, Field(max_length=30)]


class ClientIn(Strict):
    """A person. The phone number includes its country code (+12125550123), or the code is in a separate field."""

    first_name: Name = ""
    last_name: Name = ""
    email: Email = ""
    phone: Phone = ""
    phone_country_code: CountryCode = ""
    zip_code: Zip = ""


class ClientDetailsIn(ClientIn):
    """A concierge's client and the client's card. The card is sent to the platform and not stored.

    If the card's number is a mask, the card on file stays. `save` keeps the client in the client book.
    """

    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None
    save: Flag = False


class ClientPatchIn(Strict):
    """Changes of a client. Missing fields stay unchanged.

    With `saved` false, the client is deleted 30 days after the end of the last request.
    """

    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    phone_country_code: CountryCode | None = None
    zip_code: Zip | None = None
    saved: Flag | None = None


class CardIn(Strict):
    """A card for one of the concierge's accounts. It is sent to that platform and not stored."""

    account_id: Id
    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None
