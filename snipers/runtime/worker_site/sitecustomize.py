"""Prepares Ray's workers. Python runs this module first in every process that Ray starts, because its folder is on
PYTHONPATH. The module changes workers and, with WITHOUT_RAY_AGENTS=1, Ray's agents.

The module keeps packages that watchers do not need out of workers. If pydantic and starlette are installed, Ray imports
them in every worker, only to be able to pickle their objects. rich is for the operators' command line. Other processes
need these packages: Ray's dashboard and agents use pydantic, and a pod's drain command (snipers.ops) uses rich.

Then the module lets a zygote (snipers/runtime/zygote.py), which has imported everything, fork the worker. Imports are
nearly the whole cost of starting a process, and each venue has a process.

On one machine nothing uses Ray's agents (docs/decisions/0501), but Ray has no setting that leaves them out: a raylet
waits for the port files of its two agents and exits when an agent exits. Each agent's process therefore writes these
files, with -1 for a port that is not open, and then waits for the raylet's end.
"""

import os
import signal
import sys
from typing import Any, cast

_AGENT_PORTS = {
    "/ray/dashboard/agent.py": ("dashboard_agent_listen_port", "metrics_agent_port", "metrics_export_port"),
    "/ray/_private/runtime_env/agent/main.py": ("runtime_env_agent_port",),
}
_PR_SET_PDEATHSIG = 1


def wait_for_raylet(ports: tuple[str, ...]) -> None:
    """Replace an agent: write its port files, and then wait until the raylet ends. Does not return.

    `ports` are the names of the port files.
    """
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    given = dict(one[2:].split("=", 1) for one in sys.orig_argv if one.startswith("--") and "=" in one)
    for name in ports:
        path = os.path.join(given["session-dir"], f"{name}_{given['node-id']}")
        with open(f"{path}.new", "w") as file:
            file.write("-1")
        os.replace(f"{path}.new", path)
    os.execvp("sleep", ["sleep", "infinity"])  # noqa: S606, S607 - ours, from the PATH of the stack


if os.environ.get("WITHOUT_RAY_AGENTS") == "1":
    script = next((argument for argument in sys.orig_argv[1:] if argument.endswith(".py")), "")
    for agent, ports in _AGENT_PORTS.items():
        if script.endswith(agent):
            wait_for_raylet(ports)

if len(sys.orig_argv) > 1 and sys.orig_argv[1].endswith("/ray/_private/workers/default_worker.py"):
    for name in ("pydantic", "starlette", "rich", "django"):
        # With None in sys.modules, Python raises ModuleNotFoundError for the name.
        cast(dict[str, Any], sys.modules)[name] = None

    from snipers.runtime import zygote

    zygote.enter(os.environ)
