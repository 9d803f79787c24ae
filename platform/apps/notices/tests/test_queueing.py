"""Messages are queued with their event, on the channels that the user wants."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services
from apps.notices.kinds import LIVES
from apps.notices.models import Delivery
from apps.notices.tests import make
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
        ({"phone_notifications": True, "email_confirmed_at": None}, ["sms"]),
        ({"phone_notifications": True, "phone_confirmed_at": None}, ["email"]),
    ],
)
def test_a_channel_is_used_where_the_user_wants_it(
    alice: Person, preferences: dict[str, object], channels: list[str]
) -> None:
    User.objects.filter(pk=alice.user.pk).update(**preferences)
    make.told(alice.user)
    assert sorted(Delivery.objects.values_list("channel", flat=True)) == channels


def test_each_kind_is_queued_with_its_facts_and_the_life_of_its_kind(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    now = timezone.now()
    for notice in every():
        make.told(alice.user, notice=notice, now=now)
        email, text = Delivery.objects.order_by("-event_id", "channel")[:2]
        life = LIVES[notice.kind]
        assert (email.kind, email.facts) == (notice.kind, notice.model_dump(mode="json"))
        assert (email.state, email.attempts, email.next_at) == ("queued", 0, now)
        assert (email.expires_at - now, text.expires_at - now) == (life.email, life.sms)


def test_a_text_about_a_table_is_of_no_use_hours_later() -> None:
    assert LIVES["booked"].sms <= timedelta(hours=1)
    assert all(life.sms <= life.email <= timedelta(days=1) for life in LIVES.values())


def test_an_event_without_a_notice_and_one_told_already_queue_nothing(alice: Person) -> None:
    make.event(alice.user)
    for _ in range(2):
        make.told(alice.user, dedupe_key="once")
    assert Delivery.objects.count() == 1


def test_each_message_belongs_to_its_own_event(alice: Person, bob: Person) -> None:
    held = services.hold_numbers(user_ids=[alice.user.pk, bob.user.pk])
    events = [
        services.NewEvent(
            user_id=user.pk, type="reservation.changed", body=make.body(n), notice=booked(venue_name=f"Venue {n}")
        )
        for n, user in enumerate([alice.user, bob.user, alice.user])
    ]
    services.append_held(events=events, held=held, now=timezone.now())
    told = {
        (one.event.user_id, one.event.payload["group_id"], one.facts["venue_name"])
        for one in Delivery.objects.select_related("event")
    }
    assert told == {(alice.user.pk, 0, "Venue 0"), (bob.user.pk, 1, "Venue 1"), (alice.user.pk, 2, "Venue 2")}
