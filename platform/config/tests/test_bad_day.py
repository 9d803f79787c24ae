"""The admin's pages for a bad day: what they show, who may open them, how many queries they need."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.connections.models import KillSwitch, SourceState
from apps.requests.models import Attempt, VenueWatch
from config.tests.admin_rows import ADD, secrets
from testing.users import Person, make_user
from testing.venues import make_venue

PAGES = ("/admin/bad-day/", "/admin/bad-day/user/")


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def quarantine(name: str) -> VenueWatch:
    now = timezone.now()
    return VenueWatch.objects.create(
        venue=make_venue(venue_name=name),
        owner="",
        quarantined_until=now + timedelta(minutes=5),
        quarantine_reason="crash loop",
        failed_starts=3,
    )


def test_the_page_shows_breakers_switches_and_quarantines(browser: Browser) -> None:
    SourceState.objects.create(platform="resy", state="stopped", reason="blocked")
    KillSwitch.objects.create(scope="platform", key="opentable", reason="they asked", created_by="stella")
    quarantine("Little Owlet")
    text = browser.get("/admin/bad-day/").content.decode()
    for shown in ("<strong>stopped</strong> blocked", "they asked", "stella", "Little Owlet", "crash loop"):
        assert shown in text
    assert "Quarantined venues (1)" in text


def test_its_buttons_pause_resume_and_end_quarantines(browser: Browser) -> None:
    SourceState.objects.create(platform="resy", state="stopped")
    watch = quarantine("Little Owlet")
    platforms = "/admin/connections/sourcestate/"
    browser.post(platforms, {"action": "pause", "_selected_action": "resy"})
    assert KillSwitch.objects.filter(key="resy").exists()
    assert "Resume resy" in browser.get("/admin/bad-day/").content.decode()
    browser.post(platforms, {"action": "resume", "_selected_action": "resy"})
    assert not KillSwitch.objects.exists()
    browser.post(
        "/admin/reservations/venuewatch/?quarantine=on", {"action": "release", "_selected_action": str(watch.pk)}
    )
    watch.refresh_from_db()
    assert watch.quarantined_until is None
    assert AuditEntry.objects.filter(act="kill_switch").count() == 2


def test_one_users_day_is_newest_first_with_trace_ids(browser: Browser) -> None:
    attempt = ADD[Attempt](1)
    assert isinstance(attempt, Attempt)
    group = attempt.reservation.group
    trace_id = "0af7651916cd43dd8448eb211c80319c"
    type(group).objects.filter(pk=group.pk).update(
        trace=f"00-{trace_id}-b7ad6b7169203331-00", created_at=timezone.now()
    )
    Attempt.objects.update(claimed_at=timezone.now() - timedelta(minutes=1))
    text = browser.get("/admin/bad-day/user/", {"q": group.user.email.upper()}).content.decode()
    assert text.index("request submitted") < text.index("attempt to book")
    assert trace_id in text
    Attempt.objects.update(claimed_at=timezone.now() - timedelta(days=2))
    assert "attempt to book" not in browser.get("/admin/bad-day/user/", {"q": group.user.email}).content.decode()
    assert "No user has this address." in browser.get("/admin/bad-day/user/", {"q": "x@example.org"}).content.decode()


def test_the_front_page_links_to_it(browser: Browser) -> None:
    assert "/admin/bad-day/" in browser.get("/admin/").content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_only_staff_with_permissions_may_open_it(path: str, alice: Person) -> None:
    browser = Browser()
    assert browser.get(path).status_code == 302
    browser.force_login(alice.user)
    assert browser.get(path).status_code == 302
    browser.force_login(make_user("Sam", is_staff=True))
    assert browser.get(path).status_code == 403


def test_the_pages_show_no_secret(browser: Browser) -> None:
    users = set()
    for number, add in enumerate(ADD.values(), start=1):
        user = getattr(add(number), "user", None)
        users.add(getattr(user, "email", ""))
    pages = [browser.get("/admin/bad-day/"), *(browser.get("/admin/bad-day/user/", {"q": email}) for email in users)]
    for page in pages:
        text = page.content.decode()
        assert page.status_code == 200
        assert [secret for secret in secrets() if secret in text] == []


@pytest.mark.parametrize("path", PAGES)
def test_the_number_of_queries_is_fixed(browser: Browser, path: str, staff: Person) -> None:
    taken = []
    for number in (1, 5):
        for index in range(number):
            quarantine(f"Venue {number}-{index}")
            AuditEntry.objects.create(at=timezone.now(), act="signed_in", user=staff.user, by=staff.user)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path, {"q": staff.user.email}).status_code == 200
        taken.append(len(queries))
    assert taken[0] == taken[1]
