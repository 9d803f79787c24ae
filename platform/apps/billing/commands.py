"""POSTs to Stripe that take effect once. A command is stored with its idempotency key, then sent, then marked as ended.

A command whose outcome is unknown stays open. The next attempt, or a parallel click, sends the same key and parameters,
and Stripe repeats its first answer. checkout.py and services.py choose the calls.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction

from . import gateway
from .models import Command, CommandKind, CommandState, Subscription

# Stripe forgets keys after 24 h at the earliest.
KEY_LIFE: Final = timedelta(hours=23)
# For calls that set a value and may safely be repeated. With an older key, Stripe would return an old answer.
SAME_CLICK: Final = timedelta(minutes=2)
# The states of commands that had an effect or may have had one.
BEGUN: Final = (CommandState.OPEN, CommandState.DONE)

Outcome = TypeVar("Outcome", gateway.Result, gateway.Session)


@transaction.atomic
def begin(*, user_id: int, kind: CommandKind, request: Mapping[str, Any], now: datetime) -> Command:
    """Return the open command of this kind if it is recent and has the same request. Otherwise drop it and create a new
    one."""
    Subscription.lock(user_id=user_id)
    begun = Command.objects.filter(user_id=user_id, kind=kind, state=CommandState.OPEN).first()
    if begun is not None:
        if begun.request == request and now - begun.created_at < SAME_CLICK:
            return begun
        end(begun, CommandState.DROPPED, now=now)
    return Command.objects.create(user_id=user_id, kind=kind, request=request, created_at=now)


@transaction.atomic
def begin_once(*, user_id: int, kind: CommandKind, request: Mapping[str, Any], now: datetime) -> Command:
    """Return the done or open command of this kind, or create one. For objects that a user has only once."""
    Subscription.lock(user_id=user_id)
    begun = Command.objects.filter(user_id=user_id, kind=kind, state__in=BEGUN).order_by("-id").first()
    if begun is not None:
        if begun.state == CommandState.DONE or now - begun.created_at < KEY_LIFE:
            return begun
        end(begun, CommandState.DROPPED, now=now)
    return Command.objects.create(user_id=user_id, kind=kind, request=request, created_at=now)


def execute(command: Command, call: Callable[[str], Outcome], *, now: datetime) -> Outcome:
    """Make the command's call with its key, and record how the command ended. Raises GatewayError."""
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
    """Record how a command ended. DONE also replaces DROPPED: a parallel click may have received Stripe's success."""
    before = {CommandState.DONE: (CommandState.OPEN, CommandState.DROPPED)}.get(state, (CommandState.OPEN,))
    Command.objects.filter(pk=command.pk, state__in=before).update(state=state, result_id=result_id, ended_at=now)
