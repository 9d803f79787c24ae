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


def test_a_table_in_use_or_spent_is_not_available() -> None:
    floor = OpenTables()
    assert names(floor.update([slot("19:00"), slot("20:00", quantity=3)])) == {"19:00": 1, "20:00": 3}
    floor.spend(slot("19:00").key, at=0)
    assert names(floor.available(in_use={slot("20:00").key: 1}, at=1)) == {"20:00": 2}


def test_a_spent_table_stays_spent_until_it_leaves_the_floor() -> None:
    floor = OpenTables()
    floor.update([slot()])
    floor.spend(slot().key, at=0)
    floor.update([slot()])
    assert floor.available(in_use={}, at=1) == []
    floor.update([])
    assert names(floor.update([slot()])) == {"19:30": 1}
    assert names(floor.available(in_use={}, at=1)) == {"19:30": 1}


def test_when_one_of_several_leaves_it_was_the_spent_one() -> None:
    floor = OpenTables()
    floor.update([slot(quantity=3)])
    floor.spend(slot().key, at=0)
    assert names(floor.available(in_use={}, at=1)) == {"19:30": 2}
    floor.update([slot(quantity=2)])
    assert names(floor.available(in_use={}, at=1)) == {"19:30": 2}


def test_the_memory_of_a_spent_table_ends() -> None:
    floor = OpenTables(spent_seconds=60)
    floor.update([slot()])
    floor.spend(slot().key, at=100)
    assert floor.available(in_use={}, at=159) == []
    assert names(floor.available(in_use={}, at=160)) == {"19:30": 1}


def test_a_table_that_is_not_on_the_floor_cannot_be_spent() -> None:
    floor = OpenTables()
    floor.spend(slot().key, at=0)
    floor.update([slot()])
    assert names(floor.available(in_use={}, at=0)) == {"19:30": 1}
