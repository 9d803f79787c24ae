"""Kill switches in the service, in `manage.py switch` and in the admin."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from structlog.testing import capture_logs

from apps.accounts.models import AuditEntry
from apps.accounts.security.audit import Act
from apps.connections.models import KillSwitch
from apps.listing import kill_switches
from apps.requests.models import Reservation, TimelineEntry
from apps.requests.tests import factories
from apps.venues.models import Venue
from testing.users import Person

KeyOf = Callable[[str], str]


@pytest.fixture
def request_row(alice: Person) -> Reservation:
    return factories.group(alice.user).reservations.get()


@pytest.fixture
def key_of(request_row: Reservation) -> KeyOf:
    """For each scope, the key of a kill switch that stops the request."""
    keys = {"platform": "resy", "venue": str(request_row.venue_id), "account": str(request_row.account_id)}
    return keys.__getitem__


@pytest.fixture
def notified() -> Iterator[Callable[[], list[str]]]:
    """The channels notified since the start of the test."""
    with CaptureQueriesContext(connection) as queries:
        yield lambda: [
            "demand" if "notify_demand" in query["sql"] else query["sql"].split("'")[1]
            for query in queries
            if "notify_demand" in query["sql"] or "pg_notify" in query["sql"]
        ]


def shown(person: Person, request: Reservation) -> str:
    members = person.get(f"/api/reservations/{request.group_id}/").json()["members"]
    state: str = members[0]["watch"]["state"]
    return state


@pytest.mark.parametrize("scope", ["platform", "venue", "account"])
def test_a_switch_stops_and_resumes_and_wakes_both_towers(
    alice: Person, request_row: Reservation, key_of: KeyOf, notified: Callable[[], list[str]], scope: str
) -> None:
    key, now = key_of(scope), timezone.now()

    with capture_logs() as logs:
        off = [kill_switches.switch_off(scope=scope, key=key, reason="banned?", by="stella", now=now) for _ in range(2)]
        assert shown(alice, request_row) == "switched_off"
        on = [kill_switches.switch_on(scope=scope, key=key, by="stella") for _ in range(2)]

    assert (off, on) == ([True, False], [True, False])
    assert shown(alice, request_row) == "starting"
    assert notified() == ["demand", "watch", "demand", "watch"]
    assert [(line["event"], line["scope"], line["target"], line["by"]) for line in logs if "scope" in line] == [
        ("switched off", scope, key, "stella"),
        ("switched on", scope, key, "stella"),
    ]
    request_row.refresh_from_db()
    assert request_row.status == "active"


def test_an_unrelated_switch_stops_nothing(alice: Person, request_row: Reservation) -> None:
    kill_switches.switch_off(scope="platform", key="opentable", reason="x", by="stella", now=timezone.now())
    assert shown(alice, request_row) == "starting"


@pytest.mark.parametrize(
    ("scope", "key"),
    [("platform", "yelp"), ("venue", "0"), ("venue", "x"), ("venue", ""), ("account", "-1"), ("account", "9" * 30)],
)
@pytest.mark.django_db
def test_switching_off_requires_an_existing_key(scope: str, key: str) -> None:
    with pytest.raises(CommandError, match="There's no"):
        call_command("switch", "off", scope, key, "--reason", "x")
    assert not KillSwitch.objects.exists()


def test_the_command_stores_author_and_reason(request_row: Reservation, key_of: KeyOf) -> None:
    said = StringIO()
    for turn in ("off", "off", "on", "on"):
        call_command("switch", turn, "venue", key_of("venue"), "--reason", "asked by the restaurant", stdout=said)
        if turn == "off":
            kept = KillSwitch.objects.get()
            assert kept.reason == "asked by the restaurant"
            assert kept.created_by.endswith("(command line)")
    key = key_of("venue")
    assert said.getvalue().splitlines() == [
        f"venue {key}: off",
        f"venue {key}: off already",
        f"venue {key}: on",
        f"venue {key}: on already",
    ]


def test_the_command_writes_the_audit_log(request_row: Reservation, key_of: KeyOf) -> None:
    key = key_of("venue")
    for turn in ("off", "off", "on", "on"):
        call_command("switch", turn, "venue", key, "--reason", "a drill", stdout=StringIO())
    entries = AuditEntry.objects.filter(act=Act.KILL_SWITCH).order_by("id")
    assert [entry.facts["did"] for entry in entries] == ["switched off", "switched on"]
    for entry in entries:
        assert (entry.facts["scope"], entry.facts["about"], entry.facts["reason"]) == ("venue", key, "a drill")
        assert entry.facts["by"].endswith("(command line)")


@pytest.mark.django_db
def test_switching_off_requires_a_reason() -> None:
    with pytest.raises(CommandError, match="--reason"):
        call_command("switch", "off", "platform", "resy")


def test_a_closed_restaurant_is_shown_as_closed_and_not_as_paused_by_staff(
    alice: Person, request_row: Reservation, key_of: KeyOf
) -> None:
    now = timezone.now()
    kill_switches.switch_off(scope="venue", key=key_of("venue"), reason="closed", by="catalog refresh", now=now)
    Venue.objects.filter(pk=request_row.venue_id).update(closed_at=now)
    TimelineEntry.objects.create(
        reservation=request_row, kind="switched_off", reason="switched_off", at=now - timedelta(days=1)
    )
    TimelineEntry.objects.create(reservation=request_row, kind="switched_off", reason="switched_off", at=now)
    assert shown(alice, request_row) == "restaurant_closed"
    entries = alice.get(f"/api/reservations/{request_row.group_id}/timeline/").json()["entries"]
    reasons = {entry["reason"]: entry["reason_text"] for entry in entries}
    assert reasons["restaurant_closed"] == "This restaurant takes no reservations on Resy any more."
    assert reasons["switched_off"] == "Paused by our staff for this restaurant."


def test_staff_add_and_delete_switches_in_the_admin(
    staff: Person, alice: Person, request_row: Reservation, key_of: KeyOf
) -> None:
    browser = Browser()
    browser.force_login(staff.user)
    form = {"scope": "account", "key": key_of("account"), "reason": "too many calls"}

    assert browser.post("/admin/connections/killswitch/add/", form).status_code == 302
    kept = KillSwitch.objects.get()
    assert (kept.created_by, kept.reason) == (staff.user.email, "too many calls")
    assert shown(alice, request_row) == "switched_off"
    assert browser.post(f"/admin/connections/killswitch/{kept.pk}/delete/", {"post": "yes"}).status_code == 302
    assert shown(alice, request_row) == "starting"


def test_the_admin_requires_an_existing_key(staff: Person) -> None:
    browser = Browser()
    browser.force_login(staff.user)
    page = browser.post("/admin/connections/killswitch/add/", {"scope": "venue", "key": "12", "reason": "x"})
    assert page.status_code == 200
    assert "There&#x27;s no venue" in page.content.decode()
    assert not KillSwitch.objects.exists()
