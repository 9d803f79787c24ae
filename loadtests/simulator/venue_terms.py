"""The terms of venues for bookings: fees, deposits, required cards and captchas."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of one venue. Amounts are for one guest.

    `fee_cents` is due for a late cancellation or a no-show, `deposit_cents` at booking. `payment_required` means that a
    booking needs a card, `refuses_cards` that a booking with a card is refused. With `hides_fee_in_find`, only details
    show the fee, as for large parties. With `hides_amounts`, replies require a card and name no amount.
    """

    fee_cents: int = 0
    deposit_cents: int = 0
    captcha: bool = False
    payment_required: bool = False
    refuses_cards: bool = False
    hides_fee_in_find: bool = False
    hides_amounts: bool = False

    @property
    def costs(self) -> bool:
        """Return whether a reservation may cost something."""
        return self.fee_cents > 0 or self.deposit_cents > 0

    @property
    def wants_card(self) -> bool:
        """Return whether a booking requires a card."""
        return self.payment_required or self.costs or self.hides_amounts

    def for_party(self, party_size: int) -> "Terms":
        """Return the terms with the amounts for the whole party."""
        return replace(self, fee_cents=self.fee_cents * party_size, deposit_cents=self.deposit_cents * party_size)


FREE = Terms()


class VenueTerms:
    """Terms by platform and venue id. A venue without an entry costs nothing and requires nothing."""

    def __init__(self) -> None:
        self.by_venue: dict[tuple[str, int], Terms] = {}

    def of(self, source: str, venue_id: int) -> Terms:
        return self.by_venue.get((source, venue_id), FREE)

    def set(self, source: str, venue_id: int, terms: Terms) -> None:
        self.by_venue[source, venue_id] = terms
        if terms == FREE:
            del self.by_venue[source, venue_id]
