"""Checks whether reservations may become active: the user's plan, active reservations and booked tables."""

from collections.abc import Collection, Sequence
from datetime import date

from apps.accounts.models import User
from apps.accounts.rules.entitlements import Entitlements
from apps.common.errors import Refusal
from apps.requests import messages
from apps.requests.models import COMMANDED_SWAP, Attempt, AttemptState, Reservation, Status
from apps.requests.refusals import AlreadyBooked
from apps.requests.rules import gating, limits, same_date, time_windows
from apps.requests.rules.submission import Submission
from apps.venues.models import Venue


def check_plan(
    *,
    allowed: Entitlements,
    form: Submission,
    venues: Sequence[Venue],
    diner_key: str,
    group_id: int | None,
    locale: str,
) -> None:
    """Raise Refusal unless the plan, the venues and the diner's other requests permit this request.

    The status is 402 for anything that the plan does not include. It is 409 for a release request at a platform where
    we offer none, for a meal that another active request wants, and if the diner has a table for every wanted meal on
    one of the dates and does not override.

    `group_id` is the group if it exists already. Its own active reservations are not conflicts. A notify-only request
    books no meal, so it conflicts with nothing.
    """
    meals = same_date.meals(form.windows)
    dates = () if form.notify_only else form.dates
    active = (
        Reservation.objects.filter(group__diner_key=diner_key, status=Status.ACTIVE, date__in=dates)
        .exclude(group__notify_only=True)
        .exclude(group_id=group_id)
        .order_by("group_id", "choice", "id")
        .values_list("date", "group__start_time", "group__end_time", "group__time_windows", "venue__venue_name")
    )
    held = [
        (day, same_date.meals(time_windows.read(start=start, end=end, time_windows=several)), venue)
        for day, start, end, several, venue in active
    ]
    conflict = same_date.conflict(wanted=meals, held=held)
    if errors := gating.beyond_plan(form, venues=venues, allowed=allowed, same_date=bool(held) and conflict is None):
        code, named = ("plan_needed", None) if "plan" in errors else ("pro_needed", errors)
        raise Refusal(code, 402, next(iter(errors.values())), errors=named)
    if refused := gating.not_offered(form, venues=venues):
        raise Refusal("no_release", 409, refused)
    if conflict is not None:
        day, names = conflict
        sentence = messages.same_meal(venues=names, day=day, locale=locale)
        raise Refusal("same_date", 409, sentence, errors={"dates_error": sentence})
    _check_tables(form=form, dates=dates, meals=meals, diner_key=diner_key, locale=locale)


def _check_tables(
    *, form: Submission, dates: Collection[date], meals: frozenset[str], diner_key: str, locale: str
) -> None:
    """Raise Refusal 409 if the diner has a table for every wanted meal on one of the dates, and does not override."""
    rows = Attempt.objects.filter(diner_key=diner_key, state=AttemptState.BOOKED, date__in=dates)
    names = ("date", "meal", "slot_time", "reservation__venue__venue_name", "account_id")
    tables = list(rows.order_by("slot_time").values_list(*names))
    full = same_date.full_date(dates=dates, wanted=meals, booked=[(day, meal) for day, meal, *_ in tables])
    if full is None or form.override_reservations:
        return
    held = [row for row in tables if row[0] == full and row[1] in meals]
    named = [(venue, day, at) for day, _, at, venue, _ in held]
    raise AlreadyBooked(messages.other_tables(tables=named, locale=locale), account_ids=[row[4] for row in held])


def check_swap(*, allowed: Entitlements, venues: Collection[Venue], replaces: bool) -> None:
    """Raise Refusal 402 unless the plan permits a search for a better table, or a swap, at these venues.

    With `replaces`, the swap cancels the old table before the new one is booked, as an override does. The user filed
    the request of the old table under a plan that may have ended since.
    """
    if not allowed.can_reserve:
        raise Refusal("plan_needed", 402, messages.PLAN_NEEDED)
    is_premium = any(venue.premium for venue in venues)
    if (is_premium and not allowed.premium_venues) or (replaces and not allowed.override):
        raise Refusal("pro_needed", 402, messages.PRO_ONLY)


def check_room(
    *, user: User, allowed: Entitlements, wanted: int, sentence: str = "", notify_only: bool = False
) -> None:
    """Raise Refusal 409 if `wanted` more active reservations would exceed the limit. `sentence` replaces the default
    sentence."""
    limit = allowed.limit(notify_only=notify_only)
    active = Reservation.objects.filter(group__user=user, status=Status.ACTIVE).exclude(COMMANDED_SWAP).count()
    if not limits.fits(limit=limit, active=active, wanted=wanted):
        if notify_only and not allowed.can_reserve:
            sentence = messages.FREE_IN_USE
        message = sentence or messages.over_limit(limit=limit, active=active, wanted=wanted)
        raise Refusal("over_limit", 409, message, extra={"limit": limit, "active_reservations": active})
