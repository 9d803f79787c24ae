"""An old table of a diner, and the request that may replace it: what the tests of overrides start from."""

from datetime import time

from snipers.store.base import Claim
from snipers.store.tests.scene import Scene
from snipers.tests.stage import Tried

OLD, NEW = "741", "752"
DINER = "user:1"


async def booked(scene: Scene, number: int = 1, *, platform_id: str = OLD, at: time = time(19)) -> int:
    """A request of the diner that holds a table; returns its id."""
    reservation_id = await scene.file(number, diner=DINER)
    claim = await scene.must_claim(reservation_id, slot_key=f"held {number}", time=at)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=platform_id)
    return reservation_id


async def better(scene: Scene, number: int = 2, **wanted: object) -> int:
    """The diner's request that may replace an earlier table."""
    return await scene.file(number, **{"diner": DINER, "override": True, **wanted})


async def overriding(scene: Scene) -> tuple[int, int, Claim]:
    """An old table and a claim that is to replace it: old request, new request, claim."""
    old, new = await booked(scene), await better(scene)
    return old, new, await scene.must_claim(new, slot_key="better")


async def attempt(scene: Scene, claim: Claim) -> Tried:
    """The attempt of that claim as it stands now."""
    return next(one for one in await scene.stage.tried() if one.attempt_id == claim.attempt_id)
