"""A store that is warm has its connections open; being warmed claims nothing, whether anybody waits or not."""

from snipers.store.postgres import PostgresStore
from snipers.store.tests.scene import Scene


async def test_warming_claims_nothing_and_stands_in_nobody_s_way(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.stage.store.warm()
    await scene.stage.store.warm()
    assert await scene.stage.tried() == []
    assert await scene.claim(reservation_id) is not None


async def test_warming_opens_every_connection(migrated_url: str) -> None:
    store = PostgresStore(url=migrated_url, connections=3)
    assert store.connected < 3
    await store.warm()
    assert store.connected == 3
    await store.close()
