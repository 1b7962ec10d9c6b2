"""A player's browser: one address, one cookie, a connection kept for requests, and sockets."""

import asyncio
import gzip
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import from_json, to_json
from sockets import Socket, open_socket


class Browser:
    """What one player has on the desk."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port = port
        self._address = address
        self._cookies: dict[str, str] = {}
        self._turn = asyncio.Lock()
        """Requests go one after another over the one connection."""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> bytes:
        """Return the page or the JSON at *path*."""
        return await self._ask("GET", path)

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
        """Return the JSON that *body* is answered by."""
        return from_json(await self._ask("POST", path, to_json(body)))

    async def socket(
        self, path: str, heard: Callable[[Socket, str], None], *, packed: bool
    ) -> Socket:
        """Return an open socket, by which this browser is known as by its requests."""
        return await open_socket(
            self._port,
            path,
            heard,
            headers=self._known_by(),
            packed=packed,
            address=self._address,
        )

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line[1].transport.abort()

    async def _ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Origin: http://127.0.0.1:{self._port}",
            "Accept-Encoding: gzip",
            *self._known_by(),
            *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []),
        ]
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        async with self._turn:
            try:
                return await self._answered(request)
            except (asyncio.IncompleteReadError, ConnectionResetError):
                # A connection that has long been idle is closed by the server, as browsers know.
                self._line = None
                return await self._answered(request)

    async def _answered(self, request: bytes) -> bytes:
        if self._line is None:
            self._line = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0)
            )
        reader, writer = self._line
        writer.write(request)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
        headers = [line.partition(": ")[::2] for line in lines if line]
        told = {name.lower(): value for name, value in headers}
        body = await reader.readexactly(int(told["content-length"]))
        if told.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if int(status.split()[1]) >= 300:
            raise RuntimeError(f"{request.decode()}: {status} {body.decode()}")
        for name, value in headers:
            if name.lower() == "set-cookie":
                cookie, _, given = value.partition(";")[0].partition("=")
                self._cookies[cookie] = given
        return body

    def _known_by(self) -> list[str]:
        said = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return [f"Cookie: {said}"] if said else []
