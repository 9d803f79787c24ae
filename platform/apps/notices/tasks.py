"""Tasks of the background worker that send messages. The queue of a message's job has the name of its channel."""

import time
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from . import deliveries, sending
from .senders.base import Verdict

# The pause of a task, in seconds, after the provider did not accept its message for now. The sleeping task occupies a
# slot of the worker, so a failing provider gets fewer calls.
REST_SECONDS: Final = 5.0


@app.task
def send_message(delivery_id: int) -> None:
    """Send one message, if it is due and no other worker is sending it."""
    if sending.send_delivery(delivery_id=delivery_id, clock=timezone.now) is Verdict.LATER:
        time.sleep(REST_SECONDS)


@app.periodic(cron="* * * * * */10")
@app.task(queue="sweep", queueing_lock="sweep_messages")
def sweep_messages(timestamp: int) -> None:
    """Defer jobs for messages whose job was lost, and mark messages as failed whose sender has died."""
    deliveries.sweep(now=timezone.now())
