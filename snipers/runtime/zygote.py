"""The zygote of a node: a process that has imported all that watchers need, and forks the workers that Ray starts.

Importing Ray and this package takes one second of CPU time and 48 MB in every worker. Ray starts a worker as
`python default_worker.py ...`. In this process, worker_site/sitecustomize.py runs first and calls enter(). The first
worker of a raylet forks itself: the child becomes the worker, the parent stays as the zygote. Each later process sends
its arguments, environment and standard streams to the zygote and exits. A fork of the zygote continues in place of this
process. Ray accepts the fork, because Ray identifies a worker by the id in its arguments. A process without a zygote
continues as an ordinary worker.

Ray reads its settings and the job id at import time, so each job of a raylet has its own zygote. The zygote exits with
the raylet, or when its job has had no worker for `IDLE_SECONDS` seconds.

Only forks are workers. The zygote must never become a second worker with the same id, so it exits on any error. Its
workers continue, and the next process that Ray starts becomes the new zygote.

This module imports only the standard library at module level, because most processes that call `enter` exit at once.
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

# Seconds to wait for the zygote's answer. A zygote that is still importing answers later, a frozen zygote never does.
ANSWER_SECONDS = 10.0
# Seconds between the bind and the listen of a new zygote.
LISTEN_SECONDS = 1.0
# Seconds between two checks that the raylet still runs.
PROBE_SECONDS = 1.0
# Seconds for which a zygote without workers waits before it exits, because Ray may start new workers.
IDLE_SECONDS = 60.0
_STREAMS = (0, 1, 2)
_TAKEN = b"1"
_LENGTH = struct.Struct("!I")


def enter(environment: Mapping[str, str], *, prepare: Callable[[], None] | None = None) -> None:
    """Hand this process over to the zygote, or become the zygote. Return only in processes that are workers.

    `prepare` runs in the zygote before its first fork. By default it imports everything that a watcher needs.
    """
    raylet = environment.get("RAY_RAYLET_PID", "")
    if not raylet.isdigit() or not hasattr(socket, "SO_PEERCRED"):
        return
    address = socket_address(environment)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(address)
    except OSError:
        if _hand_over(address):
            os._exit(0)
        return
    listening.listen(128)
    # The copy keeps the environment as Ray has set it, because imports add variables.
    own_env = dict(environment)
    with listening:
        (prepare or _import_all)()
        threads = len(os.listdir("/proc/self/task"))
        if threads == 1:
            _run_zygote(listening, own_env)
        else:
            # A fork would lose the other threads. So this worker continues without a zygote, and so do all later ones.
            sys.stderr.write(f"No zygote: {threads} threads after the imports.\n")


def socket_address(environment: Mapping[str, str]) -> str:
    """Return the abstract socket address of a worker's zygote.

    The kernel frees the address when the last socket on it is closed. Containers of one pod share abstract addresses,
    but each numbers its processes from 1: two of them may have a worker with the same pid. So the address also contains
    the pid namespace.
    """
    processes = os.stat("/proc/self/ns/pid").st_ino
    return f"\0tablehawk-zygote-{processes}-{environment['RAY_RAYLET_PID']}-{environment.get('RAY_JOB_ID', '')}"


def _hand_over(address: str) -> bool:
    request = json.dumps(
        {"argv": sys.argv, "orig_argv": sys.orig_argv, "env": dict(os.environ), "cwd": os.getcwd()}
    ).encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as zygote:
        zygote.settimeout(ANSWER_SECONDS)
        try:
            _connect(zygote, address)
            if not _is_same_user(zygote):
                return False
            socket.send_fds(zygote, [_LENGTH.pack(len(request))], _STREAMS)
            zygote.sendall(request)
            return zygote.recv(1) == _TAKEN
        except TimeoutError:
            # After the shutdown the zygote cannot take over this worker. It may have taken it over just before.
            zygote.shutdown(socket.SHUT_RD)
            zygote.setblocking(False)
            with suppress(OSError):
                return zygote.recv(1) == _TAKEN
            return False
        except OSError:
            return False


def _connect(zygote: socket.socket, address: str) -> None:
    until = time.monotonic() + LISTEN_SECONDS
    while True:
        try:
            return zygote.connect(address)
        except ConnectionRefusedError:
            # The zygote is bound but does not listen yet.
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _run_zygote(listening: socket.socket, own_env: Mapping[str, str]) -> None:
    """Run the zygote until the raylet ends or there are no workers. Return in each fork, never in the zygote.

    The first fork becomes the worker for which this process was started.
    """
    if os.fork() == 0:
        # In a session of its own, the worker alone receives the signals to its process group. Linux may also divide the
        # CPU time by session (priority.py).
        os.setsid()
        return
    try:
        if _serve(listening, own_env):
            return
    except BaseException:  # noqa: BLE001 - after any error this process must not continue as a worker
        sys.excepthook(*sys.exc_info())
    # The zygote ends here, and so does a fork that failed before it became a worker.
    os._exit(0)


def _serve(listening: socket.socket, own_env: Mapping[str, str]) -> bool:
    """Serve requests. Return True in a fork that has become a worker, False when the zygote must exit."""
    listening.settimeout(PROBE_SECONDS)
    raylet, busy = f"/proc/{own_env['RAY_RAYLET_PID']}", time.monotonic()
    while os.path.exists(raylet) and time.monotonic() - busy < IDLE_SECONDS:
        client = None
        with suppress(TimeoutError):
            client, _ = listening.accept()
        if client is not None:
            with client:
                if _fork_worker(client, own_env):
                    return True
        if _has_workers():
            busy = time.monotonic()
    return False


def _has_workers() -> bool:
    """Reap children that have exited. Return True if any child is still running."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


def _fork_worker(client: socket.socket, own_env: Mapping[str, str]) -> bool:
    """Fork for one request, if it comes from the same user and job.

    Return True in the fork, which then has the arguments and streams of the requesting process, and False otherwise.
    """
    try:
        streams, request = _receive_request(client, own_env)
    except (OSError, ValueError, struct.error):
        # The requesting process gave up, exited, or belongs to another user or job.
        return False
    try:
        if os.fork() != 0:
            return False
        _become_worker(request, streams, own_env)
        # The answer is sent last. If the fork fails before, the requesting process continues as a worker by itself.
        client.sendall(_TAKEN)
        return True
    finally:
        for stream in streams:
            os.close(stream)


def _receive_request(client: socket.socket, own_env: Mapping[str, str]) -> tuple[list[int], dict[str, Any]]:
    """Return the streams and the request of a process that is to become a worker.

    Raises ValueError if the user, the job or the Ray settings of the process differ from those of the zygote.
    """
    client.settimeout(PROBE_SECONDS)
    if not _is_same_user(client):
        raise ValueError("The request comes from another user's process.")
    head, streams, _, _ = socket.recv_fds(client, _LENGTH.size, len(_STREAMS))
    try:
        request: dict[str, Any] = json.loads(client.makefile("rb").read(_LENGTH.unpack(head)[0]))
        if len(streams) != len(_STREAMS) or _ray_settings(request["env"]) != _ray_settings(own_env):
            raise ValueError("The worker has other Ray settings than this zygote.")
    except BaseException:
        for stream in streams:
            os.close(stream)
        raise
    return streams, request


def _become_worker(request: Mapping[str, Any], streams: Sequence[int], own_env: Mapping[str, str]) -> None:
    os.setsid()
    for ours, theirs in zip(_STREAMS, streams, strict=True):
        os.dup2(theirs, ours)
    sys.argv[:], sys.orig_argv[:] = request["argv"], request["orig_argv"]
    imports_set = {name: value for name, value in os.environ.items() if name not in own_env}
    os.environ.clear()
    os.environ.update(imports_set | request["env"])
    os.chdir(request["cwd"])


def _ray_settings(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith("RAY_")}


def _is_same_user(other: socket.socket) -> bool:
    _, uid, _ = struct.unpack("3i", other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return bool(uid == os.getuid())


def _import_all() -> None:
    """Import what a watcher needs, then call gc.freeze(), so that a garbage collection does not write to pages that the
    forks share.

    A process without a zygote loads only its platform's client (wiring.py). The zygote loads the clients of all
    platforms once for all forks.
    """
    gc.disable()
    import snipers.runtime.actors  # noqa: F401 -- the imports are the purpose of this function
    from snipers.clients import registry

    for platform in registry.manifests():
        registry.load(platform.client)

    gc.collect()
    gc.freeze()
    gc.enable()
