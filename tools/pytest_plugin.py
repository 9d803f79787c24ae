"""Pytest plugin: each process of a test run gets its own PostgreSQL and Valkey, unless the environment names servers.

The plugin also sets TABLEHAWK_ENV to test, so no test runs with the settings of a deployment. pyproject.toml loads the
plugin with `-p tools.pytest_plugin`, because pytest-django reads DATABASE_URL and REDIS_URL before any conftest.py is
imported. With several processes, the longest test files run first, and in a new checkout one process compiles the tests
for all.
"""

import fcntl
import gc
import json
import math
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import hypothesis
import pytest

from tools.check import DURATIONS
from tools.migrated import scratch_database
from tools.stack.settings import ROOT
from tools.stack.testing import services

# Exists when the tests of this checkout have been compiled once.
COMPILED = ROOT / ".pytest_cache" / "compiled"
GC_THRESHOLD = (20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    os.environ["TABLEHAWK_ENV"] = "test"
    if not _is_xdist_controller(early_config) and not {"DATABASE_URL", "REDIS_URL"} <= os.environ.keys():
        cleanup = ExitStack()
        early_config.add_cleanup(cleanup.close)
        for name, value in cleanup.enter_context(services()).items():
            os.environ.setdefault(name, value)
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """In a new checkout, let one worker collect first.

    pytest compiles each test with rewritten assertions, which takes 15 s of processor time for all of them. Workers
    that start at the same time would each compile all tests. Workers that start later read the files that the first
    worker has stored.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ or sys.dont_write_bytecode:
        return (yield)
    return (yield from first_alone(COMPILED))


def first_alone(stamp: Path) -> Generator[None, object, object]:
    """Run the remaining implementations of a pytest hook, in one process at a time until one of them has finished.

    The first process that finishes creates the file `stamp`. From then on, processes no longer wait for each other.
    """
    if stamp.exists():
        return (yield)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    with stamp.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists():
            result = yield
            stamp.touch()
            return result
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt the collected tests and the imported modules from garbage collections, and collect less often.

    Hundreds of collections that look through the same objects take a tenth of the processor time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by the recorded durations of their files, longest first, so that no long file runs alone at the
    end.

    Files without a recorded duration run first, because they may be long.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and DURATIONS.exists():
        seconds: dict[str, float] = json.loads(DURATIONS.read_text())
        items.sort(key=lambda item: -seconds.get(item.nodeid.split("::")[0], math.inf))


def pytest_configure() -> None:
    """Switch off hypothesis's time limits, because the machine may be busy, and because the first text that hypothesis
    generates in a new folder takes seconds.

    This hook runs before the tests are imported, because @given reads the profile at import.
    """
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=slow)
    hypothesis.settings.load_profile("tests")


@pytest.fixture(scope="session")
def migrated_template() -> Iterator[str]:
    """The name of a migrated database, of which the tests' databases are copies. Nothing connects to it."""
    with scratch_database(os.environ["DATABASE_URL"], name := f"template_{os.getpid()}"):
        yield name


def _is_xdist_controller(config: pytest.Config) -> bool:
    """Return whether this process only distributes tests to pytest-xdist's workers, which start their own services."""
    return bool(config.known_args_namespace.numprocesses) and "PYTEST_XDIST_WORKER" not in os.environ
