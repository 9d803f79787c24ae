"""The admin pages of venues."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import AuditEntry
from apps.venues.admin import VenueAdmin
from apps.venues.models import Venue
from testing.users import Person
from testing.venues import make_venue

LIST = "/admin/venues/venue/"
REASON = "Letter of the owner, 2026-11-18"


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def fields_of(browser: Browser, venue: Venue) -> dict[str, Any]:
    """Return the form of a venue as the browser would send it unchanged."""
    page = browser.get(f"{LIST}{venue.pk}/change/")
    form = page.context["adminform"].form
    sent = {name: form[name].value() for name in form.fields}
    sent["seating_types"] = ",".join(venue.seating_types)
    sent |= {"release_checked_at_0": "", "release_checked_at_1": ""}
    return {name: value for name, value in sent.items() if value is not None and value is not False}


def save(browser: Browser, venue: Venue, **changes: Any) -> Any:
    """Send the form with changes."""
    return browser.post(f"{LIST}{venue.pk}/change/", {**fields_of(browser, venue), **changes})


def act(browser: Browser, action: str, *venues: Venue, **more: str) -> Any:
    """Run an action for some venues of the list."""
    chosen = {"action": action, "_selected_action": [venue.pk for venue in venues], **more}
    return browser.post(LIST, chosen, follow=True)


def test_top_picks_and_pro_are_set_in_the_list(browser: Browser, staff: Person) -> None:
    venue = make_venue(premium=True)
    row = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": venue.pk, "form-0-featured": "on"}
    browser.post(LIST, {**row, "_save": "Save"})
    venue.refresh_from_db()
    assert (venue.featured, venue.premium) == (True, False)
    entry = AuditEntry.objects.get(act="admin_change")
    assert (entry.by, entry.facts["what"], entry.facts["key"]) == (staff.user, "venue", str(venue.pk))


def test_every_editable_field_is_in_a_fieldset() -> None:
    shown = {name for _, options in VenueAdmin.fieldsets for name in options["fields"]}
    editable = {field.name for field in Venue._meta.fields if field.editable and not field.auto_created}
    assert editable <= shown


def test_an_opt_out_needs_a_reason(browser: Browser) -> None:
    venue = make_venue()
    page = save(browser, venue, opted_out="on")
    assert "Enter the reason" in page.content.decode()
    venue.refresh_from_db()
    assert not venue.opted_out


def test_opt_out_is_dated_and_its_end_clears_date_and_reason(browser: Browser) -> None:
    venue = make_venue()
    assert save(browser, venue, opted_out="on", opt_out_reason=REASON).status_code == 302
    venue.refresh_from_db()
    assert (venue.opted_out, venue.opt_out_reason, venue.opted_out_at is not None) == (True, REASON, True)

    assert save(browser, venue, opted_out="", opt_out_reason=REASON).status_code == 302
    venue.refresh_from_db()
    assert (venue.opted_out, venue.opt_out_reason, venue.opted_out_at) == (False, "", None)


def test_change_wakes_the_snipers(browser: Browser) -> None:
    venue, other = make_venue(), make_venue()
    with CaptureQueriesContext(connection) as queries:
        save(browser, venue, opted_out="on", opt_out_reason=REASON)
        act(browser, "opt_out", other, reason=REASON)
    woken = [query["sql"] for query in queries if "notify_demand" in query["sql"]]
    assert [f"'{{{one.pk}}}'" in sql for one, sql in zip((venue, other), woken, strict=True)] == [True, True]


def test_opt_out_action_needs_one_reason_for_all(browser: Browser) -> None:
    first, second, there = make_venue(), make_venue(), make_venue(opted_out=True, opt_out_reason="Before")
    assert "Enter the reason" in act(browser, "opt_out", first, second).content.decode()
    assert Venue.objects.filter(opted_out=True).count() == 1

    act(browser, "opt_out", first, second, there, reason=REASON)
    assert list(Venue.objects.order_by("id").values_list("opt_out_reason", flat=True)) == [REASON, REASON, "Before"]

    act(browser, "opt_in", first, second, there)
    assert not Venue.objects.filter(opted_out=True).exists()
    assert not Venue.objects.exclude(opt_out_reason="").exists()


def test_partial_release_rule_is_refused(browser: Browser) -> None:
    venue = make_venue()
    page = save(browser, venue, release_days_ahead="14")
    assert "needs both the days ahead and the time of day" in page.content.decode()

    rule = {"release_days_ahead": "14", "release_local_time": "09:00", "release_source": "observed"}
    assert save(browser, venue, **rule).status_code == 302
    page = browser.get(f"{LIST}{venue.pk}/change/")
    assert "14 days ahead at 9:00 AM in New York. Seen in our own checks" in page.content.decode()


def test_checked_rule_is_dated(browser: Browser) -> None:
    known, unknown = make_venue(release_days_ahead=7, release_local_time="10:00"), make_venue()
    act(browser, "rule_checked", known, unknown)
    known.refresh_from_db()
    unknown.refresh_from_db()
    assert (known.release_checked_at is not None, unknown.release_checked_at) == (True, None)


def test_added_venue_is_found(browser: Browser, alice: Person) -> None:
    new = {
        "venue_name": "Café Neuf",
        "reservation_source": "resy",
        "platform_venue_id": "4711",
        "country": "US",
        "price": "2",
        "time_zone": "America/New_York",
        "release_source": "none",
        "release_confidence": "low",
    }
    assert browser.get(f"{LIST}add/").status_code == 200
    answer = browser.post(f"{LIST}add/", new)
    assert answer.status_code == 302
    assert alice.get("/api/venues/search/", venue_name="cafe neuf").json()["count"] == 1
    twice = browser.post(f"{LIST}add/", new)
    assert "already exists" in twice.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "New York"),
        ("price", "5"),
        ("release_days_ahead", "400"),
        ("latitude", "91"),
        ("website", "javascript:alert(1)"),
        ("cover_image_url", "https://elsewhere.example/a.png"),
    ],
)
def test_invalid_values_are_refused_beside_their_fields(browser: Browser, field: str, value: str) -> None:
    venue = make_venue()
    page = save(browser, venue, **{field: value})
    assert page.status_code == 200
    assert list(page.context["adminform"].form.errors) == [field]


def test_identity_is_fixed_and_deleting_is_refused(browser: Browser) -> None:
    venue = make_venue(platform_venue_id=1201)
    assert save(browser, venue, platform_venue_id="77", reservation_source="opentable").status_code == 302
    venue.refresh_from_db()
    assert (venue.platform_venue_id, venue.reservation_source) == (1201, "resy")
    assert browser.post(f"{LIST}{venue.pk}/delete/", {"post": "yes"}).status_code == 403
    act(browser, "delete_selected", venue)
    assert Venue.objects.filter(pk=venue.pk).exists()


@pytest.mark.parametrize(
    ("text", "found"),
    [("cafe boulud", True), ("Café", True), ("%", False), ("'x", False), ("9" * 20, False), ("x" * 300, False)],
)
def test_any_text_can_be_searched(browser: Browser, text: str, found: bool) -> None:
    make_venue(venue_name="Café Boulud")
    page = browser.get(LIST, {"q": text})
    assert page.status_code == 200
    assert ("Café Boulud</a>" in page.content.decode()) == found
