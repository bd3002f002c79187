"""Names of programs that only look like one that everybody knows: letters of other alphabets, letters that nobody sees."""

from __future__ import annotations

from guardhost.builtin.agents import NAMES
from guardhost.shell.programs_table import ROWS as EFFECTS
from guardhost.shell.readonly_table import READERS
from guardhost.shell.readonly_table import ROWS as SOMETIMES
from guardhost.shell.wrappers import ROWS as WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command

# Letters of the Cyrillic and the Greek alphabet and others beside the Latin letters that they look like.
_LOOKS = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u043a\u043c\u0442"
    "\u043d\u0432\u0433\u043f\u0438\u0131\u0261\u03b1\u03b5\u03bf\u03c1\u03c5\u03bd\u03ba\u03b9\u03c4\u03c7"
    "\u03b3\u03b7\u03c9",
    "aeopcyxijshdqwkmtnbrnuigaeopuvkitxynw",
)
_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF))
_WIDE = {0xFF01 + at: 0x21 + at for at in range(94)}
_MORE = frozenset(
    ("git", "curl", "wget", "sh", "bash", "zsh", "python", "python3", "node", "npm", "rm", "docker", "kubectl")
)


def meant(command: Command) -> str:
    """Return the program that a command's name looks like and is not, "" for none."""
    word = command.word
    if command.program or not word.known or word.isascii():
        return ""
    name = word.rpartition("/")[2]
    plain = name.translate(_UNSEEN).translate(_WIDE).lower().translate(_LOOKS)
    return plain if plain != name and plain.isascii() and _is_known(plain) else ""


def _is_known(name: str) -> bool:
    return any(name in table for table in (_MORE, READERS, SOMETIMES, EFFECTS, WRAPPERS, NAMES))
