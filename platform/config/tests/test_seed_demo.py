from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import User
from apps.blog.models import Blog
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ClientCard, Reservation, ReservationGroup
from apps.venues.models import Venue
from testing.simulator import Simulator
from testing.users import Anyone

SIGN_INS = ("/4/auth/password", "/api/v1/2fa/start", "/3/payment_methods")


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def everything() -> list[list[dict[str, Any]]]:
    models = (User, Venue, PlatformAccount, Blog, Client, ClientCard, ReservationGroup, Reservation)
    return [[dict(row) for row in model._default_manager.order_by("pk").values()] for model in models]


@pytest.mark.django_db
def test_seed_demo_is_idempotent(simulator: Simulator, anyone: Anyone) -> None:
    seed()
    assert Venue.objects.filter(opted_out=False).count() > 300
    assert Venue.objects.filter(featured=True, opted_out=False).count() >= 8
    connected = PlatformAccount.objects.filter(status="connected").exclude(sealed_token="")
    assert (connected.filter(platform="resy").count(), connected.filter(platform="opentable").count()) == (4, 3)
    assert Blog.objects.filter(featured=True).count() == 4
    assert ReservationGroup.objects.filter(user__email="pro@tablehawk.test").count() >= 2
    assert User.objects.get(email="concierge@tablehawk.test").clients.count() == 8
    assert ClientCard.objects.get().last_four == "4242"
    assert ReservationGroup.objects.filter(snipe_type="release", release_at__gt=timezone.now()).count() == 1
    login = anyone.post("/api/users/login/", {"email": "diner@tablehawk.test", "password": "Table4two!"})
    assert login.json()["user"]["resy_accounts"][0]["resy_username"] == "diner@tablehawk.test"
    assert login.json()["user"]["ot_accounts"][0]["ot_username"] == "+12125550140"

    User.objects.filter(email="diner@tablehawk.test").update(first_name="Renamed")
    calls = [simulator.count_calls(path) for path in SIGN_INS]
    before = everything()
    seed()
    assert everything() == before
    assert [simulator.count_calls(path) for path in SIGN_INS] == calls


@pytest.mark.django_db
def test_the_demo_users_match_the_readme(simulator: Simulator) -> None:
    seed()
    people = {user.email.partition("@")[0]: user for user in User.objects.all()}
    assert [(name, people[name].tier) for name in ("diner", "pro", "concierge")] == [
        ("diner", "standard"),
        ("pro", "premium"),
        ("concierge", "premium"),
    ]
    assert people["concierge"].is_concierge
    assert people["admin"].is_superuser
    assert check_password("Table4two!", people["admin"].password)


@pytest.mark.django_db
def test_seed_demo_requires_the_simulator(settings: Settings) -> None:
    settings.SIM_CONTROL_URL = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match="control API"):
        seed()


def test_seed_demo_is_refused_in_production(settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production refuses"):
        seed()
