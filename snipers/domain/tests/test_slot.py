"""What is open, what is new, what was tried."""

from snipers.domain.slot import OpenTables, Slot, freed, unit_key
from snipers.domain.tests.cast import slot


def names(slots: list[Slot]) -> dict[str, int]:
    return {f"{one.time:%H:%M}": one.quantity for one in slots}


def test_the_key_names_the_table_and_not_the_token() -> None:
    assert slot(token="one").key == slot(token="two", seating="dining room").key
    assert slot().key == "resy:1202:2026-11-27:19:30:2:dining room"
    assert len({slot().key, slot("20:00").key, slot(party_size=3).key, slot(seating="Bar").key}) == 4
    assert len(unit_key(slot(seating="x" * 300).key, 99)) <= 200


def test_the_token_stays_out_of_the_repr() -> None:
    assert "rgs://" not in repr(slot())


def test_freed_is_what_is_new_with_its_number() -> None:
    old = [slot("19:00"), slot("19:30", quantity=2)]
    new = [slot("19:30", quantity=3), slot("20:00")]
    assert names(freed(new, old)) == {"19:30": 1, "20:00": 1}
    assert freed(old, old) == []


def test_equal_tables_have_names_of_their_own() -> None:
    assert [unit_key("table", number) for number in (1, 2, 3)] == ["table", "table#2", "table#3"]


def test_a_table_in_use_or_tried_is_not_available() -> None:
    floor = OpenTables()
    fresh = floor.update([slot("19:00"), slot("20:00", quantity=3)], asked=0)
    assert names(fresh) == {"19:00": 1, "20:00": 3}
    floor.lost(slot("19:00").key, at=1)
    assert names(floor.available(in_use={slot("20:00").key: 1}, at=2)) == {"20:00": 2}


def test_a_lost_table_is_free_again_when_it_left_the_floor_and_came_back() -> None:
    floor = OpenTables()
    floor.update([slot()], asked=0)
    floor.lost(slot().key, at=1)
    floor.update([slot()], asked=2)
    assert floor.available(in_use={}, at=2) == []
    floor.update([], asked=3)
    assert names(floor.update([slot()], asked=4)) == {"19:30": 1}
    assert names(floor.available(in_use={}, at=4)) == {"19:30": 1}


def test_when_one_of_several_leaves_it_was_the_lost_one() -> None:
    floor = OpenTables()
    floor.update([slot(quantity=3)], asked=0)
    floor.lost(slot().key, at=1)
    assert names(floor.available(in_use={}, at=2)) == {"19:30": 2}
    floor.update([slot(quantity=2)], asked=2)
    assert names(floor.available(in_use={}, at=2)) == {"19:30": 2}


def test_a_lost_table_that_stays_is_tried_ever_more_rarely() -> None:
    floor = OpenTables()
    floor.update([slot()], asked=0)
    at, pauses = 0.0, []
    for _ in range(6):
        floor.lost(slot().key, at=at)
        pause = next(n for n in range(1, 100) if floor.available(in_use={}, at=at + n))
        pauses.append(pause)
        at += pause
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_a_booked_table_is_spent_until_a_poll_that_was_sent_afterwards() -> None:
    floor = OpenTables()
    floor.update([slot()], asked=0)
    floor.booked(slot().key, at=5)
    floor.update([slot()], asked=4)
    assert floor.available(in_use={}, at=6) == []
    # The next poll shows a table of that name: it is another one, freed meanwhile.
    floor.update([slot()], asked=6)
    assert names(floor.available(in_use={}, at=7)) == {"19:30": 1}


def test_what_is_not_on_the_floor_cannot_be_spent() -> None:
    floor = OpenTables()
    floor.lost(slot().key, at=0)
    floor.booked(slot().key, at=0)
    floor.update([slot()], asked=0)
    assert names(floor.available(in_use={}, at=0)) == {"19:30": 1}
