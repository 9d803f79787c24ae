"""What the chosen restaurants can seat: party size and seating type, as far as that is known. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .submission import Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueSeating:
    """What is known of one restaurant; None and an empty tuple are unknown."""

    name: str
    seating_types: tuple[str, ...] = ()
    min_party_size: int | None = None
    max_party_size: int | None = None


def not_seated(form: Submission, *, venues: Sequence[VenueSeating]) -> Mapping[str, str]:
    """Return a sentence for the party size and for the seating that a restaurant does not have.

    `venues` are the restaurants of the form, in its order. Unknown facts refuse nothing.
    """
    wrong = {
        "party_size_error": next((said for venue in venues if (said := _wrong_party(form.party_size, venue))), ""),
        "table_type_error": next(
            (
                said
                for choice, venue in zip(form.venues, venues, strict=True)
                if (said := _wrong_seating(choice.table_type, venue))
            ),
            "",
        ),
    }
    return {key: sentence for key, sentence in wrong.items() if sentence}


def _wrong_party(party_size: int, venue: VenueSeating) -> str:
    if venue.max_party_size is not None and party_size > venue.max_party_size:
        return f"{venue.name} seats parties of at most {venue.max_party_size}. Please select a smaller party size"
    if venue.min_party_size is not None and party_size < venue.min_party_size:
        return f"{venue.name} seats parties of at least {venue.min_party_size}. Please select a larger party size"
    return ""


def _wrong_seating(wanted: str, venue: VenueSeating) -> str:
    """The booking compares seating types without regard to case, and so does this."""
    if not wanted or not venue.seating_types or wanted.lower() in {one.lower() for one in venue.seating_types}:
        return ""
    return f"{venue.name} has no seating “{wanted}”. Please select {_alternatives(venue.seating_types)}"


def _alternatives(types: Sequence[str]) -> str:
    names = ["Any", *types]
    return f"{', '.join(names[:-1])} or {names[-1]}"
