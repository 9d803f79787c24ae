"""What cannot be booked, and what a user can do instead."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time

import pytest

from apps.venues.rules import booking_obstacles, state_laws
from apps.venues.rules.booking_obstacles import ObstacleKind

NOW = datetime(2026, 11, 25, 18, tzinfo=UTC)
PAGE = "https://resy.com/cities/ny/venues/lupa"


@dataclass
class FakeVenue:
    gates: list[str] = field(default_factory=list)
    horizon_days: int | None = None
    release_days_ahead: int | None = None
    release_local_time: time | None = None
    reopens_on: date | None = None
    reservation_source: str = "resy"
    pk: int = 7
    venue_name: str = "Lupa"
    time_zone: str = "America/New_York"
    platform_page: str = PAGE


@pytest.mark.parametrize(
    ("gates", "kind", "words"),
    [
        (["captcha"], "captcha", "asks for a human check on Resy"),
        (["tock"], "tock", "through Tock"),
        (["exclusive"], "exclusive", "such as holders of certain cards"),
        (["listing"], "listing", "only listed on Resy"),
        (["experience"], "experience", "a set menu or a ticket"),
        (["captcha", "card", "listing"], "listing", "only listed on Resy"),
    ],
)
def test_gate_excludes_every_booking(gates: list[str], kind: str, words: str) -> None:
    found = booking_obstacles.of_venue(FakeVenue(gates=gates))
    assert found is not None
    assert (found.kind, found.venue_id, found.page) == (kind, 7, PAGE)
    assert found.message.startswith("Lupa ")
    assert words in found.message
    assert "page" in found.message


@pytest.mark.parametrize("gates", [[], ["card"], ["a gate of a newer release"]])
def test_other_venues_can_be_booked(gates: list[str]) -> None:
    assert booking_obstacles.of_venue(FakeVenue(gates=gates)) is None


def of_dates(venue: FakeVenue, *days: int, offers_release: bool = True) -> str:
    dates = [date(2026, 12, day) for day in days]
    found = booking_obstacles.of_dates(venue, dates=dates, now=NOW, offers_release=offers_release, locale="en-US")
    return found.message if found else ""


@pytest.mark.parametrize(
    ("venue", "days", "sentence"),
    [
        (FakeVenue(), (31,), ""),
        (FakeVenue(horizon_days=14), (9,), ""),
        (
            FakeVenue(horizon_days=14),
            (10, 20),
            "Lupa hasn't opened December 10, 2026 yet. It opens around November 26, 2026. "
            "Choose Release Reservation, and we book as it opens.",
        ),
        (
            FakeVenue(horizon_days=13, release_days_ahead=14, release_local_time=time(9)),
            (10,),
            "Lupa hasn't opened December 10, 2026 yet. It opens on November 26, 2026 at 9:00 AM in New York. "
            "Choose Release Reservation, and we book as it opens.",
        ),
        # In the hours before a release the book ends a day earlier than the rule says.
        (FakeVenue(horizon_days=13, release_days_ahead=14, release_local_time=time(9)), (9,), ""),
        (
            FakeVenue(horizon_days=14, reservation_source="opentable"),
            (10,),
            "Lupa hasn't opened December 10, 2026 yet. It opens around November 26, 2026. File your request then.",
        ),
    ],
)
def test_dates_beyond_the_book_say_when_it_opens(venue: FakeVenue, days: tuple[int, ...], sentence: str) -> None:
    assert of_dates(venue, *days) == sentence


def test_without_release_requests_the_user_comes_back() -> None:
    assert of_dates(FakeVenue(horizon_days=14), 10, offers_release=False).endswith("File your request then.")


def test_today_is_the_day_at_the_venue() -> None:
    late = datetime(2026, 11, 26, 3, tzinfo=UTC)  # still November 25 in New York
    found = booking_obstacles.of_dates(
        FakeVenue(horizon_days=14), dates=[date(2026, 12, 10)], now=late, offers_release=True, locale="en-US"
    )
    assert found is not None


@pytest.mark.parametrize(
    ("reopens_on", "days", "refused"),
    [
        (None, (1,), False),
        (date(2026, 12, 10), (9, 20), True),
        (date(2026, 12, 10), (10, 20), False),
        (date(2021, 7, 7), (1,), False),
    ],
)
def test_r7_days_before_the_reopening_cannot_be_booked(
    reopens_on: date | None, days: tuple[int, ...], refused: bool
) -> None:
    found = booking_obstacles.of_closed_days(
        FakeVenue(reopens_on=reopens_on), dates=[date(2026, 12, day) for day in days], locale="en-US"
    )
    assert (found is not None) is refused
    sentence = "Lupa is closed until December 10, 2026. Choose a day from then on, or ask on its own page."
    assert found is None or (found.kind, found.message, found.page) == (ObstacleKind.REOPENING, sentence, PAGE)


@pytest.mark.parametrize(
    ("region", "on", "laws"),
    [
        ("NY", date(2025, 2, 16), []),
        ("NY", date(2025, 2, 17), ["General Business Law 391-w"]),
        ("ny", date(2026, 11, 25), ["General Business Law 391-w"]),
        ("FL", date(2025, 6, 30), []),
        ("FL", date(2025, 7, 1), ["Florida Statutes 509.105"]),
        ("IL", date(2025, 12, 31), []),
        ("IL", date(2026, 1, 1), ["Public Act 104-0227"]),
        ("CA", date(2024, 1, 1), ["Resale of reservations"]),
        ("TX", date(2026, 11, 25), []),
        ("", date(2026, 11, 25), []),
    ],
)
def test_l_state_law_applies_from_its_day(region: str, on: date, laws: list[str]) -> None:
    assert [law.law for law in state_laws.laws_at(region=region, on=on)] == laws
