"""Properties of a venue because of which bookings through us fail."""

from enum import StrEnum


class VenueGate(StrEnum):
    """A property of a venue, as its platform states it.

    CARD is a hint: nobody recorded that its field demands a card, so it excludes no booking. Whether a table asks for a
    card is known from its terms. Every other value excludes all bookings through us.
    """

    CAPTCHA = "captcha"
    TOCK = "tock"
    EXCLUSIVE = "exclusive"
    CARD = "card"
    LISTING = "listing"
    EXPERIENCE = "experience"
