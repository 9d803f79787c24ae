"""The admin's page about one user: what it shows, who may open it, how many queries it needs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.requests.models import Attempt
from config.tests.admin_rows import ADD, secrets
from testing.users import Person, make_user

PAGE = "/admin/user-day/"


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def test_one_users_day_is_newest_first_with_trace_ids(browser: Browser) -> None:
    attempt = ADD[Attempt](1)
    assert isinstance(attempt, Attempt)
    group = attempt.reservation.group
    trace_id = "0af7651916cd43dd8448eb211c80319c"
    type(group).objects.filter(pk=group.pk).update(
        trace=f"00-{trace_id}-b7ad6b7169203331-00", created_at=timezone.now()
    )
    Attempt.objects.update(claimed_at=timezone.now() - timedelta(minutes=1))
    text = browser.get(PAGE, {"q": group.user.email.upper()}).content.decode()
    assert text.index("request submitted") < text.index("attempt to book")
    assert trace_id in text
    Attempt.objects.update(claimed_at=timezone.now() - timedelta(days=2))
    assert "attempt to book" not in browser.get(PAGE, {"q": group.user.email}).content.decode()
    assert "No user has this address." in browser.get(PAGE, {"q": "x@example.org"}).content.decode()


def test_the_front_page_links_to_it(browser: Browser) -> None:
    assert PAGE in browser.get("/admin/").content.decode()


def test_only_staff_with_permissions_may_open_it(alice: Person) -> None:
    browser = Browser()
    assert browser.get(PAGE).status_code == 302
    browser.force_login(alice.user)
    assert browser.get(PAGE).status_code == 302
    browser.force_login(make_user("Sam", is_staff=True))
    assert browser.get(PAGE).status_code == 403


def test_the_page_shows_no_secret(browser: Browser) -> None:
    users = set()
    for number, add in enumerate(ADD.values(), start=1):
        user = getattr(add(number), "user", None)
        users.add(getattr(user, "email", ""))
    for page in [browser.get(PAGE, {"q": email}) for email in users]:
        text = page.content.decode()
        assert page.status_code == 200
        assert [secret for secret in secrets() if secret in text] == []


def test_the_number_of_queries_is_fixed(browser: Browser, staff: Person) -> None:
    taken = []
    for number in (1, 5):
        for _ in range(number):
            AuditEntry.objects.create(at=timezone.now(), act="signed_in", user=staff.user, by=staff.user)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(PAGE, {"q": staff.user.email}).status_code == 200
        taken.append(len(queries))
    assert taken[0] == taken[1]
