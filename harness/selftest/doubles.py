"""Two faults in one question: the earlier one must be blamed, the other listed beside it; and faults of the harness itself."""

from __future__ import annotations

from collections.abc import Iterator

from harness.selftest.answers import invention
from harness.selftest.places import places
from harness.selftest.plant import NotMade, Plant
from harness.selftest.quotes import refusal
from harness.selftest.retrieval import Group, deleted, hidden, over_budget, redacted, scene
from harness.selftest.world import NotPlantableError, World
from harness.types import EvidenceGroup

_LATE_SECONDS, _LIMIT_SECONDS = 0.2, 0.01


def double_plants(world: World, group: Group) -> Iterator[Plant | NotMade]:
    """Yield plants of two faults on a question."""
    kind = "hidden, and another part deleted"
    try:
        first, second = _two_groups(world, group)
        made, _ = hidden(world, first)
        texts = redacted(world, second)
    except NotPlantableError as error:
        yield kind, "source", str(error)
    else:
        edited = tuple(d.model_copy(update={"text": texts.get(d.doc_id, d.text)}) for d in made.documents)
        both = scene(world, edited, filter=made.settings.filter)
        yield Plant(kind, "source", "not_in_corpus", both, refusal, also=("hidden_by_filter",))
    made_up = invention(world)
    dropped, checks = over_budget(world, group)
    yield Plant(
        "over budget, and made up",
        "assemble",
        "over_budget",
        dropped,
        made_up,
        also=("invented",),
        judged="wrong",
        checks=checks,
    )
    yield Plant(
        "deleted, and made up",
        "source",
        "not_in_corpus",
        deleted(world, group)[0],
        made_up,
        also=("invented",),
        judged="wrong",
    )
    yield Plant(
        "hidden, and the server fails",
        "harness_fault",
        "raised",
        hidden(world, group)[0],
        refusal,
        also=("hidden_by_filter",),
        server="fails",
    )


def _two_groups(world: World, group: Group) -> tuple[Group, EvidenceGroup]:
    """Return a group to hide and one to delete whose places do not touch."""
    groups = [g for g in world.question.evidence if g != group]
    own = [] if isinstance(group, str) else places(group, world.question, world.documents)
    for other in groups:
        theirs = places(other, world.question, world.documents)
        if own and all(a[0] != b[0] or a[2] <= b[1] or b[2] <= a[1] for a in own for b in theirs):
            return group, other
    raise NotPlantableError("it has no second evidence group that stands apart from the first")


def fault_plants(world: World) -> Iterator[Plant]:
    """Yield faults that are no misses of the system under test."""
    plain = scene(world)
    late = scene(world, timeout_seconds=_LIMIT_SECONDS)
    yield Plant("the generator raises", "harness_fault", "raised", plain, refusal, fails="the model is gone")
    yield Plant("the generator is late", "harness_fault", "timeout", late, refusal, delay_seconds=_LATE_SECONDS)
    yield Plant("the server fails", "harness_fault", "raised", plain, refusal, server="fails")
    yield Plant("the server answers nothing", "harness_fault", "empty", plain, refusal, server="answers_nothing")
    if world.question.answerable:
        yield Plant("cut by the window", "truncate", "beyond_window", plain, refusal, server="cuts")
        yield Plant("refused unread", "truncate", "beyond_window", plain, refusal, server="refuses_unread")
