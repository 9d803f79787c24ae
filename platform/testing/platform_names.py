"""Finds the product's Python files that name a platform. Only the files of ALLOWED may.

`python -m testing.platform_names` prints the others.
"""

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NAMES: Final = re.compile(r"\b(?:resy|opentable)\b", re.IGNORECASE)
FOLDERS: Final = ("platform", "snipers", "realtime", "tools")
# The folders of the platforms, and what is no product.
LEFT_OUT: Final = re.compile(
    r"(?:^|/)(?:tests|testing|migrations)/|/test_[^/]*$|/conftest\.py$|^snipers/clients/(?:resy|opentable)/"
)
ALLOWED: Final = {
    "platform/apps/common/platform_wire.py": "the names of fields that the specification fixes",
    "platform/apps/connections/api/wire.py": "the paths that the specification fixes",
    "tools/stack/settings.py": "the simulator's ports and sign-ins",
}


def named() -> list[str]:
    """Return the product's Python files that name a platform."""
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    names = {file.relative_to(ROOT).as_posix(): file for file in files}
    return sorted(name for name, file in names.items() if not LEFT_OUT.search(name) and NAMES.search(file.read_text()))


def main() -> int:
    """Print the files that name a platform and may not. Return their number as the exit code."""
    wrong = [name for name in named() if name not in ALLOWED]
    sys.stdout.write("".join(f"{name}\n" for name in wrong))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
