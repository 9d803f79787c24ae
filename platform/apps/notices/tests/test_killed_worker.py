"""`manage.py run_worker` is killed or stopped while it sends a message."""

import signal
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import User
from apps.notices.models import Delivery
from apps.notices.queue import deliveries
from apps.notices.settings import addresses
from apps.notices.tests import factories
from apps.senders.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio
from apps.senders.tests.push_services import TOPIC, Browser, FakeService
from testing.users import make_user, signed_in
from testing.worker import until, worker_process

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return make_user("Alice", email_notifications=False, phone_notifications=True)


@pytest.fixture
def variables(twilio: FakeTwilio, tmp_path: Path) -> dict[str, str]:
    return {
        "TABLEHAWK_STATE": str(tmp_path),
        "TWILIO_API_BASE": twilio.url,
        "TWILIO_ACCOUNT_SID": ACCOUNT,
        "TWILIO_AUTH_TOKEN": TOKEN,
        "TWILIO_FROM": SENDER,
    }


def states() -> list[str]:
    return list(Delivery.objects.order_by("id").values_list("state", flat=True))


def test_a_message_whose_worker_was_killed_after_the_hand_over_is_never_sent_again(
    user: User, twilio: FakeTwilio, variables: dict[str, str]
) -> None:
    twilio.behave = "stall"
    factories.event_with_notice(user)
    with worker_process(**variables) as first:
        until(lambda: twilio.accepted)
        first.kill()
        first.wait()
    assert states() == ["sending"]

    twilio.behave = None
    twilio.go_on.set()
    # A further job for the same row, as a sweep would defer it.
    deliveries.defer_again(Delivery.objects.get().pk, channel="sms")
    factories.event_with_notice(user)
    with worker_process(**variables):
        until(lambda: states() == ["sending", "sent"])
    deliveries.sweep(now=timezone.now() + deliveries.CLAIM_LIFE + timedelta(seconds=1))
    assert states() == ["failed", "sent"]
    assert len(twilio.accepted) == 2


def test_a_worker_sends_a_message_whose_job_was_lost_and_finishes_the_running_one_when_it_is_stopped(
    user: User, twilio: FakeTwilio, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        # A row without a job: the process was killed between its row and its job.
        lost.setattr(deliveries, "defer", lambda ids, channel: None)
        factories.event_with_notice(user, now=timezone.now() - deliveries.OVERDUE)
    with worker_process(**variables) as process:
        until(lambda: states() == ["sent"])
        assert len(twilio.accepted) == 1
        twilio.behave = "stall"
        factories.event_with_notice(user)
        until(lambda: len(twilio.accepted) == 2)
        process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        twilio.go_on.set()
        assert process.wait(60) == 0
    assert states() == ["sent", "sent"]


@pytest.fixture
def locked_phone(browser: Browser, ntfy: FakeService) -> User:
    """A user with a device and a chat app, who gets neither e-mails nor text messages and has no page open."""
    user = make_user("Alice", email_notifications=False)
    now = timezone.now()
    phone = signed_in(user)
    assert phone.tokens is not None
    session = user.sessions.get()
    addresses.add_device(
        user=user,
        session_id=session.pk,
        subscription=browser.subscription(),
        label="Chrome on Android",
        address="",
        now=now,
    )
    fields = {"server": ntfy.url, "topic": TOPIC}
    addresses.add_chat(user=user, app="ntfy", fields=fields, address="", now=now)
    return user


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, str]:
    return {
        "TABLEHAWK_STATE": str(tmp_path),
        "SEAL_KEYS": ",".join(settings.SEAL_KEYS),
        "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        "NOTIFY_LOOPBACK": "1",
    }


def test_booked_reaches_a_device_and_an_app_once_with_every_tab_closed(
    locked_phone: User,
    browser: Browser,
    push_service: FakeService,
    ntfy: FakeService,
    keys: dict[str, str],
) -> None:
    push_service.status = ntfy.status = "stall"
    factories.event_with_notice(locked_phone)
    with worker_process(**keys) as first:
        # One call of a user is in flight at a time.
        until(lambda: push_service.accepted or ntfy.accepted)
        first.kill()
        first.wait()
    assert sorted(states()) == ["queued", "sending"]
    push_service.status, ntfy.status = 201, 200
    deliveries.sweep(now=timezone.now() + deliveries.CLAIM_LIFE + timedelta(seconds=1))
    assert sorted(states()) == ["failed", "queued"]
    # The message that waited for its turn becomes due.
    Delivery.objects.filter(state="queued").update(next_at=timezone.now())
    for one in Delivery.objects.all():
        deliveries.defer_again(one.pk, channel=one.channel)
    with worker_process(**keys):
        until(lambda: sorted(states()) == ["failed", "sent"])
        until(no_jobs)
        title = "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
        assert [one["title"] for one in browser.shown()] == [title]
        assert len(ntfy.accepted) == 1
        # A worker that nobody kills sends each message once, too.
        factories.event_with_notice(locked_phone)
        until(lambda: sorted(states()) == ["failed", "sent", "sent", "sent"])
    assert [one["title"] for one in browser.shown()] == [title] * 2
    assert len(ntfy.accepted) == 2


def no_jobs() -> bool:
    return not ProcrastinateJob.objects.filter(task_name=deliveries.TASK, status__in=["todo"]).exists()
