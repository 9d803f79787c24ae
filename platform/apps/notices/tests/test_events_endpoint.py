"""The endpoint GET /api/events/, and the event log that the socket reads."""

import asyncio

import pytest

from apps.notices.events.event_log import EventTable
from apps.notices.tests import factories
from realtime.ports import EventLog
from testing.users import Anyone, Person, make_user

PATH = "/api/events/"


def test_a_user_reads_the_events_after_a_number(alice: Person, bob: Person) -> None:
    factories.event(bob.user, group_id=99)
    for group_id in (11, 12, 13):
        factories.event(alice.user, group_id=group_id)

    reply = alice.get(PATH, after=1).json()

    assert reply["last_seq"] == 3
    assert [(event["seq"], event["group_id"]) for event in reply["events"]] == [(2, 12), (3, 13)]


def test_a_page_has_at_most_limit_events_and_the_last_number(alice: Person) -> None:
    for _ in range(3):
        factories.event(alice.user)
    reply = alice.get(PATH, after=0, limit=2).json()
    assert [event["seq"] for event in reply["events"]] == [1, 2]
    assert reply["last_seq"] == 3


def test_a_user_without_events_gets_none(alice: Person) -> None:
    assert alice.get(PATH).json() == {"events": [], "last_seq": 0}


@pytest.mark.parametrize("query", [{"after": -1}, {"after": 2**63}, {"after": "x"}, {"limit": 0}, {"limit": 501}])
def test_a_query_that_does_not_parse_is_refused(alice: Person, query: dict[str, str]) -> None:
    reply = alice.get(PATH, **query)
    assert reply.status_code == 422
    assert reply.json()["message"]


def test_events_require_sign_in(anyone: Anyone) -> None:
    assert anyone.get(PATH).status_code == 401


@pytest.mark.django_db(transaction=True)
def test_the_socket_reads_the_same_log() -> None:
    alice, bob = make_user("Alice"), make_user("Bob")
    for _ in range(3):
        factories.event(alice)
    log: EventLog = EventTable()

    async def read() -> tuple[list[int], dict[int, int]]:
        events = await log.after(alice.pk, 1, 10)
        return [event["seq"] for event in events], await log.last_seqs([alice.pk, bob.pk])

    assert asyncio.run(read()) == ([2, 3], {alice.pk: 3, bob.pk: 0})
