"""Requests in the Django admin: everything is shown, nothing can be changed."""

import pytest
from django.test import Client as Browser
from django.utils import timezone

from apps.accounts.testing import Person
from apps.reservations.models import Reservation, TimelineEntry
from apps.reservations.tests import make


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def test_staff_read_a_request_with_its_attempts_and_its_story(browser: Browser, alice: Person) -> None:
    request = make.group(alice.user).reservations.get()
    make.attempt(request, state="lost", owner="watcher-7")
    TimelineEntry.objects.create(reservation=request, at=timezone.now(), kind="passed_over", reason="better_claim")

    page = browser.get(f"/admin/reservations/reservation/{request.pk}/change/").content.decode()

    assert "watcher-7" in page
    assert "passed_over" in page


def test_the_story_on_the_page_has_an_end(browser: Browser, alice: Person) -> None:
    request = make.group(alice.user).reservations.get()
    TimelineEntry.objects.bulk_create(
        TimelineEntry(reservation=request, at=timezone.now(), kind="seen", checks=n) for n in range(300)
    )
    page = browser.get(f"/admin/reservations/reservation/{request.pk}/change/").content.decode()
    # Each line names its kind once; the newest are shown.
    assert page.count("<p>seen</p>") == 200
    assert "<p>299</p>" in page


@pytest.mark.parametrize("kind", ["reservationgroup", "reservation", "client"])
def test_lists_open_and_search(browser: Browser, alice: Person, kind: str) -> None:
    make.group(alice.user)
    assert browser.get(f"/admin/reservations/{kind}/", {"q": "alice@example.org"}).status_code == 200


def test_staff_can_neither_change_nor_delete(browser: Browser, alice: Person) -> None:
    request = make.group(alice.user).reservations.get()
    path = f"/admin/reservations/reservation/{request.pk}/"
    assert browser.post(f"{path}change/", {"status": "confirmed"}).status_code == 403
    assert browser.post(f"{path}delete/", {"post": "yes"}).status_code == 403
    assert Reservation.objects.get().status == "active"


def test_others_do_not_get_in(alice: Person) -> None:
    browser = Browser()
    browser.force_login(alice.user)
    assert browser.get("/admin/reservations/reservation/").status_code == 302
