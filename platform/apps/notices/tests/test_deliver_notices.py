"""`manage.py deliver_notices` as the supervisor runs it: killed and stopped with a message on its way."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.notices.delivering import POLL_SECONDS, Lane
from apps.notices.models import Delivery
from apps.notices.tests import make
from apps.notices.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio
from testing.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return make_user("Alice", email_notifications=False, phone_notifications=True)


@contextmanager
def deliverer(twilio: FakeTwilio, state: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own, over the tests' database."""
    database = connection.settings_dict
    env = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "TABLEHAWK_STATE": str(state),
        "TWILIO_API_BASE": twilio.url,
        "TWILIO_ACCOUNT_SID": ACCOUNT,
        "TWILIO_AUTH_TOKEN": TOKEN,
        "TWILIO_FROM": SENDER,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(settings.ROOT), os.environ.get("PYTHONPATH")])),
    }
    command = [sys.executable, str(settings.ROOT / "platform" / "manage.py"), "deliver_notices"]
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def until(what: Callable[[], object]) -> None:
    for _ in range(3000):
        if what():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


def states() -> list[str]:
    return list(Delivery.objects.order_by("id").values_list("state", flat=True))


def test_killed_between_sending_and_writing_it_down_a_text_is_never_sent_twice(
    user: User, twilio: FakeTwilio, tmp_path: Path
) -> None:
    twilio.behave = "stall"
    make.told(user)
    with deliverer(twilio, tmp_path) as first:
        until(lambda: twilio.accepted)
        first.kill()
        first.wait()
    assert states() == ["sending"]

    twilio.behave = None
    twilio.go_on.set()
    make.told(user)
    lane = Lane(channel="sms", clock=timezone.now)
    while lane.step() != POLL_SECONDS:
        pass
    assert states() == ["sending", "sent"]
    assert len(twilio.accepted) == 2


def test_told_to_stop_it_brings_the_text_in_hand_to_its_end(user: User, twilio: FakeTwilio, tmp_path: Path) -> None:
    twilio.behave = "stall"
    make.told(user)
    with deliverer(twilio, tmp_path) as process:
        until(lambda: twilio.accepted)
        process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        twilio.go_on.set()
        assert process.wait(20) == 0
    assert states() == ["sent"]
