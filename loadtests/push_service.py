"""A push service on this machine, and the devices of diners that subscribe at it. Needs NOTIFY_LOOPBACK=1."""

import secrets
import time
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Self

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from loadtests.clients import Diner


@dataclass
class PushService:
    """A push service. `received` has the times (time.perf_counter) of the pushes to each device. Each answer has
    `status`.
    """

    received: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    url: str = ""
    status: int = web.HTTPCreated.status_code

    @classmethod
    @asynccontextmanager
    async def serving(cls) -> AsyncIterator[Self]:
        """Serve on a free port during the block."""
        service, application = cls(), web.Application()
        application.router.add_post("/send/{device}", service.accept)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield service
        finally:
            await runner.cleanup()

    async def accept(self, request: web.Request) -> web.Response:
        """Record the time of a push, and answer with `status` (RFC 8030: 201)."""
        self.received[request.match_info["device"]].append(time.perf_counter())
        await request.read()
        return web.Response(status=self.status)

    async def subscribe(self, diner: Diner) -> str:
        """Turn on notifications for a new device of the diner; return the device's name."""
        device = secrets.token_hex(8)
        public = generate_private_key(SECP256R1()).public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(secrets.token_bytes(16))}
        form = {"endpoint": f"{self.url}/send/{device}", "keys": keys}
        await diner.call("POST", "/api/notification-settings/devices/", json=form)
        return device

    @property
    def total(self) -> int:
        """The number of received pushes."""
        return sum(len(one) for one in self.received.values())


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
