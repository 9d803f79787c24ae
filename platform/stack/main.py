"""The command line of the stack: up, doctor, status, reset."""

import argparse
import errno
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from stack import console, doctor, process, settings
from stack.children import Supervisor
from stack.errors import StackError
from stack.parts import Plan, check_given_services, demand_ports, plan
from stack.settings import Settings
from stack.state import State

_TICK = 0.05
_CALM_TICK = 0.2


LayOut = Callable[[Settings, State], Plan]


class StopSignal:
    """Remembers that the person, or whoever runs us, wants everything stopped.

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
        state.publish(environment=planned.environment, inherited=os.environ)
        process.become_subreaper()
        supervisor = Supervisor(
            planned.parts, chosen.logs, reaper=True, noted=lambda supervisor: _note(state, supervisor)
        )
        console.say(f"Starting Tablehawk; its state is in {chosen.state}")
        try:
            _watch(supervisor, chosen, started, stop)
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


def status(chosen: Settings) -> None:
    """Say which parts run."""
    state = State(chosen.state)
    if not state.running():
        raise StackError("Tablehawk is not running: start it with `make up`.")
    for name, pid in state.children().items():
        found = process.identify(pid)
        console.say(f"  {name:<11} {'pid ' + str(pid) if found else 'not running'}")


def reset(chosen: Settings, *, sure: bool) -> None:
    """Delete all data of this stack, after asking."""
    state = State(chosen.state)
    if state.running():
        raise StackError("Tablehawk is running: stop it with Ctrl-C before `make reset`.")
    if not chosen.state.exists():
        console.say(f"Nothing to reset: {chosen.state} does not exist.")
        return
    if not sure and input(f"Delete all accounts, requests and logs in {chosen.state}? [y/N] ").lower() != "y":
        console.say("Nothing was deleted.")
        return
    clean_up_after_the_last(state)
    state.remove()
    console.say("All data is gone. `make up` starts afresh.")


def main(arguments: list[str] | None = None, *, lay_out: LayOut = plan) -> int:
    """Run one command; 0, or 1 after one sentence about what is wrong."""
    parser = argparse.ArgumentParser(prog="stack", description=__doc__)
    parser.add_argument("command", choices=("up", "doctor", "status", "reset"))
    parser.add_argument("--state", type=Path, help="the state folder (default: TABLEHAWK_STATE or .tablehawk)")
    parser.add_argument("--yes", action="store_true", help="reset without asking")
    given = parser.parse_args(arguments)
    try:
        chosen = settings.read(os.environ, state=given.state)
        match given.command:
            case "up":
                up(chosen, lay_out=lay_out)
            case "doctor":
                return doctor.examine(chosen)
            case "status":
                status(chosen)
            case "reset":
                reset(chosen, sure=given.yes)
    except StackError as error:
        console.complain(str(error))
        return 1
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        console.complain("The disk is full: make room, then run `make up` again.")
        return 1
    except (KeyboardInterrupt, EOFError):
        console.say()
        return 1
    return 0


def _watch(supervisor: Supervisor, chosen: Settings, started: float, stop: StopSignal) -> None:
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
            console.say(_welcome(chosen, now - started))
        time.sleep(_CALM_TICK if all_told else _TICK)


def _welcome(chosen: Settings, took: float) -> str:
    simulated = f"""
  The platforms' stand-in {chosen.control_url}   watch the floor, free a table by a click
  Connect Resy            any e-mail, password table-for-two""" if chosen.simulated else ""  # fmt: skip
    return f"""
Tablehawk runs ({console.seconds(took)}).

  Open                    {chosen.public_url}
  Sign in as              diner@tablehawk.test, pro@tablehawk.test or concierge@tablehawk.test
  Admin                   {chosen.public_url}/admin/ as admin@tablehawk.test
  Password of all four    Table4two!{simulated}
  Logs                    {chosen.logs}

Ctrl-C stops everything.
"""


def _note(state: State, supervisor: Supervisor) -> None:
    """Write down which processes live: for fault tests and `make status`, and for the next start to clean up."""
    state.note_children({name: pid for name, child in supervisor.children.items() if (pid := child.pid) is not None})
    state.note_processes(process.descendants())
