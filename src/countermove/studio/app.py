"""The application: files of the page, and the calls.

Quick calls have threads of their own, so that they never wait for searches; streams go through the pool of the cores
and are told as server-sent events. When the page goes away, what it asked for is stopped. Whatever goes wrong is a
sentence in JSON, never a traceback.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from countermove.studio.analysis import analysis_call, match_call
from countermove.studio.body import read_body
from countermove.studio.games import author_call, game_call
from countermove.studio.games.shelf import Shelf, again
from countermove.studio.guard import Guard
from countermove.studio.lecture import editor_call, lecture_call, predict_call, quiz_call, wrong_call
from countermove.studio.pacman import pacman_call
from countermove.studio.pool import Pool, problem
from countermove.studio.room import room_call
from countermove.studio.tree import export_call, proof_call, tree_call, worthwhile
from countermove.studio.web.call import Answer, Call, Stream
from countermove.studio.web.describe import description
from countermove.studio.web.events import EventResponse, EventStream
from countermove.studio.web.files import Files
from countermove.views.plain import plain

CALLS: tuple[Call, ...] = (
    *game_call.CALLS, *author_call.CALLS, *analysis_call.CALLS, *match_call.CALLS, *tree_call.CALLS, *export_call.CALLS,
    *worthwhile.CALLS, *proof_call.CALLS,
    *lecture_call.CALLS, *predict_call.CALLS, *editor_call.CALLS, *quiz_call.CALLS, *wrong_call.CALLS,
    *pacman_call.CALLS, *room_call.CALLS,
)  # fmt: skip
QUICK = 8
"""Threads for quick calls."""
QUICK_PATIENCE = 60.0
"""Seconds that a quick call may take when all come at once; rules that hang are noticed much sooner."""


def make_app(
    shelf: Shelf,
    hosts: Iterable[str],
    token: str | None = None,
    cores: int | None = None,
) -> Guard:
    """The studio as an ASGI application."""
    shelf.entrance = f"?token={token}" if token else ""
    pool = Pool(cores)
    quick = Pool(QUICK, QUICK_PATIENCE)
    closing = asyncio.Event()

    def close() -> None:
        """End every stream and every search, so that nobody has to wait for them."""
        closing.set()
        shelf.authored.close()
        shelf.ahead.close()
        pool.close()
        quick.close()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        shelf.authored.open()
        shelf.ahead.open(lambda: pool.is_idle)
        quick.submit(lambda turn: game_call.cards_of(shelf), "", lambda kind, data: None)  # soon asked for
        yield
        close()

    page = Files(Path(str(files("countermove.studio") / "static")))
    views = Files(Path(str(files("countermove.views") / "static")))

    async def index(request: Request) -> Response:
        return page.response(request, "index.html")

    async def describe(request: Request) -> Response:
        return JSONResponse(description(CALLS))

    def endpoint(call: Call) -> Any:
        async def answer(request: Request) -> Response:
            try:
                asked = call.shape.read(await read_body(request))
                if isinstance(call, Answer):
                    return await _answered(call, asked, shelf, quick, _client(request))
                events = EventStream(asyncio.get_running_loop())
                if isinstance(call, Stream):
                    work = call.work
                    turn = pool.submit(lambda turn: work(shelf, asked, turn), _client(request), events.send)
                    return EventResponse(events, lambda: pool.cancel(turn), closing)
                return EventResponse(events, call.work(shelf, asked, events.send), closing)
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception as error:
                told = problem(error)
                ends = {"retry-after": "1"} if closing.is_set() else None  # the page waits for the next studio
                return JSONResponse({"error": told["error"]}, told["status"], headers=ends)

        return answer

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/api", describe),
            *(Route(f"/api/{call.name}", endpoint(call), methods=["POST"]) for call in CALLS),
            Route("/static/{path:path}", page.__call__),
            Route("/views/{path:path}", views.__call__),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _error},  # type: ignore[dict-item]
    )
    app.state.pool = pool
    app.state.close = close
    return Guard(app, hosts, token)


def _client(request: Request) -> str:
    """Which page of which machine asks."""
    return f"{request.client.host if request.client else ''} {request.headers.get('x-page', '')[:60]}"


async def _answered(call: Answer, asked: dict[str, Any], shelf: Shelf, quick: Pool, client: str) -> Response:
    """The answer to a quick call, written as JSON in the thread that found it."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[tuple[str, Any]] = loop.create_future()

    def settle(kind: str, data: Any) -> None:
        if not answer.done():
            answer.set_result((kind, data))

    def tell(kind: str, data: dict[str, Any]) -> None:
        if kind in ("done", "error"):
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, kind, data)

    quick.submit(lambda turn: {"body": _json(again(lambda: call.work(shelf, asked)))}, client, tell)
    kind, data = await answer
    if kind == "error":
        return JSONResponse({"error": data["error"]}, data["status"])
    return Response(data["body"], media_type="application/json")


def _json(data: Any) -> bytes:
    return json.dumps(plain(data), allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()


async def _http_error(request: Request, error: HTTPException) -> Response:
    said = {404: "There is nothing here by that name.", 405: "Method not allowed."}
    sentence = said.get(error.status_code, f"This cannot be answered: {error.detail}.")
    return JSONResponse({"error": sentence}, error.status_code, headers=error.headers)


async def _error(request: Request, error: Exception) -> Response:
    told = problem(error)
    return JSONResponse({"error": told["error"]}, 500)
