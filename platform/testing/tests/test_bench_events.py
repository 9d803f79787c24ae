"""The command `manage.py bench_events`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from testing.users import Person


def test_bench_events_prints_the_number_of_each_event(alice: Person) -> None:
    out = StringIO()
    call_command("bench_events", user="ALICE@example.org", count=3, stdout=out)
    assert out.getvalue().split() == ["1", "2", "3"]
    assert alice.user.events.count() == 3


@pytest.mark.parametrize(
    ("user", "count", "sentence"),
    [("nobody@example.org", 1, "There is no user"), ("alice@example.org", 0, "--count has to be 1 or more")],
)
def test_bench_events_refuses_unknown_user_and_zero_count(alice: Person, user: str, count: int, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("bench_events", user=user, count=count)


def test_production_refuses_bench_events(alice: Person, settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="refused in production"):
        call_command("bench_events", user="alice@example.org")
    assert not alice.user.events.exists()
