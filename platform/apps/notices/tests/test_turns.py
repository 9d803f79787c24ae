"""One user's slow servers hold up nobody else's messages to devices and chat apps."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from apps.accounts.models import User
from apps.notices.models import Delivery, DeliveryAddress
from apps.notices.queue import deliveries, turns
from apps.notices.settings import addresses
from apps.notices.tests import factories
from apps.senders import outbound
from apps.senders.base import Answer, Verdict
from apps.senders.tests.push_services import Browser, FakeService, running_service
from testing.users import Person, make_user
from testing.worker import until, worker_process

NOW = timezone.now()
SENT, LATER = Answer(verdict=Verdict.SENT), Answer(verdict=Verdict.LATER, reason="no_connection")
UNKNOWN = Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")


@pytest.fixture
def slow() -> Iterator[FakeService]:
    """A server that accepts a message and does not answer."""
    with running_service(status=200) as fake:
        fake.status = "stall"
        yield fake
        fake.go_on.set()


def topics_at(server: FakeService, user: User, *, number: int) -> None:
    for one in range(number):
        fields = {"server": server.url, "topic": f"topic-{one}"}
        addresses.add_chat(user=user, app="ntfy", fields=fields, address="", now=NOW)


def silence(user: User) -> None:
    User.objects.filter(pk=user.pk).update(email_notifications=False)


@pytest.mark.django_db(transaction=True)
def test_a_message_is_not_held_up_by_another_users_slow_servers(
    slow: FakeService, browser: Browser, settings: Settings
) -> None:
    mallory, alice = make_user("Mallory"), make_user("Alice")
    silence(mallory)
    silence(alice)
    topics_at(slow, mallory, number=10)
    fields = {"server": browser.service.url, "topic": "tables"}
    addresses.add_chat(user=alice, app="ntfy", fields=fields, address="", now=NOW)
    browser.service.status = 201
    with worker_process(NOTIFY_LOOPBACK="1"):
        for _ in range(4):
            factories.event_with_notice(mallory, now=timezone.now())
        until(lambda: slow.accepted)
        factories.event_with_notice(alice, now=timezone.now())
        until(lambda: browser.service.accepted)
        assert len(slow.accepted) == 1, "one call of a user is in flight, and it has not ended"


def queue(user: User, *, messages: int = 1) -> list[int]:
    silence(user)
    for _ in range(messages):
        factories.event_with_notice(user, now=NOW)
    return list(Delivery.objects.filter(event__user=user).order_by("pk").values_list("pk", flat=True))


def claim(pk: int, *, after: timedelta = timedelta()) -> Delivery:
    found = deliveries.claim(delivery_id=pk, now=NOW + after)
    assert found is not None
    return found


def test_one_call_of_a_user_is_in_flight_and_its_end_starts_the_next(alice: Person, bob: Person) -> None:
    factories.chat_address(alice.user, topic="one")
    factories.chat_address(alice.user, topic="two")
    factories.chat_address(bob.user)
    first, second = queue(alice.user)
    (other,) = queue(bob.user)
    ProcrastinateJob.objects.all().delete()
    calling, waiting = claim(first), claim(second)
    assert (calling.state, waiting.state, waiting.reason) == ("sending", "queued", turns.WAITS)
    assert not ProcrastinateJob.objects.exists()
    assert claim(other).state == "sending"
    deliveries.finish(delivery=calling, answer=SENT, now=NOW)
    assert [job.args for job in ProcrastinateJob.objects.all()] == [{"delivery_id": second}]
    assert claim(second).state == "sending"


def test_a_turn_whose_worker_died_is_free_again(alice: Person) -> None:
    factories.chat_address(alice.user, topic="one")
    factories.chat_address(alice.user, topic="two")
    first, second = queue(alice.user)
    claim(first)
    assert claim(second).state == "queued"
    deliveries.sweep(now=NOW + turns.LONGEST_WAIT + deliveries.OVERDUE + timedelta(seconds=1))
    assert ProcrastinateJob.objects.filter(queueing_lock=f"delivery-{second}").exists()
    assert claim(second, after=deliveries.CLAIM_LIFE + timedelta(seconds=1)).state == "sending"


@pytest.mark.parametrize("answer", [LATER, UNKNOWN])
def test_an_address_that_fails_rests_longer_and_longer(alice: Person, answer: Answer) -> None:
    address = factories.chat_address(alice.user)
    at, rests = NOW, []
    for _ in range(5):
        factories.event_with_notice(alice.user, now=at)
        pk = Delivery.objects.filter(channel="chat").latest("pk").pk
        found = deliveries.claim(delivery_id=pk, now=at)
        assert found is not None
        assert found.state == "sending"
        deliveries.finish(delivery=found, answer=answer, now=at)
        Delivery.objects.exclude(state="failed").update(state="failed")
        address.refresh_from_db()
        assert address.rests_until is not None
        rests.append(address.rests_until - at)
        at = address.rests_until + timedelta(seconds=1)
    assert rests == sorted(rests)
    assert rests[0] >= timedelta(seconds=2)
    assert rests[-1] >= 8 * rests[0]


def test_a_message_waits_for_the_end_of_the_rest_and_a_success_ends_it(alice: Person) -> None:
    address = factories.chat_address(alice.user)
    rests_until = NOW + timedelta(seconds=40)
    DeliveryAddress.objects.filter(pk=address.pk).update(failures=3, rests_until=rests_until)
    (pk,) = queue(alice.user)
    resting = claim(pk)
    assert (resting.state, resting.reason, resting.next_at, resting.attempts) == ("queued", "rests", rests_until, 0)
    late = claim(pk, after=timedelta(seconds=41))
    assert late.state == "sending"
    deliveries.finish(delivery=late, answer=SENT, now=NOW)
    address.refresh_from_db()
    assert (address.failures, address.rests_until) == (0, None)


@pytest.mark.django_db(transaction=True)
def test_a_call_holds_no_database_connection() -> None:
    assert User.objects.count() == 0
    assert connection.connection is not None
    with outbound.exchange():
        assert connection.connection is None
