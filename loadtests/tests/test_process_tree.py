import os
import subprocess
import sys

import pytest

from loadtests.process_tree import (
    ENDED,
    Footprint,
    Key,
    Reading,
    add_up,
    describe_command,
    measure_footprints,
    name_processes,
    read_process,
    read_pss,
    read_tree,
)

WEB, CHILD, LATER = Key(10, 1), Key(11, 2), Key(12, 3)


def reading(cpu: float = 0.0, ended: float = 0.0, *, parent: int = 1, command: tuple[str, ...] = ()) -> Reading:
    return Reading(parent=parent, command=command, cpu=cpu, ended=ended)


@pytest.mark.parametrize(
    ("before", "after", "cpu"),
    [
        pytest.param({WEB: reading(5.0)}, {WEB: reading(6.0)}, {"web": 10.0}, id="growth"),
        pytest.param({}, {WEB: reading(6.0)}, {"web": 60.0}, id="a process that started counts from its start"),
        pytest.param(
            {WEB: reading(5.0), CHILD: reading(2.0, 1.0)},
            {WEB: reading(5.0, 3.5)},
            {ENDED: 5.0, "web": 0.0},
            id="of a process that ended, what it used before does not count",
        ),
        pytest.param(
            {WEB: reading(5.0, 7.0)},
            {WEB: reading(5.0, 7.4)},
            {ENDED: 4.0, "web": 0.0},
            id="a process that started and ended in between counts",
        ),
        pytest.param(
            {WEB: reading(5.0)},
            {WEB: reading(6.0), LATER: reading(2.0, 1.0)},
            {"watcher": 20.0, "web": 10.0, ENDED: 10.0},
            id="children of a new process that ended",
        ),
        pytest.param({WEB: reading(5.0), CHILD: reading(2.0)}, {WEB: reading(5.0)}, {"web": 0.0}, id="never negative"),
    ],
)
def test_cpu_is_the_difference_of_two_readings(
    before: dict[Key, Reading], after: dict[Key, Reading], cpu: dict[str, float]
) -> None:
    names = {WEB: "web", CHILD: "watcher", LATER: "watcher"}
    found = measure_footprints(before, after, names=names, pss=dict.fromkeys(after, 2.0), seconds=10)
    assert {name: pytest.approx(one.cpu) for name, one in found.items()} == cpu


def test_processes_of_one_name_are_added_up() -> None:
    tree = {WEB: reading(1.0), CHILD: reading(2.0), LATER: reading(3.0)}
    names = {WEB: "web", CHILD: "web", LATER: "relay"}
    found = measure_footprints({}, tree, names=names, pss={WEB: 10.0, CHILD: 20.0, LATER: 5.0}, seconds=100)
    assert found == {"web": Footprint(cpu=3.0, pss=30.0, count=2), "relay": Footprint(cpu=3.0, pss=5.0, count=1)}
    assert add_up(found) == Footprint(cpu=6.0, pss=35.0, count=3)


@pytest.mark.parametrize(
    ("command", "part", "name"),
    [
        (("ray::NodeAgent.exchange",), "ray", "agents of the nodes"),
        (("ray::VenueActor.watch",), "ray", "watcher"),
        (("ray::DashboardAgent",), "ray", "ray: dashboard agent"),
        (("/site/ray/core/src/ray/gcs/gcs_server", "--log_dir=/tmp"), "ray", "ray: GCS"),
        (("python", "/site/ray/dashboard/dashboard.py", "--minimal"), "ray", "ray: dashboard"),
        (("python", "-u", "/site/ray/_private/workers/default_worker.py"), "ray", "zygote"),
        (("postgres: tablehawk tablehawk [local] idle",), "postgres", "postgres: server"),
        (("python", "main.py"), "web", "web: other"),
        ((), "web", "web: other"),
    ],
)
def test_processes_below_a_part_have_names(command: tuple[str, ...], part: str, name: str) -> None:
    assert describe_command(command, part=part) == name


def test_names_follow_the_parts_and_the_clients_of_postgresql() -> None:
    tree = {
        Key(1, 0): reading(parent=0),
        Key(2, 0): reading(parent=1),
        Key(3, 0): reading(parent=1),
        Key(4, 0): reading(parent=3, command=("postgres: tablehawk tablehawk [local] idle",)),
        Key(5, 0): reading(parent=3, command=("postgres: checkpointer",)),
        Key(6, 0): reading(parent=1, command=("python",)),
    }
    named = name_processes(
        tree, root=1, parts={"web-2": 2, "postgres": 3}, applications={4: "tablehawk-relay", 7: "gone"}
    )
    assert {key.pid: name for key, name in named.items()} == {
        1: "supervisor",
        2: "web",
        3: "postgres",
        4: "postgres: tablehawk-relay",
        5: "postgres: server",
        6: "supervisor: other",
    }


def test_a_real_tree_keeps_the_time_of_a_child_that_ended() -> None:
    before = read_tree(os.getpid())
    work = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", work], check=True)
    after = read_tree(os.getpid())
    names = dict.fromkeys(after, "tests")
    found = measure_footprints(before, after, names=names, pss=dict.fromkeys(after, 0.0), seconds=1)
    assert found[ENDED].cpu >= 25
    own = next(key for key in after if key.pid == os.getpid())
    assert read_process(own.pid) is not None
    assert read_pss(own.pid) > 1
    assert read_tree(2**22 + 1) == {}
