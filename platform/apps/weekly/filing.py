"""Files the requests of weekly rules that are due, one for each rule and week.

The request, the row of its week and the rule's next week are one transaction, which locks the rule. If a process is
killed before the commit, the next run finds the rule again. Several processes may run this: the second one waits for
the first one's locks, finds the week filed, and files nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from typing import Final

import structlog
from django.db import transaction

from apps.common.database.failures import logged
from apps.common.errors import Refusal
from apps.notices.content.kinds import WeeklyRefused
from apps.outcomes import table_reads
from apps.requests.models import ReservationGroup
from apps.requests.rules import time_windows
from apps.requests.rules.submission import Draft
from apps.requests.services import filing, on_behalf
from apps.requests.services.connected_accounts import connected_account_ids
from apps.requests.services.obstacle_checks import CannotBook
from apps.requests.services.submission import ValidSubmission
from apps.venues.models import Venue
from apps.venues.rules.booking_obstacles import ObstacleKind
from apps.weekly import messages, weeks
from apps.weekly.weeks import Week

from . import releases, rule_changes
from .models import WeeklyOccurrence, WeeklyRule, WeeklyRuleStatus, WeekStatus

log = structlog.get_logger(__name__)

BATCH: Final = 100


class _RuleChanged(Exception):
    """The rule was paused or ended, or the week was filed, since the rule was read."""


def file_due(*, now: datetime) -> int:
    """File the requests of up to 100 rules that are due, longest due first. Return the number of filed requests.

    A rule that fails unexpectedly is logged, does not count and is tried again in the next run. Raises OperationalError
    or InterfaceError if the database fails.
    """
    due = WeeklyRule.objects.filter(status=WeeklyRuleStatus.ACTIVE, due_at__lte=now, user__is_active=True)
    found = list(due.order_by("due_at", "id").values_list("pk", flat=True))
    # Each rule is read just before its request is filed: it or its client may have changed while others were filed.
    rules = (due.select_related("client").filter(pk=pk).first() for pk in found)
    filed: list[int] = []
    for rule in filter(None, rules):
        with logged(log, "weekly request failed", rule_id=rule.pk), suppress(_RuleChanged):
            filed.append(_file_next(rule, now=now))
        if len(filed) == BATCH:
            break
    return sum(filed)


def _file_next(rule: WeeklyRule, *, now: datetime) -> int:
    week, zone = rule_changes.week_of(rule), rule_changes.zone_of(rule)
    last_start = time_windows.last_start(rule.form.windows)
    dates = () if week is None else weeks.open_dates(week, start=last_start, zone=zone, now=now)
    if week is None or not dates or (rule.for_client and rule.client is None):
        _skip(rule, zone=zone, now=now)
        return 0

    if releases.is_early(rule, week=week, zone=zone, now=now):
        _plan_again(rule, week=week, zone=zone, now=now)
        return 0

    def record(_: ValidSubmission, group: ReservationGroup) -> None:
        current = _lock(rule)
        WeeklyOccurrence.objects.update_or_create(
            rule=current,
            week=week.monday,
            defaults={"status": WeekStatus.FILED, "group": group, "code": "", "message": "", "at": now},
        )
        _advance(current, zone=zone, now=now)
        rule_changes.publish(current, what="filed", now=now)

    try:
        draft = _draft(rule, dates=dates, now=now)
        file = partial(filing.create_group, user_id=rule.user_id, draft=draft, now=now, record=record)
        table_reads.retry(file, now=now)
    except Refusal as refusal:
        _refuse(rule, week=week, dates=dates, refusal=refusal, zone=zone, now=now)
        return 0
    log.info("weekly request filed", rule_id=rule.pk, week=week.monday.isoformat())
    return 1


def _lock(rule: WeeklyRule) -> WeeklyRule:
    """Lock the rule. Raises _RuleChanged if it is no longer active, or if its next week or client has changed."""
    same = WeeklyRule.objects.filter(
        pk=rule.pk, status=WeeklyRuleStatus.ACTIVE, next_week=rule.next_week, client=rule.client_id
    )
    current = same.select_for_update(no_key=True).first()
    if current is None:
        raise _RuleChanged
    return current


def _is_following_due(rule: WeeklyRule, *, week: Week, zone: str, now: datetime) -> bool:
    """Return whether the rule files release requests and the week after `week` is due now.

    Return False if the rule has no later week.
    """
    following = weeks.next_week(weekdays=rule.weekdays, after=week.monday + weeks.WEEK, until=rule.until)
    return (
        rule.form.snipe_type == "release"
        and following is not None
        and not releases.is_early(rule, week=following, zone=zone, now=now)
    )


def _advance(rule: WeeklyRule, *, zone: str, now: datetime, after: date | None = None) -> None:
    """Move a locked rule to its next week, or end it if there is none, and save it.

    `after` is as in rule_changes.set_next().
    """
    rule_changes.set_next(rule, zone=zone, now=now, after=after)
    if rule.next_week is None:
        rule_changes.end(rule)
    rule.save()


@transaction.atomic
def _plan_again(rule: WeeklyRule, *, week: Week, zone: str, now: datetime) -> None:
    """Compute the rule's `due_at` again, because we may know more about the release than before.

    Called while it is too early to file the week's release request.
    """
    current = _lock(rule)
    current.due_at = releases.due_at(current, week=week, zone=zone, now=now)
    current.save(update_fields=["due_at"])


@transaction.atomic
def _skip(rule: WeeklyRule, *, zone: str, now: datetime) -> None:
    """Go on to the next week that is not past. End the rule if there is none, or if its client was deleted."""
    current = _lock(rule)
    _advance(current, zone=zone, now=now)
    if rule.for_client and rule.client is None:
        rule_changes.end(current)
        current.save()
    if current.status == WeeklyRuleStatus.ENDED:
        rule_changes.publish(current, what="ended", now=now)


@transaction.atomic
def _refuse(rule: WeeklyRule, *, week: Week, dates: Sequence[date], refusal: Refusal, zone: str, now: datetime) -> None:
    """Record that the week's request was refused, and notify the user of the first refusal of the week.

    If the only obstacle is that the dates are not open yet, nothing is recorded, and the filing is tried again later.
    This ends when it is too late for an opening, or when the request of the following week is due.
    """
    current = _lock(rule)
    # The week after this one does not wait: its release may be weeks before this one's dates.
    is_last_try = _is_following_due(current, week=week, zone=zone, now=now)
    first_start = time_windows.first_start(rule.form.windows)
    if not is_last_try and _is_not_open(refusal) and weeks.may_open_later(dates, start=first_start, zone=zone, now=now):
        current.due_at = now + weeks.RETRY_AFTER
        current.save(update_fields=["due_at"])
        return
    result, is_new = WeeklyOccurrence.objects.get_or_create(
        rule=current,
        week=week.monday,
        defaults={
            "status": WeekStatus.REFUSED, "code": refusal.code, "message": refusal.message[:300], "at": now,
        },
    )  # fmt: skip
    if result.status == WeekStatus.FILED:
        return
    result.code, result.message = refusal.code, refusal.message[:300]
    result.save(update_fields=["code", "message"])
    if is_last_try:
        _advance(current, zone=zone, now=now, after=week.monday + weeks.WEEK)
    elif refusal.code in weeks.RETRIED:
        current.due_at = now + weeks.RETRY_AFTER
        current.save(update_fields=["due_at"])
    else:
        _advance(current, zone=zone, now=now)
    if not is_new:
        return
    log.info("weekly request refused", rule_id=rule.pk, code=refusal.code)
    ids = [venue.id for venue in rule.form.venues]
    name = dict(Venue.objects.filter(pk__in=ids[:1]).values_list("pk", "venue_name")).get(ids[0], "")
    rule_changes.publish(
        current,
        what="refused",
        now=now,
        text=messages.weekly_refused(venue=name, reason=refusal.message),
        dedupe_key=f"weekly_refused:{rule.pk}:{week.monday.isoformat()}",
        notice=WeeklyRefused(
            venue_name=name,
            others=len(ids) - 1,
            date=min(dates),
            reason=refusal.message,
            client_name=str(rule.client or ""),
        ),
    )


def _is_not_open(refusal: Refusal) -> bool:
    """Return whether the only obstacle is that the restaurants have not opened the dates yet."""
    return isinstance(refusal, CannotBook) and all(one.kind == ObstacleKind.HORIZON for one in refusal.obstacles)


def _draft(rule: WeeklyRule, *, dates: Sequence[date], now: datetime) -> Draft:
    form = rule.form
    return replace(
        form,
        **releases.type_fields(rule, dates=dates, now=now),
        dates=tuple(sorted(dates)),
        dates_by_choice=tuple(dates),
        final_snipe_date=weeks.final_day(dates=dates, days_before=rule.final_days_before),
        account_ids=connected_account_ids(user_id=rule.user_id, account_ids=form.account_ids),
        client=on_behalf.details_of(rule.client) if rule.client else None,
    )
