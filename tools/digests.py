"""Write into deploy/ what the tags of its images mean today.

Each image stands there as `name:tag@sha256:…`. The registry is asked by docker; nothing is written
unless it has told of every one.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

DEPLOY: Final = Path(__file__).parents[1] / "deploy"
FILES: Final = ("compose.yaml", "Dockerfile")
IMAGE: Final = re.compile(r"([a-z]+:[\w.-]+)@(sha256:[0-9a-f]{64})")


def digest_of(image: str) -> str:
    """Return the digest that the registry tells of *image*; exit where it tells none."""
    asked = ["docker", "buildx", "imagetools", "inspect", image]
    try:
        told = subprocess.run(  # noqa: S603 - our own command
            [*asked, "--format", "{{.Manifest.Digest}}"], check=True, capture_output=True, text=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as fault:
        sys.exit(f"{image}: {getattr(fault, 'stderr', None) or fault}")
    if not re.fullmatch("sha256:[0-9a-f]{64}", told):
        sys.exit(f"{image}: this is no digest: {told!r}")
    return told


def main(folder: Path) -> None:
    """Write the digests into the files of *folder*."""
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in FILES}
    images = sorted({image for text in texts.values() for image, _ in IMAGE.findall(text)})
    digests = {image: digest_of(image) for image in images}
    for name, text in texts.items():
        written = IMAGE.sub(lambda found: f"{found[1]}@{digests[found[1]]}", text)
        (folder / name).write_text(written, encoding="utf-8")
    for image, digest in digests.items():
        print(f"{image}@{digest}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DEPLOY)
