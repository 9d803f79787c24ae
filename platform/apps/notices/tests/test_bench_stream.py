"""manage.py bench_stream"""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from apps.accounts.models import User
from apps.notices.models import Event


@pytest.fixture
def crowd(db: None) -> list[int]:
    return [
        User.objects.create(email=f"flock-{number}@crowd.test", first_name="A", last_name="B").pk for number in range(3)
    ]


def test_each_line_is_an_event_of_the_crowd(crowd: list[int]) -> None:
    out = StringIO()
    call_command("bench_stream", "flock", rate=200, seconds=0.1, stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines()]
    assert lines
    assert {(int(user), int(seq)) for user, seq, _ in lines} == set(Event.objects.values_list("user_id", "seq"))
    assert {int(user) for user, _, _ in lines} <= set(crowd)


def test_a_crowd_that_is_not_there_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="There is no crowd flock"):
        call_command("bench_stream", "flock", rate=1, seconds=1)


def test_it_is_refused_in_production(crowd: list[int], settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="refused in production"):
        call_command("bench_stream", "flock", rate=200, seconds=0.1)
    assert not Event.objects.exists()
