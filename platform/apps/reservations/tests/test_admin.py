"""Requests in the Django admin: everything is visible, nothing can be changed."""

import pytest
from django.test import Client as Browser
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.connections.models import KillSwitch
from apps.requests.models import Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def test_staff_read_a_request_with_attempts_and_timeline(browser: Browser, alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    factories.attempt(request, state="lost", owner="watcher-7")
    TimelineEntry.objects.create(reservation=request, at=timezone.now(), kind="passed_over", reason="better_claim")

    page = browser.get(f"/admin/reservations/reservation/{request.pk}/change/").content.decode()

    assert "watcher-7" in page
    assert "passed_over" in page


def test_the_timeline_on_the_page_is_bounded(browser: Browser, alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    TimelineEntry.objects.bulk_create(
        TimelineEntry(reservation=request, at=timezone.now(), kind="seen", checks=n) for n in range(300)
    )
    page = browser.get(f"/admin/reservations/reservation/{request.pk}/change/").content.decode()
    # Each entry has its kind once; the newest are shown.
    assert page.count("<p>seen</p>") == 200
    assert "<p>299</p>" in page


@pytest.mark.parametrize("kind", ["reservationgroup", "reservation", "client"])
def test_lists_open_and_search(browser: Browser, alice: Person, kind: str) -> None:
    factories.group(alice.user)
    assert browser.get(f"/admin/reservations/{kind}/", {"q": "alice@example.org"}).status_code == 200


def test_staff_can_neither_change_nor_delete(browser: Browser, alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    path = f"/admin/reservations/reservation/{request.pk}/"
    assert browser.post(f"{path}change/", {"status": "confirmed"}).status_code == 403
    assert browser.post(f"{path}delete/", {"post": "yes"}).status_code == 403
    assert Reservation.objects.get().status == "active"


def test_the_admin_requires_staff(alice: Person) -> None:
    browser = Browser()
    browser.force_login(alice.user)
    assert browser.get("/admin/reservations/reservation/").status_code == 302


@pytest.mark.parametrize(("scope", "page"), [("venue", "venues/venue"), ("account", "connections/platformaccount")])
def test_venue_and_account_pages_link_to_their_kill_switch(
    browser: Browser, alice: Person, scope: str, page: str
) -> None:
    row = make_venue() if scope == "venue" else make_account(user=alice.user)
    path = f"/admin/connections/killswitch/add/?scope={scope}&amp;key={row.pk}"
    assert path in browser.get(f"/admin/{page}/{row.pk}/change/").content.decode()
    asked = browser.get(f"/admin/connections/killswitch/add/?scope={scope}&key={row.pk}")
    form = asked.context["adminform"].form
    assert (form["scope"].value(), form["key"].value()) == (scope, str(row.pk))


def test_both_changes_of_a_switch_are_in_the_audit_log(browser: Browser, staff: Person) -> None:
    venue = make_venue(venue_name="Vicolo")
    add = "/admin/connections/killswitch/add/"
    asked = {"scope": "venue", "key": str(venue.pk)}
    assert browser.post(add, asked).status_code == 200
    assert not KillSwitch.objects.exists()

    assert browser.post(add, {**asked, "reason": "Asked to."}).status_code == 302
    switch = KillSwitch.objects.get()
    assert f"Vicolo ({venue.pk})" in browser.get("/admin/connections/killswitch/").content.decode()
    browser.post(f"/admin/connections/killswitch/{switch.pk}/delete/", {"post": "yes"})
    assert not KillSwitch.objects.exists()

    notes = AuditEntry.objects.filter(act="kill_switch").order_by("id")
    assert [(note.by, note.facts["did"], note.facts["about"]) for note in notes] == [
        (staff.user, "switched off", str(venue.pk)),
        (staff.user, "switched on", str(venue.pk)),
    ]
