"""A weekly rule stores the submission that it repeats as one value."""

import json
from dataclasses import replace
from datetime import date, time
from importlib import import_module
from types import ModuleType

import pytest
from django.db import connection

from apps.requests.rules.submission import Submission, VenueChoice
from apps.requests.rules.time_windows import TimeWindow
from apps.weekly.models import WeeklyRule, stored

MIGRATION: ModuleType = import_module("apps.reservations.migrations.0002_weekly_submission")
FORM = Submission(
    snipe_type="release",
    venues=(VenueChoice(id=7, table_type="Bar", table_types=("Bar", "")), VenueChoice(id=8)),
    party_size=4,
    start_time=time(19),
    end_time=time(21),
    time_windows=(TimeWindow(time(19), time(21)), TimeWindow(time(12), time(13, 30))),
    override_reservations=True,
    fee_ceiling_cents=2500,
    one_table=True,
    continue_as_cancel=True,
    account_ids={"resy": 3},
    card_ids={"resy": "card"},
)


def test_stored_submission_is_read_as_it_was() -> None:
    assert WeeklyRule(submission=json.loads(json.dumps(stored(FORM)))).form == FORM


def test_dates_and_client_are_not_stored() -> None:
    kept = stored(replace(FORM, dates=(date(2026, 12, 4),), release_date=date(2026, 11, 30)))
    assert kept == stored(FORM)


@pytest.mark.django_db
def test_submission_of_an_earlier_rule_is_carried_over() -> None:
    """The columns of the table before, with the values that it had for FORM."""
    windows, venues = [["19:00", "21:00"], ["12:00", "13:30"]], stored(FORM)["venues"]
    before = {
        "snipe_type": "'release'", "venues": f"'{json.dumps(venues)}'::jsonb", "party_size": "4::smallint",
        "start_time": "'19:00'::time", "end_time": "'21:00'::time", "time_windows": f"'{json.dumps(windows)}'::jsonb",
        "override_reservations": "true", "fee_ceiling_cents": "2500", "notify_only": "false", "one_table": "true",
        "continue_as_cancel": "true", "account_ids": """'{"resy": 3}'::jsonb""",
        "card_ids": """'{"resy": "card"}'::jsonb""",
    }  # fmt: skip
    assert tuple(before) == MIGRATION.COLUMNS
    with connection.cursor() as cursor:
        columns = ", ".join(f"{value} AS {name}" for name, value in before.items())
        cursor.execute(
            f"CREATE TEMPORARY TABLE weekly_rule ON COMMIT DROP AS SELECT NULL::jsonb AS submission, {columns}"
        )
        cursor.execute(MIGRATION.FILL)
        cursor.execute("SELECT submission::text FROM weekly_rule")
        (text,) = cursor.fetchone()
    assert WeeklyRule(submission=json.loads(text)).form == FORM
