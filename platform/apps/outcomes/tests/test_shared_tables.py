"""The link with which a user shows one booked table to guests."""

import logging
import random
import re
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from apps.accounts.models import User
from apps.accounts.signals import address_reverted, unconfirmed_account_reset
from apps.outcomes import shared_tables
from apps.requests.models import Attempt, Reservation
from apps.requests.services.on_behalf import details_of
from apps.requests.tests import factories
from apps.requests.tests.client_factories import person as client_person
from testing.secret_search import contains_secret, dump_database
from testing.users import Anyone, Person
from testing.venues import make_venue

API = "/api/public/table/"
FILE = "/api/public/table/calendar/"
ZONE = "America/Chicago"


def table(person: Person, **fields: Any) -> Attempt:
    """A booked table of the person, a week ahead."""
    place = {"address1": "12 Oak Street", "locality": "Chicago", "time_zone": ZONE}
    venue = make_venue(venue_name="Lilac & Vine", **place)
    request = factories.group(person.user, venues=[venue]).reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    booked = {"state": "booked", "platform_reservation_id": f"R-{request.pk}", "closed_at": timezone.now()}
    return factories.attempt(request, **{**booked, **fields})


def path_of(attempt: Attempt) -> str:
    return f"/api/reservations/{attempt.group_id}/tables/{attempt.reservation_id}/share/"


def share(person: Person, attempt: Attempt) -> str:
    """Share the table by the owner's button, and return the token of the link."""
    reply = person.post(path_of(attempt))
    assert reply.status_code == 200, reply.content
    page, _, token = reply.json()["url"].partition("?token=")
    assert page.endswith("/shared-table")
    return str(token)


def is_shared(person: Person, attempt: Attempt) -> bool:
    (member,) = person.get(f"/api/reservations/{attempt.group_id}/").json()["members"]
    return bool(member["shared"])


def test_a_guest_sees_the_table_and_nothing_else(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    reply = anyone.get(API, token=share(alice, booked))
    assert reply.status_code == 200
    assert reply.json() == {
        "status": "booked",
        "venue_name": "Lilac & Vine",
        "address": "12 Oak Street, Chicago",
        "time_zone": ZONE,
        "date": booked.date.isoformat(),
        "time": "19:00",
        "party_size": 2,
    }
    assert reply["Cache-Control"] == "no-store"
    assert reply["Referrer-Policy"] == "no-referrer"


def test_the_calendar_file_names_no_client_and_no_confirmation(dana: Person, anyone: Anyone) -> None:
    client = details_of(client_person(dana.user, first_name="Ada", last_name="Byron"))
    request = factories.group(dana.user, venues=[make_venue(venue_name="Salt Hay")], client=client).reservations.get()
    booked = factories.attempt(request, state="booked", platform_reservation_id="R-77")
    reply = anyone.get(FILE, token=share(dana, booked))
    assert reply.status_code == 200
    assert reply["Cache-Control"] == "no-store"
    (event,) = Calendar.from_ical(reply.content.decode()).events
    assert (event["summary"], event["description"]) == ("Salt Hay", "Party of 2.")
    assert not re.search("Ada|Byron|R-77|Dana|example.org", reply.content.decode().replace(str(event["uid"]), ""))


def test_sharing_again_gives_the_same_link_until_it_is_revoked(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    assert not is_shared(alice, booked)
    token = share(alice, booked)
    assert share(alice, booked) == token
    assert is_shared(alice, booked)
    reply = alice.delete(path_of(booked))
    assert (reply.status_code, reply.json()["message"]) == (200, "The link doesn't work anymore.")
    assert not is_shared(alice, booked)
    for path in (API, FILE):
        assert anyone.get(path, token=token).status_code == 404
    again = share(alice, booked)
    assert again != token
    assert anyone.get(API, token=token).status_code == 404
    assert anyone.get(API, token=again).status_code == 200


@pytest.mark.parametrize(("state", "says"), [("canceled", "canceled"), ("replaced", "swapped")])
def test_a_table_that_is_gone_says_so_and_has_no_calendar_file(
    alice: Person, anyone: Anyone, state: str, says: str
) -> None:
    booked = table(alice)
    token = share(alice, booked)
    Attempt.objects.filter(pk=booked.pk).update(state=state)
    Reservation.objects.filter(pk=booked.reservation_id).update(status="canceled")
    assert anyone.get(API, token=token).json()["status"] == says
    assert anyone.get(FILE, token=token).status_code == 404
    assert is_shared(alice, booked), "its owner can still end the link"
    assert alice.post(path_of(booked)).status_code == 404
    assert alice.delete(path_of(booked)).status_code == 200
    assert anyone.get(API, token=token).status_code == 404


def test_the_link_ends_three_days_after_the_meal_at_the_restaurant(alice: Person) -> None:
    booked = table(alice)
    token = share(alice, booked)

    def at(days: int, clock: time) -> datetime:
        return datetime.combine(booked.date + timedelta(days=days), clock, ZoneInfo(ZONE))

    assert shared_tables.read(token=token, now=at(0, time(18, 59)))[1] == "booked"
    assert shared_tables.read(token=token, now=at(0, time(19)))[1] == "past"
    assert shared_tables.read(token=token, now=at(3, time(23, 59)))[1] == "past"
    with pytest.raises(Exception, match="couldn't find that table"):
        shared_tables.read(token=token, now=at(4, time(0)))
    Attempt.objects.filter(pk=booked.pk).update(date=timezone.now().date() - timedelta(days=5))
    Reservation.objects.filter(pk=booked.reservation_id).update(date=timezone.now().date() - timedelta(days=5))
    assert not is_shared(alice, booked)


def test_another_user_can_neither_share_nor_stop(alice: Person, bob: Person, anyone: Anyone) -> None:
    booked = table(alice)
    assert bob.post(path_of(booked)).status_code == 404
    assert not is_shared(alice, booked)
    token = share(alice, booked)
    assert bob.delete(path_of(booked)).status_code == 404
    assert anyone.post(path_of(booked)).status_code == 401
    assert anyone.get(API, token=token).status_code == 200


@pytest.mark.parametrize("state", ["claimed", "unknown", "lost", "refused"])
def test_only_a_booked_table_can_be_shared(alice: Person, state: str) -> None:
    attempt = table(alice, state=state, platform_reservation_id=None)
    assert alice.post(path_of(attempt)).status_code == 404


def odd_tokens(token: str, other: str, *, number: int = 200) -> list[str]:
    """Tokens that were cut, changed in one place, or mixed with those of another table."""
    source = random.Random(20261130)
    key, _, signature = token.partition(".")
    odd = ["", ".", "x", key, f"{key}.", f"{other.partition('.')[0]}.{signature}", f"{token}.1", f" {token}", "1.٣",
           f"-{token}", f"0{token}", f"{'9' * 30}.{signature}", f"{2**63 - 1}.{signature}",
           f"{key}.{'a' * 900}"]  # fmt: skip
    while len(odd) < number:
        place = source.randrange(len(token))
        letter = source.choice("0aZ._-~%é")
        odd.append(source.choice([token[:place], token[:place] + letter + token[place + 1 :], token[::-1][place:]]))
    return [one for one in odd if one not in (token, other)]


def test_no_odd_token_shows_a_table(alice: Person, bob: Person, anyone: Anyone) -> None:
    mine, theirs = share(alice, table(alice)), share(bob, table(bob))
    for token in odd_tokens(mine, theirs):
        reply = anyone.get(API, token=token)
        assert (reply.status_code, reply.json()["message"]) == (404, "We couldn't find that table."), token
        assert anyone.get(FILE, token=token).status_code == 404
    assert anyone.get(API).status_code == 422
    long = anyone.get(API, token="1" * 2000)
    assert (long.status_code, long.json()["message"]) == (
        422,
        "token: Value should have at most 1024 characters, not 2000.",
    )
    assert anyone.get(f"{API}?token=%00").status_code == 400


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_the_link_changes_nothing(alice: Person, anyone: Anyone, method: str) -> None:
    token = share(alice, table(alice))
    for path in (API, FILE):
        assert anyone.send(method, f"{path}?token={token}", {}).status_code == 405


def test_a_link_of_another_purpose_does_not_open_the_table(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    share(alice, booked)
    calendar = alice.post("/api/calendar/").json()["url"].partition("token=")[2]
    Attempt.objects.filter(pk=booked.pk).update(share_nonce=None)
    assert anyone.get(API, token=calendar).status_code == 404


def test_links_end_with_the_account(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    for signal in (unconfirmed_account_reset, address_reverted):
        token = share(alice, booked)
        signal.send(sender=User, user_id=alice.user.pk, address="", now=timezone.now())
        assert anyone.get(API, token=token).status_code == 404
    token = share(alice, booked)
    User.objects.filter(pk=alice.user.pk).update(is_active=False)
    assert anyone.get(API, token=token).status_code == 404


def test_no_row_and_no_log_has_the_token(alice: Person, anyone: Anyone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    token = share(alice, table(alice))
    for path in (API, FILE, "/shared-table"):
        anyone.get(path, token=token)
    signature = token.partition(".")[2]
    assert len(signature) == 43
    assert not contains_secret(dump_database(), signature)
    assert "/api/public/table/" in caplog.text
    assert not contains_secret(caplog.text, signature)
