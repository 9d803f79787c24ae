"""The operators' command line: `python -m snipers.ops ...`. Needs DATABASE_URL alone: it works while Ray is down.

Every command has --json; every order wants --reason, takes --dry-run, may be repeated, and leaves an entry in the audit
log. Exit codes: answers.Code.
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
from snipers.ops import cells, lists, orders, top
from snipers.ops.answers import Answer, Code, Refused
from snipers.runtime.settings import database_url
from snipers.store.operations import Operations

Command = Callable[[Operations, argparse.Namespace], Answer]
SOURCES = [platform.value for platform in Platform]
BATCH = 20
START_TIMEOUT = 120.0
WIDE = 200


def main(argv: Sequence[str] | None = None, *, console: Console | None = None) -> int:
    """Run one command; returns its exit code."""
    asked = parser().parse_args(argv)
    # Into a pipe or a file goes everything; a terminal shows what fits.
    console = console or Console(width=None if sys.stdout.isatty() else WIDE)
    try:
        url, dry_run = database_url(process="ops"), getattr(asked, "dry_run", False)
        with Operations(url=url, by=_who(), dry_run=dry_run) as operations:
            if asked.command is top:
                return _top(operations, asked, console)
            answer: Answer = asked.command(operations, asked)
    except Refused as refused:
        answer = Answer(says=[str(refused)], data={"refused": str(refused)}, code=refused.code)
    except psycopg.errors.UndefinedTable:
        answer = Answer(says=["The database has older tables than this program: migrate first."], code=Code.NO_DATABASE)
    except psycopg.OperationalError as error:
        # Without the address: it holds a password.
        answer = Answer(says=[f"The database does not answer ({type(error).__name__})."], code=Code.NO_DATABASE)
    except KeyboardInterrupt:
        return 130
    show(answer, console=console, as_json=asked.json)
    return answer.code


def show(answer: Answer, *, console: Console, as_json: bool) -> None:
    """Print an answer for a program or for a person."""
    if as_json:
        body = answer.data or {"rows": answer.rows, "says": list(answer.says)}
        console.file.write(json.dumps(body, default=str) + "\n")
        return
    if answer.rows:
        table = Table(*answer.rows[0], box=None, header_style="dim")
        for row in answer.rows:
            table.add_row(*("" if value is None else str(value) for value in row.values()))
        console.print(table)
    for sentence in answer.says:
        console.print(sentence, markup=False, highlight=False)


def parser() -> argparse.ArgumentParser:
    """Return the whole grammar."""
    tree = argparse.ArgumentParser(
        prog="ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    groups = tree.add_subparsers(required=True, metavar="COMMAND")
    _watches(groups)
    _sources(groups)
    _places(groups)
    _rest(groups)
    return tree


def _watches(groups: Any) -> None:
    watch = groups.add_parser("watch", help="who watches what").add_subparsers(required=True, metavar="VERB")
    one = _look(watch, "list", lists.list_watches)
    one.add_argument("--only", action="append", default=[], choices=["uncovered", "lagging", "quarantined"])
    one.add_argument("--top", type=int, default=50, help="at most so many")
    _look(watch, "show", lists.show_watch).add_argument("venue", type=int, help="our id")
    _look(watch, "explain", lists.explain_watch).add_argument("venue", type=int, help="our id")
    one = _order(watch, "quarantine", orders.quarantine_watch)
    one.add_argument("venue", type=int, help="our id")
    one.add_argument("--minutes", type=int, default=30)
    _order(watch, "retry", orders.retry_watch).add_argument("venue", type=int, help="our id")
    lease = groups.add_parser("lease", help="who may book").add_subparsers(required=True, metavar="VERB")
    _order(lease, "fence", orders.fence_lease).add_argument("venue", type=int, help="our id")


def _sources(groups: Any) -> None:
    source = groups.add_parser("source", help="the platforms").add_subparsers(required=True, metavar="VERB")
    _look(source, "list", lists.list_sources)
    for name, command in (("pause", orders.pause_source), ("resume", orders.resume_source)):
        _order(source, name, command).add_argument("source", choices=SOURCES)
    one = _order(source, "throttle", orders.throttle_source)
    one.add_argument("source", choices=SOURCES)
    one.add_argument("share", type=float, help="of the budget, 1 for all of it")
    budget = groups.add_parser("budget", help="polls a second").add_subparsers(required=True, metavar="VERB")
    _look(budget, "show", lists.list_sources)
    one = _order(budget, "set", orders.set_budget)
    one.add_argument("source", choices=SOURCES)
    one.add_argument("polls", type=float, help="polls a second, up to what is configured")


def _places(groups: Any) -> None:
    node = groups.add_parser("node", help="machines or pods").add_subparsers(required=True, metavar="VERB")
    _look(node, "list", lists.list_nodes)
    one = _order(node, "drain", orders.drain_node)
    one.add_argument("node", nargs="?", default=socket.gethostname(), help="its name or host; this host by default")
    one.add_argument("--wait", type=float, default=0, help="seconds to wait until it is empty")
    one.add_argument("--force", action="store_true", help="also when there is no room elsewhere")
    one = _order(node, "undrain", orders.undrain_node)
    one.add_argument("node", nargs="?", default=socket.gethostname(), help="its name or host; this host by default")
    cell = groups.add_parser("cell", help="Ray clusters").add_subparsers(required=True, metavar="VERB")
    _look(cell, "list", lists.list_cells)
    one = _order(cell, "up", cells.up)
    one.add_argument("--slots", type=int, default=1, help="watch slots that it has to offer")
    one.add_argument("--wait", type=float, default=0, help="seconds to wait for its controller and its slots")
    one.add_argument("cell")
    for name, command in (("handover", cells.handover), ("rollback", cells.rollback)):
        one = _order(cell, name, command)
        one.add_argument("cell", help="the cell that is to have everything")
        one.add_argument("--batch", type=int, default=BATCH, help="venues at once")
        one.add_argument(
            "--start-timeout",
            "--patience",
            type=float,
            default=START_TIMEOUT,
            help="seconds for a batch's watchers to start",
        )
    _order(cell, "down", cells.down).add_argument("cell")


def _rest(groups: Any) -> None:
    outbox = groups.add_parser("outbox", help="what waits to be told").add_subparsers(required=True, metavar="VERB")
    _look(outbox, "list", lists.list_outbox).add_argument("--top", type=int, default=20, help="at most so many")
    one = _order(outbox, "replay", orders.replay_outbox)
    which = one.add_mutually_exclusive_group(required=True)
    which.add_argument("--event", type=int, help="one event's id")
    which.add_argument("--minutes", type=int, help="all events of so many minutes")
    one = _look(groups, "capacity", lists.capacity)
    one.add_argument("--venues", type=int, help="what so many would take")
    _look(groups, "doctor", lists.doctor)
    one = groups.add_parser("top", help="are we booking? a live view")
    one.set_defaults(command=top, json=False)
    one.add_argument("--every", type=float, default=1.0, help="seconds between two looks")
    one.add_argument("--once", action="store_true", help="look twice, for the rates, then leave")


def _look(groups: Any, name: str, command: Command) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = groups.add_parser(name, help=_first_line(command))
    made.add_argument("--json", action="store_true")
    made.set_defaults(command=command)
    return made


def _order(groups: Any, name: str, command: Command) -> argparse.ArgumentParser:
    made = _look(groups, name, command)
    made.add_argument("--reason", required=True, type=_said, help="for your colleagues, and for the audit log")
    made.add_argument("--dry-run", action="store_true", help="say what it would do")
    return made


def _top(operations: Operations, asked: argparse.Namespace, console: Console) -> int:
    show_it = partial(top.run, operations, every=asked.every, console=console)
    try:
        show_it(most=2) if asked.once else show_it()
    except KeyboardInterrupt:
        pass
    return Code.DONE


def _said(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("say why")
    return text.strip()[:200]


def _first_line(command: Command) -> str:
    return (command.__doc__ or "").partition("\n")[0]


def _who() -> str:
    return f"{getpass.getuser()}@{socket.gethostname()} (ops)"


def run() -> None:
    """Run the command of this process."""
    sys.exit(main())
