"""Install what the tests need beside Python, where it is missing and it may: servers, a browser.

PostgreSQL, Redis and nginx for the tests of the server, Chromium for those of the page, from the
packages of the distribution. Whoever may not install them tests without, and is told what is left
out; where `CI` is set the tests fail instead of being left out.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from chromium import chromium

PACKAGES = {
    "postgresql": lambda: (
        any(Path("/usr/lib/postgresql").glob("*/bin/postgres")) or shutil.which("postgres")
    ),
    "redis-server": lambda: shutil.which("redis-server"),
    "nginx": lambda: shutil.which("nginx") or Path("/usr/sbin/nginx").exists(),
    "chromium-headless-shell": chromium,
}
"""By package of the distribution, whether what it brings is there."""
INSTEAD = {"chromium-headless-shell": "chromium"}
"""What to install where the distribution has no package of that name."""


def main() -> None:
    """Install what is missing, or say so."""
    missing = [package for package, found in PACKAGES.items() if not found()]
    if not missing:
        return
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        print(f"Some tests are left out: they need {', '.join(missing)}.", file=sys.stderr)
        return
    print(f"Installing {', '.join(missing)} for the tests …", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def done(*command: str) -> bool:
        ran = subprocess.run(  # noqa: S603 - names of packages that stand above
            [apt, "--quiet", *command], env=quiet, stdout=subprocess.DEVNULL, check=False
        )
        if ran.returncode:
            print(f"Some tests are left out: apt-get {command[0]} failed.", file=sys.stderr)
        return ran.returncode == 0

    if done("update"):
        done("install", "--yes", "--no-install-recommends", *map(offered, missing))


def offered(package: str) -> str:
    """Return *package*, or what takes its place in a distribution that does not have it."""
    if package not in INSTEAD:
        return package
    known = subprocess.run(  # noqa: S603 - a name that stands above
        ["apt-cache", "show", package],  # noqa: S607 - beside apt-get
        capture_output=True,
        check=False,
    )
    return INSTEAD[package] if known.returncode else package


if __name__ == "__main__":
    main()
