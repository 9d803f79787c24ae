"""Mandates from the draft to their end: who decides, what is filed within them, and what their revocation stops."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from oauth2_provider.models import RefreshToken

from apps.accounts import account_closure
from apps.accounts.models import AuditEntry
from apps.accounts.sign_in import password_reset
from apps.common.errors import Refusal
from apps.keys import services as keys
from apps.keys.models import ApiKey, Scope
from apps.keys.programs import Program
from apps.keys.tests.factories import with_key
from apps.mandates import messages, selectors, services
from apps.mandates.models import Mandate, MandateRequest
from apps.mcp import messages as mcp_messages
from apps.mcp.tests.parts import call, program_of, wanted
from apps.notices.models import Event
from apps.oauth import services as oauth
from apps.oauth.tests.factories import CLIENT_ID, with_token
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.venues.models import Venue
from testing.platform_accounts import make_account
from testing.users import PASSWORD, Person
from testing.venues import make_venue

from .factories import approved, drafted, terms

URL = "/api/mandates/"


@pytest.fixture
def venue() -> Venue:
    return make_venue(venue_name="Lupa")


def arguments(*venues: Venue, **changes: Any) -> dict[str, Any]:
    return terms(*venues, **changes).model_dump(mode="json")


def file(program: Program, mandate: Mandate, *venues: Venue, ahead: int = 7, **fields: Any) -> dict[str, Any]:
    dates = fields.pop("dates", [f"{factories.day(ahead)}"])
    return call(program, "file_request", reservation=wanted(*venues, dates=dates, **fields), mandate=mandate.pk)


def key_program(person: Person) -> tuple[Person, Program]:
    """Return a person with a key, and the key's program."""
    keyed = with_key(person.user, *Scope)
    row = ApiKey.objects.get(user=person.user)
    return keyed, program_of(person.user, client_id=f"key:{row.pk}")


def test_a_program_drafts_and_its_user_is_notified(bob: Person, venue: Venue) -> None:
    _, program = key_program(bob)
    drafted = call(program, "draft_mandate", **arguments(venue))
    shown = drafted["data"]["mandate"]
    assert drafted["next_step"] == mcp_messages.MANDATE["draft"]
    assert drafted["data"]["page"] == f"{settings.PUBLIC_URL}/mandates/{shown['id']}"
    assert (shown["state"], shown["program_name"], shown["restaurant_names"]) == ("draft", "pytest", ["Lupa"])
    assert "digest" not in shown
    event = Event.objects.get(type="user.notice")
    assert event.payload["what"] == "mandate_drafted"
    assert event.payload["mandate_id"] == shown["id"]
    assert event.payload["text"] == (
        "Your API key “pytest” asks for a standing approval. Nothing is booked with it unless you approve."
    )
    again = call(program, "draft_mandate", **arguments(venue))
    assert again["data"]["mandate"]["id"] == shown["id"]
    assert Event.objects.filter(type="user.notice").count() == 1


def test_the_domain_says_which_program_asks(bob: Person, venue: Venue) -> None:
    with_token(bob.user, *Scope)
    mandate = drafted(program_of(bob.user, client_id=CLIENT_ID), venue)
    assert (mandate.program_name, mandate.program_domain) == ("Table Agent", "agent.example")
    text = Event.objects.get(type="user.notice").payload["text"]
    assert text.startswith("The program of agent.example asks for a standing approval.")


def test_drafts_are_bounded(bob: Person, venue: Venue) -> None:
    program, now = program_of(bob.user), timezone.now()
    for number in range(services.MOST_DRAFTS):
        drafted(program, venue, tables=number + 1, now=now)
    refused = call(program, "draft_mandate", **arguments(venue, tables=9), now=now)
    assert refused["error"]["code"] == "too_many_drafts"
    later = now + selectors.DRAFT_LIFETIME
    assert "data" in call(program, "draft_mandate", **arguments(venue, tables=9), now=later)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"smallest_party": 5}, messages.PARTY_BACKWARD),
        ({"days": 2}, messages.DATES_AFTER_END),
        ({"fee_ceiling_cents": 5000}, messages.ONE_CURRENCY),
        ({"cancel_fee_ceiling_cents": 5000}, messages.ONE_CURRENCY),
        ({"restaurants": [10**9]}, "We couldn't find that restaurant."),
    ],
)
def test_a_draft_that_makes_no_sense_is_refused(bob: Person, changes: dict[str, Any], code: str) -> None:
    venues = make_venue(country="US"), make_venue(country="GB")
    refused = call(program_of(bob.user), "draft_mandate", **arguments(*venues, **changes))
    assert refused["error"]["message"] == code
    assert not Mandate.objects.exists()


def test_only_its_user_approves_and_only_what_was_shown(bob: Person, charlie: Person, venue: Venue) -> None:
    keyed, program = key_program(bob)
    mandate = drafted(program, venue)
    approve, seen = f"{URL}{mandate.pk}/approve/", bob.get(f"{URL}{mandate.pk}/").json()
    digest = {"digest": seen["digest"]}
    for path in (approve, f"{URL}{mandate.pk}/decline/"):
        refused = keyed.post(path, digest)
        assert (refused.status_code, refused.json()["code"]) == (403, "keys_refused")
    assert charlie.post(approve, digest).status_code == 404
    assert bob.post(approve, {"digest": "another"}).json()["code"] == "changed"
    assert bob.post(approve, digest).json()["state"] == "approved"
    assert bob.post(approve, digest).json()["code"] == "decided"
    assert AuditEntry.objects.get(act="mandate").facts["did"] == "approved"


def test_a_declined_or_lapsed_draft_is_never_approved(bob: Person, venue: Venue) -> None:
    program = program_of(bob.user)
    declined, old = drafted(program, venue), drafted(program, venue, tables=1)
    assert bob.post(f"{URL}{declined.pk}/decline/").json()["state"] == "declined"
    Mandate.objects.filter(pk=old.pk).update(created_at=timezone.now() - selectors.DRAFT_LIFETIME)
    assert bob.get(f"{URL}{old.pk}/").json()["state"] == "lapsed"
    for mandate in (declined, old):
        digest = {"digest": bob.get(f"{URL}{mandate.pk}/").json()["digest"]}
        assert bob.post(f"{URL}{mandate.pk}/approve/", digest).json()["code"] == "decided"
    assert bob.get(URL).json() == []


def test_a_request_within_an_approved_mandate_needs_no_confirmation(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    program = program_of(bob.user)
    mandate = approved(program, venue)
    filed = file(program, mandate, venue)
    assert filed["data"]["group"]["status"] == "active"
    left = call(program, "get_mandate", mandate_id=mandate.pk)["data"]["mandate"]
    assert (left["state"], left["tables_left"], left["open_requests"]) == ("approved", 1, 1)
    assert file(program, mandate, venue, ahead=8)["data"]["group"]["status"] == "active"
    refused = file(program, mandate, venue, ahead=9)
    assert (refused["error"]["code"], refused["error"]["message"]) == ("beyond_mandate", messages.TOO_MANY_TABLES)
    assert ReservationGroup.objects.count() == 2


def test_exactly_one_permission_is_given(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    program = program_of(bob.user)
    mandate, form = approved(program, venue), {"reservation": wanted(venue)}
    confirmation = call(program, "preview_request", **form)["data"]["confirmation"]
    for both in ({}, {"confirmation": confirmation, "mandate": mandate.pk}):
        assert call(program, "file_request", **form, **both)["error"]["code"] == "one_permission"
    assert not ReservationGroup.objects.exists()


def test_a_mandate_counts_tables_and_not_requests(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    program = program_of(bob.user)
    mandate = approved(program, venue, tables=1)
    two = [f"{factories.day(ahead)}" for ahead in (7, 8)]
    assert file(program, mandate, venue, dates=two)["error"]["code"] == "beyond_mandate"
    filed = file(program, mandate, venue)["data"]["group"]["group_id"]
    assert selectors.shown(mandate, now=timezone.now()).tables_left == 0
    # Without a table it counts no more, with one it does, even after the table is canceled.
    Reservation.objects.filter(group=filed).update(status="unsuccessful")
    assert selectors.shown(mandate, now=timezone.now()).tables_left == 1
    factories.attempt(Reservation.objects.get(group=filed), state="lost")
    assert selectors.shown(mandate, now=timezone.now()).tables_left == 1
    factories.attempt(Reservation.objects.get(group=filed), state="canceled")
    assert selectors.shown(mandate, now=timezone.now()).tables_left == 0


def test_another_program_or_user_files_nothing_within_a_mandate(bob: Person, charlie: Person, venue: Venue) -> None:
    for person in (bob, charlie):
        make_account(user=person.user)
    mandate = approved(program_of(bob.user), venue)
    for other in (program_of(bob.user, client_id="key:2"), program_of(charlie.user)):
        assert file(other, mandate, venue)["error"]["code"] == "not_found"
        assert call(other, "get_mandate", mandate_id=mandate.pk)["error"]["code"] == "not_found"
    assert not ReservationGroup.objects.exists()


def test_nothing_is_watched_after_the_end(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    program, now = program_of(bob.user), timezone.now()
    mandate = approved(program, venue, last_date=factories.day(7), days=7, now=now)
    assert "data" in file(program, mandate, venue, ahead=6)
    # The window of the last date begins after the end of the mandate.
    Mandate.objects.update(ends_at=now + timedelta(days=6))
    assert file(program, mandate, venue)["error"]["message"] == messages.WATCHED_TOO_LONG
    Mandate.objects.update(ends_at=now)
    assert file(program, mandate, venue, ahead=5)["error"]["code"] == "mandate_not_valid"
    assert ReservationGroup.objects.count() == 1


def test_revoking_ends_the_open_requests_and_keeps_booked_tables(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    program = program_of(bob.user)
    mandate = approved(program, venue)
    first, second = (file(program, mandate, venue, ahead=ahead)["data"]["group"]["group_id"] for ahead in (7, 8))
    other = factories.group(bob.user, venues=[venue], dates=[factories.day(9)])
    Reservation.objects.filter(group=first).update(status="confirmed")
    (listed,) = bob.get(URL).json()
    assert (listed["id"], listed["open_requests"]) == (mandate.pk, 1)
    assert bob.delete(f"{URL}{mandate.pk}/").json() == {"message": messages.REVOKED}
    assert bob.get(URL).json() == []
    statuses = dict(Reservation.objects.values_list("group", "status"))
    assert statuses == {first: "confirmed", second: "canceled", other.pk: "active"}
    assert file(program, mandate, venue, ahead=10)["error"]["code"] == "mandate_not_valid"
    assert bob.delete(f"{URL}{mandate.pk}/").status_code == 404


def test_a_revoked_key_takes_its_mandates_along(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    _, program = key_program(bob)
    mandate, kept = approved(program, venue), approved(program_of(bob.user, client_id="key:0"), venue)
    group = file(program, mandate, venue)["data"]["group"]["group_id"]
    row = ApiKey.objects.get()
    keys.revoke_key(user=bob.user, key_id=row.pk, address="", now=timezone.now())
    assert dict(Mandate.objects.values_list("pk", "state")) == {mandate.pk: "revoked", kept.pk: "approved"}
    assert Reservation.objects.get(group=group).status == "canceled"


def test_a_revoked_program_takes_its_mandates_along(bob: Person, venue: Venue) -> None:
    make_account(user=bob.user)
    with_token(bob.user, *Scope)
    program = program_of(bob.user, client_id=CLIENT_ID)
    group = file(program, approved(program, venue), venue)["data"]["group"]["group_id"]
    waiting = drafted(program, venue)
    oauth.revoke_programs(user_id=bob.user.pk, now=timezone.now())
    assert set(Mandate.objects.values_list("state", flat=True)) == {"revoked"}
    assert Reservation.objects.get(group=group).status == "canceled"
    digest = {"digest": bob.get(f"{URL}{waiting.pk}/").json()["digest"]}
    assert bob.post(f"{URL}{waiting.pk}/approve/", digest).json()["code"] == "decided"


def test_a_closed_account_keeps_no_mandate(bob: Person, venue: Venue) -> None:
    drafted(program_of(bob.user), venue)
    account_closure.close_account(user=bob.user, password=PASSWORD, address="", now=timezone.now())
    assert not Mandate.objects.exists()


def test_a_program_changes_no_request_that_was_filed_within_a_mandate(bob: Person, venue: Venue) -> None:
    account = make_account(user=bob.user)
    keyed, program = key_program(bob)
    mandate = approved(program, venue)
    group = file(program, mandate, venue)["data"]["group"]["group_id"]
    url, body = f"/api/reservations/{group}/", factories.body(at=[venue], account=account, party_size=1)
    for refused in (
        keyed.put(url, body),
        keyed.post(f"{url}accept-fee/", {"fee_ceiling_cents": 9000}),
        keyed.post(f"{url}again/"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "under_mandate")
    assert ReservationGroup.objects.get(pk=group).party_size == 2
    assert bob.put(url, body).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_parallel_filings_never_exceed_the_number(bob: Person) -> None:
    make_account(user=bob.user)
    venue, program = make_venue(), program_of(bob.user)
    mandate = approved(program, venue, tables=3)

    def file_one(ahead: int) -> str:
        try:
            found = file(program, mandate, venue, ahead=ahead)
            return str(found["error"]["code"]) if "error" in found else "filed"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        results = sorted(pool.map(file_one, range(6, 14)))
    assert results == ["beyond_mandate"] * 5 + ["filed"] * 3
    assert (ReservationGroup.objects.count(), MandateRequest.objects.count()) == (3, 3)


@pytest.mark.django_db(transaction=True)
def test_a_filing_and_a_revocation_at_once_leave_no_open_request(bob: Person) -> None:
    make_account(user=bob.user)
    venue, program = make_venue(), program_of(bob.user)
    mandate = approved(program, venue, tables=20)

    def act(ahead: int) -> None:
        try:
            if ahead == 9:
                services.revoke(user_id=bob.user.pk, mandate_id=mandate.pk, address="", now=timezone.now())
            else:
                file(program, mandate, venue, ahead=ahead)
        except Refusal:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(act, range(6, 12)))
    assert Mandate.objects.get().state == "revoked"
    assert not Reservation.objects.filter(status="active").exists()


@pytest.mark.parametrize("gone", ["key", "program"])
def test_a_password_reset_ends_mandates_whose_program_has_gone(bob: Person, venue: Venue, gone: str) -> None:
    """A key that expired a month ago and a program without tokens are deleted, but what the user approved for them is
    not."""
    make_account(user=bob.user)
    if gone == "key":
        _, program = key_program(bob)
    else:
        with_token(bob.user, *Scope)
        program = program_of(bob.user, client_id=CLIENT_ID)
    filed = file(program, approved(program, venue), venue)
    drafted(program, venue, tables=1)
    now = timezone.now()
    if gone == "key":
        ApiKey.objects.update(expires_at=now - timedelta(days=31))
        with_key(bob.user, Scope.SETTINGS)
    else:
        RefreshToken.objects.all().delete()
        oauth.forget_expired(now=now)
    link = password_reset.renew_link(user=bob.user, now=now)
    password_reset.use_link(uid=link.uid, token=link.token, password="Another4two!", address="", now=now)
    assert set(Mandate.objects.values_list("state", flat=True)) == {"revoked"}
    assert Reservation.objects.get(group=filed["data"]["group"]["group_id"]).status == "canceled"
