"""The checks of a submission that need no other data: required fields, bounds, windows and dates.

gating.py checks what the plan allows, and limits.py whether the plan's limit of active reservations is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime, time, timedelta
from typing import Final

from apps.requests import messages
from apps.requests.fields import NO_BOOKING, RequestFields, row, rows

from . import schedule, time_windows
from .clients import ClientDetails
from .time_windows import TimeWindow, Windows

MAX_VENUES: Final = 25
MAX_DATES: Final = 60
MAX_PARTY: Final = 10
MAX_SEATINGS: Final = 6
# Dates may be at most this far ahead. No restaurant opens its book for later dates. The limit also keeps date
# arithmetic away from the last year that Python supports.
HORIZON: Final = timedelta(days=366)


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueChoice:
    """A chosen venue (our id). `table_type` is the wanted seating; "" means any.

    `table_types` are several wanted seatings, best first; () means `table_type` alone, which is the first of them.
    """

    id: int
    table_type: str = ""
    table_types: tuple[str, ...] = ()

    @property
    def seatings(self) -> tuple[str, ...]:
        """The wanted seatings, best first; "" means any."""
        return self.table_types or (self.table_type,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(RequestFields):
    """A submission as it was sent. Missing fields are None or empty. Dates are sorted and unique.

    Venues are in the user's order, first choice first. `dates_by_choice` are the dates in the user's order; () means
    that this is the sorted order. `account_ids` are the selected platform accounts, by platform. `card_ids` are the
    chosen cards, by platform: "" is the account's default card, and a missing platform keeps the card of the edited
    group. `client` is the client of a concierge.

    `time_windows` are several time windows, first choice first; the first is from `start_time` to `end_time`. () means
    that this first window is the only one. None means the same in a new request. In an edit, None keeps all windows of
    the group if `start_time` and `end_time` are unchanged. `repeat_until` asks to file the request again each week
    until that date; an edit ignores it. `kept` names the fields that the body lacks, which an edit leaves as they are.
    """

    snipe_type: str = field(metadata=row(snipe="snipe_type"))
    venues: tuple[VenueChoice, ...] = field(default=(), metadata=row(column=False))
    party_size: int | None = field(default=None, metadata=row(snipe="party_size"))
    dates: tuple[date, ...] = field(default=(), metadata=row(column=False, weekly=False, snipe="date"))
    dates_by_choice: tuple[date, ...] = field(default=(), metadata=row(column=False, weekly=False))
    start_time: time | None = field(default=None, metadata=row(snipe="start_time"))
    end_time: time | None = field(default=None, metadata=row(snipe="end_time"))
    time_windows: Windows | None = field(default=None, metadata=row(column=False, snipe="windows"))
    release_date: date | None = field(default=None, metadata=row(weekly=False))
    release_time: time | None = field(default=None, metadata=row(weekly=False))
    final_snipe_date: date | None = field(default=None, metadata=row(weekly=False))
    repeat_until: date | None = field(default=None, metadata=row(column=False, weekly=False))
    account_ids: Mapping[str, int] = field(default_factory=dict, metadata=row(column=False))
    card_ids: Mapping[str, str] = field(default_factory=dict, metadata=row(column=False))
    client: ClientDetails | None = field(default=None, metadata=row(column=False, weekly=False))
    kept: frozenset[str] = field(default_factory=frozenset, metadata=row(column=False, weekly=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission(Draft):
    """A complete submission: it has at least one venue, date and account. A notify-only request needs no account.

    Only release requests have a release date and time, and may continue as a cancel request. Only cancel requests may
    have a final snipe day. A notify-only request has no override, no fee ceiling and no `one_table`, because nothing is
    booked.
    """

    party_size: int
    start_time: time
    end_time: time

    def choices(self) -> dict[tuple[int, date], int]:
        """Return the place of each venue (our id) and date in the user's order, 0 for the first choice.

        The order of the venues counts more than that of the dates.
        """
        by_choice = [day for day in self.dates_by_choice if day in self.dates] or self.dates
        places = [(venue.id, day) for venue in self.venues for day in by_choice]
        return {place: number for number, place in enumerate(places)}

    @property
    def windows(self) -> Windows:
        """The time windows, first choice first; at least one."""
        return self.time_windows or (TimeWindow(self.start_time, self.end_time),)

    @property
    def release_at(self) -> datetime | None:
        """The instant at which the venue opens its book, None for a cancel request."""
        if self.release_date is None or self.release_time is None:
            return None
        return schedule.release_at(day=self.release_date, at=self.release_time)


# The fields that are columns of the group, those that an edit without them keeps, and those that a weekly rule repeats.
COLUMNS: Final = tuple(name for name, one in rows(Draft) if one.column)
KEPT: Final = frozenset(name for name, one in rows(Draft) if one.kept)
WEEKLY: Final = frozenset(name for name, one in rows(Draft) if one.weekly)


def missing(draft: Draft) -> Mapping[str, str]:
    """Return a sentence for each required field that is missing, by the form's error keys."""
    cancel = draft.snipe_type != "release"
    required = [
        ("venues_error", draft.venues, messages.NO_VENUE),
        ("party_size_error", draft.party_size is not None, messages.NO_PARTY_SIZE),
        ("dates_error", draft.dates, messages.NO_DATE),
        ("times_error", draft.start_time and draft.end_time, messages.NO_TIME),
        ("release_dates_error", cancel or draft.release_date, messages.NO_RELEASE_DATE),
        ("release_time_error", cancel or draft.release_time, messages.NO_RELEASE_TIME),
        ("account_error", draft.account_ids or draft.notify_only, messages.NO_ACCOUNT),
    ]
    return {key: sentence for key, present, sentence in required if not present}


def complete(draft: Draft) -> Submission | None:
    """Return the draft as a complete submission, or None if a required field is missing."""
    if missing(draft):
        return None
    values = {one.name: getattr(draft, one.name) for one in fields(draft)}
    if draft.notify_only:
        values |= NO_BOOKING
    if draft.snipe_type == "release":
        return Submission(**{**values, "final_snipe_date": None})
    return Submission(**{**values, "release_date": None, "release_time": None, "continue_as_cancel": False})


def mistakes(form: Submission) -> Mapping[str, str]:
    """Return a sentence for each field that is invalid for every venue and date, by the form's error keys."""
    latest_final_day = min(form.dates[0], date.max - timedelta(days=1)) + timedelta(days=1)
    final_too_late = form.final_snipe_date is not None and form.final_snipe_date > latest_final_day
    repeated = len({venue.id for venue in form.venues}) < len(form.venues)
    notified_release = form.notify_only and form.snipe_type == "release"
    wrong_times = time_windows.mistake(form.windows)
    checks = [
        ("notify_only_error", notified_release, messages.NOTIFY_CANCEL_ONLY),
        ("venues_error", len(form.venues) > MAX_VENUES, messages.too_many_venues(most=MAX_VENUES)),
        ("venues_error", repeated, messages.VENUE_TWICE),
        (
            "party_size_error",
            not 1 <= form.party_size <= MAX_PARTY,
            messages.party_size_between(most=MAX_PARTY),
        ),
        ("dates_error", len(form.dates) > MAX_DATES, messages.too_many_dates(most=MAX_DATES)),
        ("times_error", wrong_times, wrong_times),
        ("final_snipe_error", final_too_late, messages.FINAL_DAY_TOO_LATE),
        ("repeat_error", form.repeat_until and _has_releases(form), messages.REPEAT_ONE_RELEASE),
        ("repeat_error", form.repeat_until and not _repeats(form), messages.REPEAT_TOO_SOON),
    ]
    return {key: sentence for key, wrong, sentence in checks if wrong}


def _has_releases(form: Submission) -> bool:
    return form.snipe_type == "release" and len(form.dates) > 1


def _repeats(form: Submission) -> bool:
    """Return whether the weekly rule of this submission would file another request until `repeat_until`."""
    if form.repeat_until is None:
        return False
    last = form.dates[-1]
    # Days from the last date to the first one of the next week, which begins on Monday.
    days = 7 - last.weekday() + min(day.weekday() for day in form.dates)
    return (form.repeat_until - last).days >= days


def calendar_mistakes(form: Submission, *, now: datetime, zone: str, release_kept: bool = False) -> Mapping[str, str]:
    """Return the sentence for the first date or time that is past or too far ahead, by the form's error key.

    {} means that there is none. "Today" is the day in `zone`. The release must be in the future too, at most a year
    ahead and before the first table. With `release_kept`, an edit leaves the release unchanged, so the release may be
    past.
    """
    today = schedule.today(now=now, zone=zone)
    if form.dates[0] < today:
        return {"dates_error": messages.PAST_DATE}
    if form.dates[-1] > today + HORIZON:
        return {"dates_error": messages.FAR_DATE}
    if form.final_snipe_date is not None and form.final_snipe_date < today:
        return {"final_snipe_error": messages.PAST_FINAL_DAY}
    if form.repeat_until is not None and form.repeat_until > today + HORIZON:
        return {"repeat_error": messages.REPEAT_TOO_FAR}
    # After the date checks, because a date near `date.max` or `date.min` cannot be converted to an instant in every
    # zone.
    if schedule.instant(day=form.dates[0], at=time_windows.last_start(form.windows), zone=zone) <= now:
        return {"times_error": messages.STARTED}
    first_window = schedule.instant(day=form.dates[0], at=time_windows.first_start(form.windows), zone=zone)
    return _release_mistake(form, first_window=first_window, now=now, kept=release_kept)


def _release_mistake(form: Submission, *, first_window: datetime, now: datetime, kept: bool) -> Mapping[str, str]:
    today = schedule.today(now=now, zone=schedule.RELEASE_ZONE)
    if form.release_date is None:
        return {}
    if form.release_date < today and not kept:
        return {"release_dates_error": messages.PAST_RELEASE_DATE}
    if form.release_date > today + HORIZON:
        return {"release_dates_error": messages.FAR_RELEASE_DATE}
    # After the date checks, for the same reason as in calendar_mistakes.
    opens = form.release_at or now
    if opens <= now and not kept:
        return {"release_time_error": messages.PAST_RELEASE_TIME}
    if opens >= first_window:
        return {"release_dates_error": messages.LATE_RELEASE}
    return {}
