"""A log says the same however it is stored: plain, zstd or gzip, compacted or not, whole or damaged."""

import gzip
import json
import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_log import any_text, end_of, in_python, killed_writers, record_of, start_of, write_log

from harness.baseline import BASELINES, accept
from harness.cli.main import main
from harness.errors import HarnessError, LogError
from harness.log.compact import compact
from harness.log.files import FORMS, ZSTD, Lines, records_file
from harness.log.frames import zstd_frame
from harness.log.lines import encode
from harness.log.passages import PASSAGES, Packer, passage_line, unpack
from harness.log.reader import find_run, open_log
from harness.log.writer import LogWriter
from harness.measure.outcomes import Outcomes, record_at
from harness.run import utc_now

RECORDS = [record_of(n, text=f"Text {n} \u2028 é \U0001f469.") for n in range(30)]
WHOLE = [encode(start_of()), *map(encode, RECORDS), encode(end_of())]
PLAIN = b"".join(WHOLE)


def stored(folder: Path, name: str, content: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return folder


def read(folder: Path):
    log = open_log(folder)
    return list(log.records()), [(problem.line, problem.reason) for problem in log.problems]


def cut(content: bytes, size: int) -> list[bytes]:
    return [content[at : at + size] for at in range(0, len(content), size)]


WAYS = {
    "plain": ("records.jsonl", PLAIN),
    "a frame a line": (ZSTD, b"".join(map(zstd_frame, WHOLE))),
    "one frame": (ZSTD, zstd_frame(PLAIN)),
    "frames that end anywhere": (ZSTD, b"".join(map(zstd_frame, cut(PLAIN, 777)))),
    "zstd after a skippable frame": (ZSTD, b"\x50\x2a\x4d\x18\x04\0\0\0skip" + zstd_frame(PLAIN)),
    "gzip": ("records.jsonl.gz", gzip.compress(PLAIN)),
    "gzip in members": ("records.jsonl.gz", b"".join(map(gzip.compress, cut(PLAIN, 999)))),
    "a gzip that is not": ("records.jsonl.gz", PLAIN),
    "a zstd that is not": (ZSTD, PLAIN),
    "zstd under a plain name": ("records.jsonl", b"".join(map(zstd_frame, WHOLE))),
    "gzip under a plain name": ("records.jsonl", gzip.compress(PLAIN)),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_log_is_read_however_it_is_stored(way, tmp_path):
    """By what is in the file, not by its name; and each line can be found again by its place."""
    folder = stored(tmp_path / "r1", *WAYS[way])
    assert read(folder) == (RECORDS, [])
    lines = Lines(records_file(folder))
    found = [(lines.at, line) for line in lines]
    assert [line for _, line in found] == WHOLE
    assert [lines.line_at(at) for at, _ in found] == WHOLE
    assert find_run("r1", tmp_path) == find_run(str(folder / WAYS[way][0]), tmp_path) == folder


@pytest.mark.parametrize("way", WAYS)
def test_outcomes_lead_back_to_their_records(way, tmp_path):
    """What compares runs reads one record of any log, by its place, without the others."""
    log = open_log(stored(tmp_path / "r1", *WAYS[way]))
    assert [record_at(log, outcome) for outcome in Outcomes(log)] == RECORDS
    assert [record_at(log, outcome) for outcome in Outcomes(log)] == RECORDS  # now from the file beside it


def test_a_plain_log_wins_over_others_unless_it_is_empty(tmp_path):
    """A folder holds two only while one takes the other's place, and both then say the same."""
    for name in reversed(FORMS):
        stored(tmp_path, name, PLAIN)
        assert records_file(tmp_path).name == name
    stored(tmp_path, "records.jsonl", b"")  # as a shell makes it for `> records.jsonl`
    assert records_file(tmp_path).name == ZSTD


# --- damage -----------------------------------------------------------------------------------------------------------


FRAMES = [zstd_frame(line) for line in WHOLE]


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(len(FRAMES[0]), sum(map(len, FRAMES)) - 1), st.integers(1, 255)), max_size=4),
    st.data(),
)
def test_damage_to_a_frame_costs_no_other(tmp_path, flips, data):
    """Flip bytes anywhere after the first frame, cut the file anywhere: every record whose frame is whole is read as it was."""
    content = bytearray(b"".join(FRAMES))
    for position, mask in flips:
        content[position] ^= mask
    end = data.draw(st.none() | st.integers(len(FRAMES[0]), len(content)))
    stored(tmp_path, ZSTD, bytes(content[:end]))
    log = open_log(tmp_path)
    found = {record.key: record for record in log.records()}
    position, whole = len(FRAMES[0]), 0
    for frame, record in zip(FRAMES[1:-1], RECORDS, strict=True):
        untouched = bytes(content[position : position + len(frame)]) == frame
        position += len(frame)
        if untouched and (end is None or position <= end):
            whole += 1
            assert found[record.key] == record
    written = {record.key: record for record in RECORDS}
    assert found == {key: written[key] for key in found}, (
        "a frame has a checksum: what it does not confirm is no record"
    )
    assert len(log.problems) >= (len(found) < len(RECORDS) and end is None)
    assert len(found) >= whole


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([b"\x28\xb5\x2f\xfd", b"\x1f\x8b\x08", b"\x50\x2a\x4d\x18", b""]), st.binary(max_size=400))
def test_noise_is_a_log_error_whatever_it_begins_with(tmp_path, magic, noise):
    """Bytes that claim to be compressed and are not never raise anything else."""
    stored(tmp_path, ZSTD, magic + noise)
    with pytest.raises(LogError):
        open_log(tmp_path)


@pytest.mark.parametrize("compress", [zstd_frame, gzip.compress], ids=["zstd", "gzip"])
def test_what_comes_before_damage_in_a_long_frame_is_read(compress, tmp_path):
    """A whole file in one frame, as command-line tools write it, loses what follows the damage and little before it.

    What was decoded on the way to the damage cannot be told from what was written: the problem says from which line on.
    """
    noise = random.Random(7)
    records = [record_of(n, text=noise.randbytes(3_000).hex()) for n in range(300)]
    content = bytearray(compress(b"".join([encode(start_of()), *map(encode, records)])))
    content[len(content) // 2] ^= 0xFF
    found, problems = read(stored(tmp_path, ZSTD, bytes(content)))
    assert found[:120] == records[:120]
    ((_, reason),) = [problem for problem in problems if "damaged" in problem[1]]
    assert "lines from 1 on are of it and may differ from what was written" in reason


def test_a_truncated_gzip_is_read_to_where_it_ends(tmp_path):
    """The last line is named as torn, and the records before it are there."""
    noise = random.Random(7)
    records = [record_of(n, text=noise.randbytes(3_000).hex()) for n in range(50)]
    content = gzip.compress(b"".join([encode(start_of()), *map(encode, records)]))
    found, ((number, reason),) = read(stored(tmp_path, "records.jsonl.gz", content[:-20_000]))
    assert found == records[: len(found)]
    assert number == len(found) + 2
    assert "torn: the last gzip frame is not whole" in reason


def test_without_the_library_a_zstd_log_names_what_to_install(golden, tmp_path):
    """One line, exit 2, for reading and for writing, and then before anything is made."""
    folder = stored(tmp_path / "r1", *WAYS["one frame"])
    code = "import sys; sys.modules['backports'] = None; sys.modules['compression'] = None\n"
    code += "from harness.cli.main import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "report", str(folder)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "stage-harness[zstd]"' in done.stderr
    assert done.stderr.count("\n") == 1
    words = ["run", str(golden), "--compress", "--logs", str(tmp_path / "logs")]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert not (tmp_path / "logs").exists()


# --- writing ----------------------------------------------------------------------------------------------------------


def test_a_compressed_log_is_a_frame_a_line(tmp_path):
    """Each of them decodes by itself, and position counts as the reader does."""
    with LogWriter.create(tmp_path / "r1", start_of(), compress=True) as writer:
        places = []
        for line in (*RECORDS, end_of()):
            places.append(writer.position)
            writer.write(line)
    path = tmp_path / "r1" / ZSTD
    assert path.read_bytes() == b"".join(FRAMES)
    assert [Lines(path).line_at(place) for place in places] == WHOLE[1:]
    with pytest.raises(LogError, match="exists; choose another --run-id"):
        LogWriter.create(tmp_path / "r1", start_of())


def test_every_acknowledged_record_of_a_compressed_log_survives_kill_9(tmp_path):
    """Eight writers: all they acknowledged is there, and resume goes on in zstd."""
    folders = list(killed_writers(tmp_path, 8, 200, compress=True))
    assert [[path.name for path in folder.iterdir()] for folder in folders] == [[ZSTD]] * 8


def test_resume_turns_gzip_and_passages_into_a_log_that_can_be_appended_to(tmp_path):
    """The records stay byte for byte; there is one log afterwards."""
    folder = stored(tmp_path / "g", "records.jsonl.gz", gzip.compress(PLAIN))
    writer, keys = LogWriter.resume(folder, start_of(), lambda _: True)
    with writer:
        writer.write(end_of())
    assert len(keys) == len(RECORDS)
    assert (folder / "records.jsonl").read_bytes() == PLAIN
    assert [path.name for path in folder.iterdir()] == ["records.jsonl"]


# --- compacting -------------------------------------------------------------------------------------------------------


PASSAGE = (
    'A passage that "many" questions share \\ with quotes, a \u2028 and é in it, and long enough to be moved away. '
)


def long_record(n: int, **changed):
    texts = [f"{PASSAGE}{(n + shift) % 7}" for shift in range(3)]
    chunks = tuple(
        record_of(n)
        .chunks[0]
        .model_copy(
            update={
                "rank": rank,
                "chunk": record_of(n).chunks[0].chunk.model_copy(update={"text": text, "chunk_id": f"d#{rank}"}),
            }
        )
        for rank, text in enumerate(texts, 1)
    )
    prompt = (
        f"Answer from what stands below and from nothing else, as you were told to.\n{'---'.join(texts)}\nWhat, {n}?"
    )
    return record_of(n, **{"chunks": chunks, "prompt": prompt, **changed})


def test_compacting_keeps_each_passage_once_and_reads_back_byte_for_byte(tmp_path):
    """Texts and the prompt that repeats them: seven passages and the instruction serve 200 records."""
    records = [long_record(n) for n in range(200)]
    folder = write_log(tmp_path / "r1", *records, end_of())
    before = (folder / "records.jsonl").read_bytes()
    done = compact(folder, compress=False)
    assert b"".join(Lines(done.path)) == before
    kept = [json.loads(line)["text"] for line in (folder / PASSAGES).read_bytes().splitlines()]
    assert sorted(text for text in kept if text.startswith(PASSAGE)) == [f"{PASSAGE}{n}" for n in range(7)]
    lines = (folder / "records.jsonl").read_bytes().splitlines()
    assert all(json.loads(line)["prompt"]["pieces"] for line in lines[1:-1])
    assert not any(PASSAGE.encode()[:20] in line for line in lines)
    assert done.bytes_after < 0.75 * len(before)
    assert read(folder) == (records, [])
    again = compact(folder)
    assert again.bytes_after < done.bytes_after / 3
    assert [path.name for path in sorted(folder.iterdir())] == [PASSAGES, ZSTD]
    assert b"".join(Lines(again.path)) == before


def test_a_passage_that_is_gone_or_damaged_is_named_by_the_lines_that_need_it(tmp_path):
    """The others are read; a damaged text is not taken for the one that was moved."""
    records = [record_of(n, text=f"{PASSAGE}{n % 3}") for n in range(9)]
    folder = write_log(tmp_path / "r1", *records)
    compact(folder, compress=False, unfinished=True)
    content = (folder / PASSAGES).read_bytes()
    (folder / PASSAGES).write_bytes(content.replace(b"away. 1", b"away. 5"))
    found, problems = read(folder)
    assert found == [record for n, record in enumerate(records) if n % 3 != 1]
    assert [line for line, _ in problems] == [3, 6, 9]
    assert all(f"is not in {PASSAGES}, or is damaged there" in reason for _, reason in problems)
    (folder / PASSAGES).unlink()
    assert len(read(folder)[1]) == 9
    (folder / PASSAGES).write_bytes(content)
    log = (folder / "records.jsonl").read_bytes()
    for odd in (b"7", b"9" * 5_000):
        (folder / "records.jsonl").write_bytes(log.replace(b'{"passage":0}', b'{"passage":%b}' % odd, 1))
        ((line, reason),) = read(folder)[1]
        assert (line, reason[:17]) == (2, "it uses passage " + odd[:1].decode())


def test_a_damaged_log_is_not_compacted_and_a_torn_line_is_no_reason(tmp_path):
    """What cannot be read as a line at all could not be kept; what can, stays as it is, whatever it says."""
    folder = stored(tmp_path / "z", ZSTD, b"".join(FRAMES)[:-5])
    with pytest.raises(LogError, match=r"line 32: torn.* mend it with harness log repair first: nothing is changed"):
        compact(folder)
    assert [path.name for path in folder.iterdir()] == [ZSTD]
    folder = write_log(tmp_path / "p", *[long_record(n) for n in range(9)], b"noise\n", b'{"kind":"rec')
    before = (folder / "records.jsonl").read_bytes()
    with pytest.raises(LogError, match="the run has not ended"):
        compact(folder)
    compact(folder, unfinished=True)
    assert b"".join(Lines(records_file(folder))) == before


def test_a_log_that_grows_while_it_is_compacted_stays(tmp_path, monkeypatch):
    """A run that is writing would go on in a file that nobody sees any more."""
    folder = write_log(tmp_path / "r1", *[long_record(n) for n in range(9)])
    real, grown = Packer.pack, []

    def growing(self, line):
        if not grown:
            grown.append(line)
            with (folder / "records.jsonl").open("ab") as out:
                out.write(encode(record_of("late")))
        return real(self, line)

    monkeypatch.setattr(Packer, "pack", growing)
    with pytest.raises(HarnessError):
        compact(folder, unfinished=True)
    monkeypatch.undo()
    assert len(read(folder)[0]) == 10


def test_a_compaction_that_is_killed_anywhere_leaves_a_log(tmp_path):
    """At every file operation it makes: what is found is the old log or the new one, and both say the same."""
    script = """
        import os, sys
        from pathlib import Path
        import harness.log.compact
        calls, left = 0, int(sys.argv[2])
        def trap(event, arguments):
            global calls
            if event in {"open", "os.rename", "os.remove", "os.link", "os.mkdir"} and sys.argv[1] in str(arguments):
                calls += 1
                if calls == left:
                    os._exit(9)
        sys.addaudithook(trap)
        harness.log.compact.compact(Path(sys.argv[1]), unfinished=True)
    """
    records = [long_record(n) for n in range(12)]
    killed = 0
    for left in range(1, 40):
        folder = write_log(tmp_path / f"r-{left}-", *records)
        with in_python(script, folder, left) as process:
            process.stdout.read()
        killed += process.returncode == 9
        assert read(folder) == (records, []), left
        if process.returncode == 0:
            break
    assert process.returncode == 0
    assert killed >= 6


@settings(max_examples=150, deadline=None)
@given(st.lists(any_text().map(lambda text: text * 12), min_size=1, max_size=4), any_text())
def test_any_line_packs_and_unpacks_to_itself(texts, around):
    """Escapes, surrogates and texts within texts included; a packed line is strict JSON."""
    prompt = around.join(texts)
    line = encode(record_of("a", text=texts[0], prompt=prompt, run_id=texts[-1]))
    other = encode(record_of("b", text=texts[-1], prompt=around))
    packer = Packer()
    for each in (line, other, line):
        packer.count(each)
    kept: dict[bytes, bytes] = {}
    for each in (line, other):
        packed = packer.pack(each)
        for text in packer.new():
            told = json.loads(passage_line(text))
            kept[told["passage"].encode()] = text
        json.loads(packed)
        assert unpack(packed, kept.__getitem__) == each


def test_a_line_that_looks_packed_by_accident_stays_what_it_is(tmp_path):
    """Metadata may hold anything, even what a packed line holds."""
    odd = long_record(
        1,
        question=record_of(1).question.model_copy(
            update={"extra": {"text": {"passage": 0}, "prompt": {"pieces": [0]}}}
        ),
    )
    records = [odd, *[long_record(n) for n in range(2, 9)]]
    folder = write_log(tmp_path / "r1", *records)
    before = (folder / "records.jsonl").read_bytes()
    compact(folder, unfinished=True)
    assert b"".join(Lines(records_file(folder))) == before
    assert read(folder) == (records, [])


# --- every verb -------------------------------------------------------------------------------------------------------


def printed(capsys, *words):
    code = main([str(word) for word in words])
    return code, capsys.readouterr().out


def test_every_verb_works_on_a_compressed_and_on_a_compacted_run(golden, tmp_path, capsys):
    """Report, replay, compare, history, baseline and resume say what they say of a plain run."""
    logs = tmp_path / "logs"
    words = ("run", golden, "--chunker", "whole", "-k", "2", "--logs", logs, "--json")
    assert printed(capsys, *words, "--run-id", "plain")[0] == 0
    assert printed(capsys, *words, "--run-id", "zst", "--compress")[0] == 0
    assert printed(capsys, *words, "--run-id", "small", "--compress")[0] == 0
    assert printed(capsys, "log", "compact", "small", "--logs", logs)[0] == 0
    assert not (logs / "zst" / "records.jsonl").exists()
    reports = {}
    for run in ("plain", "zst", "small"):
        told = json.loads(printed(capsys, "report", run, "--logs", logs, "--json")[1])
        reports[run] = {key: told[key] for key in ("attribution", "recall", "accuracy", "failures", "problems")}
        code, compared = printed(capsys, "compare", "plain", run, "--logs", logs, "--json", "--min-questions", "1")
        assert (code, json.loads(compared)["verdict"]) == (0, "PASS")
        code, replayed = printed(capsys, "replay", run, "--from", "verify", "--logs", logs, "--json", "--compress")
        assert (code, json.loads(replayed)["attribution"]) == (0, told["attribution"])
    assert reports["plain"] == reports["zst"] == reports["small"]
    assert (logs / "small-from-verify" / ZSTD).is_file()
    code, told = printed(capsys, "history", "--all", "--logs", logs, "--json")
    assert {"plain", "zst", "small"} <= {line["start"]["run_id"] for line in json.loads(told)}
    for run in ("zst", "small"):
        accept(open_log(logs / run), logs, utc_now())
        assert read(logs / BASELINES / run) == read(logs / run)
    compact(logs / "zst")
    accept(open_log(logs / "zst"), logs, utc_now())  # stored differently, the same run
    code, _ = printed(capsys, *words, "--run-id", "small", "--compress", "--resume")
    assert code == 0
    assert [record.question.id for record in open_log(logs / "small").records()] == [
        "bag-weight",
        "pet-fee",
        "dog",
        "wifi",
    ]


def test_the_nightly_compares_compressed_runs(golden, tmp_path, capsys):
    """Two nights and a baseline, all in zstd."""
    logs = tmp_path / "logs"
    words = ("nightly", golden, "--logs", logs, "--compress", "--chunker", "whole", "--min-questions", "1")
    assert printed(capsys, *words)[0] == 0
    (first,) = (path.parent.name for path in logs.glob(f"*/{ZSTD}"))
    assert printed(capsys, "baseline", "accept", first, "--logs", logs)[0] == 0
    code, told = printed(capsys, *words)
    assert code == 0
    assert told.startswith("PASS")


def test_zlib_errors_are_what_the_reader_expects():
    """The codec names the error of its library."""
    with pytest.raises(zlib.error):
        zlib.decompressobj(wbits=31).decompress(b"\x1f\x8b\x08\xff" + b"\0" * 40)
