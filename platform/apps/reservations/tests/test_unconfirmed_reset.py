"""A password reset of an unconfirmed account removes everything that its first user connected."""

from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import EmailConfirmation, User
from apps.accounts.sign_in import password_reset
from apps.common.errors import Refusal
from apps.connections import services as connections
from apps.connections.models import PlatformAccount
from apps.notices.models import Delivery
from apps.notices.tests import factories as notices
from apps.requests.models import Client, Reservation, ReservationGroup
from apps.requests.tests import client_factories, factories
from loadtests.clients import PLATFORM_PASSWORD
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Anyone, Person, make_user, signed_in
from testing.venues import make_venue

REQUEST = "/api/users/request_password_reset/"
NEW = {"password": "Another4table?"}


@pytest.fixture
def squatter(transactional_db: None) -> Person:
    """A user who signed up with another person's address and connected a phone, two accounts and a client."""
    values: dict[str, Any] = {"email_confirmed_at": None, "phone_notifications": True, "is_concierge": True}
    user = make_user("Olive", tier="premium", **values)
    make_account(user=user)
    make_account(user=user, platform="opentable", username="+12125550177")
    client = client_factories.person(user, "Grace")
    client_factories.group(client, dates=[factories.day(7)])
    email_confirmation.renew_link(user=user, email="squatter@example.org", session_id=None, now=timezone.now())
    User.objects.filter(pk=user.pk).update(pending_email="squatter@example.org")
    return signed_in(User.objects.get(pk=user.pk))


def reset_password(anyone: Anyone, who: Person) -> int:
    link = password_reset.renew_link(user=User.objects.get(pk=who.user.pk), now=timezone.now())
    path = f"/api/users/verify_reset_password/?token={link.token}&uid={link.uid}"
    return anyone.post(path, NEW).status_code


def test_the_reset_cancels_requests_without_an_account(anyone: Anyone, squatter: Person) -> None:
    body = factories.body(at=[make_venue()], account=None, notify_only=True)
    group_id = squatter.post("/api/reservations/", body).json()["group"]["group_id"]
    assert reset_password(anyone, squatter) == 200
    assert Reservation.objects.get(group_id=group_id).status == "canceled"


def test_the_reset_removes_accounts_phone_clients_sessions_and_pauses_requests(
    anyone: Anyone, squatter: Person
) -> None:
    assert reset_password(anyone, squatter) == 200
    assert squatter.get("/api/users/me/").status_code == 401
    user = User.objects.get(pk=squatter.user.pk)
    assert user.email_confirmed_at is not None
    assert (user.phone, user.phone_confirmed_at, user.phone_notifications, user.pending_email) == ("", None, False, "")
    assert set(PlatformAccount.objects.values_list("status", "sealed_token")) == {("disconnected", "")}
    assert not Client.objects.exists()
    request = ReservationGroup.objects.get().reservations.get()
    assert (request.status, request.reason) == ("paused", "account_disconnected")
    assert not EmailConfirmation.objects.exclude(used_at=None).filter(email="squatter@example.org").exists()
    assert not EmailConfirmation.objects.filter(used_at=None).exists()


def test_after_the_reset_messages_go_to_the_owners_mail(anyone: Anyone, squatter: Person) -> None:
    notices.event_with_notice(squatter.user)
    assert Delivery.objects.get(channel="email").reason == "unconfirmed"
    reset_password(anyone, squatter)
    assert not Delivery.objects.filter(channel="email").exists()
    Delivery.objects.all().delete()
    notices.event_with_notice(squatter.user)
    assert list(Delivery.objects.values_list("channel", flat=True)) == ["email"]


def test_a_reset_of_a_confirmed_account_removes_nothing(anyone: Anyone, squatter: Person) -> None:
    User.objects.update(email_confirmed_at=timezone.now())
    assert reset_password(anyone, squatter) == 200
    user = User.objects.get(pk=squatter.user.pk)
    assert user.phone == "+12125550100"
    assert set(PlatformAccount.objects.values_list("status", flat=True)) == {"connected"}
    assert Client.objects.exists()


def test_a_refused_reset_removes_nothing(anyone: Anyone, squatter: Person) -> None:
    link = password_reset.renew_link(user=squatter.user, now=timezone.now())
    path = f"/api/users/verify_reset_password/?token={link.token}&uid={link.uid}"
    assert anyone.post(path, {"password": "short"}).status_code == 400
    assert anyone.post(path.replace("token=", "token=x"), NEW).status_code == 400
    assert set(PlatformAccount.objects.values_list("status", flat=True)) == {"connected"}
    assert Client.objects.exists()


@pytest.mark.usefixtures("mail_at_once")
def test_an_unconfirmed_address_gets_one_reset_link_an_hour(anyone: Anyone, squatter: Person) -> None:
    assert [anyone.post(REQUEST, {"email": squatter.user.email}).status_code for _ in range(3)] == [200] * 3
    assert len(outbox.outbox) == 1


def test_a_platform_sign_in_during_the_reset_connects_nothing(
    anyone: Anyone, squatter: Person, simulator: Simulator
) -> None:
    before = User.objects.get(pk=squatter.user.pk)
    assert reset_password(anyone, squatter) == 200
    with pytest.raises(Refusal) as refusal:
        connections.connect_with_password(
            platform="resy",
            user=before,
            email="late@example.com",
            password=PLATFORM_PASSWORD,
            address="",
            now=timezone.now(),
        )
    assert refusal.value.status == 401
    assert not PlatformAccount.objects.exclude(status="disconnected").exists()
