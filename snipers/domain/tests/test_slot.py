"""Open and new slots, and slots that were tried."""

from snipers.domain.slot import OpenTables, Slot, freed, unit_key
from snipers.domain.tests.examples import slot


def names(slots: list[Slot]) -> dict[str, int]:
    return {f"{one.time:%H:%M}": one.quantity for one in slots}


def test_the_key_identifies_the_table_and_not_the_token() -> None:
    assert slot(token="one").key == slot(token="two", seating="dining room").key
    assert slot().key == "resy:1202:2026-11-27:19:30:2:dining room"
    assert len({slot().key, slot("20:00").key, slot(party_size=3).key, slot(seating="Bar").key}) == 4
    assert len(unit_key(slot(seating="x" * 300).key, 99)) <= 200


def test_the_token_stays_out_of_the_repr() -> None:
    assert "rgs://" not in repr(slot())


def test_freed_returns_new_slots_with_their_quantity() -> None:
    old = [slot("19:00"), slot("19:30", quantity=2)]
    new = [slot("19:30", quantity=3), slot("20:00")]
    assert names(freed(new, old)) == {"19:30": 1, "20:00": 1}
    assert freed(old, old) == []


def test_equal_tables_have_different_unit_keys() -> None:
    assert [unit_key("table", number) for number in (1, 2, 3)] == ["table", "table#2", "table#3"]


def test_a_table_in_use_or_tried_is_not_available() -> None:
    tables = OpenTables()
    fresh = tables.update([slot("19:00"), slot("20:00", quantity=3)], sent_at=0)
    assert names(fresh) == {"19:00": 1, "20:00": 3}
    tables.mark_lost(slot("19:00").key, at=1)
    assert names(tables.available(in_use={slot("20:00").key: 1}, at=2)) == {"20:00": 2}


def test_a_lost_table_is_available_again_after_an_answer_without_it() -> None:
    tables = OpenTables()
    tables.update([slot()], sent_at=0)
    tables.mark_lost(slot().key, at=1)
    tables.update([slot()], sent_at=2)
    assert tables.available(in_use={}, at=2) == []
    tables.update([], sent_at=3)
    assert names(tables.update([slot()], sent_at=4)) == {"19:30": 1}
    assert names(tables.available(in_use={}, at=4)) == {"19:30": 1}


def test_when_one_of_several_equal_tables_leaves_it_is_the_lost_one() -> None:
    tables = OpenTables()
    tables.update([slot(quantity=3)], sent_at=0)
    tables.mark_lost(slot().key, at=1)
    assert names(tables.available(in_use={}, at=2)) == {"19:30": 2}
    tables.update([slot(quantity=2)], sent_at=2)
    assert names(tables.available(in_use={}, at=2)) == {"19:30": 2}


def test_a_lost_table_that_stays_is_tried_with_back_off() -> None:
    tables = OpenTables()
    tables.update([slot()], sent_at=0)
    at, pauses = 0.0, []
    for _ in range(6):
        tables.mark_lost(slot().key, at=at)
        pause = next(n for n in range(1, 100) if tables.available(in_use={}, at=at + n))
        pauses.append(pause)
        at += pause
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_a_booked_table_is_unavailable_until_a_later_poll() -> None:
    tables = OpenTables()
    tables.update([slot()], sent_at=0)
    tables.mark_booked(slot().key, at=5)
    tables.update([slot()], sent_at=4)
    assert tables.available(in_use={}, at=6) == []
    # The next poll shows this key again: another table, freed in between.
    tables.update([slot()], sent_at=6)
    assert names(tables.available(in_use={}, at=7)) == {"19:30": 1}


def test_marking_an_unknown_table_changes_nothing() -> None:
    tables = OpenTables()
    tables.mark_lost(slot().key, at=0)
    tables.mark_booked(slot().key, at=0)
    tables.update([slot()], sent_at=0)
    assert names(tables.available(in_use={}, at=0)) == {"19:30": 1}


def test_an_answer_that_was_overtaken_by_a_later_poll_changes_nothing() -> None:
    tables = OpenTables()
    tables.update([slot()], sent_at=2)
    tables.mark_lost(slot().key, at=3)
    assert tables.update([], sent_at=1) == []
    assert tables.update([slot(), slot("20:00")], sent_at=1) == []
    assert tables.keys == {slot().key}
    assert tables.available(in_use={}, at=4) == []
