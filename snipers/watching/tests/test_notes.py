"""A note to the restaurant is passed only to a platform that takes one."""

from dataclasses import replace
from typing import Any

import pytest

from snipers.clients import registry
from snipers.clients.base import BookingClient
from snipers.domain.outcome import BookOutcome
from snipers.testing.watch_harness import WatchHarness

NOTE = "A booth, please"


class Recording:
    """A client that records the note of each booking call."""

    def __init__(self, client: BookingClient) -> None:
        self._client = client
        self.notes: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def book(self, **arguments: Any) -> BookOutcome:
        self.notes.append(arguments["note"])
        return await self._client.book(**arguments)


@pytest.mark.parametrize("takes_note", [True, False])
async def test_note_goes_with_the_booking_where_the_platform_takes_one(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch, takes_note: bool
) -> None:
    manifest = replace(registry.find("resy"), takes_note=takes_note)
    monkeypatch.setattr(registry, "find", lambda key: manifest)
    client = Recording(memory_harness.client)
    await memory_harness.add_request(note_to_restaurant=NOTE)
    await memory_harness.simulator.free("19:30")
    memory_harness.run(memory_harness.new_watcher(client=client))
    await memory_harness.wait_for_attempts(1, "booked")
    assert client.notes == [NOTE if takes_note else ""]
