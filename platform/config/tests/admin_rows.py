"""Rows of every model in the admin, with a secret in each field that can contain one."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.contrib.auth.models import Group
from django.db.models import Model
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import AuditEntry, Session, User
from apps.accounts.security import audit
from apps.billing.models import Subscription
from apps.blog.models import Blog
from apps.connections.models import KillSwitch, PlatformAccess, PlatformAccount
from apps.notices.models import Delivery, Event
from apps.notices.queue import deliveries
from apps.requests.models import Attempt, Client, ClientCard, Reservation, ReservationGroup, TimelineEntry
from apps.requests.tests import factories
from apps.venues.models import Venue
from testing.platform_accounts import make_account
from testing.users import make_user, password_hash
from testing.venues import make_venue

TOKEN_HASH = "f00dfacef00dface"
SEALED = "gAAAAASealedPlatformToken"
PLATFORM_CARD = "pm-known-to-the-platform-only"
IDEMPOTENCY_KEY = "8f6f2f1c-2b1e-4f52-9d5a-1d3a6c0b7e"
WORDS_OF_A_MESSAGE = "what the message says of a client"

Row = TypeVar("Row", bound=Model)

ADD: dict[type[Model], Callable[[int], Model]] = {}


def secrets() -> list[str]:
    """Return the texts that no page may show."""
    return [TOKEN_HASH, SEALED, PLATFORM_CARD, IDEMPOTENCY_KEY, WORDS_OF_A_MESSAGE, password_hash(), "argon2"]


def adds(model: type[Row]) -> Callable[[Callable[[int], Row]], Callable[[int], Row]]:
    """Register a function that adds one row of the model, and the rows that it needs. Each call gets a new number."""

    def keep(function: Callable[[int], Row]) -> Callable[[int], Row]:
        ADD[model] = function
        return function

    return keep


@adds(User)
def user(n: int) -> User:
    return make_user(f"Person{n}", referral_code=f"CODE{n}")


@adds(Session)
def session(n: int) -> Session:
    return Session.objects.create(
        user=user(n),
        current_hash=TOKEN_HASH,
        previous_hash=TOKEN_HASH,
        expires_at=timezone.now() + timedelta(days=1),
        user_agent=f"Browser {n}",
    )


@adds(AuditEntry)
def audit_entry(n: int) -> AuditEntry:
    audit.record(audit.Act.SIGNED_IN, user_id=user(n).pk, now=timezone.now(), address="10.0.0.1")
    return AuditEntry.objects.latest("id")


@adds(Group)
def role(n: int) -> Group:
    return Group.objects.create(name=f"Role {n}")


@adds(PlatformAccount)
def account(n: int) -> PlatformAccount:
    return make_account(user=user(n), sealed_token=SEALED, payment_method_id=PLATFORM_CARD)


@adds(Venue)
def venue(n: int) -> Venue:
    return make_venue(venue_name=f"Venue {n}")


@adds(KillSwitch)
def switch(n: int) -> KillSwitch:
    return KillSwitch.objects.create(scope="venue", key=str(venue(n).pk), reason="Asked to.", created_by="stella")


@adds(PlatformAccess)
def access(n: int) -> PlatformAccess:
    return PlatformAccess.objects.create(platform=f"source{n}", sealed_secret=SEALED, application_id=f"application-{n}")


@adds(ReservationGroup)
def group(n: int) -> ReservationGroup:
    owner = account(n).user
    client = Client.objects.create(owner=owner, first_name="Cleo", last_name="Client", email=f"c{n}@example.org")
    ClientCard.objects.create(
        client=client, account=owner.platform_accounts.get(), platform_payment_id=PLATFORM_CARD, last_four="4242"
    )
    filed = factories.group(owner, venues=[venue(n)])
    ReservationGroup.objects.filter(pk=filed.pk).update(client=client)
    return filed


@adds(Reservation)
def request(n: int) -> Reservation:
    found = group(n).reservations.get()
    TimelineEntry.objects.create(reservation=found, attempt=factories.attempt(found, state="lost"), kind="lost")
    return found


@adds(Attempt)
def attempt(n: int) -> Attempt:
    return factories.attempt(group(n).reservations.get(), state="lost")


@adds(Client)
def client(n: int) -> Client:
    found = group(n).client
    return found or Client.objects.latest("id")


@adds(Event)
def event(n: int) -> Event:
    return Event.objects.create(user=user(n), seq=1, type="user.notice", payload={"message": "Hello."})


@adds(Delivery)
def delivery(n: int) -> Delivery:
    soon = timezone.now() + timedelta(hours=1)
    return Delivery.objects.create(
        event=event(n),
        channel="email",
        kind="booked",
        facts={"text": WORDS_OF_A_MESSAGE},
        next_at=soon,
        expires_at=soon,
    )


@adds(Subscription)
def subscription(n: int) -> Subscription:
    return Subscription.objects.create(user=user(n), customer_id=f"cus_{n}", status="active", plan="standard")


@adds(Blog)
def story(n: int) -> Blog:
    return Blog.objects.create(slug=f"story-{n}", title=f"Story {n}", summary="Short.", body="Text.", category="News")


@adds(ProcrastinateJob)
def job(n: int) -> ProcrastinateJob:
    deliveries.defer([n], channel="email")
    found: ProcrastinateJob = ProcrastinateJob.objects.latest("id")
    return found
