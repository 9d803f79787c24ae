"""The program that runs hundreds of stub watchers in one process: `python -m loadtests.scenarios.fleet.host SOCKET`."""

import asyncio
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ray

from loadtests.scenarios.fleet import wire
from loadtests.scenarios.fleet.watcher import Seen, watch
from snipers.environment import database
from snipers.runtime.actor_names import NAMESPACE


class Host:
    """The stub watchers of this process, by venue id."""

    def __init__(self) -> None:
        self._url = database.conninfo(os.environ["DATABASE_URL"], process="watcher")
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._seen = Seen()

    async def handle(self, call: dict[str, Any]) -> Any:
        """Start or stop watchers, or return what they saw since the last call."""
        match call["op"]:
            case "start":
                for venue_id, node in call["venues"]:
                    if venue_id not in self._watching or self._watching[venue_id].done():
                        work = watch(venue_id=venue_id, node=node, url=self._url, seen=self._seen)
                        self._watching[venue_id] = asyncio.create_task(work)
            case "stop":
                if stopped := self._watching.pop(call["venue"], None):
                    stopped.cancel()
            case "seen":
                seen = asdict(self._seen)
                self._seen.nudges, self._seen.rosters, self._seen.pool_timeouts = [], {}, 0
                return seen
        return None


async def _main(path: Path) -> None:
    ray.init(address=os.environ["RAY_ADDRESS"], namespace=NAMESPACE, log_to_driver=False, logging_level="WARNING")
    async with await wire.serve(path, Host().handle) as server:
        await server.serve_forever()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(_main(Path(sys.argv[1])))
