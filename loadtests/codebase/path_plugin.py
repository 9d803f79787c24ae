"""A pytest plugin that records one path of call_paths.py: `sys.setprofile` reports each call of a running test."""

import contextvars
import inspect
import json
import linecache
import os
import sys
from collections.abc import Generator
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest

from loadtests.codebase.call_paths import OUTPUT, PATH, PATHS, CallPath

ROOT = os.getcwd() + os.sep


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function: the run of the path that it belongs to (0: none), its file and name, the calling file."""

    run: int
    file: str
    name: str
    caller: str | None


class Recorder:
    """Records the calls of one test. Each call of the path's first function begins a new run."""

    def __init__(self, path: CallPath) -> None:
        self._path = path
        self._runs = 0
        self._run = contextvars.ContextVar("run", default=0)
        self._calls: list[Call] = []

    def profile(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "return" and code.co_qualname == self._path.begins:
            self._run.set(0)
        file = self._file(frame)
        if event != "call" or file is None or _is_no_call(frame):
            return
        if code.co_qualname == self._path.begins:
            self._runs += 1
            self._run.set(self._runs)
        beside, caller, up = code.co_qualname in self._path.beside, None, frame.f_back
        while up is not None:
            if up.f_code.co_name == "<module>" and self._file(up) is not None:
                return  # a call of a module that is being imported
            above = self._file(up)
            if above is not None:
                beside = beside or up.f_code.co_qualname in self._path.beside
                if caller is None and not up.f_code.co_name.startswith("<"):
                    caller = above
            up = up.f_back
        if not beside:
            self._calls.append(Call(self._run.get(), file, code.co_qualname, caller))

    def result(self) -> dict[str, Any]:
        """Return the first run that reached the end: its files in the order of their first call, and the returns."""
        end = next(place for place, call in enumerate(self._calls) if call.run and call.name.endswith(self._path.ends))
        number = self._calls[end].run
        calls = [call for call in self._calls[: end + 1] if call.run == number]
        files: list[str] = []
        called: set[str] = set()
        callers: dict[str, dict[str, str]] = {}
        for call in calls:
            if call.file not in files:
                files.append(call.file)
            if call is not calls[0] and call.caller and call.caller != call.file:
                called.add(call.caller)
                callers.setdefault(call.file, {}).setdefault(call.caller, call.name)
        returns = []
        for file, by in callers.items():
            # The path begins in its first file, so every call into that file is a return.
            again = list(by.items())[0 if file == files[0] else 1 :]
            returns += [f"{caller} -> {file} {name}" for caller, name in again if file in called or file == files[0]]
        return {"files": files, "returns": returns}

    def _file(self, frame: FrameType) -> str | None:
        name = frame.f_code.co_filename
        own = name.removeprefix(ROOT)
        return None if own == name or any(part in own for part in self._path.outside) else own


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Profile the test. Write its path as JSON to the file named by CALL_PATH_OUTPUT."""
    recorder = Recorder(PATHS[os.environ[PATH]])
    sys.setprofile(recorder.profile)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        with open(os.environ[OUTPUT], "w", encoding="utf-8") as output:
            json.dump(recorder.result(), output)


def _is_no_call(frame: FrameType) -> bool:
    code = frame.f_code
    # The body of a class runs when its module is imported.
    is_class_body = not code.co_flags & inspect.CO_OPTIMIZED
    if is_class_body or code.co_name.startswith("<") or code.co_name in ("__init__", "__post_init__"):
        return True
    return linecache.getline(code.co_filename, code.co_firstlineno).strip() == "@property"
