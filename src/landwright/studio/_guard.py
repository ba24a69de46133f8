"""Who may talk to the studio: this computer's own page, and nobody else.

Every request and every WebSocket passes here first. The Host must be this server under a loopback name, so that a foreign site
cannot reach it through DNS; the Origin, when there is one, must be the server itself; a cookie, got once for the token in the
printed address, must come along. Bodies are limited; every answer carries a strict content policy.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["COOKIE", "Guard", "Limit"]

COOKIE = "landwright_studio"
Limit = Callable[[str], int]

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "connect-src 'self' ws://{host}",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_OPEN = frozenset({"/api/health"})
"""Paths that need no cookie."""


class Guard:
    """ASGI middleware that lets through only what the studio's own page asks.

    Parameters
    ----------
    app : ASGI application
        What is guarded.
    secret : bytes
        Kept between runs, so that a page survives a restart of the server.
    port : int
        The server's port.
    limit : callable
        From a path to the most bytes its body may have.
    """

    def __init__(self, app: ASGIApp, secret: bytes, port: int, limit: Limit) -> None:
        self._app, self._limit = app, limit
        self._cookie = hmac.new(secret, b"landwright studio 1", hashlib.sha256).hexdigest()
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        self._token: str | None = None
        self._lock = threading.Lock()

    def new_token(self) -> str:
        """Return a token that can be exchanged once for the cookie; an older one is worth nothing from now on."""
        with self._lock:
            self._token = secrets.token_urlsafe(24)
            return self._token

    def _redeem(self, token: str) -> bool:
        with self._lock:
            good = self._token is not None and hmac.compare_digest(token.encode(), self._token.encode())
            if good:
                self._token = None
            return good

    def _known(self, headers: MutableMapping[str, str]) -> bool:
        try:
            held = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return held is not None and hmac.compare_digest(held.value.encode(), self._cookie.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        host = headers.get("host", "")
        answer = _Answer(scope, send, _POLICY.format(host=host if host in self._hosts else "127.0.0.1"))
        if host not in self._hosts:
            await answer.refuse(421, "This address is not the studio's. Use the address that was printed at the start.")
            return
        origin = headers.get("origin")
        foreign = origin is not None and origin != f"http://{host}"
        if foreign or (scope["type"] == "websocket" and origin is None):
            await answer.refuse(403, "Only the studio's own page may ask this.")
            return
        path = str(scope["path"])
        if scope["type"] == "http" and path == "/":
            token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
            if token and (self._redeem(token) or self._known(headers)):
                await answer.redirect(f"{COOKIE}={self._cookie}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
                return
        elif headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            await answer.refuse(403, "Only the studio's own page may ask this.")
            return
        if path not in _OPEN and not self._known(headers):
            await answer.refuse(
                403,
                "This page has no permission yet. Open the address that `landwright studio` printed; it works once.",
            )
            return
        most = self._limit(path)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > most:
            await answer.refuse(413, f"This is too large: at most {most:,} bytes are accepted.")
            return
        await self._app(scope, _Counted(receive, most) if scope["type"] == "http" else receive, answer.send)


class TooLarge(Exception):
    """A body without a length turned out larger than allowed."""


class _Counted:
    """Counts the bytes of a body, for clients that do not say how many there will be."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left = receive, most

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise TooLarge
        return message


class _Answer:
    """Adds the headers that every answer has, and says no."""

    def __init__(self, scope: Scope, send: Send, policy: str) -> None:
        self._scope, self._send = scope, send
        asset = str(scope["path"]).startswith("/assets/")
        self._headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
            (b"cache-control", b"public, max-age=31536000, immutable" if asset else b"no-store"),
        ]

    async def send(self, message: Message) -> None:
        """Pass a message on, with the headers."""
        if message["type"] == "http.response.start":
            own = {key for key, _ in self._headers}
            kept = [(key, value) for key, value in message.get("headers", []) if key.lower() not in own]
            message = {**message, "headers": [*kept, *self._headers]}
        await self._send(message)

    async def refuse(self, status: int, text: str) -> None:
        """Answer with a sentence."""
        if self._scope["type"] == "websocket":
            await self._send({"type": "websocket.close", "code": 1008, "reason": text[:120]})
            return
        if self._scope["path"] == "/":
            await self._whole(status, [(b"content-type", b"text/html; charset=utf-8")], page(text))
        else:
            body = json.dumps({"error": text}).encode()
            await self._whole(status, [(b"content-type", b"application/json")], body)

    async def redirect(self, cookie: str) -> None:
        """Send the page to the bare address, with the cookie."""
        await self._whole(303, [(b"location", b"/"), (b"set-cookie", cookie.encode())], b"")

    async def _whole(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        length = (b"content-length", str(len(body)).encode())
        await self.send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
        await self._send({"type": "http.response.body", "body": body})


def page(text: str) -> bytes:
    """Return a plain page with one sentence."""
    from html import escape

    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Landwright studio</title><h1>Landwright studio</h1><p>{escape(text)}</p></html>"
    ).encode()
