"""Schedules changes that are due at a time: renewals, retries, ends of trials, expiry of checkout sessions."""

from loadtests.simulator.scheduler import Scheduler

from . import lifecycle, sessions
from .account import StripeAccount
from .objects import Obj


def resume(account: StripeAccount, scheduler: Scheduler) -> None:
    """After a restart, perform the changes that are due and send undelivered webhooks."""
    schedule_all(account, scheduler)
    account.webhooks.resume()


def schedule_all(account: StripeAccount, scheduler: Scheduler) -> None:
    """Schedule the next step of every customer and open session. Must be called again after the clock was set."""
    for customer in account.store.all("customer"):
        schedule(account, scheduler, customer["id"])
    for session in account.store.all("checkout.session"):
        if session["status"] == "open":
            schedule_expiry(account, scheduler, session)


def schedule(account: StripeAccount, scheduler: Scheduler, customer: str) -> None:
    """Schedule the next step of the customer's subscriptions."""

    def perform(_: float) -> None:
        if account.store.find("customer", customer):
            with account.transaction():
                lifecycle.run_until(account, customer, account.now(customer))
            schedule(account, scheduler, customer)

    due = lifecycle.next_due(account, customer)
    if due is not None:
        scheduler.at(account.clock.machine_ms((due - account.ahead(customer)) * 1000.0), perform)


def schedule_expiry(account: StripeAccount, scheduler: Scheduler, session: Obj) -> None:
    """Schedule the expiry of an open session."""

    def expire(_: float) -> None:
        found = account.store.find("checkout.session", session["id"])
        if found is not None and found["status"] == "open" and found["expires_at"] <= account.wall():
            with account.transaction():
                sessions.expire(account, found["id"])

    scheduler.at(account.clock.machine_ms(session["expires_at"] * 1000.0), expire)


def advance(account: StripeAccount, scheduler: Scheduler, customer: str, seconds: int) -> None:
    """Move the customer's clock ahead and perform all steps that are due until then, in order."""
    target = account.now(customer) + seconds
    with account.transaction():
        lifecycle.run_until(account, customer, target)
        account.set_now(customer, target)
    schedule(account, scheduler, customer)
