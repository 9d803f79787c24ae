"""What a venue asks for besides showing up: a fee, a deposit, a card, or proof of being a person."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """`fee_cents` is due when a reservation is cancelled late or not used, `deposit_cents` when it is booked; both
    are for the whole party."""

    fee_cents: int = 0
    deposit_cents: int = 0
    captcha: bool = False
    payment_required: bool = False

    @property
    def costs(self) -> bool:
        """Whether a reservation may cost something."""
        return self.fee_cents > 0 or self.deposit_cents > 0

    @property
    def wants_card(self) -> bool:
        """Whether nobody books without a card."""
        return self.payment_required or self.costs


NONE = Terms()


class HouseTerms:
    """The terms of each venue; every table is free of charge until `set` says otherwise."""

    def __init__(self) -> None:
        self._by_venue: dict[tuple[str, int], Terms] = {}

    def of(self, source: str, venue_id: int) -> Terms:
        return self._by_venue.get((source, venue_id), NONE)

    def set(self, source: str, venue_id: int, terms: Terms) -> None:
        if terms == NONE:
            self._by_venue.pop((source, venue_id), None)
        else:
            self._by_venue[source, venue_id] = terms

    def all(self) -> dict[tuple[str, int], Terms]:
        return dict(self._by_venue)
