"""Readers with options and operands that act, held against the whole of their options: what is not understood, acts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guardhost.model.line import Command, Word

# (letters without a value, letters with one, letters with one that is attached or none,
#  long options: `name` without a value, `name=` with one, `name?` with one that is attached or none).
_OPTIONS = {
    "date": (
        "Rujn", "dfrvz", "I",
        "date= debug file= iso-8601? reference= resolution rfc-2822 rfc-email rfc-3339= set= uct utc universal help version",
    ),
    "uniq": (
        "cdDiuz", "fsw", "",
        ("count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated check-chars= help "
        "version"),
    ),
    "xxd": ("abCdeEipuvh", "clgnos", "", ""),
    "hostname": (
        "aAdfiIsyVh", "", "",
        "alias all-fqdns domain fqdn long ip-address all-ip-addresses short yp nis version help file= boot",
    ),
}  # fmt: skip


def _long(word: Word, longs: str) -> str:
    """Return the full name of a long option, with its mark; "" for none and for one that could be several."""
    name = word[2:].partition("=")[0]
    found = [one for one in longs.split(" ") if one.rstrip("=?") == name] or [
        one for one in longs.split(" ") if name and one.startswith(name)
    ]
    return found[0] if len(found) == 1 else ""


def parsed(command: Command) -> tuple[list[str], list[Word]] | None:
    """Return the options that are given, by letter or long name, and the operands; None when a word is not understood."""
    flags, valued, attached, longs = _OPTIONS[command.program]
    given: list[str] = []
    operands: list[Word] = []
    args, at = command.args, 0
    while at < len(args):
        word = args[at]
        at += 1
        if word == "--":
            return given, [*operands, *args[at:]]
        if word == "-" or not word.startswith("-"):
            operands.append(word)
        elif word.startswith("--"):
            name = _long(word, longs)
            if not name or ("=" in word and name[-1] not in "=?"):
                return None
            given.append(name.rstrip("=?"))
            at += name.endswith("=") and "=" not in word
        else:
            for index, letter in enumerate(word[1:], 2):
                given.append(letter)
                if letter in valued:
                    at += len(word) == index
                if letter in valued + attached:
                    break
                if letter not in flags:
                    return None
    return (given, operands) if at <= len(args) else None


def date(command: Command) -> bool:
    """Only with a format: an operand sets the clock, and so does `--set`."""
    found = parsed(command)
    return found is not None and "set" not in found[0] and all(word.startswith("+") for word in found[1])


def uniq(command: Command) -> bool:
    """The second operand is written."""
    found = parsed(command)
    return found is not None and len(found[1]) <= 1


def hostname(command: Command) -> bool:
    """An operand or a file sets the name."""
    found = parsed(command)
    return found is not None and not found[1] and not {"file", "boot"} & set(found[0])


_XXD_FLAGS = frozenset(("-a", "-b", "-C", "-d", "-e", "-E", "-i", "-p", "-ps", "-plain", "-u", "-v", "-h"))
_XXD_VALUES = frozenset(("-c", "-cols", "-g", "-groupsize", "-l", "-len", "-n", "-name", "-o", "-offset", "-s", "-seek"))


def xxd(command: Command) -> bool:
    """It looks only at the first letters of an option, so only whole ones are understood here."""
    operands, at = 0, 0
    while at < len(command.args):
        word = command.args[at]
        at += 1
        if word in _XXD_VALUES:
            at += 1
        elif word == "-" or not word.startswith("-"):
            operands += 1
        elif word not in _XXD_FLAGS and not (word[:2] in ("-c", "-g", "-l", "-o", "-s") and word[2:].isdigit()):
            return False
    return operands <= 1


_SED_LONGS = (
    "quiet silent debug expression= file= follow-symlinks in-place? line-length= posix regexp-extended separate sandbox "
    "unbuffered null-data zero-terminated binary help version"
)


def sed(command: Command) -> bool:
    """Only scripts that are known and neither write nor run, on files that are not edited in place."""
    from guardhost.shell.scripts import sed_acts

    scripts: list[Word] = []
    operands: list[Word] = []
    args, at, late = command.args, 0, False
    while at < len(args):
        word = args[at]
        at += 1
        if word == "--":
            operands.extend(args[at:])
            break
        if word == "-" or not word.startswith("-"):
            operands.append(word)
            continue
        option, value, width = _sed_option(word, args[at] if at < len(args) else None)
        if option not in ("", "e", "expression=", "l", "line-length=") or (width and at >= len(args)):
            return False
        at += width
        late = late or bool(operands)  # some seds end their options at the first operand
        if option in ("e", "expression="):
            scripts.append(value)
        elif option and not value.isdigit():
            return False  # `-l` has no value for some
    if not scripts or late:
        scripts.extend(operands[:1])
    return bool(scripts) and not any(sed_acts(script) for script in scripts)


def _sed_option(word: Word, following: Word | None) -> tuple[str, Word, int]:
    """Return the option of a word that has a value ("" for none, "?" for one that acts), its value, the words it takes."""
    after = following if following is not None else word
    if word.startswith("--"):
        name = _long(word, _SED_LONGS)
        if not name or name in ("file=", "in-place?"):
            return "?", word, 0
        text = word.partition("=")[2]
        return (name, type(word)(text), 0) if "=" in word else (name, after, 1) if name[-1] == "=" else ("", word, 0)
    for index, letter in enumerate(word[1:], 2):
        if letter in "el":
            return (letter, type(word)(word[index:]), 0) if len(word) > index else (letter, after, 1)
        if letter not in "nErsuz":
            return "?", word, 0
    return "", word, 0
