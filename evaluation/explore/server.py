"""Answers over HTTP, to this machine only and to whoever knows the address.

The server listens on the loopback interface; every address begins with a random token; the Host
header must name this server, which keeps pages of other sites out even if their names are made to
point here (DNS rebinding). Nothing but GET is answered and nothing that is asked changes anything.
No part of a request is ever used as a path: the page's files are in memory, by name.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from clss.errors import ClssError, InputError
from evaluation.explore.answers import QUESTIONS
from evaluation.explore.models import Models
from evaluation.report.document import asset

ADDRESS = "127.0.0.1"
LONGEST_QUERY = 16_384
MOST_FIELDS = 40

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return the files of the page by the name in the address: type and content."""
    own = files("evaluation.explore") / "assets"
    return {
        "": ("text/html; charset=utf-8", (own / "explore.html").read_bytes()),
        "explore.js": ("text/javascript; charset=utf-8", (own / "explore.js").read_bytes()),
        "explore.css": ("text/css; charset=utf-8", (own / "explore.css").read_bytes()),
        "report.css": ("text/css; charset=utf-8", asset("report.css").encode()),
    }


class ExploreServer(ThreadingHTTPServer):
    """The server of one run directory.

    Parameters
    ----------
    models : Models
    port : int
        0 takes a free one.
    token : str, optional
        What addresses begin with; random if omitted.
    """

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, models: Models, port: int = 0, token: str | None = None) -> None:
        self.models = models
        self.token = token or secrets.token_urlsafe(24)
        self.files = page_files()
        super().__init__((ADDRESS, port), _Handler)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{ADDRESS}:{self.server_port}/{self.token}/"

    @property
    def hosts(self) -> tuple[str, str]:
        """What a Host header may say."""
        return f"{ADDRESS}:{self.server_port}", f"localhost:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ExploreServer
    server_version = "clss"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30
    # an answer leaves in one piece at once: in two, the second waits for the browser's receipt
    # of the first, which comes 40 ms late
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer a question, or give a file of the page."""
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or hosts[0].lower() not in self.server.hosts:
            self._send_json(HTTPStatus.MISDIRECTED_REQUEST, {"error": "not the host asked for"})
            return
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            self._send_json(HTTPStatus.FORBIDDEN, {"error": "another page asks"})
            return
        parts = urlsplit(self.path)
        empty, _, rest = parts.path.partition("/")
        token, slash, name = rest.partition("/")
        if (
            empty
            or not slash
            or not hmac.compare_digest(token.encode(), self.server.token.encode())
        ):
            self._send_json(HTTPStatus.NOT_FOUND, {"error": "no such page"})
        elif name in self.server.files:
            self._send(HTTPStatus.OK, *self.server.files[name])
        elif name.startswith("ask/") and name.removeprefix("ask/") in QUESTIONS:
            self._answer(name.removeprefix("ask/"), parts.query)
        else:
            self._send_json(HTTPStatus.NOT_FOUND, {"error": "no such page"})

    def _answer(self, name: str, query: str) -> None:
        try:
            if len(query) > LONGEST_QUERY:
                raise InputError("the question is too long")
            asked: Mapping[str, Sequence[str]] = parse_qs(
                query, keep_blank_values=True, max_num_fields=MOST_FIELDS
            )
            answer = QUESTIONS[name](self.server.models, asked)
        except (ClssError, ValueError) as error:
            self._send_json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        else:
            self._send_json(HTTPStatus.OK, answer)

    def _send_json(self, status: HTTPStatus, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False)
        self._send(status, "application/json; charset=utf-8", text.encode("utf-8", "replace"))

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        for header, value in _HEADERS.items():
            self.send_header(header, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: what people ask is theirs, and the token would be in it."""
