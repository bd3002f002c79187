"""The base of every immutable record: fields by annotation, defaults by assignment, no import to pay for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_rules: object):
        """Leave the class as it is: only type checkers read the mark."""
        return lambda cls: cls


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True)
class Record:
    """An immutable value. Fields are the class's annotations; all are given by keyword; the rest keep their default.

    An unknown field or one without a default that was not given is a `TypeError` that names it.
    """

    if not TYPE_CHECKING:
        _fields = ()
        _required = ()

        def __init_subclass__(cls, **_rules):
            own = tuple(name for name in cls.__dict__.get("__annotations__", ()) if name not in cls._fields)  # noqa: RUF063 - inspect costs 13 ms
            cls._fields = (*cls._fields, *own)
            cls._required = tuple(name for name in cls._fields if not hasattr(cls, name))

        def __init__(self, **given):
            for name in given:
                if name not in self._fields:
                    raise TypeError(f"{type(self).__name__} has no field `{name}`; it has: {', '.join(self._fields)}")
            for name in self._required:
                if name not in given:
                    raise TypeError(f"{type(self).__name__} needs `{name}`")
            self.__dict__.update(given)
            self._ready()

        def __setattr__(self, name, value):
            raise AttributeError(f"{type(self).__name__} is immutable; make another with .replace({name}=...)")

        def __delattr__(self, name):
            raise AttributeError(f"{type(self).__name__} is immutable")

        def __eq__(self, other):
            return type(self) is type(other) and self._values() == other._values()

        def __hash__(self):
            return hash((type(self), self._values()))

        def __repr__(self):
            shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
            return f"{type(self).__name__}({shown})"

        def _values(self):
            return tuple(getattr(self, name) for name in self._fields)

    def _ready(self) -> None:
        """Check or tidy the fields once they are set; a subclass writes through `self.__dict__`."""

    def replace(self, **changes: Any) -> Self:
        """Return a copy with these fields changed."""
        return type(self)(**{**self.__dict__, **changes})
