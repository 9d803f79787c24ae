"""Checks a submission's party size and seating against what the venues are known to offer."""

from collections.abc import Collection, Mapping
from typing import Protocol

from apps.reservations import messages

from .submission import Submission


class Venue(Protocol):
    """The fields of a venue that these rules read. None and an empty list mean "unknown"; then nothing is refused."""

    venue_name: str
    seating_types: list[str]
    min_party_size: int | None
    max_party_size: int | None


def mistakes(form: Submission, *, venues: Collection[Venue]) -> Mapping[str, str]:
    """Return a sentence for the party size and for the seating, if a venue does not offer what the form asks for.

    The keys are the fields' error keys in the form. `venues` are the venues of the submission, in its order.
    """
    errors: dict[str, str] = {}
    for choice, venue in zip(form.venues, venues, strict=True):
        if sentence := party_mistake(form.party_size, venue):
            errors.setdefault("party_size_error", sentence)
        # The booking compares seating types without regard to case as well.
        if (
            choice.table_type
            and venue.seating_types
            and choice.table_type.lower() not in map(str.lower, venue.seating_types)
        ):
            sentence = messages.no_seating(venue=venue.venue_name, seating=choice.table_type)
            errors.setdefault("table_type_error", sentence)
    return errors


def party_mistake(party_size: int, venue: Venue) -> str:
    """Return the sentence for a party size that the venue does not seat, or "" if it seats the party."""
    if venue.max_party_size is not None and party_size > venue.max_party_size:
        return messages.party_too_large(venue=venue.venue_name, most=venue.max_party_size)
    if venue.min_party_size is not None and party_size < venue.min_party_size:
        return messages.party_too_small(venue=venue.venue_name, least=venue.min_party_size)
    return ""
