"""One run of the stack, from the checks before the first start to the last process gone."""

import os
import signal
import time
from collections.abc import Callable
from types import FrameType

from stack import console, process
from stack.children import Supervisor
from stack.parts import Plan, check_given_services, demand_ports, plan
from stack.settings import Settings
from stack.state import State

_TICK = 0.05
_CALM_TICK = 0.2


LayOut = Callable[[Settings, State], Plan]


class StopSignal:
    """Remembers that the user or the parent process asked to stop everything.

    A flag, not an exception: one raised between a start and its being noted would lose a process.
    """

    def __init__(self) -> None:
        self.came = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._remember)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.came = True


def up(chosen: Settings, *, lay_out: LayOut = plan) -> None:
    """Run what `lay_out` plans until Ctrl-C, SIGTERM or the terminal's end."""
    state = State(chosen.state)
    state.open()
    state.lock(url=chosen.public_url)
    started = time.monotonic()
    stop = StopSignal()
    try:
        clean_up_after_the_last(state)
        check_given_services(chosen.chosen)
        demand_ports(chosen)
        planned = lay_out(chosen, state)
        state.publish(planned.shared)
        process.become_subreaper()
        supervisor = Supervisor(
            planned.parts, chosen.logs, reaper=True, noted=lambda supervisor: _note(state, supervisor)
        )
        console.say(f"Starting Tablehawk; its state is in {chosen.state}")
        try:
            _watch(supervisor, state, chosen, started, stop)
        finally:
            console.say("Stopping everything ...")
            supervisor.stop()
        console.say("Everything is stopped; `make up` goes on where this left off.")
    finally:
        state.forget_run()
        state.unlock()


def clean_up_after_the_last(state: State) -> None:
    """End what a supervisor that was killed left behind. Most of it goes by itself: the kernel told it."""
    left = process.wait_gone(state.leftovers(), timeout=1)
    if left:
        console.say(f"Ending {len(left)} processes of an earlier run that was killed.")
        for one in left:
            if process.alive(one):
                os.kill(one.pid, signal.SIGTERM)
        process.kill_all(process.wait_gone(left, timeout=5))
    state.forget_run()


def _watch(supervisor: Supervisor, state: State, chosen: Settings, started: float, stop: StopSignal) -> None:
    """Step until somebody stops us; say when the page is there and when all is."""
    page_told = all_told = False
    while not stop.came:
        now = time.monotonic()
        supervisor.step(now=now)
        if not page_told and supervisor.is_ready("web"):
            page_told = True
            console.say(f"\nThe page is open after {console.seconds(now - started)}: {chosen.public_url}\n")
        if not all_told and supervisor.settled:
            all_told = True
            state.note_ready()
            console.say(_welcome(chosen, supervisor, now - started))
        time.sleep(_CALM_TICK if all_told else _TICK)


def _welcome(chosen: Settings, supervisor: Supervisor, took: float) -> str:
    broken = [child.part.title for child in supervisor.children.values() if child.broken]
    without = f", but without: {', '.join(broken)}" if broken else ""
    rows = {
        "Open": chosen.public_url,
        "Sign in as": "diner@tablehawk.test, pro@tablehawk.test or concierge@tablehawk.test",
        "Admin": f"{chosen.public_url}/admin/ as admin@tablehawk.test",
        "Password": "Table4two! for all four",
        "Simulator": f"{chosen.control_url} shows the inventory page; a click there frees a table",
        "Mailbox": f"{chosen.public_url}/dev/mailbox shows the mails and texts that we send",
        "Connect Resy": "with any e-mail and the password table-for-two",
        "OpenTable": "with any phone number and the code 123456",
        "Logs": str(chosen.logs),
    }
    if not chosen.simulated:
        rows = {name: rows[name] for name in ("Open", "Logs")}
    lines = [f"  {name:<13} {text}" for name, text in rows.items()]
    return "\n".join(
        ["", f"Tablehawk runs ({console.seconds(took)}){without}.", "", *lines, "", "Ctrl-C stops everything."]
    )


def _note(state: State, supervisor: Supervisor) -> None:
    """Write down which processes live: for fault tests and `make status`, and for the next start to clean up."""
    state.note_children({name: pid for name, child in supervisor.children.items() if (pid := child.pid) is not None})
    state.note_processes(process.descendants())
