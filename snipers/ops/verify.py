"""The command `verify`: does a platform still answer as CHECKLIST.md of its client assumes?

An operator runs it with an own account. It sends reads only, one at a time, and writes a record of the replies without
what is secret or about people. snipers/testing/replay.py serves such a record to tests.
"""

import asyncio
import getpass
import sys
from argparse import Namespace
from dataclasses import asdict
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from snipers.clients.assumptions import Finding, Verdict, compare_all
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.opentable.assumptions import ASSUMPTIONS as OPENTABLE
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.opentable.verification import sign_in as sign_in_at_opentable
from snipers.clients.opentable.verification import verify as verify_opentable
from snipers.clients.resy.assumptions import ASSUMPTIONS as RESY
from snipers.clients.resy.client import ResyClient
from snipers.clients.resy.verification import sign_in as sign_in_at_resy
from snipers.clients.resy.verification import verify as verify_resy
from snipers.clients.verification import SECONDS_BETWEEN, Verification, write_record
from snipers.domain.access import StoredAccess
from snipers.domain.vocabulary import Platform
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Operations
from snipers.ops.probing import check_probe
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.runtime import settings
from snipers.runtime.settings import Settings
from snipers.runtime.wiring import booking_client
from snipers.store import rows

STANDARD_INPUT = "-"


def verify(operations: Operations, args: Namespace) -> CommandResult:
    """Compare a platform's replies with what its client assumes, with reads only; write a record without secrets."""
    if not isinstance(operations, DatabaseOperations):
        raise CommandRefused("verify needs the database's address, because this machine makes the calls.")
    check_probe(operations, source=args.source, force=False)
    values = settings.read(process="ops")
    stored = operations.sealed_access(args.source)
    run = Verification(seconds_between=_seconds_between(args.seconds, address=_address(values, args.source)))
    token = _read_token(args.token_from)
    found = asyncio.run(_verify(run, values, rows.access(stored) if stored else None, args, token))
    file = Path(args.record or f"verify-{args.source}.json")
    _write(file, platform=args.source, run=run, findings=found)
    return report(platform=args.source, findings=found, stopped=run.stopped, record=str(file))


def report(*, platform: str, findings: list[Finding], stopped: str, record: str) -> CommandResult:
    """Return the result that the command prints. The exit code is BAD if a row differs or a call was refused."""
    counts = {verdict: sum(one.verdict is verdict for one in findings) for verdict in Verdict}
    lines = [f"{platform}, rows: " + ", ".join(f"{number} {verdict}" for verdict, number in counts.items())]
    if stopped:
        lines.append(stopped)
    lines.append(f"The record is in {record}.")
    return CommandResult(
        rows=[{"row": one.row, "answer": one.verdict.value, "detail": one.detail} for one in findings],
        message="\n".join(lines),
        code=ExitCode.BAD if stopped or counts[Verdict.DIFFERS] else ExitCode.DONE,
    )


async def _verify(
    run: Verification, values: Settings, stored: StoredAccess | None, args: Namespace, token: str | None
) -> list[Finding]:
    async with booking_client(values, platform=args.source) as client:
        client.set_access(stored)
        box = SealedBox(values.seal_keys)
        sealed = box.seal(token) if token else await _sign_in(run, client, args)
        return await compare_platform(
            run, client=client, platform_venue_id=args.venue, token=sealed, now=datetime.now(UTC)
        )


async def compare_platform(
    run: Verification, *, client: BookingClient, platform_venue_id: int, token: SealedToken | None, now: datetime
) -> list[Finding]:
    """Make the calls of the client's platform, and return the answer to each row of its CHECKLIST.md."""
    if isinstance(client, ResyClient):
        await verify_resy(run, client=client, platform_venue_id=platform_venue_id, today=now.date(), token=token)
        return compare_all(RESY, seen=run.seen())
    if isinstance(client, OpenTableClient):
        await verify_opentable(run, client=client, platform_venue_id=platform_venue_id, today=now.date(), token=token)
        return compare_all(OPENTABLE, seen=run.seen())
    raise TypeError(f"no verification for {type(client).__name__}")


async def _sign_in(run: Verification, client: BookingClient, args: Namespace) -> SealedToken | None:
    """Sign in as the operator, if an address was given. The password or code is read from the terminal."""
    if isinstance(client, ResyClient) and args.email:
        return await sign_in_at_resy(run, client=client, email=args.email, ask=getpass.getpass)
    if isinstance(client, OpenTableClient) and args.phone:
        return await sign_in_at_opentable(run, client=client, phone=args.phone, ask=getpass.getpass)
    return None


def _seconds_between(wanted: float, *, address: str) -> float:
    """Return the seconds between two requests: those wanted, but at a real platform at least SECONDS_BETWEEN."""
    host = urlsplit(address).hostname or ""
    try:
        loopback = ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost"
    return wanted if loopback else max(wanted, SECONDS_BETWEEN)


def _address(values: Settings, platform: str) -> str:
    return values.resy_base_url if platform == Platform.RESY else values.opentable_base_url


def _read_token(source: str | None) -> str | None:
    if source is None:
        return None
    try:
        text = (sys.stdin.read() if source == STANDARD_INPUT else Path(source).read_text()).strip()
    except (OSError, UnicodeDecodeError):
        raise CommandRefused(f"The file {source} cannot be read.") from None
    if not text:
        raise CommandRefused(f"The file {source} is empty.")
    return text


def _write(file: Path, *, platform: str, run: Verification, findings: list[Finding]) -> None:
    text = write_record(
        platform=platform,
        exchanges=run.scrubbed(),
        findings=[asdict(one) for one in findings],
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    try:
        file.write_text(text)
    except OSError as error:
        raise CommandRefused(f"The record cannot be written to {file} ({type(error).__name__}).") from None
