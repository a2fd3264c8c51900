"""Compressed logs, frame by frame: zstd (one frame a record while a run writes, more after compacting) and gzip.

A frame that is damaged or cut is reported, and reading goes on with the next one: no frame costs another.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import IO, Any, Protocol

from harness.errors import LogError

_CHUNK_BYTES = 4096
"""Small, because what a decoder does not need of a chunk it hands back as a copy, and what it fails in is lost."""

_PIECE_CHUNKS = 64
FAST, SMALL = 3, 9
"""Levels of zstd: for a run that is writing, and for a log that will only be read."""

_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
"""What tools that compress in parallel put first: a frame without content (RFC 8878, 3.1.2)."""


class Decoder(Protocol):
    """Decodes one frame; `unused_data` is what followed it in the last chunk."""

    @property
    def eof(self) -> bool:
        """Whether the frame is over."""

    @property
    def unused_data(self) -> bytes:
        """What was given and is not of this frame."""

    def decompress(self, data: bytes, /) -> bytes:
        """Return what can be decoded so far."""


@dataclass(frozen=True, slots=True)
class Codec:
    """One way to compress: the bytes a frame begins with, and what decodes one."""

    name: str
    magic: bytes
    decoder: Callable[[], Decoder]
    error: type[Exception]


@dataclass(frozen=True, slots=True)
class Damage:
    """A frame that could not be read to its end, and why; `torn` where the file ends before it does."""

    at: int
    reason: str
    torn: bool


def codec_of(head: bytes) -> Codec | None:
    """Return what a file that begins with `head` is compressed by, whatever its name says; None for plain text.

    Raises `LogError` naming the extra to install where it is zstd and no library is there for it.
    """
    if head.startswith(b"\x1f\x8b\x08"):
        return Codec("gzip", b"\x1f\x8b\x08", lambda: zlib.decompressobj(wbits=31), zlib.error)
    if head.startswith(b"\x28\xb5\x2f\xfd") or _SKIPPABLE.match(head):
        zstd = _zstd()
        return Codec("zstd", b"\x28\xb5\x2f\xfd", zstd.ZstdDecompressor, zstd.ZstdError)
    return None


def check_zstd() -> None:
    """Raise `LogError`, naming the extra to install, where zstd can be neither read nor written."""
    _zstd()


def zstd_frame(content: bytes, level: int = FAST) -> bytes:
    """Return `content` as one zstd frame that carries its length and a checksum."""
    zstd = _zstd()
    parameter = zstd.CompressionParameter
    options = {parameter.compression_level: level, parameter.checksum_flag: 1}
    frame: bytes = zstd.compress(content, options=options)
    return frame


def read_frames(stream: IO[bytes], codec: Codec, at: int = 0) -> Iterator[tuple[int, bytes] | Damage]:
    """Yield `(where its frame begins, content)` from byte `at` on, where the stream stands.

    A long frame comes in pieces; after what can be read of a damaged one comes its `Damage`.
    """
    data = stream.read(_CHUNK_BYTES)
    while data:
        decoder, given, failure = codec.decoder(), 0, ""
        found: list[bytes] = []
        while data and not failure:
            given += len(data)
            try:
                found.append(decoder.decompress(data))
            except codec.error as error:
                failure = str(error).partition(": ")[2] or str(error)
            if decoder.eof:
                break
            if len(found) == _PIECE_CHUNKS:
                yield at, b"".join(found)
                found = []
            data = stream.read(_CHUNK_BYTES)
        yield at, b"".join(found)
        if decoder.eof:
            data = decoder.unused_data
            at += given - len(data)
        else:
            yield Damage(at, failure, torn=not failure)
            at = _next_frame(stream, codec.magic, at + 1)
            data = b""
        data = data or (stream.read(_CHUNK_BYTES) if at != -1 else b"")


def _next_frame(stream: IO[bytes], magic: bytes, start: int) -> int:
    """Move to the next place at or after `start` where a frame may begin and return it; -1 where there is none."""
    stream.seek(start)
    at, held = start, b""
    while chunk := stream.read(1 << 20):
        held += chunk
        found = held.find(magic)
        if found != -1:
            stream.seek(at + found)
            return at + found
        at += max(0, len(held) - len(magic) + 1)
        held = held[-len(magic) + 1 :]
    return -1


@cache
def _zstd() -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd  # noqa: PLC0415 -- plain logs need none
        else:
            from backports import zstd  # noqa: PLC0415
    except ImportError:
        raise LogError(
            'a zstd log needs a library that this Python does not have: pip install "stage-harness[zstd]", or use a plain log'
        ) from None
    return zstd
