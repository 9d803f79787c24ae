"""POST /api/reservations/{id}/again/: files a request again after its table was canceled at the platform."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.outcomes import cancellations
from apps.requests.models import Reservation, ReservationGroup
from snipers.clients.base import AccountList, Profile
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import client_factories, factories

FILED = "Request filed. We're watching."


def path(group: ReservationGroup) -> str:
    return f"/api/reservations/{group.pk}/again/"


def cancel(request: Reservation, *, reason: str = "canceled_at_platform") -> None:
    """End a request as if its table had been canceled at the platform."""
    factories.attempt(request, state="canceled", platform_reservation_id=f"7{request.pk}")
    Reservation.objects.filter(pk=request.pk).update(status="canceled", reason=reason, status_changed_at=timezone.now())


def group_with(person: Person, **wanted: Any) -> ReservationGroup:
    """A group filed through the API, with its table canceled."""
    account = PlatformAccount.objects.filter(user=person.user).first() or make_account(user=person.user)
    at = wanted.pop("at", None) or [make_venue()]
    body = factories.body(at=at, account=account, **wanted)
    reply = person.post("/api/reservations/", body)
    assert reply.status_code == 201, reply.json()
    group = ReservationGroup.objects.get(pk=reply.json()["group"]["group_id"])
    first, *others = group.reservations.order_by("date", "id")
    cancel(first)
    for other in others:
        if other.date == first.date:
            Reservation.objects.filter(pk=other.pk).update(status="canceled", reason="booked_elsewhere")
    return group


@pytest.mark.django_db
def test_look_again_files_the_same_request(bob: Person) -> None:
    venues = [make_venue(venue_name="Lupa"), make_venue(venue_name="Via Carota")]
    old = group_with(bob, at=venues, party_size=3, start_time="19:00", end_time="21:15", fee_ceiling_cents=5000)
    old.reservations.update(table_type="Bar")

    reply = bob.post(path(old))

    assert (reply.status_code, reply.json()["message"]) == (201, FILED)
    again = reply.json()["group"]
    before = bob.get(f"/api/reservations/{old.pk}/").json()
    assert again["group_id"] != old.pk
    for same in ("party_size", "dates", "start_time", "end_time", "fee_ceiling_cents", "account_name"):
        assert again[same] == before[same]
    assert [(one["venue"], one["table_type"]) for one in again["members"]] == [(one.pk, "Bar") for one in venues]
    assert again["status"] == "active"
    assert before["status"] == "canceled"


@pytest.mark.django_db
def test_look_again_files_the_canceled_date_only(bob: Person) -> None:
    old = group_with(bob, dates=[factories.day(7).isoformat(), factories.day(8).isoformat()])
    assert bob.post(path(old)).json()["group"]["dates"] == [factories.day(7).isoformat()]


@pytest.mark.parametrize("first", ["active", "confirmed", "past"])
@pytest.mark.django_db
def test_look_again_files_a_date_that_was_canceled_later(bob: Person, first: str) -> None:
    days = [factories.day(7), factories.day(8)]
    old = group_with(bob, dates=[day.isoformat() for day in days])
    if first == "past":
        old.reservations.filter(date=days[0]).update(date=timezone.now().date() - timedelta(days=2))
    else:
        group_id = bob.post(path(old)).json()["group"]["group_id"]
        Reservation.objects.filter(group_id=group_id).update(status=first)
    cancel(old.reservations.get(date=days[1]))
    reply = bob.post(path(old))
    assert (reply.status_code, reply.json()["group"]["dates"]) == (201, [days[1].isoformat()])


@pytest.mark.django_db
def test_a_second_look_again_is_refused(alice: Person) -> None:
    old = group_with(alice)
    assert alice.post(path(old)).status_code == 201
    second = alice.post(path(old))
    assert (second.status_code, second.json()["code"]) == (409, "same_date")
    assert ReservationGroup.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_concurrent_look_agains_file_one_request(alice: Person) -> None:
    old = group_with(alice)

    def press(_: int) -> int:
        try:
            return int(alice.post(path(old)).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(press, range(4))) == [201, 409, 409, 409]
    assert Reservation.objects.filter(status="active").count() == 1


@pytest.mark.django_db
def test_a_date_that_has_passed_is_refused_with_the_forms_sentence(alice: Person) -> None:
    old = group_with(alice)
    old.reservations.update(date=timezone.now().date() - timedelta(days=2))
    reply = alice.post(path(old))
    assert reply.status_code == 400
    assert reply.json()["errors"] == {"dates_error": "The reservation date can't be in the past"}


@pytest.mark.django_db
def test_a_full_allotment_is_refused(alice: Person) -> None:
    old = group_with(alice)
    for ahead in range(5):
        factories.group(alice.user, dates=[factories.day(10 + ahead)])
    reply = alice.post(path(old))
    assert (reply.status_code, reply.json()["code"], reply.json()["limit"]) == (409, "over_limit", 5)


@pytest.mark.django_db
def test_a_meal_that_was_booked_meanwhile_is_refused(alice: Person) -> None:
    old = group_with(alice)
    factories.attempt(factories.group(alice.user).reservations.get(), state="booked")
    Reservation.objects.filter(status="active").update(status="confirmed")
    assert alice.post(path(old)).json()["code"] == "already_booked"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reason", "status"), [("replaced", "canceled"), ("canceled_by_you", "canceled"), ("", "active")]
)
def test_look_again_requires_a_cancellation_at_the_platform(alice: Person, reason: str, status: str) -> None:
    old = factories.group(alice.user)
    old.reservations.update(reason=reason, status=status)
    reply = alice.post(path(old))
    assert (reply.status_code, reply.json()["code"]) == (409, "nothing_canceled")


@pytest.mark.django_db
def test_another_users_group_is_not_found(alice: Person, bob: Person) -> None:
    assert bob.post(path(group_with(alice))).status_code == 404


@pytest.mark.django_db
def test_look_again_requires_a_connected_account(alice: Person) -> None:
    old = group_with(alice)
    PlatformAccount.objects.update(status="disconnected")
    reply = alice.post(path(old))
    assert (reply.status_code, reply.json()["code"]) == (409, "account_needed")


@pytest.mark.django_db
def test_look_again_uses_the_only_other_account(alice: Person) -> None:
    old = group_with(alice)
    PlatformAccount.objects.update(status="disconnected")
    other = make_account(user=alice.user)
    group = ReservationGroup.objects.get(pk=alice.post(path(old)).json()["group"]["group_id"])
    assert group.reservations.get().account == other


@pytest.mark.django_db
def test_look_again_does_not_choose_between_two_other_accounts(alice: Person) -> None:
    old = group_with(alice)
    PlatformAccount.objects.update(status="disconnected")
    for number in range(2):
        make_account(user=alice.user, platform_user_id=f"other {number}")
    assert alice.post(path(old)).json()["code"] == "account_needed"


@pytest.mark.django_db
def test_look_again_files_an_opened_release_as_a_cancel_request(bob: Person) -> None:
    release = {"snipe_type": "release", "release_date": factories.day(2).isoformat(), "release_time": "10:00"}
    old = group_with(bob, **release)
    ReservationGroup.objects.filter(pk=old.pk).update(release_at=timezone.now() - timedelta(hours=1))
    assert bob.post(path(old)).json()["group"]["snipe_type"] == "cancel"


@pytest.mark.django_db
def test_look_again_drops_a_past_final_day(bob: Person) -> None:
    old = group_with(bob)
    ReservationGroup.objects.filter(pk=old.pk).update(final_snipe_date=timezone.now().date() - timedelta(days=2))
    assert bob.post(path(old)).json()["group"]["final_snipe_date"] is None


@pytest.mark.django_db
def test_look_again_keeps_the_client(dana: Person) -> None:
    client, account = client_factories.person(dana.user), make_account(user=dana.user, is_concierge=True)
    client_factories.card(client, account)
    old = client_factories.group(client)
    cancel(old.reservations.get())
    reply = dana.post(path(old))
    assert reply.status_code == 201
    assert ReservationGroup.objects.get(pk=reply.json()["group"]["group_id"]).client == client
    Reservation.objects.filter(status="active").update(status="canceled")
    ReservationGroup.objects.update(client=None)
    assert dana.post(path(old)).json()["code"] == "client_gone"


@pytest.mark.django_db
def test_a_cancellation_names_its_platform(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    request = factories.group(bob.user, venues=[make_venue()]).reservations.get()
    account = make_account(user=bob.user, platform="opentable", username="+12125550123")
    request.venue.reservation_source = "opentable"
    request.venue.save()
    Reservation.objects.filter(pk=request.pk).update(account=account, status="confirmed")
    factories.attempt(request, state="booked", account=account, platform="opentable", platform_reservation_id="9")
    gone = AccountList(held=[], canceled=frozenset({"9"}))
    monkeypatch.setattr(platforms, "fetch_account_list", lambda **_: gone)
    same = Profile(user_id=account.platform_user_id, display_name="", payment_method_id=None)
    monkeypatch.setattr(platforms, "fetch_profile", lambda **_: same)
    cancellations.read_next(now=timezone.now() + timedelta(minutes=31))
    [member] = bob.get(f"/api/reservations/{request.group_id}/").json()["members"]
    assert member["reason_text"].startswith("Canceled at OpenTable on ")
