"""`manage.py missing_setup` lists what an empty copy needs."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import User
from apps.billing.stripe import catalogue
from apps.connections.permissions import platform_access as access
from testing.simulator import Simulator
from testing.venues import make_venue

pytestmark = pytest.mark.django_db


def listed() -> list[str]:
    """Return the names of the missing things, in the order of the output."""
    out = StringIO()
    call_command("missing_setup", stdout=out)
    return [line[2:].partition(":")[0] for line in out.getvalue().splitlines() if line.startswith("- ")]


def test_each_step_takes_its_line_away(simulator: Simulator, settings: Settings) -> None:
    settings.OPENTABLE_BASE_URL = "https://opentable.example"
    everything = ["a first admin", "a key for Resy", "an application at OpenTable", "restaurants"]
    assert [line for line in listed() if line != "prices at Stripe"] == everything
    catalogue.set_up()
    assert listed() == everything
    User.objects.create_superuser(email="boss@example.com", password="Long enough 4 sure")
    access.store_access(platform="resy", given=access.Given(secret="a key"), by="boss", now=timezone.now())
    assert listed() == ["an application at OpenTable", "restaurants"]
    settings.OPENTABLE_APP_ID = "ours"
    make_venue()
    assert listed() == []


def test_stripe_without_an_answer_is_a_line_and_no_failure(simulator: Simulator, settings: Settings) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:1"
    assert listed()[0] == "prices at Stripe"


def test_opentable_at_this_machine_is_named(simulator: Simulator) -> None:
    assert "an address for OpenTable" in listed()
