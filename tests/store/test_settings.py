"""What the house remembers of itself."""

from concurrent.futures import ThreadPoolExecutor

from ludotheque.store.database import Database
from ludotheque.store.settings import Settings


def test_the_signing_key_is_made_once_though_workers_start_together(store, url):
    workers = [Settings(Database(url)) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(Settings.signing_key, workers))
    assert len(keys) == 1
    assert store.settings.signing_key() in keys
    assert len(keys.pop()) >= 43
    for worker in workers:
        worker._database.close()
