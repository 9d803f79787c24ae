"""Starts programs as forks of one process that has loaded their modules (server/fork_server.py).

Linux only: the supervisor becomes the parent of the forked processes because it is a subreaper (process.py).
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.stack import process

LOAD_TIMEOUT_SECONDS = 60.0
FORK_TIMEOUT_SECONDS = 5.0
STOP_TIMEOUT_SECONDS = 2.0
_READY = b"ready"


@dataclass
class ForkServer:
    """A process that is running server.fork_server, and from which programs with the environment `env` are forked.

    `command` starts the process; `--fd=N` with a socket is appended. If the process fails or does not answer, spawn()
    returns None, and the caller starts the program in the usual way.
    """

    command: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    log: Path
    _server: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _requests: socket.socket | None = field(default=None, init=False)
    _started: float = field(default=0.0, init=False)
    _ready: bool = field(default=False, init=False)

    @property
    def pid(self) -> int | None:
        """The pid of the process, None before start() and after stop()."""
        return self._server.pid if self._server else None

    def start(self) -> None:
        """Start the process, which then loads the modules."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._started = time.monotonic()
        with theirs:
            self._server = process.spawn(
                [*self.command, f"--fd={theirs.fileno()}"],
                env=self.env,
                log=self.log,
                cwd=self.cwd,
                inherited=[theirs.fileno()],
            )
        ours.setblocking(False)
        self._requests = ours

    def is_loading(self) -> bool:
        """Return whether the process is still loading, so that programs should wait for it.

        If it fails or takes longer than LOAD_TIMEOUT_SECONDS, end it and return False.
        """
        if self._ready or self._requests is None:
            return False
        try:
            received = self._requests.recv(len(_READY))
        except BlockingIOError:
            if time.monotonic() - self._started < LOAD_TIMEOUT_SECONDS:
                return True
            received = b""
        except OSError:
            received = b""
        self._ready = received == _READY
        if not self._ready:
            self.stop()
        return False

    def spawn(
        self, command: Sequence[str], *, log: Path, death_signal: int, inherited: Sequence[int] = ()
    ) -> process.Adopted | None:
        """Fork a process that runs `command`, the arguments of Python.

        Return None if the fork server is not ready or does not answer. `inherited` has at most one
        file descriptor, which the program gets as `--fd=N`.
        """
        if not self._ready or self._requests is None:
            return None
        wanted = {"command": list(command), "log": str(log), "death_signal": death_signal, "parent": os.getpid()}
        try:
            self._requests.settimeout(FORK_TIMEOUT_SECONDS)
            socket.send_fds(self._requests, [json.dumps(wanted).encode()], list(inherited))
            answer = self._requests.recv(32)
        except OSError:
            answer = b""
        if not answer.isdigit():
            self.stop()
            return None
        return process.Adopted(int(answer))

    def stop(self) -> None:
        """End the process. The programs that were forked from it keep running."""
        if self._requests is not None:
            self._requests.close()
            self._requests = None
        self._ready = False
        if self._server is not None:
            process.wait_or_kill(self._server, stop_timeout=STOP_TIMEOUT_SECONDS)
            self._server = None
