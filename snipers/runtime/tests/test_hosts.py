"""Who sits in which host: places, orders that got lost, processes that end again and again."""

from snipers.control.base import Shares
from snipers.runtime.hosts import APART, CREATED_WITHIN, KEPT_EMPTY, WITHIN, Hosts
from snipers.runtime.mailbox import Seating


def seating(*venues: int, node: str = "left", restarts: int = 0, fell: tuple[int, ...] = ()) -> Seating:
    return Seating(venues=frozenset(venues), fell=frozenset(fell), node=node, restarts=restarts)


def hosts(most: int = 3, **said: Seating) -> Hosts:
    """Return what is known when these hosts (`_` for `-`) have spoken."""
    found = Hosts(most=most)
    words = {name.replace("_", "-"): one for name, one in said.items()}
    found.see(named=words, said=words, at=0.0)
    return found


def test_the_fullest_host_with_a_place_is_filled_first_then_a_new_one() -> None:
    known = hosts(host_0=seating(1), host_1=seating(2, 3))
    assert [known.seat(number, "resy", at=1.0) for number in (4, 5, 6, 7)] == ["host-1", "host-0", "host-0", "host-2"]
    assert known.seat(7, "resy", at=2.0) == "host-2", "asked twice it is told the same"
    assert known.venues == {1, 2, 3, 4, 5, 6, 7}


def test_nobody_is_seated_on_a_node_that_is_left_nor_where_he_sits() -> None:
    known = hosts(host_0=seating(1), host_1=seating(2, node="right"))
    assert known.seat(2, "resy", at=1.0) == "host-0"
    known.close("left")
    assert known.seat(3, "resy", at=1.0) == "host-1"
    assert known.seat(2, "resy", at=1.0) == "host-2"


def test_a_host_is_told_again_until_it_says_that_it_watches() -> None:
    known = hosts(host_0=seating(1))
    known.seat(2, "resy", at=1.0)
    assert known.unsent() == {"host-0": {2: "resy"}}
    known.see(named=["host-0"], said={"host-0": seating(1, 2)}, at=2.0)
    assert not known.unsent()
    assert known.of(2) == "host-0"


def test_a_venue_of_which_another_host_speaks_is_not_fought_for() -> None:
    known = hosts(host_0=seating(1))
    known.seat(2, "resy", at=1.0)
    words = {"host-0": seating(1), "host-1": seating(2)}
    known.see(named=words, said=words, at=2.0)
    assert known.unsent(), "it may be on its way from there"
    known.see(named=words, said=words, at=40.0)
    assert not known.unsent()


def test_a_new_host_may_take_its_time_and_one_that_never_came_is_forgotten() -> None:
    known = hosts(host_0=seating(1), most=1)
    known.seat(2, "resy", at=1.0)
    words = {"host-0": seating(1)}
    known.see(named=words, said=words, at=2.0)
    assert known.venues == {1, 2}
    known.see(named=words, said=words, at=2.0 + CREATED_WITHIN)
    assert known.venues == {1}
    known.seat(3, "resy", at=20.0)
    for at in (30.0, 300.0):
        known.see(named=["host-0", "host-1"], said=words, at=at)
        assert known.venues == {1, 3}, "it waits for a node, and is there by name"


def test_hosts_that_are_gone_are_told_apart_from_those_that_said_nothing_yet() -> None:
    known = hosts(host_0=seating(1))
    assert known.see(named=["host-1"], said={"host-0": seating(1)}, at=1.0) == ["host-0"]
    assert not known.venues


def test_an_empty_host_goes_after_a_while_and_nobody_is_seated_there_any_more() -> None:
    known = hosts(host_0=seating())
    assert not known.empty(at=KEPT_EMPTY)
    assert known.empty(at=KEPT_EMPTY + 1) == ["host-0"]
    assert known.seat(1, "resy", at=KEPT_EMPTY + 1) == "host-1"


def test_a_host_that_ended_twice_in_a_short_time_is_worn_and_its_people_part() -> None:
    known = hosts(host_0=seating(1, 2), host_1=seating(3))
    for restarts, at in ((1, 10.0), (2, 11.0 + WITHIN)):
        known.see(
            named=["host-0", "host-1"], said={"host-0": seating(1, 2, restarts=restarts), "host-1": seating(3)}, at=at
        )
        assert not known.worn()
    last = {"host-0": seating(1, 2, restarts=3), "host-1": seating(3)}
    known.see(named=last, said=last, at=20.0 + WITHIN)
    assert known.worn() == ["host-0"]
    known.give_up("host-0", at=700.0)
    assert known.shares() == Shares(together=frozenset({3}), apart=frozenset({1, 2}))
    assert known.seat(4, "resy", at=700.0) == "host-1", "not the one that is just being ended"
    known.see(named=["host-1"], said={"host-1": seating(3)}, at=700.0 + APART)
    assert not known.apart


def test_a_new_controller_does_not_count_what_was_before_it() -> None:
    assert not hosts(host_0=seating(1, restarts=7)).worn()


def test_a_silent_host_is_replaced_once_however_many_are_silent_then_given_up() -> None:
    known = hosts(host_0=seating(1, 2, 3))
    assert [known.silent("host-0", at=at) for at in (100.0, 100.1, 103.0)] == ["restart", "wait", "wait"]
    known.see(named=["host-0"], said={"host-0": seating(1, 2, 3, restarts=1)}, at=104.0)
    assert known.silent("host-0", at=125.0) == "give up"


def test_whose_watcher_fell_parts_from_its_neighbours() -> None:
    known = hosts(host_0=seating(1, 2))
    known.see(named=["host-0"], said={"host-0": seating(1, fell=(2,))}, at=1.0)
    assert known.apart == {2}
    assert known.of(1) == "host-0"


def test_last_report_of_a_host_counts_until_a_new_mailbox_actor_has_its_next_one() -> None:
    known = hosts(host_0=seating(1, restarts=4), host_1=seating(2))
    names = ["host-0", "host-1"]
    known.see(named=names, said={}, at=1.0)
    assert known.venues == {1, 2}
    known.see(named=names, said={"host-0": seating(restarts=0)}, at=2.0)
    assert known.venues == {2}
    assert not known.worn()


def test_a_venue_belongs_to_the_host_that_was_told_until_one_has_it() -> None:
    known = hosts(host_0=seating(1))
    known.seat(2, "resy", at=1.0)
    assert (known.of(2), known.host_of(2), known.host_of(3)) == (None, "host-0", None)
    assert known.leave(2)
    assert known.host_of(2) is None
    assert not known.leave(2)
