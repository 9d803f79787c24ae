"""Checks a submission's party size and seating against what the venues are known to offer."""

from collections.abc import Collection, Mapping
from typing import Protocol, TypeVar

from apps.requests import messages

from .submission import Submission


class Venue(Protocol):
    """The fields of a venue that these rules read. None and an empty list mean "unknown"; then nothing is refused."""

    venue_name: str
    seating_types: list[str]
    min_party_size: int | None
    max_party_size: int | None


V = TypeVar("V", bound=Venue)


def wanted(*, table_type: str, table_types: list[str]) -> list[str]:
    """Return the wanted seatings of a reservation, best first; "" means any. The arguments are the columns of the
    reservation.

    `table_types` counts only while it begins with `table_type`.
    """
    return table_types if table_types[:1] == [table_type] else [table_type]


def mistakes(form: Submission, *, venues: Collection[Venue]) -> Mapping[str, str]:
    """Return a sentence for the party size and for the seating, if a venue does not offer what the form asks for.

    The keys are the fields' error keys in the form. `venues` are the venues of the submission, in its order.
    """
    errors: dict[str, str] = {}
    if (venue_of_party := strictest(form.party_size, venues)) is not None:
        errors["party_size_error"] = party_mistake(form.party_size, venue_of_party)
    for choice, venue in zip(form.venues, venues, strict=True):
        # The booking compares seating types without regard to case as well.
        offered = {name.lower() for name in venue.seating_types}
        unknown = next((name for name in choice.seatings if name and name.lower() not in offered), None)
        if offered and unknown is not None:
            sentence = messages.no_seating(venue=venue.venue_name, seating=unknown)
            errors.setdefault("table_type_error", sentence)
    return errors


def strictest(party_size: int, venues: Collection[V]) -> V | None:
    """Return the venue that excludes `party_size` by the strictest limit, None if all venues seat the party.

    If the party is too large for a venue, this is the venue with the smallest upper limit. Otherwise it is the one with
    the largest lower limit.
    """
    too_large = [venue for venue in venues if venue.max_party_size is not None and party_size > venue.max_party_size]
    if too_large:
        return min(too_large, key=lambda venue: venue.max_party_size or 0)
    too_small = [venue for venue in venues if venue.min_party_size is not None and party_size < venue.min_party_size]
    return max(too_small, key=lambda venue: venue.min_party_size or 0, default=None)


def party_mistake(party_size: int, venue: Venue) -> str:
    """Return the sentence for a party size that the venue does not seat, or "" if it seats the party."""
    if venue.max_party_size is not None and party_size > venue.max_party_size:
        return messages.party_too_large(venue=venue.venue_name, most=venue.max_party_size)
    if venue.min_party_size is not None and party_size < venue.min_party_size:
        return messages.party_too_small(venue=venue.venue_name, least=venue.min_party_size)
    return ""
