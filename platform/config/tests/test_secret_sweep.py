"""No secret is stored: after every flow that uses a secret, everything stored is searched for it.

The flows run over real sockets against the platform and Stripe simulators. The search reads every row of every table,
every log record at level DEBUG, PostgreSQL's log and every event sent to browsers. A planted secret shows that the
search works.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from pytest_django import Settings

from apps.accounts import services
from apps.accounts.models import User
from apps.accounts.tests.forms import sign_up_form
from apps.accounts.tests.mailed import CONFIRM, ask, confirm, token
from apps.billing.tests.shop import Shop
from apps.billing.tests.steps import buy
from apps.connections.models import PlatformAccount
from apps.notices import sending
from apps.notices.models import Delivery, Event
from apps.outcomes.relay.outcomes import publish_outcomes
from apps.requests.models import Reservation
from apps.requests.tests.factories import day
from apps.requests.tests.sniper import Sniper
from apps.senders.tests.push_services import Browser, FakeService, running_service
from loadtests.clients import OPENTABLE_CODE, PLATFORM_PASSWORD
from snipers.clients.credentials import SealedBox, SealedToken
from testing.secret_search import SecretSearch, contains_secret, dump_database
from testing.users import PASSWORD, Anyone, Person, make_user, signed_in
from testing.venues import make_venue

# The CVC has a leading zero, so that no primary key and no count in the database is equal to it.
CARD, CVC = "4111 1111 1111 1111", "0731"
NEW_PASSWORD = "Another4table!"


@dataclass
class Flows:
    """The flows in which a concierge uses secrets. `secrets` collects these secrets by name."""

    dana: Person
    secrets: dict[str, str] = field(default_factory=dict, repr=False)

    def connect(self) -> None:
        """Connect one platform by password and the other by code, each after a failed attempt."""
        self.dana.post("/api/resy/login/", {"email": "dana@example.com", "password": "a-wrong-password-9"})
        self.dana.post("/api/resy/login/", {"email": "dana@example.com", "password": PLATFORM_PASSWORD})
        phone = "+12125550177"
        sent = self.dana.post("/api/opentable/phone_login/", {"phone": phone}).json()["correlation_id"]
        for code in ("99887766", OPENTABLE_CODE):
            form = {"phone": phone, "code": code, "correlation_id": sent}
            self.dana.post("/api/opentable/verify_phone_2fa/", form)
        box = SealedBox(settings.SEAL_KEYS)
        for account in PlatformAccount.objects.all():
            self.secrets[f"{account.platform} token"] = box.open(SealedToken(account.sealed_token))
        self.secrets |= {
            "platform password": PLATFORM_PASSWORD,
            "wrong platform password": "a-wrong-password-9",
            "code": OPENTABLE_CODE,
            "wrong code": "99887766",
        }

    def file(self) -> None:
        """Submit a request for a client with a card at each platform, and another request that is refused."""
        for account in PlatformAccount.objects.order_by("pk"):
            chosen = "selectedResyAccount" if account.platform == "resy" else "selectedOpenTableAccount"
            for party_size, status in ((99, 400), (2, 201)):
                reply = self.dana.post("/api/reservations/", self._form(account, chosen, party_size))
                assert reply.status_code == status, reply.content
        self.secrets |= {"card": CARD, "card without spaces": CARD.replace(" ", ""), "cvc": CVC}

    def _form(self, account: PlatformAccount, chosen: str, party_size: int) -> dict[str, Any]:
        venue = make_venue(reservation_source=account.platform)
        return {
            "reservation": {
                "snipe_type": "cancel", "venues": [{"id": venue.pk}], "party_size": party_size,
                "dates": [day(7 + account.pk % 5).isoformat()], "start_time": "18:30", "end_time": "20:30",
            },
            "clientDetails": {
                "first_name": "Grace", "last_name": "Hopper", "email": f"grace{account.pk}@example.org",
                "phone": "2125550123", "phone_country_code": "+1", "zip_code": "10012", "save": True,
                "cc_number": CARD, "exp_month": "07", "exp_year": str(timezone.now().year + 2), "cvc": CVC,
            },
            chosen: account.pk,
        }  # fmt: skip

    def book(self) -> None:
        """Book one table and publish its outcome."""
        sniper, request = Sniper(), Reservation.objects.order_by("pk").first()
        assert request is not None
        attempt = sniper.claim(request)
        assert attempt is not None
        assert sniper.record(attempt, "booked", named="resy-1")
        sniper.connection.close()
        assert publish_outcomes(now=timezone.now())

    def change_address(self, anyone: Anyone) -> None:
        """Use the three mailed links: confirm a new address, revert the change, reset the password.

        The test does not search for a phone code, because six digits also occur in timestamps. Only the hash of a code
        is stored.
        """
        old, new = self.dana.user.email, "dana.moved@example.org"
        assert ask(self.dana, new, NEW_PASSWORD).status_code == 200
        assert anyone.post(CONFIRM, {"token": "7.not-the-signature"}).status_code == 400
        assert confirm(anyone, new).status_code == 200
        assert anyone.post("/api/users/request_password_reset/", {"email": new}).status_code == 200
        self.dana.user.refresh_from_db()
        self.secrets |= {
            "confirmation link": token("confirm-email", new),
            "revert link": token("revert-email", old),
            "reset link": token("reset-password", new),
        }

    def share_calendar(self, anyone: Anyone) -> None:
        """Create the address of a calendar feed, read the feed, and replace the address."""
        old = self.dana.post("/api/calendar/").json()["url"].partition("token=")[2]
        new = self.dana.post("/api/calendar/renew/").json()["url"].partition("token=")[2]
        for secret, status in ((old, 404), (new, 200)):
            assert anyone.get("/api/calendar/tables.ics", token=secret).status_code == status
        self.secrets |= {"old calendar token": old, "calendar token": new}

    def share_table(self, anyone: Anyone) -> None:
        """Share a booked table, open its link and its page, and end the link."""
        booked = Reservation.objects.filter(attempts__state="booked", group__user=self.dana.user)[0]
        path = f"/api/reservations/{booked.group_id}/tables/{booked.pk}/share/"
        token = self.dana.post(path).json()["url"].partition("token=")[2]
        for status in (200, 404):
            for page in ("/api/public/table/", "/api/public/table/calendar/", "/shared-table"):
                assert anyone.get(page, token=token).status_code in (status, 503)  # 503: no built page in this test
            self.dana.send("DELETE", path)
        self.secrets["token of a shared table"] = token

    def add_addresses(self, push_service: FakeService) -> None:
        """Add a device and chat apps, two of them with wrong fields, and send a test message to each."""
        browser, topic = Browser(push_service), "tables-of-dana-9Zk3"
        subscription = browser.subscription()
        token, webhook = "123456789:" + "Zx9" * 12, f"https://discord.com/api/webhooks/123456789012345678/{'k7Q' * 20}"
        for path, form, status in (
            ("devices", subscription, 200),
            ("apps", {"app": "ntfy", "server": push_service.url, "topic": topic, "token": "tk_secret0of0dana"}, 200),
            ("apps", {"app": "telegram", "token": token, "chat": "9876543210987"}, 200),
            ("apps", {"app": "slack", "webhook": webhook}, 400),
            ("devices", {**subscription, "endpoint": "https://10.0.0.7/internal-endpoint-4711"}, 400),
        ):
            assert self.dana.post(f"/api/notification-settings/{path}/", form).status_code == status
        seq = self.dana.post("/api/notification-settings/tests/").json()["test"]
        # Only to the fake services.
        rows = Delivery.objects.filter(event__seq=seq, channel__in=["push", "chat"], address__app__in=["", "ntfy"])
        for pk in list(rows.values_list("pk", flat=True)):
            sending.send_delivery(delivery_id=pk, clock=timezone.now)
        assert push_service.accepted
        self.secrets |= {
            "push endpoint": browser.name, "push key": subscription["keys"]["p256dh"], "topic": topic,
            "ntfy token": "tk_secret0of0dana", "bot token": token, "chat id": "9876543210987",
            "refused webhook": webhook.rpartition("/")[2], "refused endpoint": "internal-endpoint-4711",
            "vapid key": settings.VAPID_PRIVATE_KEY,
        }  # fmt: skip

    def sign_up_again(self, anyone: Anyone) -> None:
        """Sign up twice with a taken address, the second time as if both sign-ups came at the same moment."""
        name, password = "Featherstonehaugh", "Taken4table!"
        form = sign_up_form(email=self.dana.user.email, last_name=name, password=password)
        assert anyone.post("/api/users/register/", form).status_code == 409
        with pytest.MonkeyPatch.context() as at_once:
            at_once.setattr(services, "is_taken", lambda **_: False)
            assert anyone.post("/api/users/register/", form).status_code == 409
        self.secrets |= {"password of a sign-up": password, "name of a sign-up": name}

    def sign_in_and_out(self) -> None:
        """Fail to sign in, sign in, refresh the tokens and change the password."""
        self.dana.post("/api/users/login/", {"email": self.dana.user.email, "password": "Wrong4table!"})
        form = {"email": self.dana.user.email, "password": PASSWORD}
        user = self.dana.post("/api/users/login/", form).json()["user"]
        renewed = self.dana.post("/api/users/token/refresh/", {"refresh_token": user["refresh_token"]}).json()
        self.dana.post("/api/users/change_password/", {"old_password": PASSWORD, "new_password": NEW_PASSWORD})
        self.secrets |= {
            "our password": PASSWORD, "our wrong password": "Wrong4table!", "our new password": NEW_PASSWORD,
            "access token": user["access_token"], "refresh token": user["refresh_token"],
            "renewed refresh token": renewed["refresh_token"],
            "stripe key": settings.STRIPE_SECRET_KEY, "webhook secret": settings.STRIPE_WEBHOOK_SECRET,
        }  # fmt: skip


@pytest.fixture
def talkative(caplog: pytest.LogCaptureFixture) -> None:
    """Set the level of our loggers and of the libraries' loggers to DEBUG."""
    for name in ("", "django", "django.request", "httpx", "httpcore", "stripe", "psycopg"):
        caplog.set_level(logging.DEBUG, logger=name or None)


@pytest.fixture
def push_service(settings: Settings) -> Iterator[FakeService]:
    """A service that accepts messages to devices and to ntfy. Telegram is not reached: its host is refused."""
    settings.NOTIFY_LOOPBACK = True
    with running_service() as fake:
        yield fake


def events() -> str:
    """Return the payloads of all durable events, as one text."""
    return "\n".join(str(row) for row in Event.objects.values_list("payload", flat=True))


def test_no_secret_stays_in_the_database_the_logs_or_the_events(
    shop: Shop,
    anyone: Anyone,
    push_service: FakeService,
    talkative: None,
    mail_at_once: None,
    search: SecretSearch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    flows = Flows(signed_in(make_user("Dana", tier="none", is_concierge=True)))
    buy(flows.dana, shop, "premium")
    flows.connect()
    flows.file()
    flows.book()
    flows.share_calendar(anyone)
    flows.share_table(anyone)
    flows.add_addresses(push_service)
    flows.sign_up_again(anyone)
    flows.sign_in_and_out()
    flows.change_address(anyone)
    shop.settle()

    assert len(flows.secrets) == 34
    assert Event.objects.filter(type="reservation.outcome").exists()
    assert "login" in caplog.text
    search.assert_absent(*flows.secrets.values())
    assert not [name for name, secret in flows.secrets.items() if contains_secret(events(), secret)]
    plant_and_find(flows, caplog)


def plant_and_find(flows: Flows, caplog: pytest.LogCaptureFixture) -> None:
    """Assert that the search finds each secret in each place."""
    event = Event.objects.first()
    assert event is not None
    for secret in (text[:300] for text in flows.secrets.values()):
        User.objects.filter(pk=flows.dana.user.pk).update(referral_link=secret)
        logging.getLogger("careless").warning("got %s", secret)
        Event.objects.filter(pk=event.pk).update(payload={**event.payload, "note": secret})
        assert [contains_secret(text, secret) for text in (dump_database(), caplog.text, events())] == [
            True,
            True,
            True,
        ]
