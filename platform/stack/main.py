"""The command line of the stack.

python -m stack up | doctor | status | reset    what `make` of the same name calls
python -m stack backup | restore                likewise
python -m stack run ARGUMENTS...                this Python with the running stack's environment
python -m stack trial COMMAND...                a command over a whole stack of its own, gone afterwards
"""

import argparse
import errno
import os
import subprocess
import sys
from pathlib import Path

from stack import backup, console, doctor, process, settings
from stack.errors import StackError
from stack.parts import plan
from stack.settings import Settings
from stack.state import State, read_environment
from stack.testing import whole_stack
from stack.up import LayOut, clean_up_after_the_last, up


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


def run(chosen: Settings, arguments: list[str]) -> int:
    """Run this Python with the environment of the running stack; its exit code."""
    return subprocess.call([sys.executable, *arguments], env={**os.environ, **read_environment(chosen.state)})


def trial(command: list[str]) -> int:
    """Run a command against a whole stack on free ports and a folder of its own; its exit code."""
    with whole_stack() as shared:
        address = {"BASE_URL": shared["PUBLIC_URL"]}
        return subprocess.call(command, env={**os.environ, **shared, **address})


def main(arguments: list[str], *, lay_out: LayOut = plan) -> int:
    """Run one command; its exit code, or 1 after one sentence about what is wrong."""
    try:
        return _command(arguments, lay_out)
    except StackError as error:
        console.complain(str(error))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        console.complain("The disk is full: make room, then run `make up` again.")
    except (KeyboardInterrupt, EOFError):
        console.say()
    return 1


def _command(arguments: list[str], lay_out: LayOut) -> int:
    if arguments[:1] == ["run"]:
        return run(settings.read(os.environ), arguments[1:])
    if arguments[:1] == ["trial"]:
        return trial(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="stack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("up", "doctor", "status", "reset", "backup", "restore"))
    parser.add_argument("--state", help="the state folder, instead of TABLEHAWK_STATE")
    parser.add_argument("--yes", action="store_true", help="reset without asking")
    parser.add_argument("--to", type=Path, default=Path("backups"), help="the folder that a backup is written into")
    parser.add_argument("--from", type=Path, dest="dump", help="the dump to restore")
    parser.add_argument("--keys", type=Path, help="the secrets.json that belongs to the dump")
    given = parser.parse_args(arguments)
    chosen = settings.read({**os.environ, "TABLEHAWK_STATE": given.state} if given.state else os.environ)
    match given.command:
        case "up":
            up(chosen, lay_out=lay_out)
        case "doctor":
            return doctor.examine(chosen)
        case "status":
            status(chosen)
        case "reset":
            reset(chosen, sure=given.yes)
        case "backup":
            backup.backup(chosen, folder=given.to.resolve())
        case "restore":
            if given.dump is None:
                raise StackError("Say which dump: `make restore FROM=backups/tablehawk-....dump`.")
            backup.restore(chosen, dump=given.dump.resolve(), keys=given.keys)
    return 0
