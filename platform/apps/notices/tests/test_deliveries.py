"""Only one sender claims a message, a message ends only once, and it is not sent again after an unknown outcome."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import User
from apps.notices.models import Delivery
from apps.notices.queue import deliveries
from apps.notices.rules.topics import KINDS
from apps.notices.tests import factories
from apps.senders.base import Answer, Verdict
from testing.users import Person, make_user

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
SENT = Answer(verdict=Verdict.SENT, reference="SM1")
LATER = Answer(verdict=Verdict.LATER, reason="no_connection")


def claim(now: datetime = NOW) -> Delivery | None:
    return deliveries.claim(delivery_id=Delivery.objects.get().pk, now=now)


def claimed(now: datetime = NOW) -> Delivery:
    delivery = claim(now)
    assert delivery is not None
    return delivery


def jobs() -> list[tuple[str, int, datetime | None]]:
    """Return queue, message and time of the waiting jobs."""
    rows = ProcrastinateJob.objects.filter(task_name=deliveries.TASK, status="todo").order_by("id")
    return [(job.queue_name, job.args["delivery_id"], job.scheduled_at) for job in rows]


def test_a_queued_message_has_a_job_on_the_queue_of_its_channel(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    factories.event_with_notice(alice.user, now=NOW)
    assert jobs() == [(one.channel, one.pk, None) for one in Delivery.objects.order_by("channel")]


def test_a_message_is_claimed_once_and_only_when_it_is_due(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW + timedelta(minutes=3))
    assert claim(NOW) is None
    assert claim(NOW + timedelta(minutes=3)) is not None
    assert claim(NOW + timedelta(minutes=3)) is None


def test_a_sent_message_is_ended_and_its_facts_are_emptied(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    assert deliveries.finish(delivery=claimed(), answer=SENT, now=NOW) == "sent"
    one = Delivery.objects.get()
    assert (one.state, one.sent_at, one.reference, one.attempts, one.facts) == ("sent", NOW, "SM1", 1, {})
    assert claim(NOW + timedelta(hours=1)) is None


def texts(user: User) -> None:
    """Let messages reach the user as texts, not as mails."""
    User.objects.filter(pk=user.pk).update(phone_notifications=True, email_notifications=False)


@pytest.mark.parametrize("verdict", [Verdict.REFUSED, Verdict.UNKNOWN])
def test_a_refused_or_unknown_text_is_never_sent_again(alice: Person, verdict: Verdict) -> None:
    texts(alice.user)
    factories.event_with_notice(alice.user, now=NOW)
    answer = Answer(verdict=verdict, reason="why")
    assert deliveries.finish(delivery=claimed(), answer=answer, now=NOW) == "failed"
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.sent_at, one.facts) == ("failed", "why", None, {})
    assert claim(NOW + timedelta(hours=1)) is None


LOST = timedelta(minutes=5, seconds=1)


def lose(delivery: Delivery, way: str, now: datetime) -> datetime:
    """Let the outcome of a claimed message be unknown. Return the time of the next attempt, if there is one."""
    if way == "answer":
        deliveries.finish(delivery=delivery, answer=Answer(verdict=Verdict.UNKNOWN, reason="fault"), now=now)
    else:
        deliveries.sweep(now=now + LOST)
    return max(Delivery.objects.get().next_at, now)


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        *((kind, "answer", "lost database") for kind in sorted(KINDS)),
        ("booked", "answer", "answer"),
        ("booked", "lost database", "answer"),
        ("booked", "lost database", "lost database"),
    ],
)
def test_a_mail_about_a_booked_table_is_sent_once_more_after_an_unknown_outcome(
    alice: Person, kind: str, first: str, second: str
) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    Delivery.objects.update(kind=kind)
    again = lose(claimed(), first, NOW)
    one = Delivery.objects.get()
    if kind not in deliveries.SENT_TWICE:
        assert one.state == "failed"
        return
    assert (one.state, bool(one.facts)) == ("queued", True)
    lose(claimed(again), second, again)
    assert Delivery.objects.get().state == "failed"
    assert claim(NOW + timedelta(hours=2)) is None


def test_a_repeated_mail_that_was_postponed_meanwhile_is_repeated_once(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    again = lose(claimed(), "answer", NOW)
    deliveries.finish(delivery=claimed(again), answer=LATER, now=again)
    third = Delivery.objects.get().next_at
    lose(claimed(third), "answer", third)
    assert Delivery.objects.get().state == "failed"


def test_a_repeated_mail_that_arrives_is_sent(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    again = lose(claimed(), "lost database", NOW)
    assert deliveries.finish(delivery=claimed(again), answer=SENT, now=again) == "sent"
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.attempts) == ("sent", "", 2)


def test_an_unsent_message_is_repeated_with_growing_pauses_until_it_expires(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    now, pauses = NOW, []
    while (one := Delivery.objects.get()).state == "queued":
        assert one.facts
        pauses.append((one.next_at - now).total_seconds())
        now = one.next_at
        deliveries.finish(delivery=claimed(now), answer=LATER, now=now)
    assert pauses[:9] == [0, 5, 10, 20, 40, 80, 160, 320, 600]
    assert (one.state, one.reason, one.facts) == ("failed", "too_late", {})
    assert one.expires_at - timedelta(minutes=10) <= now < one.expires_at


def test_a_postponed_message_has_one_job_at_its_time(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    one = claimed()
    deliveries.finish(delivery=one, answer=LATER, now=NOW)
    deliveries.defer_again(one.pk, channel="email")
    assert jobs() == [("email", one.pk, None), ("email", one.pk, NOW + timedelta(seconds=5))]


def test_the_sweep_defers_one_job_for_an_overdue_message(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    (job,) = jobs()
    for _ in range(2):
        deliveries.sweep(now=NOW + deliveries.OVERDUE)
    assert jobs() == [job]
    for _ in range(2):
        deliveries.sweep(now=NOW + deliveries.OVERDUE + timedelta(seconds=1))
    assert jobs() == [job, job]


def test_an_expired_message_is_not_sent(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    one = claimed(NOW + timedelta(hours=12))
    assert (one.state, one.reason, one.attempts, one.facts) == ("failed", "too_late", 0, {})


@pytest.mark.parametrize("change", [{"email_notifications": False}, {"is_active": False}, {"email_confirmed_at": None}])
def test_a_message_that_the_user_switched_off_is_skipped(alice: Person, change: dict[str, bool | None]) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    User.objects.update(**change)
    one = claimed()
    assert (one.state, one.reason, one.attempts, one.facts) == ("skipped", "unwanted", 0, {})
    assert Delivery.objects.get().state == "skipped"


def test_a_text_of_a_dead_sender_fails_and_is_never_sent_again(alice: Person) -> None:
    texts(alice.user)
    factories.event_with_notice(alice.user, now=NOW)
    in_hand = claimed()
    assert deliveries.sweep(now=NOW + deliveries.CLAIM_LIFE) == 0
    later = NOW + deliveries.CLAIM_LIFE + timedelta(seconds=1)
    assert deliveries.sweep(now=later) == 1
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.facts) == ("failed", "outcome_unknown", {})
    # A late answer of a process that counted as dead changes nothing.
    deliveries.finish(delivery=in_hand, answer=LATER, now=later)
    assert Delivery.objects.get().state == "failed"
    assert claim(later) is None


@pytest.mark.django_db(transaction=True)
def test_eight_parallel_senders_claim_each_message_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # The pool has fewer connections than there are threads here. On a busy machine the last ones wait for longer than
    # the 5 s that a request may wait.
    monkeypatch.setattr(cast(DatabaseWrapper, connection).pool, "timeout", 60.0)
    for name in ("Ann", "Ben", "Cy"):
        user = make_user(name)
        for _ in range(6):
            factories.event_with_notice(user)
    now = timezone.now()

    waiting = list(Delivery.objects.values_list("pk", flat=True))

    def send(_: int) -> list[int]:
        mine = []
        try:
            for pk in waiting:
                if (one := deliveries.claim(delivery_id=pk, now=now)) is not None:
                    mine.append(one.pk)
                    deliveries.finish(delivery=one, answer=SENT, now=now)
        finally:
            connections.close_all()
        return mine

    with ThreadPoolExecutor(8) as pool:
        all_taken = [pk for mine in pool.map(send, range(8)) for pk in mine]
    assert sorted(all_taken) == sorted(waiting)
    assert len(all_taken) == 18
    assert set(Delivery.objects.values_list("state", "attempts")) == {("sent", 1)}
