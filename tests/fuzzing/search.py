"""Search for texts that a reader neither refuses nor reads: guided by coverage, from its corpus on.

    python tests/fuzzing/search.py SECONDS [READER …]

Each reader is searched for so long, in a process of its own; what leads somewhere new is added to
its corpus. The reader called `kernel` is the kernel's own, in C++, with every address checked. A
text that breaks a reader is printed and kept under build/fuzzing; the exit status is 1 if there was
any. It needs atheris, which `make torture` installs, and for the kernel clang++.
"""

import gc
import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzzing import corpora, readers

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "fuzzing"
KERNEL = "kernel"


def search(name, *settings):
    """Search for one reader in this process, which ends with it."""
    import atheris  # noqa: PLC0415 - only here

    # One by one: what an editable install imports cannot be instrumented as it comes in.
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and str(function.__module__).startswith(
            "ludotheque."
        ):
            atheris.instrument_func(function)

    def tried(data):
        readers.refused(name, corpora.text_of(data))

    # By the first of these words the fuzzer begins itself again, to merge.
    itself = f"{sys.executable} {__file__} --alone {name}"
    atheris.Setup([itself, f"-max_len={corpora.LONGEST}", *settings], tried)
    atheris.Fuzz()


def searched(name, seconds):
    """Search for one reader, and return whether nothing broke it."""
    folder, found = BUILD / name, BUILD / "found"
    shutil.rmtree(folder, ignore_errors=True)
    corpora.lay_out(corpora.corpus(name) or [""], folder)
    settings = (
        f"-max_total_time={seconds}",
        f"-artifact_prefix={found}/{name}-",
        "-rss_limit_mb=0",
    )
    ended = _again(name, folder, *settings, "-timeout=60", "-print_final_stats=1")
    least = BUILD / f"{name}-least"
    shutil.rmtree(least, ignore_errors=True)
    least.mkdir()
    if ended == 0 and _again(name, least, "-merge=1", str(folder)) == 0:
        corpora.keep(name, corpora.gathered(least))
    return ended == 0


def searched_in_kernel(seconds):
    """Search for what breaks the kernel's own reader, and return whether nothing did."""
    program, folder = BUILD / "kernel.out", BUILD / "kernel"
    words = ["-std=c++20", "-O1", "-g", "-fsanitize=fuzzer,address,undefined"]
    words += ["-fno-sanitize-recover=all", "-I", ROOT / "kernel"]
    source = Path(__file__).with_name("kernel.cpp")
    compiler = shutil.which("clang++") or sys.exit("clang++ is missing: it brings libFuzzer")
    subprocess.run([compiler, *words, source, "-o", program], check=True)
    texts = [text for slug in readers.GAMES for text in corpora.corpus(f"{slug}-position")]
    marked = [chr(which) + text for text in texts for which in range(12)]
    corpora.lay_out(marked, folder)
    settings = [f"-max_total_time={seconds}", f"-artifact_prefix={BUILD}/found/kernel-"]
    ran = subprocess.run([program, folder, "-max_len=400", *settings], check=False)
    return ran.returncode == 0


def _again(name, folder, *settings):
    words = [sys.executable, __file__, "--alone", name, str(folder), *settings]
    return subprocess.run(words, check=False).returncode


def main():
    """Search for all readers, or for those that are named."""
    if sys.argv[1] == "--alone":
        search(*sys.argv[2:])
        return
    seconds, names = int(sys.argv[1]), sys.argv[2:] or [*readers.READERS, KERNEL]
    (BUILD / "found").mkdir(parents=True, exist_ok=True)
    broken = [
        name
        for name in names
        if not (searched_in_kernel(seconds) if name == KERNEL else searched(name, seconds))
    ]
    sys.stdout.write(f"{len(names) - len(broken)} passed, {len(broken)} failed\n")
    sys.exit(f"See {BUILD / 'found'}: {', '.join(broken)}" if broken else 0)


if __name__ == "__main__":
    main()
