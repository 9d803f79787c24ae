"""The operators' command line: `python -m snipers.ops ...`. It works while Ray is down.

Most commands need only DATABASE_URL; access_commands.py names the others. With --url (or OPS_URL), a command needs an
operator token instead, and uses the admin API of the web tower.

Every command except `top` has --json. Every command that changes something requires --reason, has
--dry-run, may be repeated, and writes an audit entry. Exit codes: 0 done, 1 bad, 2 usage, 3 not
found, 4 refused, 5 no database, 6 timeout.
"""

import argparse
import contextlib
import getpass
import json
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from snipers.clients import registry
from snipers.ops import access_commands, cell_commands, read_commands, top, write_commands
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Command, Operations, Unavailable
from snipers.ops.remote import RemoteOperations
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.runtime.settings import database_url, seal_keys

Argument = tuple[str, dict[str, Any]]
# The width of output to a pipe or file in columns. On a terminal, the terminal's width is used.
WIDE = 200
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None, *, console: Console | None = None) -> int:
    """Run one command; return its exit code."""
    args = build_parser().parse_args(argv)
    console = console or Console(width=None if sys.stdout.isatty() else WIDE)
    try:
        with open_operations(args) as operations:
            if args.command is top:
                return _run_top(operations, args, console)
            result: CommandResult = args.command(operations, args)
    except CommandRefused as refused:
        result = CommandResult(message=str(refused), data={"refused": str(refused)}, code=refused.code)
    except Unavailable as error:
        result = CommandResult(message=str(error), code=ExitCode.NO_DATABASE)
    except KeyboardInterrupt:
        return INTERRUPTED
    print_result(result, console=console, as_json=args.json)
    return result.code


def open_operations(args: argparse.Namespace) -> DatabaseOperations | RemoteOperations:
    """Return the operations for the command: through the admin API if --url or OPS_URL is set, otherwise on the
    database.
    """
    dry_run = getattr(args, "dry_run", False)
    url = args.url or os.environ.get("OPS_URL", "")
    if url:
        return RemoteOperations(url=url, token=_read_token(), dry_run=dry_run)
    database = database_url(process="ops")
    return DatabaseOperations(url=database, by=_operator(), seal_keys=seal_keys, dry_run=dry_run)


def print_result(result: CommandResult, *, console: Console, as_json: bool) -> None:
    """Print a result as JSON or as text."""
    if as_json:
        body = result.data or {"rows": result.rows, "says": result.message.splitlines()}
        console.file.write(json.dumps(body, default=str) + "\n")
        return
    if result.rows:
        console.print(top.build_table(result.rows))
    if result.message:
        console.print(result.message, markup=False, highlight=False)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", help="use the admin API at this URL (or OPS_URL) with the token of OPS_TOKEN_FILE")
    groups = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_watches(groups)
    _add_sources(groups)
    _add_access(groups)
    _add_nodes_and_cells(groups)
    _add_others(groups)
    return parser


def _add_watches(groups: Any) -> None:
    verbs = _add_group(groups, "watch", help="watched venues")
    only = _argument("--only", action="append", default=[], choices=["uncovered", "lagging", "quarantined"])
    _add_read(verbs, "list", read_commands.list_watches, only, _top_argument(50))
    _add_read(verbs, "show", read_commands.show_watch, VENUE)
    _add_read(verbs, "explain", read_commands.explain, VENUE)
    minutes = _argument("--minutes", type=int, default=30)
    _add_write(verbs, "quarantine", write_commands.quarantine_watch, VENUE, minutes)
    _add_write(verbs, "retry", write_commands.retry_watch, VENUE)
    verbs = _add_group(groups, "lease", help="leases of venues")
    _add_write(verbs, "fence", write_commands.fence_lease, VENUE)


def _add_sources(groups: Any) -> None:
    verbs = _add_group(groups, "source", help="platforms")
    _add_read(verbs, "list", read_commands.list_sources)
    _add_write(verbs, "pause", write_commands.pause_source, SOURCE)
    _add_write(verbs, "resume", write_commands.resume_source, SOURCE)
    share = _argument("share", type=float, help="share of the budget, 1 for all of it")
    _add_write(verbs, "throttle", write_commands.throttle_source, SOURCE, share)
    verbs = _add_group(groups, "breaker", help="circuit breakers of the platforms")
    _add_write(verbs, "reset", write_commands.reset_breaker, SOURCE)
    verbs = _add_group(groups, "budget", help="polls per second")
    _add_read(verbs, "show", read_commands.list_sources)
    _add_read(verbs, "pace", read_commands.list_paces)
    polls = _argument("polls", type=float, help="polls per second, up to the configured budget")
    _add_write(verbs, "set", write_commands.set_budget, SOURCE, polls)


def _add_access(groups: Any) -> None:
    verbs = _add_group(groups, "access", help="API keys, applications, User-Agents and sign-in paths of the platforms")
    _add_read(verbs, "show", access_commands.show_access)
    values = (
        _argument("--secret-from", metavar="FILE", help="file with the API key or client secret; - is standard input"),
        _argument("--application-id", help="client id of our application, at a platform where we have one"),
        _argument("--user-agent"),
        _argument("--sign-in-path", action="append", help="path such as /4/auth; repeat in the order to try"),
    )
    _add_write(verbs, "set", access_commands.set_access, SOURCE, *values)
    _add_write(verbs, "forget", write_commands.forget_access, SOURCE)
    force = _argument("--force", action="store_true", help="probe also while the platform's breaker is stopped")
    _add_read(groups, "probe", access_commands.probe, SOURCE, force)
    account = (
        _argument("--token-from", metavar="FILE", help="file with your token there; - is standard input"),
        _argument("--email", help="sign in with this address, at a platform with passwords; the password is asked for"),
        _argument("--phone", help="sign in with this number, at a platform without passwords; the code is asked for"),
    )
    venue = _argument("--venue", type=int, required=True, help="the platform's id of a restaurant")
    seconds = "seconds between two requests (10), which is the least at a real platform"
    pace = _argument("--seconds", type=float, default=10.0, help=seconds)
    record = _argument("--record", metavar="FILE", help="where the record goes (verify-SOURCE.json)")
    _add_read(groups, "verify", access_commands.verify, SOURCE, venue, *account, pace, record)


def _add_nodes_and_cells(groups: Any) -> None:
    verbs = _add_group(groups, "node", help="Ray nodes (machines or pods)")
    _add_read(verbs, "list", read_commands.list_nodes)
    wait = _argument("--wait", type=float, default=0, help="seconds to wait until the node is empty")
    force = _argument("--force", action="store_true", help="drain also without free slots elsewhere")
    _add_write(verbs, "drain", write_commands.drain_node, NODE, wait, force)
    _add_write(verbs, "undrain", write_commands.undrain_node, NODE)
    verbs = _add_group(groups, "cell", help="Ray clusters")
    _add_read(verbs, "list", read_commands.list_cells)
    slots = _argument("--slots", type=int, default=1, help="watch slots to wait for (1)")
    wait = _argument("--wait", type=float, default=0, help="seconds to wait for the controller and the slots")
    _add_write(verbs, "up", cell_commands.up, CELL, slots, wait)
    batch = _argument("--batch", type=int, default=20, help="venues in a batch (20)")
    timeout = _argument(
        "--start-timeout", type=float, default=120.0, help="seconds for a batch's watchers to start (120)"
    )
    _add_write(verbs, "handover", cell_commands.handover, CELL, batch, timeout)
    _add_write(verbs, "rollback", cell_commands.rollback, CELL, batch, timeout)
    _add_write(verbs, "down", cell_commands.down, CELL)


def _add_others(groups: Any) -> None:
    verbs = _add_group(groups, "outbox", help="pending outcomes, events and messages")
    _add_read(verbs, "list", read_commands.list_outbox, _top_argument(20))
    which = _add_write(verbs, "replay", write_commands.replay_outbox).add_mutually_exclusive_group(required=True)
    which.add_argument("--event", type=int, help="id of one event")
    which.add_argument("--minutes", type=int, help="all events of the last MINUTES minutes")
    venues = _argument("--venues", type=int, help="estimate the needs of this many venues")
    _add_read(groups, "capacity", read_commands.capacity, venues)
    _add_read(groups, "doctor", read_commands.doctor)
    one = groups.add_parser("top", help="show a live view: are we booking?")
    one.set_defaults(command=top, json=False)
    one.add_argument("--every", type=float, default=1.0, help="seconds between two readings (1)")
    one.add_argument("--once", action="store_true", help="print plain text after two readings, for the rates, and exit")


def _argument(name: str, **options: Any) -> Argument:
    return name, options


def _top_argument(default: int) -> Argument:
    return _argument("--top", type=int, default=default, help=f"maximum number of rows ({default})")


VENUE = _argument("venue", type=int, help="our venue id")
SOURCE = _argument("source", choices=registry.keys())
NODE = _argument("node", nargs="?", default=socket.gethostname(), help="node or host name (this host)")
CELL = _argument("cell", help="name of the cell")


def _add_group(groups: Any, name: str, *, help: str) -> Any:
    return groups.add_parser(name, help=help).add_subparsers(required=True, metavar="VERB")


def _add_read(groups: Any, name: str, command: Command, *arguments: Argument) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = groups.add_parser(name, help=(command.__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=command)
    for argument, options in arguments:
        parser.add_argument(argument, **options)
    return parser


def _add_write(groups: Any, name: str, command: Command, *arguments: Argument) -> argparse.ArgumentParser:
    parser = _add_read(groups, name, command, *arguments)
    parser.add_argument("--reason", required=True, type=_check_reason, help="for the audit log")
    parser.add_argument("--dry-run", action="store_true", help="print what the command would do")
    return parser


def _run_top(operations: Operations, args: argparse.Namespace, console: Console) -> int:
    show = top.watch if console.is_terminal and not args.once else top.show
    with contextlib.suppress(KeyboardInterrupt):
        show(operations, every=args.every, console=console)
    return ExitCode.DONE


def _check_reason(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("give a reason")
    return text.strip()[:200]


def _read_token() -> str:
    """Return the operator token from the file OPS_TOKEN_FILE, or else from OPS_TOKEN. Raises CommandRefused without
    one.

    There is no option for it, because other users of a machine can read command lines.
    """
    name = os.environ.get("OPS_TOKEN_FILE", "")
    try:
        token = (Path(name).read_text() if name else os.environ.get("OPS_TOKEN", "")).strip()
    except (OSError, UnicodeDecodeError):
        raise CommandRefused("The file of OPS_TOKEN_FILE cannot be read.") from None
    if not token.isascii() or not token.isprintable() or not token:
        raise CommandRefused("Set OPS_TOKEN_FILE or OPS_TOKEN to an operator token (manage.py operator_token).")
    return token


def _operator() -> str:
    return f"{getpass.getuser()}@{socket.gethostname()} (ops)"
