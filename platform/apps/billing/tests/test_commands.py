"""When a command reuses its idempotency key, and when a new key is created."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.billing.models import Command, CommandKind, CommandState, Subscription
from apps.billing.stripe import commands, gateway
from apps.billing.tests.shop import Shop
from testing.simulator import Simulator
from testing.users import Person

NOW = timezone.now()
PARAMETERS = {"subscription": "sub_1", "cancel_at_period_end": True}


@pytest.fixture
def user_id(nora: Person) -> int:
    Subscription.objects.create(user_id=nora.user.pk)
    return int(nora.user.pk)


def begin(user_id: int, *, request: dict[str, object] = PARAMETERS, after: timedelta = timedelta()) -> Command:
    return commands.begin(user_id=user_id, kind=CommandKind.UPDATE, request=request, now=NOW + after)


def once(user_id: int, *, after: timedelta = timedelta()) -> Command:
    return commands.begin(user_id=user_id, kind=CommandKind.CUSTOMER, request={}, now=NOW + after, once=True)


def test_the_same_request_within_two_minutes_reuses_the_command(user_id: int) -> None:
    assert begin(user_id).key == begin(user_id, after=timedelta(minutes=1)).key


@pytest.mark.parametrize(
    ("request_", "after"),
    [({"subscription": "sub_2"}, timedelta()), (PARAMETERS, timedelta(minutes=3))],
    ids=["another request", "much later"],
)
def test_another_or_a_later_request_is_a_new_command(
    user_id: int, request_: dict[str, object], after: timedelta
) -> None:
    first, second = begin(user_id), begin(user_id, request=request_, after=after)
    assert first.key != second.key
    first.refresh_from_db()
    assert (first.state, second.state) == (CommandState.DROPPED, CommandState.OPEN)


def test_a_command_of_one_object_reuses_an_open_command_for_a_day_and_a_done_one_always(user_id: int) -> None:
    first = once(user_id)
    assert once(user_id, after=timedelta(hours=22)).key == first.key
    commands.execute(first, lambda key: gateway.Result(id="cus_1"), now=NOW)
    found = once(user_id, after=timedelta(days=400))
    assert (found.pk, found.result_id) == (first.pk, "cus_1")


def test_a_command_of_one_object_replaces_a_command_whose_key_has_expired(user_id: int) -> None:
    assert once(user_id).key != once(user_id, after=timedelta(hours=24)).key


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (gateway.Unavailable("no answer"), CommandState.OPEN),
        (gateway.Unavailable("status 500", key_spent=True), CommandState.DROPPED),
        (gateway.Refused("resource_missing"), CommandState.REFUSED),
    ],
)
def test_a_command_stays_open_only_while_its_outcome_is_unknown(
    user_id: int, error: gateway.GatewayError, state: CommandState
) -> None:
    command = begin(user_id)

    def fail(key: str) -> gateway.Result:
        raise error

    with pytest.raises(type(error)):
        commands.execute(command, fail, now=NOW)
    command.refresh_from_db()
    assert command.state == state


def test_done_replaces_dropped(user_id: int) -> None:
    command = begin(user_id)
    commands.end(command, CommandState.DROPPED, now=NOW)
    commands.end(command, CommandState.DONE, now=NOW, result_id="sub_1")
    commands.end(command, CommandState.REFUSED, now=NOW)
    command.refresh_from_db()
    assert (command.state, command.result_id) == (CommandState.DONE, "sub_1")


def test_stripe_creates_one_customer_for_one_key(simulator: Simulator, user_id: int) -> None:
    key = str(once(user_id).key)
    first, second = (gateway.create_customer(params={"name": "Nora"}, key=key) for _ in range(2))
    assert first == second
    assert [one["id"] for one in Shop(simulator).truth()["customers"]].count(first.id) == 1
