"""Messages are queued with their event, on the channels that the user wants."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services
from apps.notices.models import Delivery
from apps.notices.rules.topics import KINDS
from apps.notices.tests import factories
from apps.notices.tests.notices import booked, every
from testing.users import Person


@pytest.mark.parametrize(
    ("preferences", "channels"),
    [
        ({"email_notifications": True, "phone_notifications": False}, ["email"]),
        ({"email_notifications": True, "phone_notifications": True}, ["email", "sms"]),
        ({"email_notifications": False, "phone_notifications": True}, ["sms"]),
        ({"email_notifications": False, "phone_notifications": False}, []),
        ({"email_notifications": True, "phone_notifications": True, "phone": ""}, ["email"]),
        ({"email_notifications": True, "phone_notifications": True, "is_active": False}, []),
        ({"phone_notifications": True, "email_confirmed_at": None}, ["email", "sms"]),
        ({"email_notifications": False, "email_confirmed_at": None}, []),
        ({"phone_notifications": True, "phone_confirmed_at": None}, ["email"]),
    ],
)
def test_only_wanted_and_confirmed_channels_are_queued(
    alice: Person, preferences: dict[str, object], channels: list[str]
) -> None:
    User.objects.filter(pk=alice.user.pk).update(**preferences)
    factories.event_with_notice(alice.user)
    assert sorted(Delivery.objects.values_list("channel", flat=True)) == channels


def test_each_kind_is_queued_with_its_fields_and_lifetime(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    now = timezone.now()
    for notice in every():
        factories.event_with_notice(alice.user, notice=notice, now=now)
        email, text = Delivery.objects.order_by("-event_id", "channel")[:2]
        life = KINDS[notice.kind].lifetime
        latest = notice.useful_until or now + life.email
        assert (email.kind, email.facts) == (notice.kind, notice.model_dump(mode="json", by_alias=True))
        assert (email.state, email.attempts, email.next_at) == ("queued", 0, now)
        assert email.expires_at == min(now + life.email, latest)
        assert text.expires_at == min(now + life.sms, latest)


def test_texts_about_tables_expire_within_an_hour() -> None:
    assert KINDS["booked"].lifetime.sms <= timedelta(hours=1)
    assert all(life.sms <= life.email <= timedelta(days=1) for _, life in KINDS.values())


def test_events_without_notice_and_duplicates_queue_nothing(alice: Person) -> None:
    factories.event(alice.user)
    for _ in range(2):
        factories.event_with_notice(alice.user, dedupe_key="once")
    assert Delivery.objects.count() == 1


def test_each_message_belongs_to_its_own_event(alice: Person, bob: Person) -> None:
    last_seqs = services.lock_cursors(user_ids=[alice.user.pk, bob.user.pk])
    events = [
        services.NewEvent(
            user_id=user.pk, type="reservation.changed", body=factories.body(n), notice=booked(venue_name=f"Venue {n}")
        )
        for n, user in enumerate([alice.user, bob.user, alice.user])
    ]
    services.append_locked(events=events, last_seqs=last_seqs, now=timezone.now())
    queued = {
        (one.event.user_id, one.event.payload["group_id"], one.facts["venue_name"])
        for one in Delivery.objects.select_related("event")
    }
    assert queued == {(alice.user.pk, 0, "Venue 0"), (bob.user.pk, 1, "Venue 1"), (alice.user.pk, 2, "Venue 2")}
