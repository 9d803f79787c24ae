"""The tools that read: restaurants, requests, odds."""

from datetime import datetime
from types import SimpleNamespace
from typing import Final
from uuid import UUID

from apps.keys.answers import KeyIdentity
from apps.keys.programs import Program
from apps.listing.selectors import group_pages
from apps.mcp import messages, schemas
from apps.odds import stating
from apps.odds.schemas.venue_activity import PublicVenueOut
from apps.odds.selectors import venue_activity
from apps.outcomes.selectors import timeline
from apps.venues import selectors as venues
from apps.venues.schemas import VenuePageOut

from .schemas import Answer

# The newest entries of a timeline. An assistant reads each of them.
ENTRIES: Final = 30


def search_restaurants(program: Program, given: schemas.SearchRestaurantsIn, now: datetime) -> Answer:
    """Find restaurants by name, neighborhood or price level. The id of a result is what the other tools need."""
    page = venues.search(
        venue_name=given.name,
        exact_location=given.neighborhood,
        prices=[int(level) for level in given.price.split(",") if level],
        featured=False,
        page=given.page,
        page_size=given.page_size,
    )
    next_step = messages.SHOW_RESTAURANTS if page.results else messages.NOTHING_FOUND
    return Answer(next_step, {"restaurants": VenuePageOut.model_validate(page)})


def get_restaurant(program: Program, given: schemas.RestaurantIn, now: datetime) -> Answer:
    """Show a restaurant: address, seating, when its book opens, when tables opened lately, and the last fee seen."""
    seen = venue_activity.seen_at(venue_id=given.restaurant_id, now=now)
    reader = SimpleNamespace(auth=KeyIdentity(program.user, UUID(int=0)))
    page = PublicVenueOut.model_validate(seen, context={"request": reader})
    return Answer(messages.PREVIEW_REQUEST, {**dict(page), "last_fee": venue_activity.last_fee(seen.venue)})


def list_requests(program: Program, given: schemas.ListRequestsIn, now: datetime) -> Answer:
    """List the user's requests, newest first, with their state and their booked tables."""
    page = group_pages.groups_page(user=program.user, wanted=given, now=now)
    return Answer(messages.PICK_REQUEST, dict(page))


def get_request(program: Program, given: schemas.RequestIdIn, now: datetime) -> Answer:
    """Show one request: its state, how it is watched, its booked tables, and the newest entries of its timeline."""
    card = group_pages.group_card(user=program.user, group_id=given.request_id, now=now)
    entries = timeline.group_timeline(user=program.user, group_id=given.request_id, most=ENTRIES)
    return Answer(messages.TELL_STATE, {"request": card, "timeline": entries})


def get_odds(program: Program, given: schemas.RequestIdIn, now: datetime) -> Answer:
    """Estimate the odds that a filed request gets a table, with the changes that would raise them."""
    return Answer(messages.TELL_ODDS, dict(stating.of_group(user=program.user, group_id=given.request_id, now=now)))
