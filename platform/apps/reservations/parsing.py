"""Turns the form as the browser sends it into what the services read."""

from pydantic import SecretStr

from .clients.on_behalf import ClientDetails
from .rules import clients as client_rules
from .rules.cards import CardEntry
from .rules.submission import Draft, VenueChoice
from .schemas.clients import CardIn, ClientDetailsIn, ClientIn, ClientPatchIn
from .schemas.requests import SubmissionIn

ANY_SEATING = "any"


def draft(body: SubmissionIn) -> Draft:
    """Return the wanted reservation; "Any" seating becomes "", dates are put in order and once each."""
    wanted = body.reservation
    return Draft(
        snipe_type=wanted.snipe_type,
        venues=tuple(VenueChoice(id=venue.id, table_type=_seating(venue.table_type)) for venue in wanted.venues),
        party_size=wanted.party_size,
        dates=tuple(sorted(set(wanted.dates))),
        start_time=wanted.start_time,
        end_time=wanted.end_time,
        release_date=wanted.release_date,
        release_time=wanted.release_time,
        final_snipe_date=wanted.final_snipe_date,
        override_reservations=wanted.override_reservations,
        fee_ceiling_cents=wanted.fee_ceiling_cents,
        account_selected=body.selectedResyAccount is not None or body.selectedOpenTableAccount is not None,
    )


def client(details: ClientDetailsIn | None) -> ClientDetails | None:
    """Return the client with the card as typed, for the length of this request."""
    if details is None:
        return None
    return ClientDetails(
        first_name=details.first_name,
        last_name=details.last_name,
        email=details.email,
        phone=client_rules.full_phone(details.phone, country_code=details.phone_country_code),
        zip_code=details.zip_code,
        card=card(details),
        save=details.save,
    )


def person(typed: ClientIn | ClientPatchIn) -> dict[str, str]:
    """Return the fields of a client that were given, the phone in one piece."""
    given = typed.model_dump(include={"first_name", "last_name", "email", "zip_code"}, exclude_none=True)
    if typed.phone is not None or typed.phone_country_code is not None:
        given["phone"] = client_rules.full_phone(typed.phone or "", country_code=typed.phone_country_code or "")
    return given


def card(typed: ClientDetailsIn | CardIn) -> CardEntry:
    """Return the four card fields as typed, for the length of this request."""
    return CardEntry(
        number=_typed(typed.cc_number),
        exp_month=_typed(typed.exp_month),
        exp_year=_typed(typed.exp_year),
        cvc=_typed(typed.cvc),
    )


def _typed(field: SecretStr | None) -> str:
    return "" if field is None else field.get_secret_value().strip()


def _seating(table_type: str | None) -> str:
    return "" if table_type is None or table_type.lower() == ANY_SEATING else table_type
