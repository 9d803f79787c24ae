"""The operators' command line: `python -m snipers.ops ...`. Needs only DATABASE_URL, so it works while Ray is down.

Every command has --json. Every command that changes something requires --reason, has --dry-run, may be repeated, and
writes an audit entry. Exit codes: 0 done, 1 bad, 2 usage, 3 not found, 4 refused, 5 no database, 6 timeout.
"""

import argparse
import getpass
import json
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import psycopg
from rich.console import Console
from rich.table import Table

from snipers.domain.vocabulary import Platform
from snipers.ops import cell_commands, read_commands, top, write_commands
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.runtime.settings import database_url
from snipers.store.operations import Operations

Command = Callable[[Operations, argparse.Namespace], CommandResult]
SOURCES = [platform.value for platform in Platform]
BATCH = 20
START_TIMEOUT = 120.0
# Columns of output to a pipe or file; on a terminal its own width.
WIDE = 200
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None, *, console: Console | None = None) -> int:
    """Run one command; return its exit code."""
    args = build_parser().parse_args(argv)
    console = console or Console(width=None if sys.stdout.isatty() else WIDE)
    try:
        url, dry_run = database_url(process="ops"), getattr(args, "dry_run", False)
        with Operations(url=url, by=_operator(), dry_run=dry_run) as operations:
            if args.command is top:
                return _run_top(operations, args, console)
            result: CommandResult = args.command(operations, args)
    except CommandRefused as refused:
        result = CommandResult(messages=[str(refused)], data={"refused": str(refused)}, code=refused.code)
    except psycopg.errors.UndefinedTable:
        message = "The database has older tables than this program: migrate first."
        result = CommandResult(messages=[message], code=ExitCode.NO_DATABASE)
    except psycopg.OperationalError as error:
        # Without the address, which contains a password.
        message = f"The database does not answer ({type(error).__name__})."
        result = CommandResult(messages=[message], code=ExitCode.NO_DATABASE)
    except KeyboardInterrupt:
        return INTERRUPTED
    print_result(result, console=console, as_json=args.json)
    return result.code


def print_result(result: CommandResult, *, console: Console, as_json: bool) -> None:
    """Print a result as JSON or as text."""
    if as_json:
        body = result.data or {"rows": result.rows, "says": list(result.messages)}
        console.file.write(json.dumps(body, default=str) + "\n")
        return
    if result.rows:
        table = Table(*result.rows[0], box=None, header_style="dim")
        for row in result.rows:
            table.add_row(*("" if value is None else str(value) for value in row.values()))
        console.print(table)
    for message in result.messages:
        console.print(message, markup=False, highlight=False)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    groups = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_watches(groups)
    _add_sources(groups)
    _add_nodes_and_cells(groups)
    _add_others(groups)
    return parser


def _add_watches(groups: Any) -> None:
    verbs = _add_group(groups, "watch", help="watched venues")
    one = _add_read(verbs, "list", read_commands.list_watches)
    one.add_argument("--only", action="append", default=[], choices=["uncovered", "lagging", "quarantined"])
    one.add_argument("--top", type=int, default=50, help="maximum number of rows (50)")
    for name, command in (("show", read_commands.show_watch), ("explain", read_commands.explain)):
        _add_read(verbs, name, command).add_argument("venue", type=int, help="our venue id")
    one = _add_write(verbs, "quarantine", write_commands.quarantine_watch)
    one.add_argument("venue", type=int, help="our venue id")
    one.add_argument("--minutes", type=int, default=30)
    _add_write(verbs, "retry", write_commands.retry_watch).add_argument("venue", type=int, help="our venue id")
    verbs = _add_group(groups, "lease", help="leases of venues")
    _add_write(verbs, "fence", write_commands.fence_lease).add_argument("venue", type=int, help="our venue id")


def _add_sources(groups: Any) -> None:
    verbs = _add_group(groups, "source", help="platforms")
    _add_read(verbs, "list", read_commands.list_sources)
    for name, command in (("pause", write_commands.pause_source), ("resume", write_commands.resume_source)):
        _add_write(verbs, name, command).add_argument("source", choices=SOURCES)
    one = _add_write(verbs, "throttle", write_commands.throttle_source)
    one.add_argument("source", choices=SOURCES)
    one.add_argument("share", type=float, help="share of the budget, 1 for all of it")
    verbs = _add_group(groups, "budget", help="polls per second")
    _add_read(verbs, "show", read_commands.list_sources)
    one = _add_write(verbs, "set", write_commands.set_budget)
    one.add_argument("source", choices=SOURCES)
    one.add_argument("polls", type=float, help="polls per second, up to the configured budget")


def _add_nodes_and_cells(groups: Any) -> None:
    verbs = _add_group(groups, "node", help="Ray nodes (machines or pods)")
    _add_read(verbs, "list", read_commands.list_nodes)
    one = _add_write(verbs, "drain", write_commands.drain_node)
    one.add_argument("node", nargs="?", default=socket.gethostname(), help="node or host name (this host)")
    one.add_argument("--wait", type=float, default=0, help="seconds to wait until the node is empty")
    one.add_argument("--force", action="store_true", help="drain also without free slots elsewhere")
    one = _add_write(verbs, "undrain", write_commands.undrain_node)
    one.add_argument("node", nargs="?", default=socket.gethostname(), help="node or host name (this host)")
    verbs = _add_group(groups, "cell", help="Ray clusters")
    _add_read(verbs, "list", read_commands.list_cells)
    one = _add_write(verbs, "up", cell_commands.up)
    one.add_argument("--slots", type=int, default=1, help="watch slots to wait for (1)")
    one.add_argument("--wait", type=float, default=0, help="seconds to wait for the controller and the slots")
    one.add_argument("cell")
    for name, command in (("handover", cell_commands.handover), ("rollback", cell_commands.rollback)):
        one = _add_write(verbs, name, command)
        one.add_argument("cell", help="the cell that receives all venues")
        one.add_argument("--batch", type=int, default=BATCH, help="venues in a batch (20)")
        one.add_argument(
            "--start-timeout",
            type=float,
            default=START_TIMEOUT,
            help="seconds for the watchers of a batch to start",
        )
    _add_write(verbs, "down", cell_commands.down).add_argument("cell")


def _add_others(groups: Any) -> None:
    verbs = _add_group(groups, "outbox", help="pending outcomes, events and messages")
    _add_read(verbs, "list", read_commands.list_outbox).add_argument(
        "--top", type=int, default=20, help="maximum number of rows (20)"
    )
    one = _add_write(verbs, "replay", write_commands.replay_outbox)
    which = one.add_mutually_exclusive_group(required=True)
    which.add_argument("--event", type=int, help="id of one event")
    which.add_argument("--minutes", type=int, help="all events of the last minutes")
    one = _add_read(groups, "capacity", read_commands.capacity)
    one.add_argument("--venues", type=int, help="estimate the needs of this many venues")
    _add_read(groups, "doctor", read_commands.doctor)
    one = groups.add_parser("top", help="show a live view: are we booking?")
    one.set_defaults(command=top, json=False)
    one.add_argument("--every", type=float, default=1.0, help="seconds between two readings (1)")
    one.add_argument("--once", action="store_true", help="read twice, for the rates, then exit")


def _add_group(groups: Any, name: str, *, help: str) -> Any:
    return groups.add_parser(name, help=help).add_subparsers(required=True, metavar="VERB")


def _add_read(groups: Any, name: str, command: Command) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = groups.add_parser(name, help=(command.__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=command)
    return parser


def _add_write(groups: Any, name: str, command: Command) -> argparse.ArgumentParser:
    parser = _add_read(groups, name, command)
    parser.add_argument("--reason", required=True, type=_check_reason, help="for the audit log")
    parser.add_argument("--dry-run", action="store_true", help="print what the command would do")
    return parser


def _run_top(operations: Operations, args: argparse.Namespace, console: Console) -> int:
    run = partial(top.run, operations, every=args.every, console=console)
    try:
        run(most=2) if args.once else run()
    except KeyboardInterrupt:
        pass
    return ExitCode.DONE


def _check_reason(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("give a reason")
    return text.strip()[:200]


def _operator() -> str:
    return f"{getpass.getuser()}@{socket.gethostname()} (ops)"
