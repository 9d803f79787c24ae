"""Creates private folders, and finds folders with short paths for unix sockets, whose paths have at most 107 bytes."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from tools.stack.errors import StackError

# 107 bytes minus the longest socket name below it ("pg/.s.PGSQL.5432.lock").
_LONGEST_SOCKET_FOLDER = 80


def make_private(path: Path) -> Path:
    """Create the folder `path` with mode 0700, or set the mode of an existing folder. Return the path.

    Raises StackError if `path` belongs to another account, is not a folder or cannot be written.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = path.lstat()
        if not stat.S_ISDIR(owner.st_mode) or owner.st_uid != os.geteuid():
            raise StackError(f"{path} belongs to another account or is not a folder: remove it or set TABLEHAWK_STATE.")
        path.chmod(0o700)
    except OSError as error:
        raise StackError(f"The folder {path} cannot be written ({error.strerror}): set TABLEHAWK_STATE.") from error
    return path


def scratch_folder(state: Path) -> Path:
    """Return the path of a folder with a short name that belongs to this state folder. The caller creates it."""
    mark = hashlib.sha256(str(state.resolve()).encode()).hexdigest()[:10]
    return Path(tempfile.gettempdir()) / f"tablehawk-{os.geteuid()}-{mark}"


def socket_folder(state: Path) -> Path:
    """Return the folder for unix sockets: `run/` in the state folder, or the scratch folder if that path is too
    long."""
    wanted = state / "run"
    return make_private(wanted if len(os.fsencode(wanted)) <= _LONGEST_SOCKET_FOLDER else scratch_folder(state))
