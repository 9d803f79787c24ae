"""Sends requests byte for byte, each over its own socket. No client library adds or reorders anything."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

KEY = 'ResyAPI api_key="key-of-a-public-client"'
FORM = "application/x-www-form-urlencoded"
BROWSER = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/126.0 Safari/537.36"


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def exchange(base_url: str, method: str, target: str, headers: dict[str, str], body: str = "") -> Reply:
    """Send the request and read the reply until the connection closes."""
    address = urlsplit(base_url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    sent = {"Host": address.netloc, **headers, "Connection": "close"}
    if body:
        sent["Content-Length"] = str(len(body.encode()))
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", body]
    writer.write("\r\n".join(lines).encode())
    await writer.drain()
    head, _, content = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    status_line, *fields = head.decode().split("\r\n")
    received = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
    return Reply(int(status_line.split(" ")[1]), received, content)


@dataclass
class Wire:
    """The base URL and the headers that a client sends with every call."""

    base_url: str
    headers: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **query: Any) -> Reply:
        target = f"{path}?{urlencode(query, quote_via=quote)}" if query else path
        return await exchange(self.base_url, "GET", target, self.headers)

    async def form(self, path: str, media_type: str = FORM, /, **fields: Any) -> Reply:
        return await exchange(
            self.base_url, "POST", path, {**self.headers, "Content-Type": media_type}, urlencode(fields)
        )

    async def json(self, path: str, content: Any, media_type: str = "application/json") -> Reply:
        return await exchange(
            self.base_url, "POST", path, {**self.headers, "Content-Type": media_type}, json.dumps(content)
        )


async def token_of(wire: Wire, email: str) -> str:
    """The token that a person copies from the browser for clients without sign-in."""
    signed_in = await Wire(wire.base_url, {"Authorization": KEY, "User-Agent": BROWSER}).form(
        "/3/auth/password", email=email, password="table-for-two"
    )
    token: str = signed_in.json["token"]
    return token
