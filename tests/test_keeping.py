"""Where a house of one's own keeps its data: in the platform's folder, or where it always was."""

import sys

import pytest

from ludotheque.cli.keeping import FILE, own_database

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="folders are Linux's here")


@pytest.fixture
def home(monkeypatch, tmp_path):
    """Return the folder of somebody who has just come."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_new_house_is_in_the_data_folder_which_is_made(home):
    folder = home / ".local" / "share" / "ludotheque"
    assert own_database() == f"sqlite:///{folder / FILE}"
    assert folder.is_dir()


def test_one_among_the_settings_stays_there_until_there_is_a_newer(home):
    former = home / ".config" / "ludotheque" / FILE
    former.parent.mkdir(parents=True)
    former.touch()
    assert own_database() == f"sqlite:///{former}"
    newer = home / ".local" / "share" / "ludotheque" / FILE
    newer.parent.mkdir(parents=True)
    newer.touch()
    assert own_database() == f"sqlite:///{newer}"
