#!/usr/bin/env python
"""Django's command line. It adds both source roots to the import path, so it runs in any folder."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Run one management command."""
    for root in (ROOT, ROOT / "platform"):
        if str(root) not in sys.path:
            sys.path.insert(0, str(root))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
