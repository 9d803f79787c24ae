"""Commands about our access to the platforms: API keys, applications, User-Agents, sign-in paths.

A secret is read from a file or from standard input, never from the command line, which other users of a machine can
read. No command prints a secret. Unlike the commands of other modules, these commands need SEAL_KEYS.
"""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from snipers.clients.base import ProbeAnswer
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.domain import access
from snipers.domain.access import StoredAccess
from snipers.domain.vocabulary import Platform
from snipers.ops.results import Change, CommandRefused, CommandResult, ExitCode
from snipers.runtime import settings
from snipers.runtime.wiring import booking_client
from snipers.store import rows
from snipers.store.operations import Operations

STANDARD_INPUT = "-"


def show_access(operations: Operations, args: Namespace) -> CommandResult:
    """Show the access values that operators have set. Secrets are not shown."""
    shown = [
        {
            "source": row["platform"],
            "secret": "set" if row["sealed_secret"] else "of the environment",
            "application": row["application_id"],
            "user_agent": row["user_agent"],
            "sign_in_paths": " ".join(row["sign_in_paths"]),
            "changed_at": row["changed_at"],
            "changed_by": row["changed_by"],
        }
        for row in operations.read("read_access")
    ]
    return CommandResult(rows=shown, message="" if shown else "All values are those of the environment.")


def set_access(operations: Operations, args: Namespace) -> CommandResult:
    """Set access values of a platform. Both towers use them within seconds, without a restart."""
    values = {
        "secret": _read_secret(args.secret_from),
        "application_id": _checked(access.check_token, args.application_id),
        "user_agent": _checked(access.check_user_agent, args.user_agent),
        "sign_in_paths": _sign_in_paths(args.sign_in_path, platform=args.source),
    }
    names = [name.replace("_", " ") for name, value in values.items() if value is not None]
    if not names:
        raise CommandRefused("Name a value: --secret-from, --application-id, --user-agent or --sign-in-path.")
    secret = values.pop("secret")
    return Change(
        statement="set_access",
        params={
            **values,
            "sealed_secret": _seal_if_new(operations, platform=args.source, secret=secret),
            "platform": args.source,
            "by": operations.by[:100],
        },
        did="access changed",
        audit=lambda row: {"about": args.source, "fields": ", ".join(names)},
        done=lambda row: f"{args.source}: {', '.join(names)} changed; {row['venues']} venues were notified",
        already=f"{args.source} already had these values",
    ).apply(operations, reason=args.reason)


def forget_access(operations: Operations, args: Namespace) -> CommandResult:
    """Delete the access values that operators set for a platform. The environment's values apply again."""
    return Change(
        statement="forget_access",
        params={"platform": args.source},
        did="access returned to the environment",
        audit=lambda row: {"about": args.source},
        done=lambda row: f"{args.source} uses the values of the environment; {row['venues']} venues were notified",
        already=f"{args.source} already used the values of the environment",
    ).apply(operations, reason=args.reason)


def probe(operations: Operations, args: Namespace) -> CommandResult:
    """Check whether a platform answers us: the edge server, our key, the sign-in paths. Sends only reads."""
    stored = [row for row in operations.read("read_access") if row["platform"] == args.source]
    answers = asyncio.run(_probe(args.source, rows.access(stored[0]) if stored else None))
    bad = [one.call for one in answers if not one.ok]
    return CommandResult(
        rows=[asdict(one) for one in answers],
        message=f"{args.source}: {', '.join(bad)} needs attention" if bad else f"{args.source} answers everything",
        code=ExitCode.BAD if bad else ExitCode.DONE,
    )


async def _probe(platform: str, stored: StoredAccess | None) -> list[ProbeAnswer]:
    async with booking_client(settings.read(process="ops"), platform=platform) as client:
        client.set_access(stored)
        return await client.probe()


def _seal_if_new(operations: Operations, *, platform: str, secret: Any) -> str | None:
    """Return the sealed secret. Return None if it equals the stored one, so that a repeated command changes nothing."""
    if secret is None:
        return None
    box = SealedBox(settings.seal_keys())
    stored = [row["sealed_secret"] for row in operations.read("read_access") if row["platform"] == platform]
    try:
        if any(text and box.open(SealedToken(text)) == secret for text in stored):
            return None
    except BrokenSeal:
        pass
    return box.seal(secret).text


def _read_secret(source: str | None) -> str | None:
    if source is None:
        return None
    try:
        text = sys.stdin.read() if source == STANDARD_INPUT else Path(source).read_text()
    except (OSError, UnicodeDecodeError):
        raise CommandRefused(f"The file {source} cannot be read.") from None
    return _checked(access.check_token, text.strip())


def _sign_in_paths(paths: list[str] | None, *, platform: str) -> list[str] | None:
    if not paths:
        return None
    if platform != Platform.RESY:
        raise CommandRefused("Only Resy has sign-in paths.")
    if len(paths) > access.MOST_SIGN_IN_PATHS:
        raise CommandRefused(f"Name at most {access.MOST_SIGN_IN_PATHS} sign-in paths.")
    for path in paths:
        _checked(access.check_sign_in_path, path)
    return paths


def _checked(check: Callable[[str], str], value: str | None) -> str | None:
    try:
        return None if value is None else check(value)
    except ValueError as error:
        raise CommandRefused(str(error)) from None
