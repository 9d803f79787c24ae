"""The nursery of a node: a process that has imported what watchers need, and forks a worker whenever Ray starts one.

Importing Ray and ourselves takes a second of processor time and 48 MB, the same in every worker. Ray starts a worker as
`python default_worker.py …`; what runs first there (lean/sitecustomize.py) comes in here. The first worker of a raylet
forks and stays behind as the nursery. Each later one hands its arguments, environment and streams to it and ends; the
nursery's fork goes on in its place, for Ray knows a worker by the id in its arguments. One that finds no nursery goes
on by itself, as if there were none.

Ray reads its own settings and the job's id while it is imported, so each job of a raylet has a nursery. It leaves with
the raylet, or when the job had no worker for a while.

Loads nothing but the standard library: most processes in here end at once.
"""

import gc
import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

# A nursery that is still importing answers when it is through; of one that stands still, nothing is waited for.
ANSWERS_WITHIN = 10.0
# So often a nursery looks whether its raylet is still there.
LOOKS_EVERY = 1.0
# One without workers stays for so long: they may be on their way back.
STAYS_EMPTY = 60.0
_STREAMS = (0, 1, 2)
_TAKEN = b"1"
_LENGTH = struct.Struct("!I")


def enter(environment: Mapping[str, str], *, prepare: Callable[[], None] | None = None) -> None:
    """Have the nursery go on as this worker of Ray's, or be it; returns in whoever is a worker.

    `prepare` is what a nursery does before its first fork: by default, it imports all that a watcher does.
    """
    raylet = environment.get("RAY_RAYLET_PID", "")
    if not raylet.isdigit() or not hasattr(socket, "SO_PEERCRED"):
        return
    # No file: a name that goes with the last process that holds it.
    place = f"\0tablehawk-nursery-{raylet}-{environment.get('RAY_JOB_ID', '')}"
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(place)
    except OSError:
        if _handed_over(place):
            os._exit(0)
        return
    listening.listen(128)
    with listening:
        (prepare or _import_all)()
        # A fork has the forking thread only.
        if len(os.listdir("/proc/self/task")) == 1:
            _stay(listening, raylet=int(raylet))


def _handed_over(place: str) -> bool:
    asked = json.dumps(
        {"argv": sys.argv, "orig_argv": sys.orig_argv, "env": dict(os.environ), "cwd": os.getcwd()}
    ).encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as nursery:
        nursery.settimeout(ANSWERS_WITHIN)
        try:
            nursery.connect(place)
            if not _is_ours(nursery):
                return False
            socket.send_fds(nursery, [_LENGTH.pack(len(asked))], _STREAMS)
            nursery.sendall(asked)
            return nursery.recv(1) == _TAKEN
        except TimeoutError:
            # From here on it cannot take this worker any more; it may have done so just before.
            nursery.shutdown(socket.SHUT_RD)
            nursery.setblocking(False)
            with suppress(OSError):
                return nursery.recv(1) == _TAKEN
            return False
        except OSError:
            return False


def _stay(listening: socket.socket, *, raylet: int) -> None:
    """Be the nursery while the raylet lives; returns in each fork, the first of which is this process's own worker."""
    if _forked():
        return
    listening.settimeout(LOOKS_EVERY)
    busy = time.monotonic()
    while _lives(raylet) and time.monotonic() - busy < STAYS_EMPTY:
        with suppress(OSError):
            asking, _ = listening.accept()
            with asking:
                if _fork_for(asking):
                    return
        if _has_workers():
            busy = time.monotonic()
    os._exit(0)


def _forked() -> bool:
    """Fork; True in the fork, which has a session of its own: what ends one worker by its group ends only that."""
    if os.fork() != 0:
        return False
    os.setsid()
    return True


def _has_workers() -> bool:
    """Bury the dead, and say whether any is left."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


def _fork_for(asking: socket.socket) -> bool:
    """Take one worker; True in its fork, which then has its arguments, environment and streams."""
    asking.settimeout(LOOKS_EVERY)
    head, streams, _, _ = socket.recv_fds(asking, _LENGTH.size, len(_STREAMS))
    try:
        asked = json.loads(_read(asking, _LENGTH.unpack(head)[0]))
        if not _is_ours(asking) or _of_ray(asked["env"]) != _of_ray(os.environ):
            return False
        asking.sendall(_TAKEN)
        if not _forked():
            return False
        for ours, theirs in zip(_STREAMS, streams, strict=True):
            os.dup2(theirs, ours)
    finally:
        for stream in streams:
            os.close(stream)
    sys.argv[:], sys.orig_argv[:] = asked["argv"], asked["orig_argv"]
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    return True


def _of_ray(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith("RAY_")}


def _read(asking: socket.socket, length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = asking.recv(length - len(parts))
        if not part:
            raise ConnectionError("The worker that asked is gone.")
        parts += part
    return bytes(parts)


def _is_ours(other: socket.socket) -> bool:
    _, uid, _ = struct.unpack("3i", other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return bool(uid == os.getuid())


def _import_all() -> None:
    """What a watcher's process imports; then it is put where no collection touches it, so that it stays shared."""
    gc.disable()
    import snipers.runtime.actors  # noqa: F401 -- this is the import

    gc.collect()
    gc.freeze()
    gc.enable()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
