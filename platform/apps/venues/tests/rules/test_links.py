"""Links to restaurants: every form that the platforms use, and a sentence for every other text."""

from contextlib import suppress
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.venues import messages
from apps.venues.rules.links import LinkError, page_for, page_of, parse
from snipers.clients.links import VenueLink
from snipers.clients.registry import find


def resy(slug: str = "don-angie", location: str = "new-york-ny") -> VenueLink:
    return VenueLink(platform="resy", slug=slug, location=location)


def resy_id(number: int) -> VenueLink:
    return VenueLink(platform="resy", platform_venue_id=number)


def opentable(slug: str) -> VenueLink:
    return VenueLink(platform="opentable", slug=slug)


def opentable_id(number: int) -> VenueLink:
    return VenueLink(platform="opentable", platform_venue_id=number)


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://resy.com/cities/new-york-ny/venues/don-angie", resy()),
        ("https://resy.com/cities/new-york-ny/venues/don-angie?date=2026-12-01&seats=2", resy()),
        ("https://www.resy.com/cities/new-york-ny/venues/don-angie/", resy()),
        ("resy.com/cities/new-york-ny/venues/don-angie", resy()),
        ("HTTPS://RESY.COM/cities/new-york-ny/venues/Don-Angie", resy()),
        ("https://resy.com/cities/ny/don-angie", resy(location="ny")),
        ("http://resy.com/cities/ny/don-angie?utm_source=share#top", resy(location="ny")),
        ("https://resy.com/cities/new-york-ny/venues/don-angie/events/winter-dinner", resy()),
        ("Don Angie on Resy: https://resy.com/cities/ny/don-angie.", resy(location="ny")),
        ("Look (https://resy.com/cities/ny/don-angie)", resy(location="ny")),
        ("https://resy.com/cities/ny/4-charles-prime-rib", resy("4-charles-prime-rib", "ny")),
        ("https://widgets.resy.com/?venueId=1505&apiKey=abc", resy_id(1505)),
        ("https://widgets.resy.com/#/venue?venueId=1505", resy_id(1505)),
        ("resy://resy.com/VenueDetails?venue_id=1201", resy_id(1201)),
        ("https://www.opentable.com/r/the-happy-crane-san-francisco", opentable("r/the-happy-crane-san-francisco")),
        (
            "https://www.opentable.com/r/le-coucou-new-york?corrid=1&p=2&sd=2026-12-01",
            opentable("r/le-coucou-new-york"),
        ),
        ("https://m.opentable.com/r/le-coucou-new-york", opentable("r/le-coucou-new-york")),
        ("https://www.opentable.ca/r/canoe-toronto", opentable("r/canoe-toronto")),
        ("https://www.opentable.com/the-modern", opentable("the-modern")),
        ("https://www.opentable.com/restref/client/?rid=50101&restref=50101", opentable_id(50101)),
        ("https://www.opentable.com/restref/client?restref=50101", opentable_id(50101)),
        ("https://www.opentable.com/restaurant/profile/50101", opentable_id(50101)),
        ("https://www.opentable.com/restaurant/profile/50101/reserve?restref=50101", opentable_id(50101)),
        ("https://www.opentable.com/booking/restref/availability?rid=50101&datetime=x", opentable_id(50101)),
        ("https://www.opentable.com/widget/reservation/canvas?rid=50101&type=standard", opentable_id(50101)),
        ("http://www.opentable.com/single.aspx?rid=50101", opentable_id(50101)),
    ],
)
def test_link_names_the_restaurant(text: str, link: VenueLink) -> None:
    assert parse(text) == link


NO_RESY = messages.link_without_restaurant(platform="Resy")
NO_OPENTABLE = messages.link_without_restaurant(platform="OpenTable")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", messages.LINK_EMPTY),
        ("   ", messages.LINK_EMPTY),
        ("Don Angie", messages.LINK_MISSING),
        ("resy.com", messages.LINK_MISSING),
        ("https://[::1", messages.LINK_MISSING),
        ("https://resy.com/" + "a" * 4_000, messages.LINK_TOO_LONG),
        ("https://resy.com/", NO_RESY),
        ("https://resy.com/cities/ny", NO_RESY),
        ("https://resy.com/cities/new-york-ny/search?query=pasta", NO_RESY),
        ("https://resy.com/cities/new-york-ny/venues", NO_RESY),
        ("https://resy.com/cities/ny/list/climbing", NO_RESY),
        ("https://blog.resy.com/2026/01/the-hit-list", NO_RESY),
        ("https://widgets.resy.com/?venueId=-1", NO_RESY),
        ("https://widgets.resy.com/?venueId=99999999999", NO_RESY),
        ("https://resy.com/cities/ny/..%2f..%2fadmin", NO_RESY),
        ("https://www.opentable.com/", NO_OPENTABLE),
        ("https://www.opentable.com/s?term=pasta", NO_OPENTABLE),
        ("https://www.opentable.com/landmark/restaurants-near-times-square", NO_OPENTABLE),
        ("https://www.opentable.com/restaurant/profile/abc", NO_OPENTABLE),
        ("https://www.opentable.com/r/", NO_OPENTABLE),
        ("https://www.opentable.co.uk/r/the-ledbury-london", find("opentable").region_note),
        ("https://www.opentable.de/r/borchardt-berlin", find("opentable").region_note),
        ("https://resy.page.link/abcd", messages.LINK_SHORT),
        ("https://opentable.app.link/abcd", messages.LINK_SHORT),
        ("https://bit.ly/abcd", messages.LINK_SHORT),
        ("https://www.exploretock.com/alinea/", messages.link_to_other_platform(platform="Tock")),
        ("https://www.sevenrooms.com/reservations/x", messages.link_to_other_platform(platform="SevenRooms")),
        ("https://www.yelp.com/biz/don-angie", messages.link_to_other_platform(platform="Yelp")),
        ("https://maps.app.goo.gl/xyz", messages.link_to_other_platform(platform="Google")),
        ("https://example.com/cities/ny/don-angie", messages.LINK_OTHER_SITE),
        ("https://resy.com.evil.example/cities/ny/don-angie", messages.LINK_OTHER_SITE),
        ("https://notresy.com/cities/ny/don-angie", messages.LINK_OTHER_SITE),
        ("https://resy.com@evil.example/cities/ny/don-angie", messages.LINK_OTHER_SITE),
        ("javascript:alert(1)//resy.com/cities/ny/don-angie", None),
    ],
)
def test_other_text_gets_a_sentence(text: str, sentence: str | None) -> None:
    if sentence is None:
        # The script's words are ignored, and only the address in it counts.
        assert parse(text) == resy(location="ny")
        return
    with pytest.raises(LinkError) as refused:
        parse(text)
    assert str(refused.value) == sentence


@given(st.one_of(st.text(max_size=300), st.builds("https://resy.com/{}".format, st.text(max_size=80))))
def test_no_text_breaks_the_parser(text: str) -> None:
    with suppress(LinkError):
        link = parse(text)
        assert link.platform_venue_id or link.slug


@pytest.mark.parametrize("platform", ["resy", "opentable"])
def test_page_of_a_restaurant_parses_back(platform: str) -> None:
    page = page_of(platform=platform, platform_venue_id=1505, slug="don-angie", location="new-york-ny")
    assert parse(page) == (resy() if platform == "resy" else opentable_id(1505))


def test_page_is_unknown_without_slug() -> None:
    assert page_of(platform="resy", platform_venue_id=1505, slug="", location="") == ""


@pytest.mark.parametrize(
    ("platform", "page", "expected"),
    [
        ("resy", "https://resy.com/cities/ny/venues/lupa", "?date=2026-12-04&seats=4"),
        ("opentable", "https://www.opentable.com/restaurant/profile/7", "?covers=4&dateTime=2026-12-04T19%3A30"),
        ("resy", "", ""),
    ],
)
def test_page_names_day_time_and_party(platform: str, page: str, expected: str) -> None:
    found = page_for(page, platform=platform, day=date(2026, 12, 4), at=time(19, 30), party_size=4)
    assert found == page + expected
