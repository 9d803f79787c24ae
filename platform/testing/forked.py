"""Starts our programs in tests as forks of one process that has loaded Django, as the local stack does.

A fork uses a tenth of the processor time of a start. The settings of the fork are read again from its environment.
"""

import atexit
import ctypes
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module, reload
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.stack import process
from tools.stack.fork_server import ForkServer
from tools.stack.settings import ROOT

PR_SET_CHILD_SUBREAPER = 36


def spawn(
    command: Sequence[str], *, env: Mapping[str, str], log: Path, death_signal: int = 15, inherited: Sequence[int] = ()
) -> process.Running:
    """Start a Python program of ours, as tools.stack.process.spawn() does.

    The program may have one inherited file descriptor, the value of its option --fd.
    """
    server = _server()
    if server is not None:
        forked = ["-m", __name__, json.dumps({**env}), *command[1:]]
        with _adoption():
            if child := server.spawn(forked, log=log, death_signal=death_signal, inherited=inherited):
                return child
    # Not on Linux, or the machine is so busy that the fork server did not answer.
    return process.spawn(list(command), env=env, log=log, death_signal=death_signal, inherited=inherited)


@cache
def _server() -> ForkServer | None:
    """Start the process from which this process's programs are forked. It ends with this process."""
    if sys.platform != "linux":
        return None
    folder = TemporaryDirectory(prefix="tablehawk-test-")
    server = ForkServer(
        command=(sys.executable, "-m", "server.fork_server"),
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        cwd=ROOT,
        log=Path(folder.name) / "log",
    )
    atexit.register(folder.cleanup)
    atexit.register(server.stop)
    server.start()
    while server.is_loading():
        time.sleep(0.02)
    return server


@contextmanager
def _adoption() -> Iterator[None]:
    """Make this process the parent of the orphans that its descendants leave in the meantime, such as a fork of the
    fork server."""
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def _read_settings_again() -> None:
    """Give Django the settings of the present environment. No connection to the database exists yet."""
    from django.conf import settings

    databases = settings.DATABASES
    read = reload(import_module("config.settings"))
    for name in filter(str.isupper, dir(read)):
        setattr(settings, name, getattr(read, name))
    # The dictionary that Django's connections use already.
    databases["default"].update(read.DATABASES["default"])
    settings.DATABASES = databases


def main(argv: Sequence[str]) -> None:
    """Run a command in a forked process. The arguments are its environment, in JSON, and the command."""
    from server import fork_server

    os.environ.clear()
    os.environ.update(json.loads(argv[0]))
    _read_settings_again()
    fork_server.run(argv[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
