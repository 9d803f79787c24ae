"""Opens one diner's pages in Chromium. A script of frontend/e2e controls the browser.

This module sends commands to the script's standard input and reads replies from its standard output.
"""

import asyncio
import json
import os
from typing import Any, NamedTuple, Self

import httpx

from loadtests.clients import PASSWORD, Diner
from loadtests.running import ROOT


class PaintSteps(NamedTuple):
    """When a page showed a booking (unix seconds).

    `rendered` is when the ticket changed in the document, `painted` when the browser had drawn that change. `received`
    is when the socket's frame arrived; None if the page read the booking by REST instead.
    """

    rendered: float
    painted: float
    received: float | None = None


async def start_script(name: str, diner: Diner, **more: str) -> asyncio.subprocess.Process:
    """Start a script of frontend/e2e with a new session of the diner. Return its process.

    The script needs its own session, because two clients with one refresh token end each other's sessions. `more` are
    additional environment variables of the script.
    """
    async with httpx.AsyncClient(base_url=diner.base_url, timeout=20) as http:
        login = await http.post("/api/users/login/", json={"email": diner.email, "password": PASSWORD})
        user = login.raise_for_status().json()["user"]
    return await asyncio.create_subprocess_exec(
        "node",
        str(ROOT / "frontend" / "e2e" / name),
        env={
            **os.environ,
            "BASE_URL": diner.base_url,
            "ACCESS_TOKEN": user["access_token"],
            "REFRESH_TOKEN": user["refresh_token"],
            **more,
        },
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # concierge-table.mjs prints one long line that contains a number for each event of a burst.
        limit=2**24,
    )


class OpenPage:
    """The reservations page in Chromium (script paint.mjs). It stays open until `read_painted` is called."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def open(cls, diner: Diner) -> Self:
        """Open the page and wait until it receives events."""
        page = cls(await start_script("paint.mjs", diner))
        if await page._read_line() != {"ready": True}:
            raise SystemExit("The page did not open; is the front end built and Chromium installed?")
        return page

    async def read_painted(self) -> dict[int, PaintSteps]:
        """Close the page. Return, by group id, the steps of each booking that the page showed."""
        if self._process.stdin is None:
            raise RuntimeError("the page was opened without an input")
        self._process.stdin.write(b"\n")
        seen = await self._read_line()
        await self._process.wait()
        return {
            int(group): PaintSteps(**{name: at / 1000 for name, at in steps.items()})
            for group, steps in seen.items()
            if "painted" in steps
        }

    async def _read_line(self) -> dict[str, Any]:
        if self._process.stdout is None:
            raise RuntimeError("the page was opened without an output")
        reply: dict[str, Any] = json.loads(await self._process.stdout.readline() or b"{}")
        return reply
