"""`manage.py run_worker` is killed while it calls a webhook, and sends what was queued while no worker ran."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from apps.webhooks.models import WebhookDelivery
from testing.users import make_user
from testing.worker import until, worker_process

from .factories import happen, webhook
from .receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)


def states() -> list[str]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("state", flat=True))


def test_a_worker_killed_between_claim_and_record_loses_nothing(receiver: Receiver, tmp_path: Path) -> None:
    variables = {"TABLEHAWK_STATE": str(tmp_path), "SEAL_KEYS": ",".join(settings.SEAL_KEYS), "NOTIFY_LOOPBACK": "1"}
    user = make_user("Alice", email_notifications=False)
    _, secret = webhook(user, receiver.url)
    sent = [happen(user, group_id=1) for _ in range(3)]
    receiver.stalls = True
    with worker_process(**variables) as first:
        until(lambda: receiver.calls)
        first.kill()
        first.wait()
    assert states() == ["sending", "queued", "queued"]

    receiver.stalls = False
    receiver.go_on.set()
    # A minute passes.
    WebhookDelivery.objects.filter(state="sending").update(next_at=timezone.now())
    with worker_process(**variables):
        until(lambda: states() == ["accepted"] * 3)
    assert [call.data(secret)["seq"] for call in receiver.calls] == [sent[0], *sent]
    assert receiver.calls[0].id == receiver.calls[1].id
