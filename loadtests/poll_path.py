"""Counts the files whose functions are called from one poll to its recorded booking, and the returns to earlier files.

It is a pytest plugin (`-p loadtests.poll_path`). loadtests/codebase.py runs it on a test that books one freed table on
PostgreSQL against the simulator. `sys.setprofile` reports each call. The path is the sequence of these calls: it begins
where the watcher starts a due poll, and ends where the store's `record` is called. It includes the booking that the
poll's reply starts. Properties, constructors, telemetry and side work (sightings, spare connections) do not count.

    file    a file with a function that the path calls
    return  a call from one file into another file that a third file has called before. Each pair of files counts once.
            Calls into a file that calls no other file do not count.
"""

import contextvars
import json
import linecache
import os
import sys
from collections.abc import Generator
from types import FrameType
from typing import Any

import pytest

ROOT = os.getcwd() + os.sep
OUTPUT = "POLL_PATH_OUTPUT"
NOT_THE_PATH = ("tests/", "loadtests/", "conftest", "platform/", "testing/", ".venv", "snipers/telemetry/")
WATCHER = "snipers/watching/venue_watcher.py"
BEGINS, ENDS = "Poller.start_due_polls", "Store.record"
BESIDE = {"Poller._report_sightings", "HttpClient.warm", "Wire.warm", "Wire._open_connection"}

_poll = contextvars.ContextVar("poll", default=0)
_calls: list[tuple[int, str, str, str | None]] = []
_polls = 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Profile the test. Write the files and the returns of the path as JSON to the file named by POLL_PATH_OUTPUT."""
    _calls.clear()
    sys.setprofile(_profile)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        with open(os.environ[OUTPUT], "w", encoding="utf-8") as output:
            json.dump(_path(), output)


def _profile(frame: FrameType, event: str, argument: object) -> None:
    global _polls
    code = frame.f_code
    if event == "return" and code.co_qualname == BEGINS:
        _poll.set(0)
    file = _file(frame)
    if event != "call" or file is None or code.co_name.startswith("<") or code.co_name in ("__init__", "__post_init__"):
        return
    if linecache.getline(code.co_filename, code.co_firstlineno).strip() == "@property":
        return
    if code.co_qualname == BEGINS:
        _polls += 1
        _poll.set(_polls)
    beside, caller, up = code.co_qualname in BESIDE, None, frame.f_back
    while up is not None:
        above = _file(up)
        if above is not None:
            beside = beside or up.f_code.co_qualname in BESIDE
            if caller is None and not up.f_code.co_name.startswith("<"):
                caller = above
        up = up.f_back
    if not beside:
        _calls.append((_poll.get(), file, code.co_qualname, caller))


def _file(frame: FrameType) -> str | None:
    name = frame.f_code.co_filename
    own = name.removeprefix(ROOT)
    return None if own == name or any(part in own for part in NOT_THE_PATH) else own


def _path() -> dict[str, Any]:
    """Return the path of the first poll whose booking was recorded: the files in the order of their first call
    (`files`), and the returns to earlier files (`returns`), as defined above.
    """
    end = next(place for place, call in enumerate(_calls) if call[2].endswith(ENDS))
    number = _calls[end][0]
    met: set[tuple[str, str]] = set()
    files = [WATCHER]
    called: set[str] = set()
    callers: dict[str, dict[str, str]] = {}
    for poll, file, name, caller in _calls[: end + 1]:
        if poll != number or (file, name) in met:
            continue
        met.add((file, name))
        if file not in files:
            files.append(file)
        if caller and caller != file:
            called.add(caller)
            callers.setdefault(file, {}).setdefault(caller, name)
    returns = []
    for file, by in callers.items():
        # The path begins in the watcher's file, so every call into that file is a return.
        again = list(by.items())[0 if file == WATCHER else 1 :]
        returns += [f"{caller} -> {file} {name}" for caller, name in again if file in called or file == WATCHER]
    return {"files": files, "returns": returns}
