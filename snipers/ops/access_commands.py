"""Commands about our access to the platforms: API keys, applications, User-Agents, sign-in paths.

A secret is read from a file or from standard input, never from the command line, which other users of a machine can
read. No command prints a secret. `access set` needs SEAL_KEYS on the machine that writes the row: this machine, or that
of the web tower if the command uses the admin API. Likewise, `probe` needs the addresses and keys of the platforms on
the machine that makes the calls.
"""

import asyncio
from argparse import Namespace
from dataclasses import asdict

from snipers.clients.base import ProbeAnswer
from snipers.domain.access import StoredAccess
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Operations
from snipers.ops.probing import check_probe
from snipers.ops.remote import RemoteOperations
from snipers.ops.results import CommandResult, ExitCode
from snipers.ops.secret_files import read_secret
from snipers.runtime import settings
from snipers.runtime.wiring import booking_client
from snipers.store import rows


def show_access(operations: Operations, args: Namespace) -> CommandResult:
    """Show the access values that operators have set. Secrets are not shown."""
    shown = [
        {
            "source": row["platform"],
            "secret": "set" if row["has_secret"] else "of the environment",
            "application": row["application_id"],
            "user_agent": row["user_agent"],
            "sign_in_paths": " ".join(row["sign_in_paths"]),
            "changed_at": row["changed_at"],
            "changed_by": row["changed_by"],
        }
        for row in operations.read("read_access_shown")
    ]
    return CommandResult(rows=shown, message="" if shown else "All values are those of the environment.")


def set_access(operations: Operations, args: Namespace) -> CommandResult:
    """Set access values of a platform. Both towers use them within seconds, without a restart."""
    return operations.change(
        "set_access",
        reason=args.reason,
        source=args.source,
        secret=read_secret(args.secret_from),
        application_id=args.application_id,
        user_agent=args.user_agent,
        sign_in_paths=args.sign_in_path,
    )


def probe(operations: Operations, args: Namespace) -> CommandResult:
    """Check whether a platform answers us: the edge server, our key, the sign-in paths. Sends only reads."""
    if isinstance(operations, RemoteOperations):
        answers = operations.probe(args.source, force=args.force)
    elif isinstance(operations, DatabaseOperations):
        check_probe(operations, source=args.source, force=args.force)
        stored = operations.sealed_access(args.source)
        found = asyncio.run(_probe(args.source, rows.access(stored) if stored else None))
        answers = [asdict(one) for one in found]
    else:
        raise TypeError(f"no probe through {type(operations).__name__}")
    bad = [one["call"] for one in answers if not one["ok"]]
    return CommandResult(
        rows=answers,
        message=f"{args.source}: {', '.join(bad)} needs attention" if bad else f"{args.source} answers everything",
        code=ExitCode.BAD if bad else ExitCode.DONE,
    )


def verify(operations: Operations, args: Namespace) -> CommandResult:
    """Compare a platform's replies with what its client assumes. Sends only reads; writes a record without secrets."""
    # The clients take long to import, and no other command needs them.
    from snipers.ops.verify import verify as run

    return run(operations, args)


async def _probe(platform: str, stored: StoredAccess | None) -> list[ProbeAnswer]:
    async with booking_client(settings.read(process="ops"), platform=platform) as client:
        client.set_access(stored)
        return await client.probe()
