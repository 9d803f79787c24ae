"""`manage.py run_worker` publishes to a broker what the web process has saved."""

from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from apps.notices import services as notices
from apps.notices.tests.factories import body
from apps.requests.tests import factories
from testing.users import make_user, signed_in
from testing.worker import worker_process

from .mosquitto import PASSWORD, USER, HomeAssistant, Mosquitto


@pytest.mark.django_db(transaction=True)
def test_the_worker_publishes_a_saved_broker_and_each_change(
    broker: Mosquitto, home: HomeAssistant, tmp_path: Path
) -> None:
    variables = {"TABLEHAWK_STATE": str(tmp_path), "SEAL_KEYS": ",".join(settings.SEAL_KEYS), "NOTIFY_LOOPBACK": "1"}
    user = make_user("Alice", email_notifications=False)
    group = factories.group(user)
    form = {"address": broker.address, "username": USER, "password": PASSWORD}
    assert signed_in(user).put("/api/mqtt/", form).status_code == 200
    with worker_process(**variables):
        home.sees({f"tablehawk_{group.pk}": "watching"}, seconds=60)
        factories.attempt(group.reservations.get(), state="booked")
        group.reservations.update(status="confirmed")
        notices.append(user_id=user.pk, type="reservation.changed", body=body(group.pk), now=timezone.now())
        home.sees({f"tablehawk_{group.pk}": "booked"}, seconds=60)
    assert home.history == ["watching", "booked"]
