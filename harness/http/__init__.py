"""Servers over aiohttp: one session a run, retries, several servers, a circuit, adaptive concurrency, time limits."""
