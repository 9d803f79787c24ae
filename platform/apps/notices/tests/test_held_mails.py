"""Mails to an unconfirmed address wait for its confirmation, and are sent then if they are not older than a day."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail as outbox
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import User
from apps.accounts.signals import unconfirmed_account_reset
from apps.accounts.tests.mailed import CONFIRM
from apps.notices import sending
from apps.notices.models import Delivery
from apps.notices.queue import deliveries
from apps.notices.queue.queueing import HELD_FROM
from apps.notices.rules.topics import KINDS
from apps.notices.tests import factories
from apps.notices.tests.notices import every
from testing.users import Anyone, Person

HOUR = timedelta(hours=1)


@pytest.fixture
def newcomer(alice: Person) -> Person:
    User.objects.filter(pk=alice.user.pk).update(email_confirmed_at=None)
    alice.user.refresh_from_db()
    return alice


def send_all() -> None:
    for pk in list(Delivery.objects.filter(channel="email").values_list("pk", flat=True)):
        sending.send_delivery(delivery_id=pk, clock=timezone.now)


def jobs() -> int:
    return ProcrastinateJob.objects.filter(task_name=deliveries.TASK, status="todo").count()


def press_link(newcomer: Person, anyone: Anyone) -> None:
    user = newcomer.user
    row = email_confirmation.renew_link(user=user, email=user.email, session_id=None, now=timezone.now())
    token = parse_qs(urlsplit(email_confirmation.LINK.url(row)).query)["token"][0]
    assert anyone.post(CONFIRM, {"token": token}).status_code == 200


def test_table_booked_before_the_confirmation_is_mailed_after_it(newcomer: Person, anyone: Anyone) -> None:
    factories.event_with_notice(newcomer.user, now=timezone.now() - 23 * HOUR)
    send_all()
    deliveries.sweep(now=timezone.now())
    assert (jobs(), Delivery.objects.get().state) == (0, "queued")
    press_link(newcomer, anyone)
    assert jobs() == 1
    send_all()
    assert Delivery.objects.get().state == "sent"
    assert outbox.outbox[-1].subject.startswith("Booked")
    # A second confirmation, or a sweep, sends nothing again.
    deliveries.sweep(now=timezone.now() + HOUR)
    send_all()
    assert len([one for one in outbox.outbox if one.subject.startswith("Booked")]) == 1


def test_each_kind_waits_as_long_as_it_is_useful_and_a_day_at_most(newcomer: Person) -> None:
    now = timezone.now()
    for notice in every():
        Delivery.objects.all().delete()
        factories.event_with_notice(newcomer.user, notice=notice, now=now)
        found = Delivery.objects.filter(channel="email").first()
        if notice.kind == "test":
            assert found is None
            continue
        life = KINDS[notice.kind].lifetime.email
        longest = now + (24 * HOUR if life >= HELD_FROM else life)
        assert found is not None
        assert found.expires_at == found.next_at == min(longest, notice.useful_until or longest)
        assert deliveries.claim(delivery_id=found.pk, now=found.next_at - HOUR / 60) is None
        assert found.expires_at <= now or deliveries.claim(delivery_id=found.pk, now=found.next_at) is not None
        found.refresh_from_db()
        assert found.state != "sending"


def test_mail_of_another_day_is_not_sent_on_confirmation(newcomer: Person, anyone: Anyone) -> None:
    factories.event_with_notice(newcomer.user, now=timezone.now() - 25 * HOUR)
    press_link(newcomer, anyone)
    assert jobs() == 0
    send_all()
    assert (Delivery.objects.get().state, Delivery.objects.get().facts) == ("failed", {})


def test_owner_who_takes_the_account_over_gets_no_mail_of_a_stranger(newcomer: Person) -> None:
    factories.event_with_notice(newcomer.user)
    unconfirmed_account_reset.send(User, user_id=newcomer.user.pk, address="", now=timezone.now())
    assert not Delivery.objects.exists()


def test_mails_of_others_keep_waiting(newcomer: Person, bob: Person, anyone: Anyone) -> None:
    User.objects.filter(pk=bob.user.pk).update(email_confirmed_at=None)
    for person in (newcomer, bob):
        factories.event_with_notice(person.user)
    press_link(newcomer, anyone)
    assert list(Delivery.objects.filter(reason="unconfirmed").values_list("event__user", flat=True)) == [bob.user.pk]


def test_open_pages_learn_of_the_confirmation(newcomer: Person, anyone: Anyone) -> None:
    before = newcomer.get("/api/events/", after=0).json()["last_seq"]
    press_link(newcomer, anyone)
    events = newcomer.get("/api/events/", after=before).json()["events"]
    assert [(event["type"], event["what"]) for event in events] == [("user.changed", "email")]
    assert newcomer.get("/api/notices/").json()["events"] == []
