"""Tasks of the background worker that publish to users' MQTT brokers. Their queue is `mqtt`."""

from django.utils import timezone
from procrastinate.contrib.django import app

from . import publishing


@app.task
def publish(user_id: int) -> None:
    """Publish the states of a user's requests, if that is due and no other worker is calling the broker."""
    publishing.publish(user_id=user_id, clock=timezone.now)


@app.periodic(cron="* * * * * */10")
@app.task(queue="sweep", queueing_lock="sweep_mqtt")
def sweep_mqtt(timestamp: int) -> None:
    """Defer jobs for brokers that are due."""
    publishing.sweep(now=timezone.now())
