"""Billing's tasks for the background worker: apply Stripe's events, and read subscriptions whose webhook is overdue."""

from django.utils import timezone
from procrastinate.contrib.django import app

from .stripe import inbox


@app.task
def apply_events(customer_id: str) -> None:
    """Apply the waiting Stripe events of one customer."""
    inbox.apply_events(customer_id=customer_id, now=timezone.now())


@app.periodic(cron="* * * * * */10")
@app.task(queue="sweep", queueing_lock="sweep_stripe")
def sweep_stripe(timestamp: int) -> None:
    """Defer jobs for overdue events, whose jobs were lost, and for subscriptions whose webhook is overdue."""
    inbox.sweep(now=timezone.now())


@app.periodic(cron="41 * * * *")
@app.task(queue="sweep", queueing_lock="forget_events")
def forget_events(timestamp: int) -> None:
    inbox.forget_old(now=timezone.now())
