"""A restored database equals a migrated one. A dump is not used after one of its inputs changed."""

import os
from pathlib import Path

import psycopg
import pytest

from tools.migrated import digest, scratch_database
from tools.stack.settings import ROOT


def test_every_migration_is_applied_in_each_database() -> None:
    files = (ROOT / "platform" / "apps").glob("*/migrations/[0-9]*.py")
    expected = {(path.parts[-3], path.stem) for path in files}
    for name in ("first", "second"):
        with (
            scratch_database(os.environ["DATABASE_URL"], f"{name}_{os.getpid()}") as url,
            psycopg.connect(url) as connection,
        ):
            assert expected <= set(connection.execute("select app, name from django_migrations").fetchall())


def test_a_copy_of_a_migrated_database_is_migrated(migrated_template: str) -> None:
    name = f"copied_{os.getpid()}"
    with (
        scratch_database(os.environ["DATABASE_URL"], name, template=migrated_template) as url,
        psycopg.connect(url) as connection,
    ):
        assert connection.execute("select count(*) > 0 from django_migrations").fetchone() == (True,)


READ = ["platform/apps/venues/models.py", "platform/config/settings.py", "requirements/run.txt"]


@pytest.mark.parametrize("changed", READ)
def test_a_dump_is_not_used_after_a_change_of_sources_or_packages(tmp_path: Path, changed: str) -> None:
    for name in READ:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("before")
    before = digest(Path("bin"), tree=tmp_path)
    (tmp_path / changed).write_text("after")
    assert digest(Path("bin"), tree=tmp_path) != before
