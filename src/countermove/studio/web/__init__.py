"""Requests and responses: validation, the kinds of calls, static files, server-sent events."""
