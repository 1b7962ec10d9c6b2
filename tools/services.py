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

PACKAGES = {
    "postgresql": lambda: (
        any(Path("/usr/lib/postgresql").glob("*/bin/postgres")) or shutil.which("postgres")
    ),
    "redis-server": lambda: shutil.which("redis-server"),
    "nginx": lambda: shutil.which("nginx") or Path("/usr/sbin/nginx").exists(),
    "chromium": lambda: shutil.which("chromium") or shutil.which("chromium-browser"),
}
"""By package of the distribution, whether what it brings is there."""


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
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
        done = subprocess.run(  # noqa: S603 - names of packages that stand above
            [apt, "--quiet", *command], env=quiet, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            print(f"Some tests are left out: apt-get {command[0]} failed.", file=sys.stderr)
            return


if __name__ == "__main__":
    main()
