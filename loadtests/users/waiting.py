"""Virtual users with active requests, and the venues at which they wait."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from loadtests.clients import Diner
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    delete_requests,
    register_diners,
    set_tier,
    submit_request,
    wait_until_polled,
)
from loadtests.running import RunningStack

# Every user waits for a table on this day, in days from today.
DATE_OFFSET = 6
# The controller sets the cadence of new watchers within this time (seconds).
CADENCE_SECONDS = 15


@dataclass
class WaitingUsers:
    """Users and their requests at `venues`. The most popular venue comes first."""

    venues: list[dict[str, Any]]
    diners: list[Diner] = field(default_factory=list)
    requests: list[SubmittedRequest] = field(default_factory=list)

    @property
    def date(self) -> str:
        """Return the date for which every user waits."""
        return date_after(DATE_OFFSET)

    def requests_at(self, position: int) -> list[SubmittedRequest]:
        """Return the requests at the venue with this position in `venues`."""
        return [request for request in self.requests if request.venue["id"] == self.venues[position]["id"]]

    async def grow(self, wanted: Sequence[int], *, running: RunningStack) -> None:
        """Add users until each venue has the number of requests in `wanted`. Wait until all are polled regularly."""
        missing = [
            position for position, number in enumerate(wanted) for _ in range(number - len(self.requests_at(position)))
        ]
        newcomers = await register_diners(running, name="waiting", count=len(missing))
        set_tier(running, newcomers, tier="standard")
        self.diners += newcomers
        for diner, position in zip(newcomers, missing, strict=True):
            self.requests.append(await submit_request(diner, venue=self.venues[position], date=self.date))
        await wait_until_polled(running, self.requests, seconds=600)
        await asyncio.sleep(CADENCE_SECONDS)

    async def close(self) -> None:
        """Delete every request and close the connections."""
        await delete_requests(self.requests)
        for diner in self.diners:
            await diner.close()


def distribute_users(*, keys: int, users: int) -> list[int]:
    """Distribute `users` over `keys` by Zipf's law and return the number of users for each key.

    The shares are proportional to 1, 1/2, 1/3 ..., but each key has at least one user.
    """
    shares = [1 / (position + 1) for position in range(keys)]
    counts = [max(1, int(users * share / sum(shares))) for share in shares]
    for position in itertools.cycle(range(keys)):
        if sum(counts) >= users:
            return counts
        counts[position] += 1
    raise AssertionError("unreachable")
