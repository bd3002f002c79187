"""Code of other languages, as far as a table of their calls tells: what it does not know is an unknown effect."""

from __future__ import annotations

from guardhost.model.effects import APPEND, DELETE, MOVE, READ, WRITE
from guardhost.model.line import Word
from guardhost.shell.inline import Does, Start
from guardhost.shell.inline_home import folded
from guardhost.shell.inline_scan import Called, Scan
from guardhost.shell.scope import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from guardhost.shell.inline import Touched

_NODE = {
    "rmSync": "tree", "rm": "tree", "rmdirSync": "tree", "rmdir": "tree", "unlinkSync": "delete", "unlink": "delete",
    "rimraf": "tree", "rimrafSync": "tree", "removeSync": "tree", "emptyDirSync": "tree",
    "writeFileSync": "write", "writeFile": "write", "outputFileSync": "write", "createWriteStream": "write",
    "appendFileSync": "append", "appendFile": "append", "truncateSync": "write", "truncate": "write",
    "renameSync": "move", "rename": "move", "moveSync": "move", "copyFileSync": "copy", "copyFile": "copy", "cpSync": "copy",
    "cp": "copy", "mkdirSync": "make", "mkdir": "make", "mkdtempSync": "pure", "symlinkSync": "link", "symlink": "link",
    "linkSync": "link", "link": "link", "chmodSync": "make", "chmod": "make", "chownSync": "make", "utimesSync": "make",
    "readFileSync": "read", "readFile": "read", "openSync": "mode", "createReadStream": "read",
    "exec": "shell", "execSync": "shell", "spawn": "list", "spawnSync": "list", "execFile": "list", "execFileSync": "list",
    "fork": "unknown", "fetch": "network", "removeFile": "delete", "Deno.remove": "tree", "Deno.writeTextFile": "write",
    "Deno.writeFile": "write", "Deno.rename": "move", "Deno.Command": "unknown", "Deno.run": "unknown", "Bun.write": "write",
    "Bun.spawn": "list", "Bun.spawnSync": "list",
}  # fmt: skip
_PERL = {
    "system": "words", "exec": "words", "unlink": "all", "rmdir": "delete", "rmtree": "tree", "remove_tree": "tree",
    "rename": "move", "move": "move", "copy": "copy", "mkdir": "make", "open": "perl_open", "truncate": "write",
    "chmod": "second", "symlink": "link", "link": "link", "sysopen": "unknown",
}  # fmt: skip
_RUBY = {
    "system": "words", "exec": "words", "spawn": "words", "IO.popen": "words", "Kernel.system": "words",
    "Kernel.exec": "words",
    "Open3.capture2": "words", "Open3.capture3": "words", "Open3.popen3": "words", "Process.spawn": "words",
    "File.delete": "all", "File.unlink": "all", "File.rename": "move", "File.write": "write", "IO.write": "write",
    "File.binwrite": "write", "File.open": "mode", "File.new": "mode", "open": "mode", "File.truncate": "write",
    "File.chmod": "second", "File.symlink": "link", "File.link": "link", "File.read": "read", "IO.read": "read",
    "FileUtils.rm": "tree", "FileUtils.rm_f": "tree", "FileUtils.rm_r": "tree", "FileUtils.rm_rf": "tree",
    "FileUtils.remove_dir": "tree", "FileUtils.remove_entry": "tree", "FileUtils.remove_entry_secure": "tree",
    "FileUtils.remove": "tree", "FileUtils.rmtree": "tree", "FileUtils.rmdir": "delete", "FileUtils.safe_unlink": "tree",
    "FileUtils.mv": "move", "FileUtils.move": "move", "FileUtils.cp": "copy", "FileUtils.copy": "copy",
    "FileUtils.cp_r": "copy", "FileUtils.mkdir": "make", "FileUtils.mkdir_p": "make", "FileUtils.touch": "make",
    "FileUtils.ln_s": "link", "FileUtils.ln_sf": "link", "FileUtils.ln": "link", "FileUtils.chmod": "second",
    "FileUtils.chmod_R": "second", "FileUtils.install": "copy", "Dir.rmdir": "delete", "Dir.delete": "delete",
    "Dir.unlink": "delete", "Dir.mkdir": "make", "rm_rf": "tree", "rm_r": "tree", "rm_f": "tree", "rm": "tree", "mv": "move",
    "cp_r": "copy", "Net.HTTP.get": "network", "URI.open": "network",
}  # fmt: skip
_PHP = {
    "system": "shell", "exec": "shell", "shell_exec": "shell", "passthru": "shell", "popen": "shell", "proc_open": "list",
    "pcntl_exec": "list", "unlink": "delete", "rmdir": "delete", "rename": "move", "copy": "copy",
    "array_map": "first php", "array_walk": "last php", "call_user_func": "first php",
    "file_put_contents": "write", "fopen": "mode", "mkdir": "make", "touch": "make", "chmod": "make", "symlink": "link",
    "link": "link", "file_get_contents": "read", "curl_exec": "network", "fsockopen": "network",
}  # fmt: skip
_LUA = {
    "os.execute": "shell", "io.popen": "shell", "os.remove": "delete", "os.rename": "move", "io.open": "mode",
    "io.output": "write",
}  # fmt: skip
# What JavaScript calls to compute and to show.
_TAME = frozenset((
    "log", "error", "warn", "info", "dir", "table", "parse", "stringify", "map", "filter", "reduce", "forEach", "join",
    "split", "slice", "splice", "push", "pop", "shift", "unshift", "concat", "includes", "indexOf", "keys", "values",
    "entries", "fromEntries", "assign", "freeze", "trim", "replaceAll", "match", "matchAll", "test", "startsWith",
    "endsWith", "toUpperCase", "toLowerCase", "padStart", "padEnd", "repeat", "charAt", "charCodeAt", "fromCharCode",
    "toString", "toFixed", "parseInt", "parseFloat", "Number", "String", "Boolean", "Array", "Object", "Date", "RegExp",
    "isArray", "isNaN", "isInteger", "from", "of", "sort", "reverse", "find", "findIndex", "some", "every", "flat",
    "flatMap",
    "max", "min", "floor", "ceil", "round", "abs", "random", "now", "toISOString", "getTime", "has", "get", "add", "set",
    "if", "for", "while", "switch", "catch", "function", "return", "typeof", "Map", "Set", "Error", "localeCompare",
    "exit", "cwd", "existsSync", "readdirSync", "statSync", "lstatSync", "basename", "dirname", "extname", "resolve",
    "replace", "require", "write", "fill", "at", "then", "async", "await", "of", "in", "new",
))  # fmt: skip
_MODULES = ("fs", "path", "os", "util", "url", "assert", "child_process", "process", "crypto", "querystring", "fs/promises")


class _Found:
    """What the calls do, collected."""

    def __init__(self) -> None:
        self.touches: list[Touched] = []
        self.starts: list[Start] = []
        self.network = False

    def touch(self, kind: str, word: Word, **more: object) -> None:
        self.touches.append((kind, word, {**more, "certain": False}))

    def call(self, act: str, called: Called) -> None:
        """Note what one call does, by the act of its row."""
        args = called.args or (unknown(),)
        first, second = _one(args, 0), _one(args, 1)
        if act in ("tree", "delete"):
            for word in args[0] if isinstance(args[0], tuple) else (first,):
                self.touch(DELETE, word, recursive=act == "tree")
        elif act == "all":
            for arg in args:
                self.touch(DELETE, arg if isinstance(arg, Word) else unknown())
        elif act in ("write", "make"):
            self.touch(WRITE, first, overwrites=act == "write")
        elif act == "second":
            self.touch(WRITE, second)
        elif act == "append":
            self.touch(APPEND, first)
        elif act == "read":
            self.touch(READ, first)
        elif act in ("move", "copy", "link"):
            self._pair(act, first, second)
        elif act in ("mode", "perl_open"):
            self._opened(act, args)
        elif act.endswith(" php"):
            self._by_name(act, called)
        else:
            self._start(act, args)

    def _by_name(self, act: str, called: Called) -> None:
        """A function of PHP that another one is told to call by its name, with what it is told to call it for."""
        args = called.args if act.startswith("first") else called.args[::-1]
        inner = _PHP.get(str(_one(args, 0)))
        if inner is not None and len(args) > 1:
            self.call(inner, called.replace(args=args[1:]))

    def _pair(self, act: str, first: Word, second: Word) -> None:
        if act == "move":
            self.touch(MOVE, first, to=second)
            self.touch(WRITE, second, overwrites=True, tree=True, source=first, into=True)
        elif act == "copy":
            self.touch(READ, first, recursive=True)
            self.touch(WRITE, second, overwrites=True, recursive=True, source=first, into=True)
        else:
            self.touch(WRITE, second, link=True, to=first)

    def _opened(self, act: str, args: tuple[Word | tuple[Word, ...], ...]) -> None:
        path, mode = _one(args, 0), _one(args, 1) if len(args) > 1 else Word("r")
        if act == "perl_open":
            mode, path = _one(args, 1), _one(args, 2)
            if len(args) < 3:
                said = mode if mode.known else unknown()
                signs = said[: len(said) - len(said.lstrip("+<>| "))]
                mode, path = Word(signs or "r"), Word(said.lstrip("+<>| ")) if said.known else unknown()
                mode = Word("|") if said.rstrip().endswith("|") or "|" in signs else mode
            if "|" in mode:
                self.starts.append(Start(text=Word(path.rstrip("| "), known=path.known, raw=path.raw)))
                return
        if not mode.known or set(mode) & set("wax>+"):
            self.touch(APPEND if "a" in mode or ">>" in mode else WRITE, path, overwrites="w" in mode or ">" in mode)
        else:
            self.touch(READ, path)

    def _start(self, act: str, args: tuple[Word | tuple[Word, ...], ...]) -> None:
        first = args[0]
        if act == "network":
            self.network = True
        elif act == "shell" or (act == "words" and len(args) == 1 and isinstance(first, Word)):
            self.starts.append(Start(text=first if isinstance(first, Word) else unknown()))
        elif act == "list" and isinstance(first, Word):
            more = args[1] if len(args) > 1 and isinstance(args[1], tuple) else ()
            spaced = not more and " " in first  # with the option `shell` a text
            self.starts.append(Start(text=first) if spaced else Start(words=(first, *more)))
        elif act == "words" or isinstance(first, tuple):
            words = first if isinstance(first, tuple) else tuple(one if isinstance(one, Word) else unknown() for one in args)
            self.starts.append(Start(words=words or (unknown(),)))
        else:
            self.starts.append(Start())


def _one(args: tuple[Word | tuple[Word, ...], ...], at: int) -> Word:
    arg = args[at] if at < len(args) else unknown()
    return arg if isinstance(arg, Word) else unknown()


def _read(scan: Scan, table: dict[str, str], *, unknown_too: bool = True) -> Does:
    found = _Found()
    for called in scan.calls:
        last = called.name.rpartition(".")[2]
        act = table.get(called.name) or table.get(last)
        if act is not None and act != "pure":
            found.call(act, called)
    _listed(found, scan)
    for text in scan.ran:
        found.starts.append(Start(text=text))
    return Does(
        touches=tuple(found.touches),
        starts=tuple(found.starts),
        network=found.network or any("http" in name.lower() or name.endswith("fetch") for name in scan.names),
        unknown=unknown_too,
    )


# Calls that list a folder for a loop that goes through it.
_LISTS = ("children", "each_child", "entries", "readdirSync", "readdir", "opendir", "scandir")


def _listed(found: _Found, scan: Scan) -> None:
    """What a loop removes under a name of its own lies where the code has listed."""
    if not any(kind == DELETE and not word.known and not any(word.parts or ()) for kind, word, _ in found.touches):
        return
    folders = [_one(called.args, 0) for called in scan.calls if called.name.rpartition(".")[2] in _LISTS]
    patterns = [f"{folder.rstrip('/')}/*" for folder in folders if folder.known and folder]
    at = 0
    while at < len(scan.text):
        if scan.text[at] not in "'\"":
            at += 1
            continue
        word, at = scan.literal(at)
        if word.known and "*" in word and "/" in word and not set(word) & set(" \n"):
            patterns.append(scan.home + word[1:] if scan.home and word.startswith("~/") else str(word))
    for pattern in patterns:
        found.touch(DELETE, Word(pattern, raw=pattern, pattern=True))


def node(text: str, home: str = "") -> Does:
    """Return what JavaScript does."""
    scan = Scan(folded(text, "node", home), comment="//", holes={"`": ("${",)}, bare=False, home=home)
    scan.run()
    table = _NODE if "child_process" in text or "execSync" in text else {k: v for k, v in _NODE.items() if k != "exec"}
    loaded = [called for called in scan.calls if called.name == "require"]
    tame = all(name.rpartition(".")[2] in _TAME or name.rpartition(".")[2] in _NODE for name in scan.names)
    modules = all(_one(called.args, 0).removeprefix("node:") in _MODULES for called in loaded)
    plain = (
        scan.left > 0 and tame and modules and "import" not in text and "[" not in text.replace("[]", "") and "`" not in text
    )
    return _read(scan, table, unknown_too=not plain)


def _globbed(text: str) -> str:
    """Return Perl with each pattern of paths in angle brackets (`<~/.x*>`) as the call of `glob` that it is."""
    at = text.find("<")
    while at >= 0:
        end = text.find(">", at)
        inner = text[at + 1 : end] if end >= 0 else ""
        if inner[:1] in ("~", "/", ".") and not any(char in inner for char in " $\"'\n;<"):
            text = f'{text[:at]}glob("{inner}"){text[end + 1 :]}'
        at = text.find("<", at + 1)
    return text


def perl(text: str, home: str = "") -> Does:
    """Return what Perl does."""
    scan = Scan(
        folded(_globbed(text), "perl", home), comment="#", holes={'"': ("$", "@"), "`": ("$", "@")}, bare=True, home=home
    )
    scan.run(shell_quotes="`")
    _quoted(scan, ("qx",))
    return _read(scan, _PERL)


def ruby(text: str, home: str = "") -> Does:
    """Return what Ruby does."""
    scan = Scan(folded(text, "ruby", home), comment="#", holes={'"': ("#{",), "`": ("#{",)}, bare=True, home=home)
    scan.run(shell_quotes="`")
    _quoted(scan, ("%x",))
    return _read(scan, _RUBY)


def _quoted(scan: Scan, marks: tuple[str, ...]) -> None:
    """Add the texts that run in a shell, in brackets of their own: `qx{ls}`, `%x(ls)`."""
    for mark in marks:
        at = scan.text.find(mark)
        while at >= 0:
            opened = scan.text[at + len(mark) : at + len(mark) + 1]
            closes = {"(": ")", "[": "]", "{": "}", "<": ">"}.get(opened, opened)
            end = scan.text.find(closes, at + len(mark) + 1) if closes else -1
            if end > 0 and not opened.isalnum() and opened not in (" ", "=", ","):
                inside = scan.text[at + len(mark) + 1 : end]
                scan.ran.append(Word(inside, known="$" not in inside and "#{" not in inside, raw=inside))
            at = scan.text.find(mark, at + 1)


def php(text: str, home: str = "") -> Does:
    """Return what PHP does."""
    scan = Scan(folded(text, "php", home), comment="//", holes={'"': ("$",), "`": ("$",)}, bare=False, home=home)
    scan.run(shell_quotes="`")
    return _read(scan, _PHP)


def lua(text: str, home: str = "") -> Does:
    """Return what Lua does."""
    scan = Scan(folded(text, "lua", home), comment="--", holes={}, bare=True, home=home)
    scan.run()
    return _read(scan, _LUA)


def osascript(text: str, _home: str = "") -> Does:
    """Return what AppleScript does: `do shell script "..."`."""
    scan = Scan(text, comment="--", holes={}, bare=True)
    starts: list[Start] = []
    at = text.find("do shell script")
    while at >= 0:
        quote = text.find('"', at)
        starts.append(Start(text=scan.literal(quote)[0]) if quote > 0 else Start())
        at = text.find("do shell script", at + 1)
    return Does(starts=tuple(starts), unknown=True)


LANGUAGES: dict[str, Callable[[str, str], Does]] = {
    "node": node, "perl": perl, "ruby": ruby, "php": php, "lua": lua, "osascript": osascript,
}  # fmt: skip
