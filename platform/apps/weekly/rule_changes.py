"""Creates weekly rules, and pauses, unpauses and ends them.

A change locks the rule's row, and a filing locks the row before it commits its request. So a rule
files nothing after the user has got the response to a pause or an end.
"""

from dataclasses import replace
from datetime import date, datetime
from typing import Literal

from django.db import transaction

from apps.common.errors import Refusal, require_row
from apps.notices import services as notices
from apps.notices.content.kinds import Notice
from apps.requests.models import ReservationGroup
from apps.requests.rules import time_windows
from apps.requests.services.submission import ValidSubmission
from apps.venues.models import Venue
from apps.weekly import messages, weeks
from apps.weekly.weeks import Week
from realtime.events import RuleChange

from . import releases
from .models import WeeklyOccurrence, WeeklyRule, WeeklyRuleStatus, WeekStatus, stored

FIRST_ZONE = "America/New_York"


def create_rule(valid: ValidSubmission, group: ReservationGroup, *, now: datetime) -> None:
    """Create the rule that files the submission of `group` again, if it has a `repeat_until`.

    The rule begins with the week after that of the submission's last date. The caller's transaction
    has locked the user. Raises Refusal 409 if the user has too many rules.
    """
    form = valid.form
    if form.repeat_until is None:
        return
    if WeeklyRule.objects.filter(user=valid.user).exclude(status=WeeklyRuleStatus.ENDED).count() >= weeks.MOST_RULES:
        sentence = messages.too_many_rules(most=weeks.MOST_RULES)
        raise Refusal("too_many_rules", 409, sentence, errors={"repeat_error": sentence})
    accounts = {platform: account.pk for platform, account in valid.accounts.items()}
    cards = {platform: card_id for platform, card_id in form.card_ids.items() if card_id}
    final = form.final_snipe_date
    zone = next(iter(valid.venues.values())).time_zone
    rule = WeeklyRule(
        user=valid.user,
        client_id=group.client_id,
        for_client=group.client_id is not None,
        weekdays=list(weeks.weekdays_of(form.dates_by_choice or form.dates)),
        first_week=weeks.monday_of(form.dates[-1]) + weeks.WEEK,
        until=form.repeat_until,
        submission=stored(replace(form, account_ids=accounts, card_ids=cards)),
        final_days_before=None if final is None else (form.dates[0] - final).days,
        **releases.stated_fields(form, zone=zone),
    )
    set_next(rule, zone=zone, now=now)
    rule.save()
    # The first request belongs to the rule too.
    WeeklyOccurrence.objects.create(
        rule=rule, week=rule.first_week - weeks.WEEK, status=WeekStatus.FILED, group=group, at=now
    )
    publish(rule, what="created", now=now)


def change_rule(*, user_id: int, rule_id: int, action: Literal["pause", "unpause", "end"], now: datetime) -> None:
    """Pause, unpause or end a rule. The requests that it has filed stay.

    Repeating an action changes nothing. A rule that is unpaused skips the weeks that have passed, and ends if none is
    left. Raises Refusal: 404 for another user's rule, 409 if a rule that has ended is paused or unpaused.
    """
    with transaction.atomic():
        rule = require_row(
            WeeklyRule.objects.select_for_update(no_key=True).filter(pk=rule_id, user_id=user_id), "weekly request"
        )
        wanted = {"pause": WeeklyRuleStatus.PAUSED, "unpause": WeeklyRuleStatus.ACTIVE, "end": WeeklyRuleStatus.ENDED}
        if rule.status == wanted[action]:
            return
        if rule.status == WeeklyRuleStatus.ENDED:
            raise Refusal("over", 409, messages.RULE_OVER)
        rule.status = wanted[action]
        what: RuleChange = "paused"
        if action == "unpause":
            what = "unpaused"
            set_next(rule, zone=zone_of(rule), now=now)
        if action == "end" or rule.next_week is None:
            what = "ended"
            end(rule)
        rule.save()
        publish(rule, what=what, now=now)


def zone_of(rule: WeeklyRule) -> str:
    """Return the time zone of the rule's first restaurant."""
    found = Venue.objects.filter(pk=rule.form.venues[0].id)
    return found.values_list("time_zone", flat=True).first() or FIRST_ZONE


def week_of(rule: WeeklyRule) -> Week | None:
    """Return the next week of a rule, None for an ended one."""
    if rule.next_week is None:
        return None
    return weeks.next_week(weekdays=rule.weekdays, after=rule.next_week, until=rule.until)


def set_next(rule: WeeklyRule, *, zone: str, now: datetime, after: date | None = None) -> None:
    """Set `next_week` to the first week that is not past and has no result, and set `due_at`.

    `due_at` is when the rule is due for that week. Set both to None if there is no such week. `after` is the Monday of
    the first week to consider: by default, the week after the last one with a result. The rule is not saved.
    """
    if after is None:
        after = _first_undecided(rule)
    start = time_windows.last_start(rule.form.windows)
    week = weeks.upcoming(weekdays=rule.weekdays, after=after, until=rule.until, start=start, zone=zone, now=now)
    rule.next_week = None if week is None else week.monday
    rule.due_at = None if week is None else releases.due_at(rule, week=week, zone=zone, now=now)


def _first_undecided(rule: WeeklyRule) -> date:
    if rule.pk is None:
        return rule.first_week
    # A refused week that is tried again has no result yet.
    decided = rule.occurrences.exclude(status=WeekStatus.REFUSED, code__in=weeks.RETRIED)
    latest = decided.order_by("-week").values_list("week", flat=True).first()
    return rule.first_week if latest is None else latest + weeks.WEEK


def end(rule: WeeklyRule) -> None:
    """Mark the rule as ended."""
    rule.status, rule.next_week, rule.due_at = WeeklyRuleStatus.ENDED, None, None


def publish(
    rule: WeeklyRule,
    *,
    what: RuleChange,
    now: datetime,
    text: str = "",
    dedupe_key: str | None = None,
    notice: Notice | None = None,
) -> None:
    """Append the durable event about a change of a rule. Call this last in a transaction, because it locks the user's
    events."""
    notices.append(
        user_id=rule.user_id,
        type="weekly_rule.changed",
        body={"rule_id": rule.pk, "what": what, "text": text or None},
        now=now,
        dedupe_key=dedupe_key,
        notice=notice,
    )
