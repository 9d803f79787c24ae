"""The endpoints GET /3/user/reservations and POST /3/cancel."""

import pytest

from loadtests.simulator.tests.harness import DAY, Control, Diner, MovableClock


async def test_only_the_diners_own_reservations_are_listed(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    booked = (await ada.take(slot["token"])).json()
    [mine] = (await ada.reservations())["reservations"]
    assert (mine["reservation_id"], mine["day"], mine["time_slot"], mine["num_seats"]) == (
        booked["reservation_id"],
        DAY,
        "19:30:00",
        2,
    )
    assert (await bob.reservations())["reservations"] == []


async def test_upcoming_reservations_are_listed_first_soonest_first(
    ada: Diner, control: Control, clock: MovableClock
) -> None:
    for date in ("2026-11-24", "2026-11-20", "2026-11-22", "2026-11-21"):
        [slot] = await control.free(date=date)
        await ada.take(slot["token"])
    clock.skip(seconds=36 * 3600)
    listed = (await ada.reservations())["reservations"]
    assert [row["day"][-2:] for row in listed] == ["22", "24", "21", "20"]
    assert [row["status"]["finished"] for row in listed] == [0, 0, 1, 1]


async def test_limit_and_offset_page_through_the_list(ada: Diner, control: Control) -> None:
    for date in ("2026-11-21", "2026-11-22", "2026-11-23"):
        [slot] = await control.free(date=date)
        await ada.take(slot["token"])
    page = await ada.reservations(limit=2, offset=1)
    assert [row["day"] for row in page["reservations"]] == ["2026-11-22", "2026-11-23"]
    assert page["metadata"] == {"total": 3, "offset": 1, "limit": 2}


async def test_token_is_new_on_each_read_and_the_id_stays(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await ada.take(slot["token"])
    [first] = (await ada.reservations())["reservations"]
    [second] = (await ada.reservations())["reservations"]
    assert first["resy_token"] != second["resy_token"]
    assert first["reservation_id"] == second["reservation_id"]


async def test_resy_token_selects_its_reservation(ada: Diner, control: Control) -> None:
    for time in ("12:00", "19:30"):
        [slot] = await control.free(time=time)
        token = (await ada.take(slot["token"])).json()["resy_token"]
    [row] = (await ada.reservations(resy_token=token))["reservations"]
    assert row["time_slot"] == "19:30:00"


async def test_cancellation_frees_the_table(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = (await ada.take(slot["token"])).json()["resy_token"]
    reply = await ada.http.post("/3/cancel", data={"resy_token": token})
    assert reply.status_code == 200
    assert reply.json()["payment"] == {"transaction": {"refund": 1}}
    assert (await ada.reservations())["reservations"] == []
    assert [entry["kind"] for entry in await control.truth("cancelled", "freed")] == [
        "freed",
        "cancelled",
        "freed",
    ]
    assert (await bob.take(slot["token"])).status_code == 201


async def test_id_without_the_token_cancels_nothing(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    number = (await ada.take(slot["token"])).json()["reservation_id"]
    reply = await ada.http.post("/3/cancel", data={"reservation_id": number})
    assert (reply.status_code, list(reply.json()["data"])) == (400, ["resy_token"])
    assert len((await ada.reservations())["reservations"]) == 1


async def test_token_of_another_reservation_cancels_nothing(ada: Diner, control: Control) -> None:
    rows = []
    for time in ("12:00", "19:30"):
        [slot] = await control.free(time=time)
        rows.append((await ada.take(slot["token"])).json())
    form = {"resy_token": rows[0]["resy_token"], "reservation_id": rows[1]["reservation_id"]}
    assert (await ada.http.post("/3/cancel", data=form)).status_code == 404
    assert len((await ada.reservations())["reservations"]) == 2


async def test_reservation_in_a_row_without_a_token_is_canceled_by_its_id(ada: Diner, control: Control) -> None:
    await control.post("/switches", reservation_tokens=False)
    [slot] = await control.free()
    await ada.take(slot["token"])
    [row] = (await ada.reservations())["reservations"]
    assert row["resy_token"] is None
    reply = await ada.http.post("/3/cancel", data={"reservation_id": row["reservation_id"]})
    assert reply.status_code == 200


async def test_reservation_is_canceled_at_most_once(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = (await ada.take(slot["token"])).json()["resy_token"]
    await ada.http.post("/3/cancel", data={"resy_token": token})
    assert (await ada.http.post("/3/cancel", data={"resy_token": token})).status_code == 404
    assert len(await control.truth("cancelled")) == 1


async def test_reservation_of_another_diner_is_not_found(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = (await ada.take(slot["token"])).json()["resy_token"]
    assert (await bob.http.post("/3/cancel", data={"resy_token": token})).status_code == 404
    assert len((await ada.reservations())["reservations"]) == 1


async def test_reservation_token_expires_after_an_hour(ada: Diner, control: Control, clock: MovableClock) -> None:
    [slot] = await control.free()
    token = (await ada.take(slot["token"])).json()["resy_token"]
    clock.skip(seconds=3601)
    assert (await ada.http.post("/3/cancel", data={"resy_token": token})).status_code == 404


async def test_forged_or_missing_token_cancels_nothing(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = (await ada.take(slot["token"])).json()["resy_token"]
    for forged in ("x", token[:-8] + "AAAAAAA=", "a.b.c"):
        assert (await ada.http.post("/3/cancel", data={"resy_token": forged})).status_code == 404
    assert (await ada.http.post("/3/cancel", data={})).status_code == 415
    assert (await ada.http.post("/3/cancel", data={"resy_token": ""})).status_code == 400
    assert await control.truth("cancelled") == []


@pytest.mark.parametrize(
    ("kind", "status", "day"),
    [
        ("finished-rows", {"finished": 1, "no_show": 0, "canceled": 0}, True),
        ("no-show-rows", {"finished": 0, "no_show": 1, "canceled": 0}, True),
        ("bad-row", {"finished": 0, "no_show": 0, "canceled": 0}, False),
    ],
)
async def test_faults_of_lists_change_rows(
    ada: Diner, control: Control, kind: str, status: dict[str, int], day: bool
) -> None:
    [slot] = await control.free()
    await ada.take(slot["token"])
    await control.post("/faults", source="resy", kind=kind)
    [row] = (await ada.reservations())["reservations"]
    assert (row["status"], bool(row["day"])) == (status, day)
