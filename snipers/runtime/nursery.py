"""The nursery of a node: a process that has imported what watchers need, and forks a worker whenever Ray starts one.

Importing Ray and ourselves takes a second of processor time and 48 MB, the same in every worker. Ray starts a worker as
`python default_worker.py …`; what runs first there (lean/sitecustomize.py) comes in here. The first worker of a raylet
forks and stays behind as the nursery. Each later one hands its arguments, environment and streams to it and ends; the
nursery's fork goes on in its place, for Ray knows a worker by the id in its arguments. One that finds no nursery goes
on by itself, as if there were none.

Ray reads its own settings and the job's id while it is imported, so each job of a raylet has a nursery. It leaves with
the raylet, or when the job had no worker for a while.

Only forks are workers. A nursery that went on as one itself would be the second of one id, so whatever goes wrong in it
ends it: then its workers go on, and the next one to come is the new nursery.

Loads nothing but the standard library: most processes in here end at once.
"""

import gc
import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

# A nursery that is still importing answers when it is through; of one that stands still, nothing is waited for.
ANSWERS_WITHIN = 10.0
# From having a name to listening.
LISTENS_WITHIN = 1.0
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
    place = place_of(environment)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(place)
    except OSError:
        if _handed_over(place):
            os._exit(0)
        return
    listening.listen(128)
    # As Ray gave it: imports add to it.
    given = dict(environment)
    with listening:
        (prepare or _import_all)()
        threads = len(os.listdir("/proc/self/task"))
        if threads == 1:
            _stay(listening, given)
        else:
            # A fork has the forking thread only. This worker goes on by itself, and so will each after it.
            sys.stderr.write(f"No nursery: {threads} threads after the imports.\n")


def place_of(environment: Mapping[str, str]) -> str:
    """Return where the nursery for such a worker listens: no file, but a name that goes with the last who holds it.

    Containers of one pod see each other's names, and a raylet's number says nothing in the other one.
    """
    processes = os.stat("/proc/self/ns/pid").st_ino
    return f"\0tablehawk-nursery-{processes}-{environment['RAY_RAYLET_PID']}-{environment.get('RAY_JOB_ID', '')}"


def _handed_over(place: str) -> bool:
    asked = json.dumps(
        {"argv": sys.argv, "orig_argv": sys.orig_argv, "env": dict(os.environ), "cwd": os.getcwd()}
    ).encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as nursery:
        nursery.settimeout(ANSWERS_WITHIN)
        try:
            _connect(nursery, place)
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


def _connect(nursery: socket.socket, place: str) -> None:
    until = time.monotonic() + LISTENS_WITHIN
    while True:
        try:
            return nursery.connect(place)
        except ConnectionRefusedError:
            # It has its name and does not listen yet.
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _stay(listening: socket.socket, given: Mapping[str, str]) -> None:
    """Be the nursery while the raylet lives; returns in each fork, the first of which is this process's own worker."""
    if os.fork() == 0:
        _stand_apart()
        return
    try:
        if _served(listening, given):
            return
    except BaseException:  # noqa: BLE001 - whatever it is, this process must not go on as a worker
        sys.excepthook(*sys.exc_info())
    # The nursery's own end, or that of a fork which did not get as far as being a worker.
    os._exit(0)


def _served(listening: socket.socket, given: Mapping[str, str]) -> bool:
    """Serve who asks; True in a fork that is a worker now, False when it is time to leave."""
    listening.settimeout(LOOKS_EVERY)
    raylet, busy = int(given["RAY_RAYLET_PID"]), time.monotonic()
    while _lives(raylet) and time.monotonic() - busy < STAYS_EMPTY:
        asking = None
        with suppress(TimeoutError):
            asking, _ = listening.accept()
        if asking is not None:
            with asking:
                if _fork_for(asking, given):
                    return True
        if _has_workers():
            busy = time.monotonic()
    return False


def _stand_apart() -> None:
    """Have a session of one's own: what ends one worker by its group ends only that."""
    os.setsid()


def _has_workers() -> bool:
    """Bury the dead, and say whether any is left."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


def _fork_for(asking: socket.socket, given: Mapping[str, str]) -> bool:
    """Take one worker, if it is one of ours; True in its fork, which then has its arguments and streams."""
    try:
        streams, asked = _asked(asking, given)
    except (OSError, ValueError, struct.error):
        # It gave up, or ended, or is none of ours.
        return False
    try:
        if os.fork() != 0:
            return False
        _become(asked, streams, given)
        # Last: until then it goes on by itself when this fork ends, or could not be made.
        asking.sendall(_TAKEN)
        return True
    finally:
        for stream in streams:
            os.close(stream)


def _asked(asking: socket.socket, given: Mapping[str, str]) -> tuple[list[int], dict[str, Any]]:
    """Return the streams and the rest of what a worker hands over; raises ValueError when it cannot be ours."""
    asking.settimeout(LOOKS_EVERY)
    if not _is_ours(asking):
        raise ValueError("Somebody else's process asks.")
    head, streams, _, _ = socket.recv_fds(asking, _LENGTH.size, len(_STREAMS))
    try:
        asked: dict[str, Any] = json.loads(_read(asking, _LENGTH.unpack(head)[0]))
        if len(streams) != len(_STREAMS) or _of_ray(asked["env"]) != _of_ray(given):
            raise ValueError("It has other settings of Ray's than this nursery.")
    except BaseException:
        for stream in streams:
            os.close(stream)
        raise
    return streams, asked


def _become(asked: Mapping[str, Any], streams: Sequence[int], given: Mapping[str, str]) -> None:
    _stand_apart()
    for ours, theirs in zip(_STREAMS, streams, strict=True):
        os.dup2(theirs, ours)
    sys.argv[:], sys.orig_argv[:] = asked["argv"], asked["orig_argv"]
    imports_set = {name: value for name, value in os.environ.items() if name not in given}
    os.environ.clear()
    os.environ.update(imports_set | asked["env"])
    os.chdir(asked["cwd"])


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
    """What a watcher's process imports; then it is put where no collection touches it, so that it stays shared.

    By itself a watcher loads only its platform's client (wiring.py); here both cost once what one does.
    """
    gc.disable()
    import snipers.clients.opentable.client
    import snipers.clients.resy.client
    import snipers.runtime.actors  # noqa: F401 -- these imports are what it is for

    gc.collect()
    gc.freeze()
    gc.enable()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
