"""The application: files of the page, and the calls.

Quick calls are answered in a thread; streams go through the pool and are told as server-sent events. When the page goes
away, what it asked for is stopped. Whatever goes wrong is a sentence in JSON, never a traceback.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from countermove import fault
from countermove.errors import CountermoveError
from countermove.studio import (
    analysis_call,
    editor_call,
    export_call,
    game_call,
    lecture_call,
    pacman_call,
    predict_call,
    quiz_call,
    tree_call,
    wrong_call,
)
from countermove.studio.call import Answer, Call, Stream
from countermove.studio.describe import description
from countermove.studio.guard import Guard
from countermove.studio.pool import Pool
from countermove.studio.shape import RefusedError
from countermove.studio.shelf import Shelf
from countermove.views.plain import plain

__all__ = ["CALLS", "make_app"]

CALLS: tuple[Call, ...] = (
    *game_call.CALLS, *analysis_call.CALLS, *tree_call.CALLS, *export_call.CALLS, *lecture_call.CALLS,
    *predict_call.CALLS, *editor_call.CALLS, *quiz_call.CALLS, *wrong_call.CALLS, *pacman_call.CALLS,
)  # fmt: skip
PULSE = 15.0
"""Seconds after which a silent stream sends a comment, so that a page that went away is noticed."""


def make_app(shelf: Shelf, hosts: Iterable[str], token: str | None = None, cores: int | None = None) -> Guard:
    """The studio as an ASGI application."""
    pool = Pool(cores)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        pool.close()

    page = str(files("countermove.studio") / "static")
    views = str(files("countermove.views") / "static")

    async def index(request: Request) -> Response:
        return FileResponse(f"{page}/index.html")

    async def describe(request: Request) -> Response:
        return JSONResponse(description(CALLS))

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/api", describe),
            *(Route(f"/api/{call.name}", _endpoint(call, shelf, pool), methods=["POST"]) for call in CALLS),
            Mount("/static", StaticFiles(directory=page)),
            Mount("/views", StaticFiles(directory=views)),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _error},  # type: ignore[dict-item]
    )
    app.state.pool = pool
    return Guard(app, hosts, token)


def _endpoint(call: Call, shelf: Shelf, pool: Pool) -> Any:
    async def answer(request: Request) -> Response:
        try:
            asked = call.shape.read(await _body(request))
            if isinstance(call, Stream):
                return _streaming(call, asked, shelf, pool, request)
            return JSONResponse(plain(await run_in_threadpool(call.work, shelf, asked)))
        except RefusedError as error:
            return JSONResponse({"error": str(error)}, error.status)
        except CountermoveError as error:
            return JSONResponse({"error": fault.sentence(error)}, 400)
        except ClientDisconnect:
            return Response(status_code=400)

    assert isinstance(call, (Answer, Stream))
    return answer


async def _body(request: Request) -> Any:
    """The JSON of a request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("Send JSON, with the content type application/json.", 415)
    try:
        return json.loads(await request.body(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RefusedError("The request is not JSON.") from None


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _streaming(call: Stream, asked: dict[str, Any], shelf: Shelf, pool: Pool, request: Request) -> Response:
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()

    def tell(kind: str, data: dict[str, Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(events.put_nowait, (kind, data))

    client = request.headers.get("x-page", "")[:60] or (request.client.host if request.client else "")
    turn = pool.submit(lambda turn: call.work(shelf, asked, turn), client, tell)

    async def told() -> AsyncIterator[bytes]:
        try:
            yield b": begun\n\n"
            while True:
                try:
                    kind, data = await asyncio.wait_for(events.get(), PULSE)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                yield f"event: {kind}\ndata: {json.dumps(plain(data), allow_nan=False)}\n\n".encode()
                if kind in ("done", "error"):
                    return
        finally:
            turn.stop.set()

    return StreamingResponse(told(), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def _http_error(request: Request, error: HTTPException) -> Response:
    return JSONResponse({"error": f"There is nothing here that answers: {error.detail}."}, error.status_code)


async def _error(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": fault.sentence(error)}, 500)
