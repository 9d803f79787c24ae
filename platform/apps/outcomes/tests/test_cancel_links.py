"""Canceling a booked table with the link of a message, without sign-in."""

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.connections.models import PlatformAccount
from apps.notices import sending
from apps.notices.models import Delivery, Event
from apps.notices.text import cancel_links
from apps.outcomes import cancel_links as links
from apps.outcomes import deadlines, requested_cancellations
from apps.outcomes.relay.outcomes import publish_outcomes
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from apps.requests.tests.booked_table import Table
from testing.secret_search import contains_secret, dump_database
from testing.users import PASSWORD, Anyone, Person
from testing.venues import make_venue

API = "/api/cancel-table/"
HOUR = timedelta(hours=1)


def table(person: Person, **fields: Any) -> Attempt:
    """A booked table of the person a week ahead, free to cancel until a day before unless `fields` say otherwise."""
    venue = make_venue(venue_name="Lilac & Vine", time_zone="America/Chicago")
    request = factories.group(person.user, venues=[venue]).reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    terms = {"free_until": timezone.now() + 48 * HOUR, "cancel_fee_cents": 5000, "deposit_cents": 0}
    booked = {"state": "booked", "platform_reservation_id": f"R-{request.pk}"}
    return factories.attempt(request, **{**booked, **terms, **fields})


def token_for(attempt: Attempt, *, expires_at: datetime | None = None) -> str:
    user = User.objects.get(pk=attempt.reservation.group.user_id)
    expires_at = expires_at or timezone.now() + timedelta(days=7)
    path = cancel_links.path_for(attempt_id=attempt.pk, expires_at=expires_at, user=user)
    assert urlsplit(path).path == "/cancel-table"
    return parse_qs(urlsplit(path).query)["token"][0]


def press(anyone: Anyone, token: str, **more: Any) -> Any:
    return anyone.post(API, {"token": token, **more})


def is_requested(attempt: Attempt) -> bool:
    attempt.refresh_from_db()
    return attempt.cancel_requested_at is not None


def test_a_link_shows_the_table_and_its_terms_without_sign_in(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    reply = anyone.get(API, token=token_for(booked))
    assert reply.status_code == 200, reply.content
    shown = reply.json()
    assert (shown["state"], shown["venue_name"], shown["time"], shown["party_size"]) == (
        "booked",
        "Lilac & Vine",
        "19:00",
        2,
    )
    assert (shown["cancel_fee_cents"], shown["currency"], shown["costs"]) == (5000, "USD", False)
    assert reply["Cache-Control"] == "no-store"


def test_the_page_does_not_name_diner_account_or_confirmation(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    text = anyone.get(API, token=token_for(booked)).content.decode()
    assert not re.search("alice|example.org|R-[0-9]", text, re.IGNORECASE)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_mail_scanner_that_opens_the_link_cancels_nothing(alice: Person, anyone: Anyone, method: str) -> None:
    booked = table(alice)
    token = token_for(booked)
    for path in (f"{API}?token={token}", f"/cancel-table?token={token}"):
        assert anyone.send(method, path).status_code in (200, 503)  # 503: no built page in this test
    assert not is_requested(booked)
    assert not Event.objects.filter(payload__what="canceling_table").exists()


def test_the_button_requests_the_cancellation_once(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    token = token_for(booked)
    first, second = press(anyone, token), press(anyone, token)
    assert (first.status_code, first.json()["code"]) == (202, "canceling")
    assert (second.status_code, second.json()["code"]) == (202, "canceling")
    assert is_requested(booked)
    assert Event.objects.filter(payload__what="canceling_table").count() == 1
    assert anyone.get(API, token=token).json()["state"] == "canceling"


def test_a_used_link_says_that_the_table_is_canceled(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    Attempt.objects.filter(pk=booked.pk).update(state="canceled")
    Reservation.objects.filter(pk=booked.reservation_id).update(status="canceled")
    token = token_for(booked)
    assert anyone.get(API, token=token).json()["state"] == "canceled"
    reply = press(anyone, token)
    assert (reply.status_code, reply.json()["code"]) == (200, "canceled")


def test_a_link_cancels_its_own_booking_and_no_later_one(alice: Person, anyone: Anyone) -> None:
    earlier = table(alice)
    Attempt.objects.filter(pk=earlier.pk).update(state="canceled")
    later = factories.attempt(earlier.reservation, state="booked", platform_reservation_id="R-later")
    assert press(anyone, token_for(earlier)).json()["code"] == "canceled"
    with pytest.raises(Refusal, match="no booked table"):
        requested_cancellations.request(
            user_id=alice.user.pk,
            group_id=later.group_id,
            reservation_id=later.reservation_id,
            attempt_id=earlier.pk,
            now=timezone.now(),
        )
    assert not is_requested(later)


@pytest.mark.parametrize(
    "change",
    [
        lambda token: "",
        lambda token: "12",
        lambda token: "..",
        lambda token: f"{token}x",
        lambda token: token[:-1],
        lambda token: f"1{token}",
        lambda token: token.replace(".", "0.", 1),
        lambda token: f"9223372036854775807.{token.partition('.')[2]}",
        lambda token: f"{token.partition('.')[0]}.99999999999999999.x",
        lambda token: "٣.٤.x",
    ],
)
def test_a_wrong_token_is_refused(alice: Person, anyone: Anyone, change: Any) -> None:
    booked = table(alice)
    wrong = change(token_for(booked))
    for reply in (anyone.get(API, token=wrong), press(anyone, wrong)):
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_link")
    assert not is_requested(booked)


def test_a_token_of_another_purpose_or_user_is_refused(alice: Person, bob: Person, anyone: Anyone) -> None:
    mine, theirs = table(alice), table(bob)
    _, expires, signature = token_for(mine).split(".")
    assert press(anyone, f"{theirs.pk}.{expires}.{signature}").status_code == 400
    assert not is_requested(theirs)


def test_an_expired_link_and_a_past_table_are_named(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    expired = token_for(booked, expires_at=timezone.now() - HOUR)
    Attempt.objects.filter(pk=booked.pk).update(date=timezone.now().date() - timedelta(days=2))
    for token in (expired, token_for(booked)):
        assert anyone.get(API, token=token).json()["state"] == "past"
        reply = press(anyone, token)
        assert (reply.status_code, reply.json()["code"]) == (409, "past")
    assert not is_requested(booked)


def test_an_expired_link_cancels_no_table_ahead(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    assert press(anyone, token_for(booked, expires_at=timezone.now() - HOUR)).status_code == 409
    assert not is_requested(booked)


def test_a_new_password_ends_the_links(alice: Person, anyone: Anyone) -> None:
    token = token_for(table(alice))
    body = {"old_password": PASSWORD, "new_password": "Another4table!"}
    assert alice.post("/api/users/change_password/", body).status_code == 200
    assert press(anyone, token).json()["code"] == "invalid_link"


def test_a_changed_address_and_a_closed_account_end_the_links(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    token = token_for(booked)
    User.objects.filter(pk=alice.user.pk).update(email="new@example.org")
    assert press(anyone, token).json()["code"] == "invalid_link"
    token = token_for(booked)
    User.objects.filter(pk=alice.user.pk).update(is_active=False)
    assert press(anyone, token).json()["code"] == "invalid_link"
    assert not is_requested(booked)


def test_after_the_cutoff_the_button_needs_consent_to_the_costs(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    token = token_for(booked)
    assert anyone.get(API, token=token).json()["costs"] is False
    Attempt.objects.filter(pk=booked.pk).update(free_until=timezone.now() - HOUR)
    reply = press(anyone, token)
    assert (reply.status_code, reply.json()["code"]) == (409, "cutoff_passed")
    assert not is_requested(booked)
    assert anyone.get(API, token=token).json()["costs"] is True
    assert press(anyone, token, accepts_costs=True).status_code == 202
    assert is_requested(booked)


def test_the_gates_of_the_ticket_apply(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    PlatformAccount.objects.filter(pk=booked.account_id).update(status="needs_reconnect")
    reply = press(anyone, token_for(booked))
    assert (reply.status_code, reply.json()["code"]) == (409, "needs_reconnect")
    assert not is_requested(booked)


def test_tries_from_one_address_are_limited(alice: Person, anyone: Anyone) -> None:
    token = token_for(table(alice))
    statuses = [anyone.get(API, token="1.2.x").status_code for _ in range(links.MOST_TRIES)]
    assert set(statuses) == {400}
    reply = press(anyone, token)
    assert reply.status_code == 429
    assert int(reply["Retry-After"]) > 0


def test_mails_and_pushes_carry_the_link_and_no_row_and_no_log_does(
    alice: Person, anyone: Anyone, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    booked = table(alice, closed_at=timezone.now() - 72 * HOUR, free_until=timezone.now() + 2 * HOUR)
    assert deadlines.send_due(now=timezone.now()) == 1
    for pk in list(Delivery.objects.filter(channel="email").values_list("pk", flat=True)):
        sending.send_delivery(delivery_id=pk, clock=timezone.now)
    (mail,) = outbox.outbox
    found = re.search(r"Cancel this table: (\S+)", str(mail.body))
    assert found is not None
    assert isinstance(mail, EmailMultiAlternatives)
    html = str(mail.alternatives[0])
    token = parse_qs(urlsplit(found[1]).query)["token"][0]
    assert token in html
    assert press(anyone, token).status_code == 202
    assert is_requested(booked)
    signature = token.rpartition(".")[2]
    assert len(signature) == 43
    assert not contains_secret(dump_database(), signature)
    assert not contains_secret(caplog.text, signature)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", ["resy", "opentable"], indirect=True)
def test_the_mail_about_a_booking_cancels_the_table_at_the_platform(table: Table, anyone: Anyone) -> None:
    publish_outcomes(now=timezone.now())
    event = Event.objects.get(type="reservation.outcome")
    for pk in list(event.deliveries.filter(channel="email").values_list("pk", flat=True)):
        sending.send_delivery(delivery_id=pk, clock=timezone.now)
    found = re.search(r"Cancel this table: (\S+)", str(outbox.outbox[-1].body))
    assert found is not None
    token = parse_qs(urlsplit(found[1]).query)["token"][0]
    assert press(anyone, token, accepts_costs=True).status_code == 202
    requested_cancellations.run_next(now=timezone.now(), attempt_id=table.attempt.pk)
    assert table.state() == ("canceled", "canceled", "canceled_by_link")
    assert anyone.get(API, token=token).json()["state"] == "canceled"
    told = "Canceled from the link in your mail."
    assert told in [one.get("reason_text") for one in table.person.get("/api/notices/").json()["events"]]
    lines = table.person.get(f"/api/reservations/{table.group.pk}/timeline/").json()["entries"]
    assert [(one["kind"], one["reason_text"]) for one in lines[:2]] == [("canceled", told), ("canceling_table", told)]
    mailed = Delivery.objects.get(kind="table_canceled", channel="email")
    sending.send_delivery(delivery_id=mailed.pk, clock=timezone.now)
    assert "from the link in your mail" in str(outbox.outbox[-1].body)


@pytest.mark.django_db(transaction=True)
def test_a_failed_link_does_not_mark_a_later_cancellation_on_the_ticket(table: Table, anyone: Anyone) -> None:
    assert press(anyone, token_for(table.attempt), accepts_costs=True).status_code == 202
    Attempt.objects.filter(pk=table.attempt.pk).update(cancel_requested_at=None, cancel_due_at=None)
    ticket = f"/api/reservations/{table.group.pk}/tables/{table.request.pk}/cancel/"
    assert table.person.post(ticket).status_code == 202
    requested_cancellations.run_next(now=timezone.now(), attempt_id=table.attempt.pk)
    assert table.state() == ("canceled", "canceled", "table_canceled_by_you")
    assert not Delivery.objects.filter(kind="table_canceled").exists()


@pytest.mark.django_db(transaction=True)
def test_the_link_and_the_ticket_at_once_request_one_cancellation(alice: Person) -> None:
    booked = table(alice)
    token = token_for(booked)
    address = f"/api/reservations/{booked.group_id}/tables/{booked.reservation_id}/cancel/"

    def run(number: int) -> int:
        try:
            by_link = number % 2 == 0
            return (
                press(Anyone(), token).status_code
                if by_link
                else Person(tokens=alice.tokens, user=alice.user).post(address).status_code
            )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=6) as pool:
        assert set(pool.map(run, range(6))) == {202}
    assert Event.objects.filter(payload__what="canceling_table").count() == 1
