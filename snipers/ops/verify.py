"""The command `verify`: does a platform still answer as CHECKLIST.md of its client assumes?

An operator runs it with an own account. It sends reads only, one at a time, and writes a record of the replies without
what is secret or about people. snipers/testing/replay.py serves such a record to tests.
"""

import asyncio
import getpass
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from snipers.clients import registry
from snipers.clients.assumptions import Finding, Verdict, compare_all
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.verification import SECONDS_BETWEEN, Verification, write_record
from snipers.domain.access import StoredAccess
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Operations
from snipers.ops.probing import check_probe
from snipers.ops.remote import LOOPBACK
from snipers.ops.results import CommandRefused, CommandResult, ExitCode
from snipers.ops.secret_files import read_secret
from snipers.runtime import settings
from snipers.runtime.settings import Settings
from snipers.runtime.wiring import booking_client
from snipers.store import rows


class VerificationCalls(Protocol):
    """The module verification.py of a platform."""

    async def verify(
        self, run: Verification, *, client: Any, platform_venue_id: int, today: date, token: SealedToken | None
    ) -> None:
        """Make the calls. Without a `token`, those about an account are left out."""

    async def sign_in(
        self, run: Verification, *, client: Any, email: str | None, phone: str | None, ask: Callable[[str], str]
    ) -> SealedToken | None:
        """Sign in as the operator. Return None without an address of a kind that the platform takes, or if it fails."""


def verify(operations: Operations, args: Namespace) -> CommandResult:
    """Compare a platform's replies with what its client assumes, with reads only; write a record without secrets."""
    if not isinstance(operations, DatabaseOperations):
        raise CommandRefused("verify needs the database's address, because this machine makes the calls.")
    check_probe(operations, source=args.source, force=False)
    values = settings.read(process="ops")
    stored = operations.sealed_access(args.source)
    run = Verification(seconds_between=_seconds_between(args.seconds, address=values.base_urls[args.source]))
    token = read_secret(args.token_from)
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
        calls: VerificationCalls = registry.load(registry.find(args.source).verification)
        sealed = (
            box.seal(token)
            if token
            else await calls.sign_in(run, client=client, email=args.email, phone=args.phone, ask=getpass.getpass)
        )
        return await compare_platform(
            run,
            platform=args.source,
            client=client,
            platform_venue_id=args.venue,
            token=sealed,
            now=datetime.now(UTC),
        )


async def compare_platform(
    run: Verification,
    *,
    platform: str,
    client: BookingClient,
    platform_venue_id: int,
    token: SealedToken | None,
    now: datetime,
) -> list[Finding]:
    """Make the calls of the platform's verification, and return the answer to each row of its CHECKLIST.md."""
    manifest = registry.find(platform)
    calls: VerificationCalls = registry.load(manifest.verification)
    await calls.verify(run, client=client, platform_venue_id=platform_venue_id, today=now.date(), token=token)
    return compare_all(registry.load(manifest.assumptions), seen=run.seen())


def _seconds_between(wanted: float, *, address: str) -> float:
    """Return the seconds between two requests: those wanted, but at a real platform at least SECONDS_BETWEEN."""
    return wanted if urlsplit(address).hostname in LOOPBACK else max(wanted, SECONDS_BETWEEN)


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
