"""A value that is read the first time it is asked for, and then an attribute like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 -- used as `property` is
    """`functools.cached_property` without the lock that Python 3.11 takes at each first read, which cost more than the reading."""

    def __init__(self, read: Callable[[Any], T]) -> None:
        self._read = read
        self._name = read.__name__
        self.__doc__ = read.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T | Self:
        """Read the value and keep it where the next look-up finds it."""
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._read(instance)
        return value
