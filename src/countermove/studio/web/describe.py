"""The API in OpenAPI 3.1, generated from the shapes that requests are checked against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from countermove import __version__
from countermove.studio.web.call import Answer, Call


def description(calls: Iterable[Call]) -> dict[str, Any]:
    """The OpenAPI document of the calls."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Countermove studio", "version": __version__},
        "paths": {f"/api/{call.name}": {"post": _post(call)} for call in calls},
    }


def _post(call: Call) -> dict[str, Any]:
    kind = "application/json" if isinstance(call, Answer) else "text/event-stream"
    problem = {"description": "The error, as {error: a sentence}."}
    return {
        "summary": call.about,
        "operationId": call.name,
        "requestBody": {"required": True, "content": {"application/json": {"schema": call.shape.schema()}}},
        "responses": {
            "200": {"description": "The answer.", "content": {kind: {}}},
            **dict.fromkeys(
                ("400", "401", "403", "404", "405", "408", "413", "414", "415", "421", "422", "431", "500", "503"),
                problem,
            ),
        },
    }
