"""Private folders, and short ones for sockets: a unix socket's path may have at most 107 bytes."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from stack.errors import StackError

# Room for the longest socket name below it ("pg/.s.PGSQL.5432.lock").
_LONGEST_SOCKET_FOLDER = 80


def private(path: Path) -> Path:
    """Make `path` a folder that only its owner can enter; refuses one that belongs to somebody else."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = path.lstat()
        if not stat.S_ISDIR(owner.st_mode) or owner.st_uid != os.geteuid():
            raise StackError(f"{path} belongs to somebody else or is no folder: remove it or set TABLEHAWK_STATE.")
        path.chmod(0o700)
    except OSError as error:
        raise StackError(f"The folder {path} cannot be written ({error.strerror}): set TABLEHAWK_STATE.") from error
    return path


def scratch(state: Path) -> Path:
    """The path of a short folder that belongs to this state folder alone; the caller makes it private first."""
    mark = hashlib.sha256(str(state.resolve()).encode()).hexdigest()[:10]
    return Path(tempfile.gettempdir()) / f"tablehawk-{os.geteuid()}-{mark}"


def for_sockets(state: Path) -> Path:
    """Where unix sockets live: `run/` in the state folder, or the scratch folder when that path is too long."""
    wanted = state / "run"
    return private(wanted if len(os.fsencode(wanted)) <= _LONGEST_SOCKET_FOLDER else scratch(state))
