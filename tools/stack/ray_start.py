"""`python -P ray_start.py start --head ...`: Ray's command line. With WITHOUT_RAY_AGENTS=1, it starts no dashboard.

Ray has no setting for that: with `--include-dashboard=false`, it starts the dashboard's process with fewer modules.
"""

import os
import sys
from typing import Any

from ray._private import services
from ray.scripts.scripts import main


def start_no_dashboard(*args: Any, **options: Any) -> tuple[None, None]:
    """Replace `services.start_api_server`: Ray continues without a dashboard if there is no process of one."""
    return None, None


if __name__ == "__main__":
    if os.environ.get("WITHOUT_RAY_AGENTS") == "1":
        services.start_api_server = start_no_dashboard
    sys.exit(main())
