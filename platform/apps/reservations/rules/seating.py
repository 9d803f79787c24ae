"""Checks a submission's party size and seating against what the venues are known to offer."""

from collections.abc import Collection, Mapping
from typing import Protocol

from .submission import Submission


class Venue(Protocol):
    """What is known about a venue. None and an empty list mean that it is unknown, so nothing is refused."""

    venue_name: str
    seating_types: list[str]
    min_party_size: int | None
    max_party_size: int | None


def mistakes(form: Submission, *, venues: Collection[Venue]) -> Mapping[str, str]:
    """Return a sentence for a party size or a seating that a venue does not offer.

    `venues` are the venues of the submission, in its order.
    """
    errors: dict[str, str] = {}
    for choice, venue in zip(form.venues, venues, strict=True):
        if sentence := _party_mistake(form.party_size, venue):
            errors.setdefault("party_size_error", sentence)
        # The booking compares seating types without regard to case as well.
        if (
            choice.table_type
            and venue.seating_types
            and choice.table_type.lower() not in map(str.lower, venue.seating_types)
        ):
            names = ["Any", *venue.seating_types]
            offered = f"{', '.join(names[:-1])} or {names[-1]}"
            errors.setdefault(
                "table_type_error", f"{venue.venue_name} has no seating “{choice.table_type}”. Please select {offered}"
            )
    return errors


def _party_mistake(party_size: int, venue: Venue) -> str:
    if venue.max_party_size is not None and party_size > venue.max_party_size:
        return f"{venue.venue_name} seats parties of at most {venue.max_party_size}. Please select a smaller party size"
    if venue.min_party_size is not None and party_size < venue.min_party_size:
        return f"{venue.venue_name} seats parties of at least {venue.min_party_size}. Please select a larger party size"
    return ""
