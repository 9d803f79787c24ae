"""The state folder: one running copy at a time, secrets made once, and what the rest may read about a running stack.

postgres/ valkey/    data                  secrets.json ray.token   made on the first start, mode 0600
logs/                one file each part    run/env.json             variables by which to find the running stack
simulator.journal    the simulator's        run/children.json        part -> pid
lock                 held while running    run/ready                there once everything is up
                                           run/pids                 every process, for the next start to clean up
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

from stack import folders, process
from stack.errors import StackError
from stack.process import Identity

_MARK = ".tablehawk-state"
NEEDED_BYTES = 500 * 1024 * 1024
_OURS = (
    "postgres", "valkey", "logs", "run", "secrets.json", "ray.token", "simulator.journal*", "lock", _MARK,
)  # fmt: skip


@dataclass
class State:
    """The folder of one stack. Open it before use."""

    folder: Path
    _lock: TextIO | None = field(default=None, repr=False)

    def open(self) -> None:
        """Make the folder private and ours alone; refuse a folder with other things in it and a full disk.

        From now on this process and those that it starts write files of mode 0600 and folders of mode 0700.
        """
        if self.folder.is_dir() and any(self.folder.iterdir()) and not (self.folder / _MARK).exists():
            raise StackError(f"{self.folder} holds other files: set TABLEHAWK_STATE to an empty folder.")
        folders.private(self.folder)
        free = shutil.disk_usage(self.folder).free
        if free < NEEDED_BYTES:
            raise StackError(
                f"The disk of {self.folder} is full: {free // 2**20} MB are free and 500 MB are needed; "
                "make room or set TABLEHAWK_STATE."
            )
        os.umask(0o077)
        (self.folder / _MARK).touch()
        for name in ("logs", "run"):
            folders.private(self.folder / name)
        # An earlier version wrote them readable by every account of the machine.
        for kept in (self.folder / name for name in ("logs", "mail", "sms")):
            for file in kept.glob("*"):
                if file.is_file() and not file.is_symlink():
                    file.chmod(0o600)
            if kept.is_dir():
                kept.chmod(0o700)

    def lock(self, *, url: str) -> None:
        """Become the running copy until this process ends; says who is, if another one runs."""
        handle = (self.folder / "lock").open("a+")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            handle.close()
            raise StackError(f"Another copy runs already{self._whose()}: stop it with Ctrl-C there.") from error
        handle.truncate(0)
        json.dump({"pid": os.getpid(), "url": url}, handle)
        handle.flush()
        self._lock = handle

    def unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def running(self) -> bool:
        """Whether a copy runs over this folder now."""
        path = self.folder / "lock"
        if not path.exists():
            return False
        with path.open("a") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
        return False

    def keys(self) -> dict[str, str]:
        """The secrets of this stack, each made when first needed: losing them signs everybody out and unseals nothing.

        Stripe's two are the simulator's, which takes any key that looks like one.
        """
        path = self.folder / "secrets.json"
        kept: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
        made = {
            "SECRET_KEY": secrets.token_urlsafe(48),
            "SEAL_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
            "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(24)}",
            "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
        }
        if made.keys() - kept.keys():
            kept = made | kept
            write_private(path, json.dumps(kept))
        return kept

    def ray_token(self) -> Path:
        """The file with Ray's token, made on the first start."""
        path = self.folder / "ray.token"
        if not path.exists():
            write_private(path, secrets.token_hex(32))
        return path

    def publish(self, shared: Mapping[str, str]) -> None:
        """Write run/env.json: the variables by which other programs find this stack."""
        write_private(self.folder / "run" / "env.json", json.dumps(shared, indent=1, sort_keys=True))

    def note_ready(self) -> None:
        """Everything runs: leave run/ready for those who wait."""
        (self.folder / "run" / "ready").touch()

    def note_children(self, pids: Mapping[str, int]) -> None:
        write_private(self.folder / "run" / "children.json", json.dumps(pids, indent=1))

    def children(self) -> dict[str, int]:
        """Part -> pid of the running stack, empty when none runs."""
        try:
            noted: dict[str, int] = json.loads((self.folder / "run" / "children.json").read_text())
        except (OSError, ValueError):
            return {}
        return noted

    def note_processes(self, processes: Iterable[Identity]) -> None:
        write_private(self.folder / "run" / "pids", json.dumps([list(one) for one in processes]))

    def leftovers(self) -> list[Identity]:
        """Processes of a supervisor that was killed and that still live, with all that they started since."""
        try:
            noted = [Identity(*one) for one in json.loads((self.folder / "run" / "pids").read_text())]
        except (OSError, ValueError, TypeError):
            return []
        living = [one for one in noted if process.alive(one)]
        return living + [below for one in living for below in process.descendants(one.pid)]

    def forget_run(self) -> None:
        """Remove what describes a running stack."""
        for name in ("env.json", "children.json", "pids", "ready"):
            (self.folder / "run" / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete everything this stack keeps, and nothing else."""
        for path in (found for name in _OURS for found in self.folder.glob(name)):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        shutil.rmtree(folders.scratch(self.folder), ignore_errors=True)
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _whose(self) -> str:
        try:
            owner = json.loads((self.folder / "lock").read_text())
            return f" (pid {owner['pid']}, {owner['url']})"
        except (OSError, ValueError, KeyError):
            return ""


def read_environment(folder: Path) -> dict[str, str]:
    """What run/env.json of a running stack says. Raises StackError when none runs over `folder`."""
    if not State(folder).running():  # one that was killed leaves its file behind
        raise StackError("Tablehawk is not running: start it with `make up`.")
    shared: dict[str, str] = json.loads((folder / "run" / "env.json").read_text())
    return shared


def write_private(path: Path, text: str) -> None:
    """Replace a file in one step, readable by its owner only."""
    partial = path.with_name(f".{path.name}.new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(text)
    partial.replace(path)
