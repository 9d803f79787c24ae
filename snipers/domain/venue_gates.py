"""Properties of a venue because of which bookings through us fail."""

from enum import StrEnum


class VenueGate(StrEnum):
    """A property of a venue, as its platform states it.

    CARD excludes bookings with an account that has no card on file. Every other value excludes all bookings through us.
    """

    CAPTCHA = "captcha"
    TOCK = "tock"
    EXCLUSIVE = "exclusive"
    CARD = "card"
    LISTING = "listing"
    EXPERIENCE = "experience"
