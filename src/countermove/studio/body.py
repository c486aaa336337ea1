"""The JSON of a request, which may be anything: too large, no JSON, nested without end, or ambiguous."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from countermove.studio.guard import LARGEST
from countermove.studio.web.shape import RefusedError

PATIENCE = 20.0
"""Seconds in which a request must have come."""


async def read_body(request: Request) -> Any:
    """What a request says."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("Send JSON, with the content type application/json.", 415)
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():  # whatever length its header states
                body += part
                if len(body) > LARGEST:
                    raise RefusedError(f"The request is too large; {LARGEST:,} bytes are the most.", 413)
    except TimeoutError:
        raise RefusedError("The request did not come to its end.", 408) from None
    try:
        return json.loads(bytes(body), parse_constant=_no_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise RefusedError("The request is not JSON, or a field in it is given twice.") from None


def _no_constant(name: str) -> Any:
    """NaN and the infinities are no JSON."""
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):  # two readers could take it for two different requests
        raise ValueError("twice")
    return made
