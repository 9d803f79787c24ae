"""`python -m server.fork_server --fd N`: loads Django once and forks the programs of the local stack from it.

The programs share the memory of everything that is loaded, and start without importing it again. tools/stack starts
this process first and ends it when all programs have started: a program gets its own copy of the shared memory that it
changes, and this process would keep the originals. A deployment does not use it.

The stack sends one request at a time through the socket N: a JSON object `{"command", "log", "death_signal", "parent"}`
and, for some programs, a listening socket. `command` has the form of Python's own arguments: `-m MODULE ...` or `FILE
...`. The new process answers with its pid. Its parent is the stack, which is the subreaper of this process.
"""

import argparse
import ctypes
import gc
import json
import os
import runpy
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

READY: Final = b"ready"
MOST_BYTES: Final = 65_536
PARENT_SECONDS: Final = 5.0
PR_SET_PDEATHSIG: Final = 1
# The modules to load after Django. None of them starts a thread, opens a connection or installs Twisted's reactor.
MODULES: Final = (
    "apps.common.worker",
    "apps.outcomes.relay.loop",
    "autobahn.websocket.protocol",
    "daphne.access",
    "realtime.routing",
    "twisted.internet.asyncioreactor",
    "twisted.protocols.tls",
    "twisted.web.http",
)


class CannotFork(Exception):
    """The process has threads, which do not survive a fork."""


def preload() -> None:
    """Load Django and the modules that the forked programs share. Exclude all objects from later garbage collections.

    Raises CannotFork if a module has started a thread.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()
    import django

    django.setup(set_prefix=False)
    # Imported late, because Django must be set up first.
    from server import first_requests
    from snipers.environment import memory

    first_requests.load()
    for name in MODULES:
        import_module(name)
    if threading.active_count() > 1:
        raise CannotFork
    gc.enable()
    memory.release_free_pages()


def serve(requests: socket.socket) -> list[str] | None:
    """Fork a process for each request until the stack closes the socket.

    Returns in several processes: None in this process, when the stack has closed the socket, and in
    each new process the command that it has to run.
    """
    requests.send(READY)
    while True:
        data, descriptors, _, _ = socket.recv_fds(requests, MOST_BYTES, 1)
        if not data:
            return None
        wanted = json.loads(data)
        child = os.fork()
        if child:
            for descriptor in descriptors:
                os.close(descriptor)
            os.waitpid(child, 0)
        elif not os.fork():
            return _become(wanted, descriptors, requests)
        else:
            # The stack becomes the parent of the second process.
            os._exit(0)


def run(command: Sequence[str]) -> None:
    """Run a module or a file as `python -m MODULE ...` or `python FILE ...` does."""
    from server import database

    sys.argv[:] = command[1:] if command[0] == "-m" else command
    database.rename_connections()
    if command[0] == "-m":
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(command[0], run_name="__main__")


def _become(wanted: Any, descriptors: Sequence[int], requests: socket.socket) -> list[str]:
    """Give this forked process a session, a log and a listening socket of its own, and wait until the stack is its
    parent. Return the command that the process has to run.
    """
    os.setsid()
    deadline = time.monotonic() + PARENT_SECONDS
    while os.getppid() != wanted["parent"]:
        if time.monotonic() > deadline:
            os._exit(1)
        time.sleep(0.001)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(wanted["death_signal"]), 0, 0, 0)
    if os.getppid() != wanted["parent"]:
        # The stack died before the kernel knew of the signal.
        os._exit(0)
    log = os.open(wanted["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    for output in (1, 2):
        os.dup2(log, output)
    os.close(log)
    requests.send(str(os.getpid()).encode())
    requests.close()
    return [*wanted["command"], *(f"--fd={descriptor}" for descriptor in descriptors)]


def main(argv: Sequence[str]) -> None:
    """Load everything, then fork. In a forked process, this function then runs the requested program."""
    parser = argparse.ArgumentParser(prog="python -m server.fork_server", description="Forks the stack's programs")
    parser.add_argument("--fd", type=int, required=True, help="inherited socket to the stack")
    requests = socket.socket(fileno=parser.parse_args(argv).fd)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    preload()
    command = serve(requests)
    if command is None:
        # Nothing has to be cleaned up, and a normal exit would touch all memory.
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run(command)


if __name__ == "__main__":
    main(sys.argv[1:])
