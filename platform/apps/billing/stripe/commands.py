"""Sends commands (POSTs) to Stripe so that each takes effect at most once. A command is stored with
its idempotency key, then sent, then marked as ended.

A command whose outcome is unknown stays open. The next attempt, or a parallel click, sends the same key and parameters,
and Stripe repeats its first answer. The callers, checkout.py and services.py, pass the call that a command makes.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction

from apps.billing.models import Command, CommandKind, CommandState, Subscription

from . import gateway

# How long a command's key may be sent again. Stripe keeps keys for at least 24 h.
KEY_LIFE: Final = timedelta(hours=23)
# How long calls that set a value reuse a key, so that a double click has one effect. After that, the same request needs
# a new key: with the old key, Stripe would return its old answer and not set the value again.
SAME_CLICK: Final = timedelta(minutes=2)
# The states of commands that had an effect or may have had one.
BEGUN: Final = (CommandState.OPEN, CommandState.DONE)

Outcome = TypeVar("Outcome", gateway.Result, gateway.Session)


@transaction.atomic
def begin(*, user_id: int, kind: CommandKind, request: Mapping[str, Any], now: datetime, once: bool = False) -> Command:
    """Return the user's open command of this kind if it is younger than two minutes and has the same request.

    With `once`, return the done command of this kind, or the open one while its key is valid: for an object of which a
    user has only one, such as the customer at Stripe. Otherwise create a new command. An open command that is too old
    or has another request gets the state DROPPED.
    """
    Subscription.lock(user_id=user_id)
    states = BEGUN if once else (CommandState.OPEN,)
    begun = Command.objects.filter(user_id=user_id, kind=kind, state__in=states).order_by("-id").first()
    if begun is not None:
        is_valid = once or begun.request == request
        is_new = now - begun.created_at < (KEY_LIFE if once else SAME_CLICK)
        if begun.state == CommandState.DONE or (is_valid and is_new):
            return begun
        end(begun, CommandState.DROPPED, now=now)
    return Command.objects.create(user_id=user_id, kind=kind, request=request, created_at=now)


def execute(command: Command, call: Callable[[str], Outcome], *, now: datetime) -> Outcome:
    """Make the command's call with its idempotency key and return Stripe's answer.

    The command becomes DONE, or REFUSED if Stripe refuses the call, or DROPPED if its key cannot be used again. If the
    outcome is unknown, the command stays OPEN. Raises GatewayError.
    """
    try:
        outcome = call(str(command.key))
    except gateway.Refused:
        end(command, CommandState.REFUSED, now=now)
        raise
    except gateway.Unavailable as error:
        if error.key_spent:
            end(command, CommandState.DROPPED, now=now)
        raise
    end(command, CommandState.DONE, now=now, result_id=outcome.id)
    return outcome


def end(command: Command, state: CommandState, *, now: datetime, result_id: str = "") -> None:
    """Record how an open command ended. DONE also replaces DROPPED, because a parallel click may have dropped the
    command before this click received Stripe's success."""
    before = {CommandState.DONE: (CommandState.OPEN, CommandState.DROPPED)}.get(state, (CommandState.OPEN,))
    Command.objects.filter(pk=command.pk, state__in=before).update(state=state, result_id=result_id, ended_at=now)
