"""The kinds of rules, one file each, and the table that names them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

# The key of a rule file -> the file of the kind. `STATELESS` kinds judge one call alone; the others have a formula.
KINDS = ("never", "before", "require", "at_most", "finally", "ltl", "formula", "conditions")
STATELESS = ("never", "require", "conditions")
FILES = {"finally": "at_the_end", "ltl": "formulas", "formula": "formulas"}


def kind(name: str) -> ModuleType:
    """Return the file of a kind."""
    module: ModuleType = __import__(f"guardhost.rules.kinds.{FILES.get(name, name)}", fromlist=("compiled",))
    return module
