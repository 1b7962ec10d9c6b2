"""What a service manager is told."""

import socket

from server.house import House
from waiting import PATIENCE


def test_the_manager_hears_that_the_house_is_open_and_lives(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "90000"}
        with House(tmp_path, variables=told).running():
            heard = [manager.recv(100) for _ in range(4)]
    assert heard == [b"READY=1", *[b"WATCHDOG=1"] * 3]


def test_a_manager_that_does_not_listen_stops_nobody(tmp_path):
    told = {"NOTIFY_SOCKET": str(tmp_path / "nowhere"), "WATCHDOG_USEC": "1000"}
    house = House(tmp_path, variables=told)
    with house.running():
        house.stop()
    assert house.faults() == []
