"""From the options of `watch` and `odds` to a submission: the restaurant, the request form, the account that books."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import typer

from tablehawk.cli import output, times
from tablehawk.connection import Client
from tablehawk.rest.api.platforms import list_platform_accounts
from tablehawk.rest.api.venues import add_linked_venue, get_venue, search_venues
from tablehawk.rest.models import (
    FilingIn,
    ReservationIn,
    VenueDetailOut,
    VenueIn,
    VenueLinkIn,
    VenueOut,
    VenuePageOut,
)

# Release date and time of a submission are New York's.
RELEASE_ZONE: Final = ZoneInfo("America/New_York")
PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options: days as typed, the time window, and the highest fee in hundredths of the currency."""

    days: list[str]
    window: tuple[str, str]
    party: int
    release: bool = False
    notify_only: bool = False
    fee_limit: int = 0


def search(client: Client, text: str, *, city: str = "") -> list[VenueOut]:
    """Return the restaurants whose name contains a text, in a city or a neighborhood."""
    found: list[VenueOut] = []
    number, pages = 1, 1
    while number <= pages:
        page = client.call(search_venues.sync_detailed, venue_name=text, page=number, page_size=PAGE)
        if not isinstance(page, VenuePageOut):
            break
        found += page.results
        number, pages = number + 1, page.pages
    where = city.casefold()
    return [venue for venue in found if where in f"{venue.locality}\n{venue.neighborhood}".casefold()]


def find_venue(client: Client, text: str) -> VenueDetailOut:
    """Return the restaurant that an id, a link or a name means. Raises BadParameter unless it is exactly one."""
    if "://" in text:
        return client.call(add_linked_venue.sync_detailed, body=VenueLinkIn(link=text))
    if text.isdecimal():
        return _venue(client, int(text))
    found = search(client, text)
    exact = [venue for venue in found if venue.venue_name.casefold() == text.strip().casefold()]
    if len(fitting := exact or found) != 1:
        rows = [[str(venue.id), venue.venue_name, venue.neighborhood, venue.locality] for venue in fitting[:20]]
        for row in output.columns(rows) if rows else []:
            output.message(row)
        problem = "More than one restaurant fits. Write the id." if fitting else f"No restaurant is called {text}."
        raise typer.BadParameter(problem)
    return _venue(client, fitting[0].id)


def form_of(wanted: Wanted, venue: VenueDetailOut) -> ReservationIn:
    """Return the request form. Raises BadParameter for an invalid day, or a release whose time is not known."""
    today = datetime.now(ZoneInfo(venue.time_zone)).date()
    days = [times.parse_day(text, today=today) for text in wanted.days]
    form = ReservationIn(
        snipe_type="release" if wanted.release else "cancel",
        venues=[VenueIn(id=venue.id)],
        dates=days,
        party_size=wanted.party,
        start_time=wanted.window[0],
        end_time=wanted.window[1],
        fee_ceiling_cents=wanted.fee_limit,
        notify_only=wanted.notify_only,
    )
    if wanted.release:
        at = _release(venue, days).astimezone(RELEASE_ZONE)
        form.release_date, form.release_time = at.date(), f"{at:%H:%M}"
    return form


def submission(client: Client, form: ReservationIn, venue: VenueDetailOut, *, account: int | None) -> FilingIn:
    """Return the form with the account that books: the given one, otherwise the first that is connected."""
    platform = venue.reservation_source
    if account is None:
        accounts = client.call(list_platform_accounts.sync_detailed, key=platform)
        account = next((one.id for one in accounts if one.status == "connected"), None)
    if account is None and not form.notify_only:
        raise typer.BadParameter(f"Connect an account at this platform first: {client.server}/connect-accounts")
    field = "selected_resy_account" if platform == "resy" else "selected_open_table_account"
    chosen: dict[str, Any] = {field: account}
    return FilingIn(reservation=form, **chosen)


def sentence(form: ReservationIn, venue: VenueDetailOut, wanted: Wanted) -> str:
    """Return one sentence that says what is filed."""
    days = " or ".join(times.day_text(day) for day in form.dates or [])
    fee = f"for a fee of at most {output.money(wanted.fee_limit)}" if wanted.fee_limit else "if it costs nothing"
    start = "When the restaurant opens the day for booking" if wanted.release else "When a table is free"
    if wanted.release:
        start += f" ({times.day_text(str(form.release_date))} {form.release_time} in New York)"
    act = "we tell you and book nothing" if wanted.notify_only else f"we book it {fee}"
    window = f"between {form.start_time} and {form.end_time}"
    return f"{start} at {venue.venue_name} in {venue.locality} for {form.party_size} on {days} {window}, {act}."


def _venue(client: Client, venue_id: int) -> VenueDetailOut:
    venue: VenueDetailOut = client.call(get_venue.sync_detailed, venue_id=venue_id)
    return venue


def _release(venue: VenueDetailOut, days: list[date]) -> datetime:
    rule = venue.release_rule
    if rule is None:
        raise typer.BadParameter(venue.release_text)
    if len(days) != 1:
        raise typer.BadParameter("A release request needs exactly one --date.")
    at = datetime.combine(days[0] - timedelta(days=rule.days_ahead), time.fromisoformat(rule.local_time))
    return at.replace(tzinfo=ZoneInfo(rule.zone))
