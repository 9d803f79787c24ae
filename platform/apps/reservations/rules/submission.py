"""What a submission has to contain before anything is looked up or counted.

Owns the form's own checks: required pieces, bounds, windows, dates. What the plan allows is gating.py, how many
requests fit is limits.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from . import schedule

MAX_VENUES: Final = 25
MAX_DATES: Final = 60
MAX_PARTY: Final = 10
# Restaurants do not open their books further ahead; it also keeps date arithmetic far from the calendar's end.
HORIZON: Final = timedelta(days=366)

INCOMPLETE: Final = "Please fill all required fields before submitting."
SELECT_ACCOUNT: Final = "Please select an account"


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueChoice:
    """One chosen restaurant, by our id. `table_type` is the seating wanted; "" is any."""

    id: int
    table_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The form as sent; None and empty tuples are pieces that are missing. Dates are sorted and unique."""

    snipe_type: str
    venues: tuple[VenueChoice, ...] = ()
    party_size: int | None = None
    dates: tuple[date, ...] = ()
    start_time: time | None = None
    end_time: time | None = None
    release_date: date | None = None
    release_time: time | None = None
    final_snipe_date: date | None = None
    override_reservations: bool = False
    fee_ceiling_cents: int = 0
    account_selected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """When the book opens, as New York's clock says it."""

    date: date
    time: time


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A complete form: at least one restaurant and one date, dates sorted and unique.

    `release` is there for release requests, `final_snipe_date` for cancel requests only.
    """

    snipe_type: str
    venues: tuple[VenueChoice, ...]
    party_size: int
    dates: tuple[date, ...]
    start_time: time
    end_time: time
    release: Release | None = None
    final_snipe_date: date | None = None
    override_reservations: bool = False
    fee_ceiling_cents: int = 0


def missing(draft: Draft) -> Mapping[str, str]:
    """Return a sentence for each required piece that is missing, by the form's error keys."""
    cancel = draft.snipe_type != "release"
    wanted = [
        ("venues_error", draft.venues, "Please select a restaurant"),
        ("party_size_error", draft.party_size is not None, "Please select a party size"),
        ("dates_error", draft.dates, "Please set reservation date"),
        ("times_error", draft.start_time and draft.end_time, "Please set reservation time"),
        ("release_dates_error", cancel or draft.release_date, "Please set release date"),
        ("release_time_error", cancel or draft.release_time, "Please set release time"),
        ("account_error", draft.account_selected, SELECT_ACCOUNT),
    ]
    return {key: sentence for key, present, sentence in wanted if not present}


def complete(draft: Draft) -> Submission | None:
    """Return the draft as a complete form; None while `missing` names a piece."""
    if missing(draft) or draft.party_size is None or draft.start_time is None or draft.end_time is None:
        return None
    release = None
    if draft.snipe_type == "release" and draft.release_date is not None and draft.release_time is not None:
        release = Release(date=draft.release_date, time=draft.release_time)
    return Submission(
        snipe_type=draft.snipe_type,
        venues=draft.venues,
        party_size=draft.party_size,
        dates=draft.dates,
        start_time=draft.start_time,
        end_time=draft.end_time,
        release=release,
        final_snipe_date=None if release else draft.final_snipe_date,
        override_reservations=draft.override_reservations,
        fee_ceiling_cents=draft.fee_ceiling_cents,
    )


def mistakes(form: Submission) -> Mapping[str, str]:
    """Return a sentence for each piece of a complete form that cannot be right anywhere in the world."""
    latest_final_day = min(form.dates[0], date.max - timedelta(days=1)) + timedelta(days=1)
    wrong = [
        ("venues_error", len(form.venues) > MAX_VENUES, f"Please select at most {MAX_VENUES} restaurants"),
        (
            "venues_error",
            len({venue.id for venue in form.venues}) < len(form.venues),
            "Please select each restaurant once",
        ),
        (
            "party_size_error",
            not 1 <= form.party_size <= MAX_PARTY,
            f"Please select a party size between 1 and {MAX_PARTY}",
        ),
        ("dates_error", len(form.dates) > MAX_DATES, f"Please set at most {MAX_DATES} reservation dates"),
        ("times_error", form.end_time <= form.start_time, "Please select a valid time"),
        (
            "final_snipe_error",
            form.final_snipe_date is not None and form.final_snipe_date > latest_final_day,
            "The final sniping day can be no later than one day after the first reservation date",
        ),
    ]
    return {key: sentence for key, is_wrong, sentence in wrong if is_wrong}


def beyond(form: Submission, *, now: datetime, zone: str, release_kept: bool = False) -> Mapping[str, str]:
    """Return a sentence for the first date that is over, or too far ahead, on the calendar of a venue in `zone`.

    A release has to be ahead too, on New York's calendar, and to come before the first table that it is for;
    `release_kept`: it was ahead when it was filed, and may be over by now.
    """
    today = schedule.today(now=now, zone=zone)
    if form.dates[0] < today:
        return {"dates_error": "Please set a reservation date from today on"}
    if form.dates[-1] > today + HORIZON:
        return {"dates_error": "Please set a reservation date within the next year"}
    if form.final_snipe_date is not None and form.final_snipe_date < today:
        return {"final_snipe_error": "Please set a final sniping day from today on"}
    if schedule.instant(day=form.dates[0], at=form.start_time, zone=zone) <= now:
        return {"times_error": "That time has already begun today. Please set a later time or another date"}
    return _release_mistake(form, now=now, zone=zone, kept=release_kept)


def _release_mistake(form: Submission, *, now: datetime, zone: str, kept: bool) -> Mapping[str, str]:
    if form.release is None:
        return {}
    today = schedule.today(now=now, zone=schedule.RELEASE_ZONE)
    if form.release.date < today and not kept:
        return {"release_dates_error": "Please set a release date from today on"}
    if form.release.date > today + HORIZON:
        return {"release_dates_error": "Please set a release date within the next year"}
    opens = schedule.release_at(day=form.release.date, at=form.release.time)
    if opens <= now and not kept:
        return {"release_time_error": "That release time is already over. Please set one that is still ahead"}
    if opens >= schedule.instant(day=form.dates[0], at=form.start_time, zone=zone):
        return {"release_dates_error": "Please set a release before the reservation itself"}
    return {}
