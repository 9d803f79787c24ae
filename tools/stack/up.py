"""`make up`: runs the stack, from the checks before the start until every process has exited."""

import os
import select
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType

from tools.stack import console, process
from tools.stack.parts import Plan, check_external_services, plan, require_free_ports
from tools.stack.settings import SIMULATED_SIGN_INS, Settings
from tools.stack.state import State
from tools.stack.supervisor import SWEEP_SECONDS, Supervisor

_TICK_SECONDS = 0.05
# The time between two checks while every part is ready. The exit of a part ends the wait at once.
_SETTLED_TICK_SECONDS = SWEEP_SECONDS


Planner = Callable[[Settings, State], Plan]


class StopSignal:
    """Sets the flag `received` on SIGINT, SIGTERM and SIGHUP, and ends a wait on these signals and on SIGCHLD.

    The handler raises no exception, because an exception between the start of a process and its registration would
    leave this process running.
    """

    def __init__(self) -> None:
        self.received = False
        self._signals, signaled = socket.socketpair()
        for end in (self._signals, signaled):
            end.setblocking(False)
        self._signaled = signaled  # keeps the socket open: set_wakeup_fd takes only its number
        signal.set_wakeup_fd(signaled.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._record)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def wait(self, seconds: float) -> None:
        """Wait until a stop is requested or a child exits, at most `seconds`."""
        if select.select([self._signals], [], [], seconds)[0]:
            self._signals.recv(4096)

    def _record(self, number: int, frame: FrameType | None) -> None:
        self.received = True


def up(settings: Settings, *, planner: Planner = plan) -> None:
    """Run the programs of the stack until Ctrl-C, SIGTERM or SIGHUP, then stop them.

    `planner` returns these programs (parts). Raises StackError if the stack cannot start or a
    required part fails.
    """
    state = State(settings.state)
    state.open()
    state.lock(url=settings.public_url)
    started = time.monotonic()
    stop = StopSignal()
    try:
        end_leftover_processes(state)
        check_external_services(settings.environ)
        require_free_ports(settings)
        planned = planner(settings, state)
        state.write_environment(planned.shared)
        process.become_subreaper()
        supervisor = Supervisor(
            planned.parts,
            settings.logs,
            reaper=True,
            on_change=lambda supervisor: _record_processes(state, supervisor),
            fork_server=planned.fork_server if any(part.forked for part in planned.parts) else None,
        )
        console.print_line(f"Starting Tablehawk; its state is in {settings.state}")
        try:
            if supervisor.fork_server:
                supervisor.fork_server.start()
            _run_until_stopped(supervisor, state, settings, started, stop)
        finally:
            console.print_line("Stopping everything ...")
            supervisor.stop()
        console.print_line("Everything is stopped; `make up` continues with the same data.")
    finally:
        state.remove_run_files()
        state.unlock()


def end_leftover_processes(state: State) -> None:
    """Stop the processes of an earlier run whose supervisor was killed. Most of them have already exited, because the
    kernel sent them the parent-death signal."""
    left = process.wait_gone(state.leftovers(), timeout=1)
    if left:
        console.print_line(f"Stopping {len(left)} processes of an earlier run that was killed.")
        for one in left:
            if process.is_alive(one):
                os.kill(one.pid, signal.SIGTERM)
        process.kill_all(process.wait_gone(left, timeout=5))
        # PostgreSQL does not start while a process of its predecessor runs.
        process.wait_gone(left, timeout=5)
    state.remove_run_files()


def _run_until_stopped(
    supervisor: Supervisor, state: State, settings: Settings, started: float, stop: StopSignal
) -> None:
    """Run the supervisor until a stop is requested. Announce when the page is open and when every part is ready."""
    page_announced = all_announced = False
    while not stop.received:
        now = time.monotonic()
        supervisor.run_once(now=now)
        if not page_announced and supervisor.is_ready("web"):
            page_announced = True
            took = console.format_seconds(now - started)
            console.print_line(f"\nThe page is open after {took}: {settings.public_url}\n")
        if not all_announced and supervisor.settled:
            all_announced = True
            state.write_ready()
            console.print_line(_welcome(settings, supervisor, now - started))
        stop.wait(_SETTLED_TICK_SECONDS if all_announced and supervisor.settled else _TICK_SECONDS)


def _welcome(settings: Settings, supervisor: Supervisor, took: float) -> str:
    broken = [child.part.title for child in supervisor.children.values() if child.broken]
    without = f", but without: {', '.join(broken)}" if broken else ""
    rows = {
        "Open": settings.public_url,
        "Sign in as": "diner@tablehawk.test, pro@tablehawk.test or concierge@tablehawk.test",
        "Admin": f"{settings.public_url}/admin/ as admin@tablehawk.test",
        "Password": "Table4two! for all four",
        "Simulator": f"{settings.control_url} has the inventory page; click a table there to free it",
        "Pace": "fixed and fast, because the platforms are simulated; a real platform's pace is learned",
        "Mailbox": f"{settings.public_url}/dev/mailbox shows sent e-mails and text messages",
        **SIMULATED_SIGN_INS,
        "Logs": str(settings.logs),
    }
    if not settings.uses_simulator:
        rows = {name: rows[name] for name in ("Open", "Logs")}
    lines = [f"  {name:<13} {text}" for name, text in rows.items()]
    return "\n".join(
        ["", f"Tablehawk runs ({console.format_seconds(took)}){without}.", "", *lines, "", "Ctrl-C stops everything."]
    )


def _record_processes(state: State, supervisor: Supervisor) -> None:
    """Write the running processes to the state folder, for fault tests, `make status` and the cleanup at the next
    start."""
    state.write_children({name: pid for name, child in supervisor.children.items() if (pid := child.pid) is not None})
    state.write_processes(process.descendants())
