"""POSTs to Stripe that happen once: written down with their key, then made, then ended.

A command whose outcome is not known stays open, and the next try of ours brings its key and its parameters: Stripe
then answers what it answered the first time. Parallel clicks do the same. What to ask for is decided in checkout.py and
services.py.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction

from . import gateway, rows
from .models import Command, CommandKind, CommandState

# Stripe forgets keys after 24 h at the earliest.
KEY_LIFE: Final = timedelta(hours=23)
# For calls that may be repeated without harm because they set something: later, a key would only bring an old answer.
SAME_CLICK: Final = timedelta(minutes=2)
# Came to something, or may have.
BEGUN: Final = (CommandState.OPEN, CommandState.DONE)

Outcome = TypeVar("Outcome", gateway.Done, gateway.Session)


def begin(*, user_id: int, kind: CommandKind, request: Mapping[str, Any], now: datetime) -> Command:
    """The open command of this kind if it asks for the same and is young, else a new one in its place."""
    with transaction.atomic():
        rows.held(user_id=user_id)
        begun = Command.objects.filter(user_id=user_id, kind=kind, state=CommandState.OPEN).first()
        if begun is not None:
            if begun.request == request and now - begun.created_at < SAME_CLICK:
                return begun
            end(begun, CommandState.DROPPED, now=now)
        return Command.objects.create(user_id=user_id, kind=kind, request=request, created_at=now)


def begin_once(*, user_id: int, kind: CommandKind, request: Mapping[str, Any], now: datetime) -> Command:
    """The command of this kind that has been carried out or is open, else a new one: for what a user has one of."""
    with transaction.atomic():
        rows.held(user_id=user_id)
        begun = Command.objects.filter(user_id=user_id, kind=kind, state__in=BEGUN).order_by("-id").first()
        if begun is not None and (begun.state == CommandState.DONE or now - begun.created_at < KEY_LIFE):
            return begun
        if begun is not None:
            end(begun, CommandState.DROPPED, now=now)
        return Command.objects.create(user_id=user_id, kind=kind, request=request, created_at=now)


def carry_out(command: Command, call: Callable[[str], Outcome], *, now: datetime) -> Outcome:
    """Make the command's call with its key and note how it ended. Raises GatewayError."""
    try:
        outcome = call(str(command.key))
    except gateway.Refused:
        end(command, CommandState.REFUSED, now=now)
        raise
    except gateway.Away as error:
        if error.spent:
            end(command, CommandState.DROPPED, now=now)
        raise
    end(command, CommandState.DONE, now=now, result_id=outcome.id)
    return outcome


def end(command: Command, state: CommandState, *, now: datetime, result_id: str = "") -> None:
    """Note how a command ended. That it was done, which one of its twins knows, stands above all else."""
    before = {CommandState.DONE: (CommandState.OPEN, CommandState.DROPPED)}.get(state, (CommandState.OPEN,))
    Command.objects.filter(pk=command.pk, state__in=before).update(state=state, result_id=result_id, ended_at=now)
