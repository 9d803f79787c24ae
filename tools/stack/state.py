"""The state folder of a stack: its data, a lock, generated secrets, and files that describe the running stack.

postgres/ valkey/   data of the servers            secrets.json ray.token   generated at the first start, mode 0600
logs/               one file for each part         run/env.json             environment of the stack's programs
simulator.journal   data of the simulator          run/children.json        name of the part -> pid
lock                locked while the stack runs    run/ready                exists when every part is ready
                                                   run/pids                 all processes, for the next start to stop
"""

import base64
import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from tools.stack import folders, process
from tools.stack.errors import StackError
from tools.stack.process import Identity

_MARKER = ".tablehawk-state"
# The number of points of the curve P-256 (FIPS 186-4, D.1.2.3).
_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NEEDED_BYTES = 500 * 1024 * 1024
# Secrets that config/environment.py makes on a development machine. A test run makes them before the first stack.
_KEPT_SECRETS = "secrets"
_OWNED_NAMES = (
    "postgres", "valkey", "logs", "run", "secrets.json", "ray.token", "simulator.journal*", "lock", "mail", "sms",
    _KEPT_SECRETS, _MARKER,
)  # fmt: skip


@dataclass
class State:
    """The state folder of one stack. A stack calls `open` and `lock` before it writes to the folder."""

    folder: Path
    _lock: TextIO | None = field(default=None, repr=False)

    def open(self) -> None:
        """Create the state folder with its subfolders, or make an existing one private.

        Sets the umask, so this process and its children create files with mode 0600 and folders with mode 0700 from
        then on. Raises StackError if the folder contains files of another program, or the disk is full.
        """
        others = [one for one in self.folder.glob("*") if one.name not in (_KEPT_SECRETS, _MARKER)]
        if others and not (self.folder / _MARKER).exists():
            raise StackError(f"{self.folder} holds other files: set TABLEHAWK_STATE to an empty folder.")
        folders.make_private(self.folder)
        free = shutil.disk_usage(self.folder).free
        if free < NEEDED_BYTES:
            raise StackError(
                f"The disk of {self.folder} is full: {free // 2**20} MB are free and 500 MB are needed; "
                "make room or set TABLEHAWK_STATE."
            )
        os.umask(0o077)
        (self.folder / _MARKER).touch()
        for name in ("logs", "run"):
            folders.make_private(self.folder / name)
        # An earlier version created the files in these folders readable for every account.
        for kept in (self.folder / name for name in ("logs", "mail", "sms")):
            for file in kept.glob("*"):
                if file.is_file() and not file.is_symlink():
                    file.chmod(0o600)
            if kept.is_dir():
                kept.chmod(0o700)

    def lock(self, *, url: str) -> None:
        """Lock the state folder until `unlock` is called or this process exits. `url` is stored for error messages.

        Raises StackError, which names the process with the lock, if another process has locked the folder.
        """
        handle = (self.folder / "lock").open("a+")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            handle.close()
            raise StackError(
                f"Another copy runs already{self._describe_owner()}: stop it with Ctrl-C there."
            ) from error
        handle.truncate(0)
        json.dump({"pid": os.getpid(), "url": url}, handle)
        handle.flush()
        self._lock = handle

    def unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def is_running(self) -> bool:
        """Return whether a stack is running with this state folder."""
        path = self.folder / "lock"
        if not path.exists():
            return False
        with path.open("a") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
        return False

    def load_secrets(self) -> dict[str, str]:
        """Return {variable: secret} from secrets.json. Secrets that are missing are generated and stored.

        If SECRET_KEY is lost, all users are signed out. If SEAL_KEYS is lost, no stored token can
        be opened. If VAPID_PRIVATE_KEY is lost, users have to turn on notifications again on each
        device. The generated Stripe key works only with the simulator, which accepts any key of the
        right form.
        """
        path = self.folder / "secrets.json"
        kept: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
        made = {
            "SECRET_KEY": secrets.token_urlsafe(48),
            "SEAL_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
            "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(24)}",
            "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
            "VAPID_PRIVATE_KEY": _new_vapid_key(),
        }
        if made.keys() - kept.keys():
            kept = made | kept
            write_private(path, json.dumps(kept))
        return kept

    def ray_token(self) -> Path:
        """Return the path of the file with Ray's authentication token. The first call generates the token."""
        path = self.folder / "ray.token"
        if not path.exists():
            write_private(path, secrets.token_hex(32))
        return path

    def write_environment(self, shared: Mapping[str, str]) -> None:
        """Write run/env.json: the environment of the stack's programs, with which `stack run` starts others."""
        write_private(self.folder / "run" / "env.json", json.dumps(shared, indent=1, sort_keys=True))

    def write_ready(self) -> None:
        """Create run/ready, which means that every part is ready."""
        (self.folder / "run" / "ready").touch()

    def write_children(self, pids: Mapping[str, int]) -> None:
        write_private(self.folder / "run" / "children.json", json.dumps(pids, indent=1))

    def children(self) -> dict[str, int]:
        """Return {name of the part: pid} from run/children.json, {} if there is no such file.

        The file of a stack that was killed stays, so call is_running() first.
        """
        try:
            noted: dict[str, int] = json.loads((self.folder / "run" / "children.json").read_text())
        except (OSError, ValueError):
            return {}
        return noted

    def write_processes(self, processes: Iterable[Identity]) -> None:
        write_private(self.folder / "run" / "pids", json.dumps([list(one) for one in processes]))

    def leftovers(self) -> list[Identity]:
        """Return the processes of an earlier run that are still running, and their descendants. They exist if the
        supervisor was killed."""
        try:
            noted = [Identity(*one) for one in json.loads((self.folder / "run" / "pids").read_text())]
        except (OSError, ValueError, TypeError):
            return []
        living = [one for one in noted if process.is_alive(one)]
        return living + [below for one in living for below in process.descendants(one.pid)]

    def remove_run_files(self) -> None:
        """Remove the files that describe the running stack."""
        for name in ("env.json", "children.json", "pids", "ready"):
            (self.folder / "run" / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete the stack's own files and folders in the state folder. Files of other programs stay."""
        for path in (found for name in _OWNED_NAMES for found in self.folder.glob(name)):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        shutil.rmtree(folders.scratch_folder(self.folder), ignore_errors=True)
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _describe_owner(self) -> str:
        try:
            owner = json.loads((self.folder / "lock").read_text())
            return f" (pid {owner['pid']}, {owner['url']})"
        except (OSError, ValueError, KeyError):
            return ""


def read_environment(folder: Path) -> dict[str, str]:
    """Return the variables in run/env.json. Raises StackError if no stack runs with `folder`."""
    if not State(folder).is_running():  # a killed stack leaves its env.json behind
        raise StackError("Tablehawk is not running: start it with `make up`.")
    shared: dict[str, str] = json.loads((folder / "run" / "env.json").read_text())
    return shared


def _new_vapid_key() -> str:
    """Return a private key for Web Push: a random number of the curve P-256 as 32 bytes in base64url."""
    number = secrets.randbelow(_P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def write_private(path: Path, text: str) -> None:
    """Write `text` to a file with mode 0600. An existing file is replaced atomically."""
    partial = path.with_name(f".{path.name}.new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(text)
    partial.replace(path)
