"""What stands between a user and a table at a venue, so that no request there can succeed."""

from enum import StrEnum


class VenueGate(StrEnum):
    """A property of a venue, as its platform states it. All but CARD exclude every booking through us."""

    CAPTCHA = "captcha"
    TOCK = "tock"
    EXCLUSIVE = "exclusive"
    CARD = "card"
    LISTING = "listing"
    EXPERIENCE = "experience"
