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

        def __init__(self, **given):
            cls = type(self)
            names, required, ready = _SHAPES.get(cls) or _shape(cls)
            if not names.issuperset(given) or (required and not required.issubset(given)):
                raise TypeError(_misfit(cls, given))
            self.__dict__.update(given)
            if ready:
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
            shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items() if name[0] != "_")
            return f"{type(self).__name__}({shown})"

        def _values(self):
            return tuple(getattr(self, name) for name in fields(type(self)))

    def _ready(self) -> None:
        """Check or tidy the fields once they are set; a subclass writes through `self.__dict__`."""

    def replace(self, **changes: Any) -> Self:
        """Return a copy with these fields changed."""
        held = {name: value for name, value in self.__dict__.items() if name[0] != "_"}
        return type(self)(**{**held, **changes})


_SHAPES: dict[type, tuple[frozenset[str], frozenset[str], bool]] = {}


def fields(cls: type) -> tuple[str, ...]:
    """Return the names of a record's fields, those of its bases first."""
    names: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        # inspect.get_annotations would cost 13 ms to import
        names.update(dict.fromkeys(base.__dict__.get("__annotations__", ())))  # noqa: RUF063 - see above
    return tuple(names)


def _shape(cls: type[Record]) -> tuple[frozenset[str], frozenset[str], bool]:
    """Return (the fields, those without a default, whether it tidies them), worked out when a class is first used."""
    names = fields(cls)
    required = frozenset(name for name in names if not hasattr(cls, name))
    shape = _SHAPES[cls] = frozenset(names), required, cls._ready is not Record._ready  # noqa: SLF001 - of this very class
    return shape


def _misfit(cls: type, given: dict[str, object]) -> str:
    names = fields(cls)
    for name in given:
        if name not in names:
            return f"{cls.__name__} has no field `{name}`; it has: {', '.join(names)}"
    missing = next(name for name in names if name not in given and not hasattr(cls, name))
    return f"{cls.__name__} needs `{missing}`"
