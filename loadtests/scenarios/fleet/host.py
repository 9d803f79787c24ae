"""The program that runs hundreds of stub watchers in one process: `python -m loadtests.scenarios.fleet.host SOCKET
[direct]`. With `direct`, the agents of their nodes run in this process, too, and are not called by Ray."""

import asyncio
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ray

from loadtests.scenarios.fleet import wire
from loadtests.scenarios.fleet.watcher import Seen, create_agent, watch
from snipers.environment import database
from snipers.runtime.actor_names import NAMESPACE
from snipers.runtime.agent import NodeAgent


class Host:
    """The stub watchers of this process, by venue id."""

    def __init__(self, *, direct: bool) -> None:
        self._direct = direct
        self._agents: dict[str, NodeAgent] = {}
        self._url = database.conninfo(os.environ["DATABASE_URL"], process="watcher")
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._seen = Seen()

    async def handle(self, call: dict[str, Any]) -> Any:
        """Start or stop watchers, or return what they saw since the last call."""
        match call["op"]:
            case "start":
                for venue_id, node in call["venues"]:
                    if venue_id not in self._watching or self._watching[venue_id].done():
                        agent = self._agent(node) if self._direct else None
                        work = watch(venue_id=venue_id, node=node, url=self._url, seen=self._seen, agent=agent)
                        self._watching[venue_id] = asyncio.create_task(work)
            case "stop":
                if stopped := self._watching.pop(call["venue"], None):
                    stopped.cancel()
            case "seen":
                seen = asdict(self._seen)
                self._seen.nudges, self._seen.rosters, self._seen.pool_timeouts = [], {}, 0
                return seen
            case "agents":
                called = wire.unpack(call["arguments"])
                replies = (getattr(self._agent(node), call["method"])(*each) for node, each in called.items())
                return wire.pack(dict(zip(called, await asyncio.gather(*replies), strict=True)))
        return None

    def _agent(self, node: str) -> NodeAgent:
        if node not in self._agents:
            self._agents[node] = create_agent(url=self._url, seen=self._seen)
        return self._agents[node]


async def _main(path: Path, *, direct: bool) -> None:
    if not direct:
        ray.init(address=os.environ["RAY_ADDRESS"], namespace=NAMESPACE, log_to_driver=False, logging_level="WARNING")
    async with await wire.serve(path, Host(direct=direct).handle) as server:
        await server.serve_forever()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(_main(Path(sys.argv[1]), direct="direct" in sys.argv[2:]))
