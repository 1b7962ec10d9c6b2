"""Build the kernel as WebAssembly: `python tools/wasm.py build/wasm/kernel.wasm`.

The compiler comes as a package of Python. It builds its standard library the first time, which
takes minutes, and keeps it in `build/zig`.
"""

import gzip
import os
import subprocess
import sys
from pathlib import Path

KERNEL = Path(__file__).parents[1] / "kernel"
# Browsers copy a few words sooner by loads and stores than by the instruction that is for memory in
# bulk, for which the compiler would leave every position that is copied.
MACHINE = "-mcpu=generic+simd128+exception_handling-bulk_memory-bulk_memory_opt"
COPIED = ("-mllvm", "-max-store-memcpy=16")
FLAGS = (
    "-std=c++20",
    "-O2",  # As fast as -O3 here, and smaller.
    MACHINE,
    *COPIED,
    "-fwasm-exceptions",
    "-Wall",
    "-Wextra",
    "-Werror",
)
STACK = 4 << 20
"""Lists of moves lie on it, one for each move that is looked ahead. It is laid out first: what
grows too far traps, and writes over nothing."""
MEMORY = 1 << 30
"""What it may hold at most: on a phone more would end the whole page."""
LINKED = (
    "-mexec-model=reactor",
    "-s",
    f"-Wl,-z,stack-size={STACK}",
    f"-Wl,--max-memory={MEMORY}",
)
MOST = 150_000
"""The bytes that it may weigh when it is sent."""


def build(target: Path) -> None:
    """Write the kernel to *target*."""
    target.parent.mkdir(parents=True, exist_ok=True)
    cache = str(target.parent.parent / "zig")
    subprocess.run(  # noqa: S603 - our own sources
        [
            *(sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi"),
            *FLAGS,
            *LINKED,
            f"-I{KERNEL}",
            *map(str, sorted((KERNEL / "wasm").glob("*.cpp"))),
            *("-o", str(target)),
        ],
        env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache},
        check=True,
    )


def main() -> None:
    """Build it, and say how much it weighs."""
    target = Path(sys.argv[1]).resolve()
    build(target)
    kernel = target.read_bytes()
    sent = len(gzip.compress(kernel, 9))
    print(f"{target.name}: {len(kernel):,} bytes, {sent:,} compressed")
    if sent > MOST:
        sys.exit(f"it may weigh {MOST:,}")


if __name__ == "__main__":
    main()
