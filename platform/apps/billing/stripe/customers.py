"""The user's customer at Stripe. A user has one; it is made by the first click that needs one.

Staff can delete a customer in Stripe's Dashboard, and a customer of another mode or account does not exist for our key.
Then the user gets a new one.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

import structlog
from django.db import transaction

from apps.accounts.models import User
from apps.billing.models import Command, CommandKind, CommandState, Subscription

from . import commands, gateway, inbox

log = structlog.get_logger(__name__)

# A parallel click may have stored the customer that was missing once more.
TRIES: Final = 3

Result = TypeVar("Result")


def call_with_customer(*, user: User, call: Callable[[str], Result], now: datetime) -> Result:
    """Make a call with the user's customer, whose id it takes, and return its result.

    If Stripe does not have the customer, make a new one and make the call with that one. Raises GatewayError.
    """
    for _ in range(TRIES):
        customer_id = _get_customer(user=user, now=now)
        try:
            return call(customer_id)
        except gateway.CustomerMissing as error:
            _forget(user_id=user.pk, customer_id=customer_id, now=now)
            log.warning("customer missing at stripe", user_id=user.pk, customer=customer_id, why=error.code)
    raise gateway.Unavailable("every new customer is missing")


def _get_customer(*, user: User, now: datetime) -> str:
    """Return the id of the user's customer at Stripe. Create the customer if there is none. Raises GatewayError."""
    row, _ = Subscription.objects.get_or_create(user_id=user.pk)
    if row.customer_id:
        return row.customer_id
    request = {
        "email": user.email,
        "name": f"{user.first_name} {user.last_name}",
        "metadata": {"user_id": str(user.pk)},
    }
    command = commands.begin(user_id=user.pk, kind=CommandKind.CUSTOMER, request=request, now=now, once=True)
    customer_id = command.result_id
    if not customer_id:
        created = commands.execute(
            command, lambda key: gateway.create_customer(params=command.request, key=key), now=now
        )
        customer_id = created.id
    # A parallel click sends the same command with the same key, so it gets and writes the same customer id.
    with transaction.atomic():
        stored = Subscription.objects.filter(pk=user.pk, customer_id=None).update(customer_id=customer_id)
        if stored and row.status:
            # The mirror still shows the subscription of a customer that Stripe does not have any more.
            inbox.defer_again(customer_id)
    return customer_id


@transaction.atomic
def _forget(*, user_id: int, customer_id: str, now: datetime) -> None:
    """Remove a customer that Stripe does not have from the user's row, unless a parallel click has replaced it."""
    row = Subscription.lock(user_id=user_id)
    Command.objects.filter(user_id=user_id, kind=CommandKind.CUSTOMER, result_id=customer_id).update(
        state=CommandState.DROPPED, ended_at=now
    )
    if row.customer_id == customer_id:
        # The mirror shows the old customer's subscription until the new customer is read.
        row.customer_id, row.look_again_at = None, now
        row.save(update_fields=["customer_id", "look_again_at"])
