"""Lists the tracked files of a checkout by kind: product, tests, generated files."""

import subprocess
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

TEST_PARTS = ("/tests/", "/testing/", "/migrations/")
PRODUCT_ROOTS = ("platform/", "snipers/", "realtime/")
GENERATED_PARTS = (".gen.ts",)


@dataclass(frozen=True, eq=False)
class Sources:
    """The tracked files of a checkout, as paths relative to `tree`."""

    tree: Path
    _texts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def files(self) -> list[str]:
        return [name for name in self.git("ls-files").splitlines() if (self.tree / name).is_file()]

    @cached_property
    def python(self) -> list[str]:
        return [name for name in self.files if name.endswith(".py")]

    @cached_property
    def product(self) -> list[str]:
        """The modules of the product, without tests, test equipment and migrations."""
        return [name for name in self.python if _is_product(name)]

    @cached_property
    def migrations(self) -> list[str]:
        """Migrations and the SQL that they run."""
        return [name for name in self.files if "/migrations/" in name and name.endswith((".py", ".sql"))]

    @cached_property
    def frontend(self) -> list[str]:
        """The modules of the front end, without tests, test equipment and generated files."""
        return [
            name
            for name in self.files
            if name.startswith("frontend/src/")
            and name.endswith((".ts", ".tsx", ".css"))
            and not name.startswith("frontend/src/testing/")
            and ".test." not in name
            and ".gen." not in name
        ]

    @cached_property
    def generated(self) -> list[str]:
        """The files that a program of this project writes and git keeps. Lock files of packages do not count."""
        return [name for name in self.files if any(part in name for part in GENERATED_PARTS)]

    def text(self, name: str) -> str:
        if name not in self._texts:
            self._texts[name] = (self.tree / name).read_text("utf-8")
        return self._texts[name]

    def lines(self, name: str) -> int:
        return len(self.text(name).splitlines())

    def total(self, names: list[str]) -> int:
        """Return the number of lines of the files together."""
        return sum(map(self.lines, names))

    def git(self, *arguments: str) -> str:
        run = subprocess.run(["git", "-C", str(self.tree), *arguments], capture_output=True, text=True, check=False)
        return run.stdout


def _is_product(name: str) -> bool:
    own = name.startswith(PRODUCT_ROOTS)
    return own and not name.endswith("conftest.py") and not any(part in f"/{name}" for part in TEST_PARTS)
