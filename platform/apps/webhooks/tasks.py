"""Tasks of the background worker that send events to webhooks. Their queue is `webhooks`."""

from django.utils import timezone
from procrastinate.contrib.django import app

from . import deliveries


@app.task
def send_next(webhook_id: int) -> None:
    """Send the next event of a webhook, if one is due and no other worker is calling the webhook."""
    # Imported here and not at the top, so that web processes, which send nothing, do not load the libraries.
    from . import sending

    sending.send_next(webhook_id=webhook_id, clock=timezone.now)


@app.periodic(cron="* * * * * */10")
@app.task(queue="sweep", queueing_lock="sweep_webhooks")
def sweep_webhooks(timestamp: int) -> None:
    """Defer jobs for further tries and for events whose worker has died, and delete old entries of the log."""
    deliveries.sweep(now=timezone.now())
