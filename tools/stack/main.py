"""Command line of the stack.

python -m tools.stack up | doctor | status | reset    called by the make targets of the same name
python -m tools.stack backup | restore | adopt        called by the make targets of the same name
python -m tools.stack run ARGUMENTS...                run Python with the running stack's environment
python -m tools.stack trial COMMAND...                run a command with a temporary stack
"""

import argparse
import errno
import os
import sys
from pathlib import Path
from typing import NoReturn

from tools.stack import backup, console, doctor, process
from tools.stack.errors import StackError
from tools.stack.parts import plan
from tools.stack.settings import OUTSIDE_SERVICES, Settings, read_settings
from tools.stack.state import State, read_environment
from tools.stack.testing import whole_stack
from tools.stack.up import Planner, end_leftover_processes, up


def status(settings: Settings) -> None:
    """Print each part of the running stack with its pid. Raises StackError if no stack is running."""
    state = State(settings.state)
    if not state.is_running():
        raise StackError("Tablehawk is not running: start it with `make up`.")
    for name, pid in state.children().items():
        found = process.identify(pid)
        console.print_line(f"  {name:<11} {'pid ' + str(pid) if found else 'not running'}")


def reset(settings: Settings, *, confirmed: bool) -> None:
    """Delete all data of this stack. Asks the user first, unless `confirmed` is True.

    Raises StackError if the stack is running.
    """
    state = State(settings.state)
    if state.is_running():
        raise StackError("Tablehawk is running: stop it with Ctrl-C before `make reset`.")
    if not settings.state.exists():
        console.print_line(f"Nothing to reset: {settings.state} does not exist.")
        return
    if not confirmed and input(f"Delete all accounts, requests and logs in {settings.state}? [y/N] ").lower() != "y":
        console.print_line("Nothing was deleted.")
        return
    end_leftover_processes(state)
    state.remove()
    console.print_line("All data is deleted. `make up` starts with an empty database.")


def run(settings: Settings, arguments: list[str]) -> NoReturn:
    """Become Python with the environment of the running stack. Signals thus reach the program itself.

    Addresses of outside services in this terminal, which the stack's programs do not have, are left out.
    """
    shared = read_environment(settings.state)
    own = {name: value for name, value in os.environ.items() if name not in OUTSIDE_SERVICES}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *arguments], {**own, **shared})  # noqa: S606 - the operator's command


def trial(command: list[str]) -> int:
    """Run a command with a temporary stack on free ports. Return its exit code.

    SIGTERM ends first the command and then the stack.
    """
    # Scenarios and journeys receive notifications at services that they start on this machine.
    with whole_stack(NOTIFY_LOOPBACK="1") as shared:
        address = {"BASE_URL": shared["PUBLIC_URL"]}
        return process.call(command, env={**os.environ, **shared, **address})


def main(arguments: list[str], *, planner: Planner = plan) -> int:
    """Run one command of the stack. Return its exit code, or 1 after printing an error."""
    try:
        return _command(arguments, planner)
    except StackError as error:
        console.print_error(str(error))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        console.print_error("The disk is full: make room, then run `make up` again.")
    except (KeyboardInterrupt, EOFError):
        console.print_line()
    return 1


def _command(arguments: list[str], planner: Planner) -> int:
    if arguments[:1] == ["run"]:
        run(read_settings(os.environ), arguments[1:])
    if arguments[:1] == ["trial"]:
        return trial(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="stack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("up", "doctor", "status", "reset", "backup", "restore", "adopt"))
    parser.add_argument("--state", help="the state folder, instead of TABLEHAWK_STATE")
    parser.add_argument("--yes", action="store_true", help="reset without asking")
    parser.add_argument("--to", type=Path, default=Path("backups"), help="the folder for the backup")
    parser.add_argument("--from", type=Path, dest="dump", help="the dump to restore")
    parser.add_argument("--keys", type=Path, help="the secrets.json that belongs to the dump")
    given = parser.parse_args(arguments)
    settings = read_settings({**os.environ, "TABLEHAWK_STATE": given.state} if given.state else os.environ)
    match given.command:
        case "up":
            up(settings, planner=planner)
        case "doctor":
            return doctor.print_findings(settings)
        case "status":
            status(settings)
        case "reset":
            reset(settings, confirmed=given.yes)
        case "backup":
            backup.backup(settings, folder=given.to.resolve())
        case "adopt":
            backup.adopt(settings)
        case "restore":
            if given.dump is None:
                raise StackError("Name the dump: `make restore FROM=backups/tablehawk-....dump`.")
            backup.restore(settings, dump=given.dump.resolve(), keys=given.keys)
    return 0
