"""`manage.py run_worker` is killed or stopped while it sends a text message."""

import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.notices import deliveries
from apps.notices.models import Delivery
from apps.notices.tests import factories
from apps.notices.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio
from testing.users import make_user
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


def test_a_message_whose_job_was_lost_is_sent_by_the_sweep(
    user: User, twilio: FakeTwilio, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A row without a job, as the previous release queues it.
    monkeypatch.setattr(deliveries, "defer", lambda ids, channel: None)
    factories.event_with_notice(user, now=timezone.now() - deliveries.OVERDUE)
    with worker_process(**variables):
        until(lambda: states() == ["sent"])
    assert len(twilio.accepted) == 1


def test_a_stopped_worker_finishes_the_running_message(
    user: User, twilio: FakeTwilio, variables: dict[str, str]
) -> None:
    twilio.behave = "stall"
    factories.event_with_notice(user)
    with worker_process(**variables) as process:
        until(lambda: twilio.accepted)
        process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        twilio.go_on.set()
        assert process.wait(60) == 0
    assert states() == ["sent"]
