"""Asks the rules with what the database knows, and refuses.

Every function that decides whether a request may become active runs under the user's row lock (`locked_user`), so that
parallel submissions see each other.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from apps.accounts.models import User
from apps.accounts.rules import entitlements as tiers
from apps.accounts.rules.entitlements import Entitlements
from apps.common.errors import Refusal, not_found
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from apps.venues.models import Venue

from .models import Attempt, AttemptState, Reservation, Status
from .rules import gating, limits, same_date, submission
from .rules.gating import VenueFacts
from .rules.same_date import Clash
from .rules.submission import Submission


def locked_user(*, user_id: int) -> User:
    """Return the user with the row locked until the transaction ends: only one transaction counts at a time."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def current_tier(*, user: User, now: datetime) -> str:
    """Return the tier that counts now."""
    return tiers.effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def allowed(*, user: User, now: datetime) -> Entitlements:
    """Return what the user's plan allows now."""
    return tiers.entitlements(tier=current_tier(user=user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)


def check_plan(
    *, user: User, form: Submission, venues: Sequence[Venue], diner_key: str, now: datetime, group_id: int | None = None
) -> None:
    """Refuse what the plan does not have (402) or what the diner holds already (409).

    `group_id`: the group that the requests belong to already; it does not compete with itself.
    """
    rights = allowed(user=user, now=now)
    clash = _clash(form=form, diner_key=diner_key, group_id=group_id)
    errors = gating.beyond_plan(form, venues=_facts(venues), allowed=rights, same_date=clash is Clash.OTHER_MEAL)
    if errors:
        code = "plan_needed" if not rights.can_reserve else "pro_needed"
        raise Refusal(code, 402, next(iter(errors.values())), errors=errors if rights.can_reserve else None)
    if refused := gating.not_offered(form, venues=_facts(venues)):
        raise Refusal("no_release", 409, refused)
    if clash is Clash.SAME_MEAL:
        raise Refusal("same_date", 409, same_date.SAME_MEAL, errors={"dates_error": same_date.SAME_MEAL})
    if _all_booked(form=form, diner_key=diner_key):
        raise Refusal("already_booked", 409, same_date.ALREADY_BOOKED, errors={"dates_error": same_date.ALREADY_BOOKED})


def check_room(*, user: User, wanted: int, now: datetime, sentence: str = "") -> None:
    """Refuse with 409 if `wanted` more requests do not fit; `sentence` replaces the counter's words."""
    limit = allowed(user=user, now=now).active_limit
    active = Reservation.objects.filter(group__user=user, status=Status.ACTIVE).count()
    if not limits.fits(limit=limit, active=active, wanted=wanted):
        message = sentence or limits.over_limit(limit=limit, active=active, wanted=wanted)
        raise Refusal("over_limit", 409, message, extra={"limit": limit, "active_reservations": active})


def chosen_accounts(
    *, user: User, venues: Sequence[Venue], selected: Mapping[Platform, int | None]
) -> dict[str, PlatformAccount]:
    """Return the `selected` accounts (ids by platform), locked: one for each platform of the venues.

    404 for an account that is not the user's, 400 if one is connected but none selected, 409 if none is connected.
    """
    live = (
        PlatformAccount.objects.select_for_update(no_key=True)
        .filter(user=user)
        .exclude(status=AccountStatus.DISCONNECTED)
        .order_by("id")
    )
    by_id = {account.pk: account for account in live}
    chosen: dict[str, PlatformAccount] = {}
    for platform, account_id in selected.items():
        if account_id is not None:
            account = by_id.get(account_id)
            if account is None or account.platform != platform:
                raise not_found("account")
            chosen[platform] = account
    connected = {account.platform for account in by_id.values()}
    if refused := gating.account_needed(venues=_facts(venues), connected=connected):
        raise Refusal("account_needed", 409, refused, errors={"venues_error": refused})
    if {venue.reservation_source for venue in venues} - chosen.keys():
        errors = {"account_error": submission.SELECT_ACCOUNT}
        raise Refusal("incomplete", 400, submission.INCOMPLETE, errors=errors)
    return chosen


def _facts(venues: Sequence[Venue]) -> list[VenueFacts]:
    return [VenueFacts(source=venue.reservation_source, premium=venue.premium) for venue in venues]


def _clash(*, form: Submission, diner_key: str, group_id: int | None) -> Clash:
    rows = (
        Reservation.objects.filter(group__diner_key=diner_key, status=Status.ACTIVE, date__in=form.dates)
        .exclude(group_id=group_id)
        .values_list("date", "group__start_time", "group__end_time")
        .distinct()
    )
    held = [(day, same_date.meals(start=start, end=end)) for day, start, end in rows]
    return same_date.clash(dates=form.dates, wanted=_meals(form), held=held)


def _all_booked(*, form: Submission, diner_key: str) -> bool:
    rows = Attempt.objects.filter(diner_key=diner_key, state=AttemptState.BOOKED, date__in=form.dates)
    booked: Collection[tuple[date, str]] = set(rows.values_list("date", "meal"))
    return same_date.nothing_left(
        dates=form.dates, wanted=_meals(form), booked=booked, override=form.override_reservations
    )


def _meals(form: Submission) -> frozenset[str]:
    return same_date.meals(start=form.start_time, end=form.end_time)
