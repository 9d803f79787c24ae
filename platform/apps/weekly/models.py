"""Weekly rules, and the weeks for which they have filed a request."""

from typing import Any, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from pydantic import TypeAdapter

from apps.accounts.models import User
from apps.requests.models import Client, ReservationGroup
from apps.requests.rules.submission import WEEKLY, Submission

_SUBMISSION: Final = TypeAdapter(Submission)


class WeeklyRuleStatus(models.TextChoices):
    """The state of a weekly rule. Only an active rule files requests. A rule ends when its last week is over or its
    user ends it, and cannot become active again."""

    ACTIVE = "active"
    PAUSED = "paused"
    ENDED = "ended"


class WeekStatus(models.TextChoices):
    """The result of one week of a rule. FILED: `group` is its request. REFUSED: its request was refused with `code` and
    `message`."""

    FILED = "filed"
    REFUSED = "refused"


class WeeklyRule(models.Model):
    """Files a request for the same weekdays of each week until a date.

    `weekdays` are 0 (Monday) to 6, in the user's order, best first. The first week begins at `first_week`, a Monday. No
    date is later than `until`. `submission` has the fields of the first request that each week repeats, and `form` is
    its parsed value. `final_days_before` is the number of days from the final snipe day to the first date, null without
    one.

    A rule whose form has the `snipe_type` "release" files release requests. `release_days_before` and `release_time`
    (in `release_zone`) are the release that the user stated: how many days before the date, and when. They are used
    while the venue's own release rule is not certain. With `continue_as_cancel`, these requests continue as cancel
    requests after a missed release, and a week whose release is past gets a cancel request.

    `for_client` says that a concierge filed the rule for a client: when that client is deleted (`client` null), the
    rule ends. `next_week` is the Monday of the next week to file, and `due_at` is when its filing is tried next. Both
    are null for an ended rule.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="weekly_rules")
    client = models.ForeignKey(
        Client, models.SET_NULL, null=True, blank=True, related_name="weekly_rules", db_constraint=False
    )
    for_client = models.BooleanField(default=False)
    status = models.CharField(max_length=6, choices=WeeklyRuleStatus.choices, default=WeeklyRuleStatus.ACTIVE)
    weekdays = ArrayField(models.SmallIntegerField())
    first_week = models.DateField()
    until = models.DateField()
    submission = models.JSONField(db_default={})
    final_days_before = models.SmallIntegerField(null=True)
    release_days_before = models.SmallIntegerField(null=True)
    release_time = models.TimeField(null=True)
    release_zone = models.CharField(max_length=40, default="America/New_York", db_default="America/New_York")
    next_week = models.DateField(null=True)
    due_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "weekly_rule"
        indexes = [models.Index(fields=["due_at"], name="weekly_rules_due", condition=models.Q(status="active"))]

    @property
    def form(self) -> Submission:
        """The submission that each week files, without its dates, its release and its client."""
        return _SUBMISSION.validate_python(self.submission)


def stored(form: Submission) -> dict[str, Any]:
    """Return the value of the column `submission`: the fields of a submission that a weekly rule repeats."""
    fields: dict[str, Any] = _SUBMISSION.dump_python(form, mode="json", include=set(WEEKLY))
    return fields


class WeeklyOccurrence(models.Model):
    """The result of one week of a rule. `week` is the Monday of that week.

    The request with which the rule was created has a row too, for the week before the rule's first one. Rules
    that were created before 27 November 2026 lack it.

    The unique constraint permits one row for each rule and week, so one request is filed for it. A refused week may
    become filed while its dates are ahead.
    """

    rule = models.ForeignKey(WeeklyRule, models.CASCADE, related_name="occurrences")
    week = models.DateField()
    status = models.CharField(max_length=7, choices=WeekStatus.choices)
    group = models.OneToOneField(
        ReservationGroup, models.CASCADE, null=True, blank=True, related_name="weekly_occurrence"
    )
    code = models.CharField(max_length=40, blank=True)
    message = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "reservations"
        db_table = "weekly_occurrence"
        constraints = [models.UniqueConstraint(fields=["rule", "week"], name="one_request_for_each_rule_and_week")]
