"""Converts request bodies to the arguments of services."""

from dataclasses import replace

from pydantic import SecretStr

from apps.common.platform_wire import ACCOUNT_FIELDS, CARD_FIELDS
from apps.common.rules.phones import plain_phone

from .rules.cards import CardEntry
from .rules.clients import ClientDetails
from .rules.submission import KEPT, Draft, VenueChoice
from .rules.time_windows import TimeWindow
from .schemas.clients import CardIn, ClientDetailsIn, ClientIn, ClientPatchIn
from .schemas.submissions import FilingIn, SubmissionIn, VenueIn

ANY_SEATING = "any"


def parse_draft(body: SubmissionIn) -> Draft:
    """Convert the body of a submission to a Draft. The seating "Any" becomes ""; dates are sorted and unique.

    `dates_by_choice` has the order of the body. The first of several time windows becomes `start_time` and `end_time`.
    """
    form = body.reservation
    selected = {platform: getattr(body, name) for platform, name in ACCOUNT_FIELDS.items()}
    selected |= body.selectedAccounts or {}
    cards = {platform: getattr(body, name) for platform, name in CARD_FIELDS.items()} | (body.selectedCards or {})
    windows = form.time_windows and tuple(TimeWindow(one.start_time, one.end_time) for one in form.time_windows)
    start, end = windows[0] if windows else (form.start_time, form.end_time)
    given = {name: value for name, value in dict(form).items() if value is not None}
    return Draft(
        **{
            "cancel_fee_ceiling_cents": form.fee_ceiling_cents,
            **given,
            "kept": KEPT - given.keys(),
            "start_time": start,
            "end_time": end,
            "time_windows": None if windows is None else tuple(windows),
            "venues": tuple(map(_venue, form.venues)),
            "dates": tuple(sorted(set(form.dates))),
            "dates_by_choice": tuple(dict.fromkeys(form.dates)),
            "account_ids": {platform: id for platform, id in selected.items() if id is not None},
            "card_ids": {platform: id for platform, id in cards.items() if id is not None},
            "client": None if body.clientDetails is None else _client(body.clientDetails),
        }
    )


def parse_drafts(body: FilingIn) -> list[Draft]:
    """Convert the body of a new submission to a Draft for each client."""
    draft = parse_draft(body)
    return [draft, *(replace(draft, client=_client(client)) for client in body.moreClients or ())]


def parse_person(body: ClientIn | ClientPatchIn) -> dict[str, str]:
    """Return the fields of a client that the body has, by column. The phone number is joined to its country code."""
    given = body.model_dump(include={"first_name", "last_name", "email", "zip_code"}, exclude_none=True)
    if body.phone is not None or body.phone_country_code is not None:
        given["phone"] = plain_phone(body.phone or "", country_code=body.phone_country_code or "")
    return given


def parse_card(body: ClientDetailsIn | CardIn) -> CardEntry:
    """Return the four card fields as the user typed them, "" for a missing field."""
    return CardEntry(
        number=_typed(body.cc_number),
        exp_month=_typed(body.exp_month),
        exp_year=_typed(body.exp_year),
        cvc=_typed(body.cvc),
    )


def _client(body: ClientDetailsIn) -> ClientDetails:
    return ClientDetails(**parse_person(body), card=parse_card(body), save=body.save)


def _typed(field: SecretStr | None) -> str:
    return "" if field is None else field.get_secret_value().strip()


def _venue(venue: VenueIn) -> VenueChoice:
    """Convert a chosen venue. Seatings after "Any" are left out, because "Any" already admits every table."""
    wanted = list(map(_seating, venue.table_types)) if venue.table_types else [_seating(venue.table_type)]
    unique = list({name.lower(): name for name in reversed(wanted)}.values())[::-1]
    seatings = unique[: unique.index("") + 1] if "" in unique else unique
    return VenueChoice(id=venue.id, table_type=seatings[0], table_types=tuple(seatings) if len(seatings) > 1 else ())


def _seating(table_type: str | None) -> str:
    return "" if table_type is None or table_type.lower() == ANY_SEATING else table_type
