"""Determines when, and as which type (cancel or release), weekly rules file their requests.

For release requests, both depend on when the rule's first restaurant opens a date. This follows
from the restaurant's release rule: the learned one if its confidence is high, otherwise the one
that staff entered with high confidence. If neither exists, the restaurant is assumed to open the
date as many days ahead, and at the same time of day, as the user stated with the first request.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.common.formatting import format_day
from apps.requests.rules import schedule
from apps.requests.rules.submission import Submission
from apps.venues.catalog import release_knowledge
from apps.venues.catalog.release_knowledge import CertainRule
from apps.venues.models import Venue
from apps.weekly import messages, weeks
from apps.weekly.weeks import Week

from .models import WeeklyRule


def stated_fields(form: Submission, *, zone: str) -> dict[str, Any]:
    """Return the columns of a weekly rule that store the release of its first request; {} for a cancel request.

    The user states the release in New York's time. It is stored on the clock of the restaurant's `zone`, because a
    restaurant keeps its own clock when New York changes to summer time.
    """
    if form.snipe_type != "release" or form.release_date is None or form.release_time is None:
        return {}
    local = schedule.release_at(day=form.release_date, at=form.release_time).astimezone(ZoneInfo(zone))
    return {
        "release_days_before": (form.dates[0] - local.date()).days,
        "release_time": local.time(),
        "release_zone": zone,
    }


def certain_rules(rules: Sequence[WeeklyRule]) -> dict[int, CertainRule]:
    """Return {our venue id: CertainRule} for the first restaurants of rules of release requests.

    A restaurant without a certain rule is left out. Runs at most two queries.
    """
    ids = {rule.form.venues[0].id for rule in rules if rule.form.snipe_type == "release"}
    return release_knowledge.certain_rules(venues=Venue.objects.filter(pk__in=ids)) if ids else {}


def opens_at(rule: WeeklyRule, *, day: date, known: CertainRule | None) -> datetime | None:
    """Return when the first restaurant opens a date (UTC), None for a weekly rule of cancel requests."""
    if rule.form.snipe_type != "release" or rule.release_days_before is None or rule.release_time is None:
        return None
    if known is not None:
        return known.opens_at(service_date=day)
    opens_on = day - timedelta(days=rule.release_days_before)
    return schedule.instant(day=opens_on, at=rule.release_time, zone=rule.release_zone)


def files_at(rule: WeeklyRule, *, week: Week, zone: str, known: CertainRule | None) -> datetime:
    """Return the UTC instant at which the request of a week is filed, by what is known about the release now."""
    opens = opens_at(rule, day=week.first_date, known=known)
    return weeks.files_at(week, zone=zone, opens_at=opens, final_days_before=rule.final_days_before)


def due_at(rule: WeeklyRule, *, week: Week, zone: str, now: datetime) -> datetime:
    """Return when the rule is due next: when the week's request is filed or, for release requests, in a day if that is
    earlier.

    A release may turn out to be at another time, so the filing of release requests is planned again each day.
    """
    at = files_at(rule, week=week, zone=zone, known=_known(rule))
    return at if rule.form.snipe_type == "cancel" else min(at, now + weeks.PLANNED_AGAIN)


def is_early(rule: WeeklyRule, *, week: Week, zone: str, now: datetime) -> bool:
    """Return whether it is too early to file a week's release request, by what is known about the release now."""
    return rule.form.snipe_type == "release" and files_at(rule, week=week, zone=zone, known=_known(rule)) > now


def type_fields(rule: WeeklyRule, *, dates: Sequence[date], now: datetime) -> dict[str, Any]:
    """Return the fields of a week's draft that depend on the type of the request.

    After the release of the first date, the request is a cancel request if the rule has
    `continue_as_cancel`; otherwise this raises Refusal 409.
    """
    day = min(dates)
    at = opens_at(rule, day=day, known=_known(rule))
    if at is None:
        return {"snipe_type": "cancel"}
    if at > now:
        local = at.astimezone(ZoneInfo(schedule.RELEASE_ZONE))
        return {
            "snipe_type": "release",
            "release_date": local.date(),
            "release_time": local.time(),
        }
    if rule.form.continue_as_cancel:
        return {"snipe_type": "cancel"}
    locale = User.objects.values_list("locale", flat=True).get(pk=rule.user_id)
    raise Refusal("release_over", 409, messages.release_over(day=format_day(day, locale=locale)))


def _known(rule: WeeklyRule) -> CertainRule | None:
    return certain_rules([rule]).get(rule.form.venues[0].id)
