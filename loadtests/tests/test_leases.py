"""The owners of venues in the nodes scenario: the end of a lease, and the owners after it."""

from loadtests.scenarios.nodes.leases import WatchRow, find_lease_ends, find_owners_after


def row(at: float, *, node: str = "cut", started: float = 1, renewed: float | None = None, owner: str = "") -> WatchRow:
    return WatchRow(
        venue="7",
        node=node,
        owner=owner or node,
        started_ms=started * 1000,
        renewed_ms=(at if renewed is None else renewed) * 1000,
        read_ms=at * 1000,
    )


def test_lease_ends_ten_seconds_after_its_last_renewal() -> None:
    assert find_lease_ends([row(20), row(23), row(29, renewed=23)], node="cut") == {"7": 33_000}


def test_lease_ends_when_another_watcher_takes_the_venue() -> None:
    assert find_lease_ends([row(23), row(31, node="spare", started=30)], node="cut") == {"7": 30_000}
    assert find_lease_ends([row(23), row(51, node="spare", started=50)], node="cut") == {"7": 33_000}


def test_lease_that_was_renewed_later_ends_later() -> None:
    rows = [row(31, node="spare", started=30), row(23), row(60)]
    assert find_lease_ends(rows, node="cut") == {"7": 70_000}


def test_venue_of_another_node_has_no_end() -> None:
    assert find_lease_ends([row(23, node="spare")], node="cut") == {}


def test_expired_row_of_the_former_owner_is_no_owner() -> None:
    rows = [row(23), row(34, renewed=23), row(40, node="spare", started=39)]
    assert find_owners_after(rows, lease_ended_ms={"7": 33_000}) == {"7": {"spare"}}


def test_former_owner_that_renews_again_is_a_second_owner() -> None:
    rows = [row(23), row(40, node="spare", started=39), row(95)]
    assert find_owners_after(rows, lease_ended_ms={"7": 33_000}) == {"7": {"cut", "spare"}}


def test_two_watchers_of_one_node_are_two_owners() -> None:
    rows = [row(40, node="spare", owner="a"), row(50, node="spare", owner="b")]
    assert find_owners_after(rows, lease_ended_ms={"7": 33_000}) == {"7": {"a", "b"}}
