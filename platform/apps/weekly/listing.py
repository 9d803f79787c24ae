"""Reads a user's weekly rules for the reservations page."""

from collections.abc import Sequence
from datetime import datetime

from apps.accounts.models import User
from apps.listing.schemas.groups import TimeWindowOut
from apps.requests.rules import changes
from apps.venues.catalog.release_knowledge import CertainRule
from apps.venues.models import Venue
from apps.weekly import weeks

from . import releases, rule_changes
from .models import WeeklyOccurrence, WeeklyRule, WeeklyRuleStatus
from .schemas import WeeklyRuleOut, WeeklyRulesOut, WeekRefusedOut


def weekly_rules(*, user: User, now: datetime) -> WeeklyRulesOut:
    """Return the user's rules that have not ended, oldest first. The number of queries does not depend on the number of
    rules."""
    live = WeeklyRule.objects.filter(user=user).exclude(status=WeeklyRuleStatus.ENDED)
    rules = list(live.select_related("client").order_by("id"))
    venues = Venue.objects.filter(pk__in={venue.id for rule in rules for venue in rule.form.venues})
    rows = list(venues.values_list("pk", "venue_name", "time_zone"))
    names, zones = {pk: name for pk, name, _ in rows}, {pk: zone for pk, _, zone in rows}
    latest = WeeklyOccurrence.objects.filter(rule__in=rules).order_by("rule_id", "-week").distinct("rule_id")
    last = {one.rule_id: one for one in latest}
    certain = releases.certain_rules(rules)
    groups = _open_groups(rules)
    return WeeklyRulesOut(
        rules=[
            _shown(
                rule,
                names=names,
                last=last.get(rule.pk),
                zone=zones.get(rule.form.venues[0].id, rule_changes.FIRST_ZONE),
                known=certain.get(rule.form.venues[0].id),
                group_ids=groups.get(rule.pk, []),
                now=now,
            )
            for rule in rules
        ]
    )


def _open_groups(rules: Sequence[WeeklyRule]) -> dict[int, list[int]]:
    """Return the ids of each rule's active and paused requests, by the rule's id."""
    filed = WeeklyOccurrence.objects.filter(rule__in=rules, group__reservations__status__in=changes.OPEN)
    found: dict[int, list[int]] = {}
    for rule_id, group_id in filed.order_by("group").values_list("rule_id", "group").distinct():
        found.setdefault(rule_id, []).append(group_id)
    return found


def _shown(
    rule: WeeklyRule,
    *,
    names: dict[int, str],
    last: WeeklyOccurrence | None,
    zone: str,
    known: CertainRule | None,
    group_ids: list[int],
    now: datetime,
) -> WeeklyRuleOut:
    form, week = rule.form, rule_changes.week_of(rule)
    opens_at = None if week is None else releases.opens_at(rule, day=week.first_date, known=known)
    final = rule.final_days_before
    refused = last is not None and last.status == "refused"
    return WeeklyRuleOut(
        id=rule.pk,
        status="paused" if rule.status == WeeklyRuleStatus.PAUSED else "active",
        snipe_type="release" if form.snipe_type == "release" else "cancel",
        continue_as_cancel=form.continue_as_cancel,
        venue_names=[names.get(venue.id, "") for venue in form.venues],
        weekdays=sorted(rule.weekdays),
        party_size=form.party_size,
        start_time=form.start_time,
        end_time=form.end_time,
        time_windows=[TimeWindowOut(start_time=start, end_time=end) for start, end in form.windows],
        until=rule.until,
        notify_only=form.notify_only,
        fee_ceiling_cents=form.fee_ceiling_cents,
        cancel_fee_ceiling_cents=form.cancel_fee_ceiling_cents,
        book_on_behalf=str(rule.client) if rule.client else None,
        next_dates=sorted(week.dates) if week else [],
        files_on=None if week is None else weeks.files_on(week, opens_at=opens_at, final_days_before=final, zone=zone),
        next_release_at=opens_at if opens_at is not None and opens_at > now else None,
        refused=WeekRefusedOut(week=last.week, at=last.at, message=last.message) if last and refused else None,
        group_ids=group_ids,
    )
