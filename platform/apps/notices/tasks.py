"""Tasks of the background worker that send messages. The queue of a message's job has the name of its channel."""

import time
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from apps.senders.base import Verdict

from . import sending
from .queue import deliveries, turns
from .settings import address_checks

# The pause of a task, in seconds, after our provider of e-mail or text messages did not accept a message for now. The
# sleeping task occupies a slot of the worker, so a failing provider gets fewer calls. Servers that users choose get no
# slot for a pause; their addresses rest (queue/turns.py).
REST_SECONDS: Final = 5.0


@app.task
def send_message(delivery_id: int) -> None:
    """Send one message, if it is due and no other worker is sending it."""
    verdict = sending.send_delivery(delivery_id=delivery_id, clock=timezone.now)
    if verdict is Verdict.LATER and not turns.has(delivery_id=delivery_id):
        time.sleep(REST_SECONDS)


@app.task
def check_address(address_id: int) -> None:
    """Check the host of a new device or chat app."""
    address_checks.check(address_id=address_id)


@app.periodic(cron="* * * * * */10")
@app.task(queue="sweep", queueing_lock="sweep_messages")
def sweep_messages(timestamp: int) -> None:
    """Defer jobs for messages and checks whose job was lost, and mark messages as failed whose sender has died."""
    deliveries.sweep(now=timezone.now())
    address_checks.defer_lost(now=timezone.now())
