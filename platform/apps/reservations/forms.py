"""Turns the form as the browser sends it into what the services read."""

from pydantic import SecretStr

from apps.common.errors import Refusal

from .rules.submission import Draft, VenueChoice
from .schemas import ClientDetailsIn, SubmissionIn
from .services import ClientDetails

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
    """Return the client without any card. A card is refused: taking it without handing it on would mean keeping it."""
    if details is None:
        return None
    if any(field.get_secret_value().strip() for field in _card_fields(details)):
        raise Refusal(
            "not_yet",
            409,
            "Cards of clients arrive with the next version. Leave the card empty to book with your own account.",
        )
    return ClientDetails(
        first_name=details.first_name,
        last_name=details.last_name,
        email=details.email,
        phone=f"{details.phone_country_code}{details.phone}",
        zip_code=details.zip_code,
    )


def _card_fields(details: ClientDetailsIn) -> list[SecretStr]:
    fields = (details.cc_number, details.exp_month, details.exp_year, details.cvc)
    return [field for field in fields if field is not None]


def _seating(table_type: str | None) -> str:
    return "" if table_type is None or table_type.lower() == ANY_SEATING else table_type
