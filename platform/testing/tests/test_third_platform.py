"""A third platform books a table with no other edit than its folder (platform/testing/bistro) and one setting."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import time

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from pytest_django import Settings

from apps.connections.models import PlatformAccount
from apps.outcomes.tests.relay.test_relay import run_in_loop, running
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from apps.requests.tests.watcher import watcher_thread
from apps.venues.models import Venue
from snipers.clients import registry
from testing.bistro import simulator
from testing.bistro.simulator import PASSWORD, VENUE_ID, Bistro
from testing.users import Person
from testing.worker import until

pytestmark = pytest.mark.django_db(transaction=True)

SETTING = ("EXTRA_PLATFORMS", "testing.bistro")


@pytest.fixture
def bistro(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Bistro]:
    """The platform's simulator, and the platform among those of this process."""
    monkeypatch.setenv(*SETTING)
    registry.by_key.cache_clear()
    with simulator.running() as found:
        settings.BISTRO_BASE_URL = found.url
        yield found
    monkeypatch.undo()
    registry.by_key.cache_clear()


def test_a_table_is_booked_at_the_third_platform(bistro: Bistro, bob: Person) -> None:
    assert bob.get("/api/platforms/").json()[-1]["key"] == "bistro"
    wrong = bob.post("/api/platforms/bistro/login/", {"email": "bob@example.com", "password": "wrong"})
    sentence = "Unable to connect Bistro Book account: invalid email or password"
    assert (wrong.status_code, wrong.json()["message"]) == (400, sentence)
    reply = bob.post("/api/platforms/bistro/login/", {"email": "bob@example.com", "password": PASSWORD})
    assert reply.status_code == 200, reply.content
    account = PlatformAccount.objects.get(pk=reply.json()["account"]["id"])
    assert [one["platform"] for one in bob.get("/api/users/me/").json()["platform_accounts"]] == ["bistro"]

    added = bob.post("/api/venues/links/", {"link": f"https://bistro.example/at/{VENUE_ID}"})
    assert added.status_code == 201, added.content
    venue = Venue.objects.get(pk=added.json()["id"])
    wanted = {**factories.body(at=[venue], account=None), "selectedAccounts": {"bistro": account.pk}}
    wanted["reservation"]["note_to_restaurant"] = "A booth, please"
    release = {"snipe_type": "release", "release_date": f"{factories.day(3)}", "release_time": "10:00"}
    refused = bob.post("/api/reservations/", {**wanted, "reservation": {**wanted["reservation"], **release}})
    assert refused.status_code == 409
    assert refused.json()["message"] == "At this time, we do not offer release snipes for Bistro."
    filed = bob.post("/api/reservations/", wanted)
    assert filed.status_code == 201, filed.content
    request = Reservation.objects.get()

    async def follow() -> None:
        async with running() as (_, browsers):
            await sync_to_async(watch_and_free)(request, venue, bistro)
            await browsers.until(lambda: any(user == bob.user.pk for user, _ in browsers.durable))

    run_in_loop(follow)
    attempt = Attempt.objects.get()
    assert (attempt.state, attempt.slot_time) == ("booked", time(19))
    booked = [(one["id"], one["note"]) for one in bistro.booked.values()]
    assert booked == [(attempt.platform_reservation_id, "A booth, please")]
    assert bistro.calls.index("POST /holds") < bistro.calls.index("POST /bookings")
    events = bob.get("/api/events/?after=0").json()["events"]
    assert "booked" in {one.get("outcome") or one.get("kind") for one in events}
    group = bob.get(f"/api/reservations/{request.group_id}/").json()
    assert (group["status"], group["venues"][0]["reservation_source"]) == ("confirmed", "bistro")


def watch_and_free(request: Reservation, venue: Venue, bistro: Bistro) -> None:
    """Watch the venue, and let the platform free a table while it is watched."""
    with watcher_thread(venue):
        until(lambda: "GET /venues" in bistro.calls)
        bistro.free(day=f"{request.date}", at="19:00", people=2)
        until(lambda: Reservation.objects.get(pk=request.pk).status == "confirmed")


def test_the_product_starts_with_one_setting_and_the_folder() -> None:
    """Outside the folder and the tests, no file of the repository names the platform."""
    code = "import django; django.setup(); from django.conf import settings; print(settings.BISTRO_BASE_URL)"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **dict([SETTING])}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "https://api.bistro.example"
    found = subprocess.run(
        ["git", "grep", "-lwi", "bistro", "--", "platform/**/*.py", "snipers/**/*.py", "realtime/**/*.py"],
        cwd=django_settings.ROOT, capture_output=True, text=True, check=False,
    ).stdout.split()  # fmt: skip
    edited = [file for file in found if "/testing/" not in file and "/tests/" not in file]
    assert edited == []
