"""Migrations cover every change of a model."""

from io import StringIO

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_every_model_change_has_a_migration() -> None:
    report = StringIO()
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, stdout=report)
    except SystemExit:
        pytest.fail(f"Run `make migrations` for:\n{report.getvalue()}")
