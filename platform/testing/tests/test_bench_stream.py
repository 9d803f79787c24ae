"""The command `manage.py bench_stream`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from apps.accounts.models import User
from apps.notices.models import Event


@pytest.fixture
def users(db: None) -> list[int]:
    return [
        User.objects.create(email=f"flock-{number}@bench.test", first_name="A", last_name="B").pk for number in range(3)
    ]


def test_bench_stream_prints_each_event_it_appends(users: list[int]) -> None:
    out = StringIO()
    call_command("bench_stream", "flock", rate=200, seconds=0.1, stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines()]
    assert lines
    assert {(int(user), int(seq)) for user, seq, _ in lines} == set(Event.objects.values_list("user_id", "seq"))
    assert {int(user) for user, _, _ in lines} <= set(users)


def test_unknown_prefix_is_an_error(db: None) -> None:
    with pytest.raises(CommandError, match="There are no users flock-N"):
        call_command("bench_stream", "flock", rate=1, seconds=1)


def test_production_refuses_bench_stream(users: list[int], settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="refused in production"):
        call_command("bench_stream", "flock", rate=200, seconds=0.1)
    assert not Event.objects.exists()
