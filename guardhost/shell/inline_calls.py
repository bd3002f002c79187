"""The table of Python's calls: what each does to files and processes. To add one, add its row.

A row is what the call does and the names of its arguments in order. The acts are those of `inline_acts`.
"""

from __future__ import annotations

CALLS: dict[str, tuple[str, str]] = {
    "os.remove": ("delete", "path"), "os.unlink": ("delete", "path"), "os.rmdir": ("delete", "path"),
    "os.removedirs": ("delete", "name"), "shutil.rmtree": ("tree", "path"), "os.rename": ("move", "src dst"),
    "os.renames": ("move", "old new"), "os.replace": ("move", "src dst"), "shutil.move": ("move_into", "src dst"),
    "shutil.copy": ("copy_into", "src dst"), "shutil.copy2": ("copy_into", "src dst"),
    "shutil.copyfile": ("copy", "src dst"),
    "shutil.copytree": ("copytree", "src dst"), "shutil.copymode": ("write", "dst_ dst"),
    "shutil.copystat": ("write", "d_ dst"),
    "os.mkdir": ("make", "path"), "os.makedirs": ("make", "name"), "os.mkfifo": ("make", "path"),
    "os.mknod": ("make", "path"), "os.truncate": ("clear", "path"), "os.chmod": ("write", "path"),
    "os.lchmod": ("write", "path"), "os.chown": ("write", "path"), "os.lchown": ("write", "path"),
    "shutil.chown": ("write", "path"), "os.utime": ("write", "path"), "os.setxattr": ("write", "path"),
    "os.removexattr": ("write", "path"), "os.link": ("link", "src dst"), "os.symlink": ("link", "src dst"),
    "builtins.open": ("open", "file mode"), "io.open": ("open", "file mode"), "codecs.open": ("open", "filename mode"),
    "gzip.open": ("open", "filename mode"), "bz2.open": ("open", "filename mode"), "lzma.open": ("open", "filename mode"),
    "zipfile.ZipFile": ("open", "file mode"), "tarfile.open": ("open", "name mode"), "os.open": ("maybe", "path"),
    "io.FileIO": ("open", "file mode"), "tokenize.open": ("read", "filename"), "linecache.getline": ("read", "filename"),
    "shutil.unpack_archive": ("unpack", "filename extract_dir"), "shutil.make_archive": ("below", "base_name"),
    "sqlite3.connect": ("maybe", "database"), "shelve.open": ("below", "filename"), "dbm.open": ("below", "file"),
    "fileinput.input": ("in_place", "files inplace"), "fileinput.FileInput": ("in_place", "files inplace"),
    "logging.FileHandler": ("append", "filename"), "os.startfile": ("unknown", ""),
    "tempfile.mkdtemp": ("pure", ""), "tempfile.mkstemp": ("pure", ""), "tempfile.NamedTemporaryFile": ("pure", ""),
    "tempfile.TemporaryDirectory": ("pure", ""), "tempfile.gettempdir": ("pure", ""), "tempfile.TemporaryFile": ("pure", ""),
    "urllib.request.urlretrieve": ("fetch", "url filename"), "wget.download": ("fetch", "url out"),
    "os.chdir": ("chdir", "path"), "contextlib.chdir": ("chdir", "path"), "os.fchdir": ("lost", ""),
    "os.chroot": ("lost", ""), "os.putenv": ("env", ""), "os.unsetenv": ("env", ""),
    "os.environ.update": ("env", ""), "os.environ.setdefault": ("env", ""), "os.environ.pop": ("env", ""),
    "os.system": ("shell", "command"), "os.popen": ("shell", "cmd"), "subprocess.getoutput": ("shell", "cmd"),
    "subprocess.getstatusoutput": ("shell", "cmd"), "commands.getoutput": ("shell", "cmd"),
    "asyncio.create_subprocess_shell": ("shell", "cmd"), "asyncio.subprocess.create_subprocess_shell": ("shell", "cmd"),
    "subprocess.run": ("process", "args"), "subprocess.call": ("process", "args"), "subprocess.Popen": ("process", "args"),
    "subprocess.check_call": ("process", "args"), "subprocess.check_output": ("process", "args"),
    "asyncio.create_subprocess_exec": ("words", ""), "pty.spawn": ("process", "argv"),
    "os.execv": ("listed", "path args"), "os.execve": ("listed", "path args"), "os.execvp": ("listed", "file args"),
    "os.execvpe": ("listed", "file args"), "os.posix_spawn": ("listed", "path argv"),
    "os.posix_spawnp": ("listed", "path argv"), "os.spawnv": ("listed", "mode file args"),
    "os.spawnve": ("listed", "mode file args"), "os.spawnvp": ("listed", "mode file args"),
    "os.spawnvpe": ("listed", "mode file args"), "os.execl": ("spread", "0"), "os.execlp": ("spread", "0"),
    "os.execle": ("spread", "0"), "os.execlpe": ("spread", "0"), "os.spawnl": ("spread", "1"), "os.spawnlp": ("spread", "1"),
    "os.spawnle": ("spread", "1"), "os.spawnlpe": ("spread", "1"),
    "builtins.exec": ("code", "source"), "builtins.eval": ("code", "source"), "builtins.compile": ("code", "source"),
    "runpy.run_path": ("unknown", ""), "runpy.run_module": ("unknown", ""), "builtins.__import__": ("import", "name"),
    "importlib.import_module": ("import", "name"), "builtins.getattr": ("getattr", "object name"),
    "code.interact": ("unknown", ""), "pickle.load": ("unknown", ""), "pickle.loads": ("unknown", ""),
    "marshal.loads": ("unknown", ""), "builtins.input": ("pure", ""), "webbrowser.open": ("network", ""),
    "builtins.setattr": ("unknown", ""), "builtins.globals": ("unknown", ""), "builtins.vars": ("unknown", ""),
    "sys.exit": ("leave", ""), "os._exit": ("leave", ""), "builtins.exit": ("leave", ""), "builtins.quit": ("leave", ""),
}  # fmt: skip

# The methods of a path, whose first argument is the path itself, and those of archives and frames that write.
METHODS: dict[str, tuple[str, str]] = {
    "unlink": ("delete", "self"), "rmdir": ("delete", "self"), "rename": ("move", "self target"), "touch": ("make", "self"),
    "mkdir": ("make", "self"), "write_text": ("fill", "self data"), "write_bytes": ("fill", "self data"),
    "chmod": ("write", "self"), "lchmod": ("write", "self"), "symlink_to": ("link", "target self"),
    "hardlink_to": ("link", "target self"), "link_to": ("link", "self target"), "read_text": ("read", "self"),
    "read_bytes": ("read", "self"), "open": ("open", "self mode"), "extractall": ("extract", "self path"),
    "extract": ("extract", "self member path"), "to_csv": ("make", "self_ self"), "to_json": ("make", "self_ self"),
    "savefig": ("make", "self_ self"), "save": ("make", "self_ self"), "copy_into": ("copy_into", "self target"),
    "move": ("move", "self target"), "move_into": ("move_into", "self target"), "rmtree": ("tree", "self"),
}  # fmt: skip

# Modules whose calls do nothing but what a row above says of one of them, and those that talk to other machines.
PURE = frozenset((
    "json", "re", "math", "cmath", "itertools", "functools", "collections", "datetime", "time", "string", "textwrap",
    "random", "hashlib", "hmac", "base64", "struct", "operator", "decimal", "fractions", "statistics", "typing",
    "dataclasses", "enum", "abc", "copy", "pprint", "difflib", "html", "uuid", "calendar", "bisect", "heapq", "sys",
    "platform", "ast", "tokenize", "argparse", "csv", "io", "configparser", "tomllib", "contextlib", "warnings",
    "traceback", "types", "locale", "shlex", "fnmatch", "stat", "zlib", "binascii", "unicodedata", "secrets", "array",
    "numbers", "graphlib", "zoneinfo", "colorsys", "keyword", "token", "glob", "getopt", "optparse", "logging", "queue",
    "os.path", "pathlib", "threading", "sysconfig", "site", "inspect", "importlib.metadata", "importlib.util", "gc",
    "tempfile", "shutil", "gzip", "bz2", "lzma", "zipfile", "tarfile", "codecs", "errno", "signal", "weakref", "cProfile",
    "posixpath", "ntpath", "urllib.parse", "urllib.error", "xml", "__future__", "concurrent", "selectors", "timeit",
    "tracemalloc", "unittest", "doctest", "builtins", "os", "subprocess", "asyncio", "urllib", "importlib", "html.parser",
    "email", "mimetypes", "ipaddress", "fileinput", "linecache", "sqlite3", "shelve", "dbm", "getpass", "pickle", "marshal",
    "runpy", "code", "pty", "commands", "pwd", "grp", "resource", "multiprocessing",
))  # fmt: skip
NETWORK = (
    "urllib.request", "http", "socket", "ssl", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc", "requests",
    "httpx", "aiohttp", "urllib3", "paramiko", "socketserver", "boto3", "webbrowser",
)  # fmt: skip
# Functions of these modules that do nothing to files, in modules where others do.
HARMLESS = frozenset((
    "os.getcwd", "os.getcwdb", "os.getenv", "os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.stat", "os.lstat",
    "os.access", "os.getpid", "os.getppid", "os.getuid", "os.geteuid", "os.getgid", "os.cpu_count", "os.uname",
    "os.readlink", "os.fspath", "os.fsencode", "os.fsdecode", "os.environ.get", "os.environ.items", "os.environ.keys",
    "os.environ.values", "os.environ.copy", "os.get_terminal_size", "os.urandom", "os.sched_getaffinity", "os.getloadavg",
    "os.umask", "os.getlogin", "os.isatty", "os.strerror", "os.statvfs", "os.times", "os.close", "os.read", "os.write",
    "os.sync", "os.fsync", "os.pipe", "os.dup", "os.dup2", "os.kill", "os.killpg", "os.wait", "os.waitpid", "os.nice",
    "os.getpgid", "os.setsid", "os.fork", "os.lseek", "os.get_exec_path", "os.error",
    "shutil.which", "shutil.disk_usage", "shutil.get_terminal_size", "shutil.ignore_patterns", "shutil.copyfileobj",
    "subprocess.list2cmdline", "asyncio.run", "asyncio.sleep", "asyncio.gather", "asyncio.wait_for", "asyncio.Queue",
    "sys.path.insert", "sys.path.append", "importlib.reload", "importlib.invalidate_caches",
))  # fmt: skip
BUILTINS = frozenset((
    "print", "len", "range", "str", "int", "float", "bool", "list", "dict", "set", "tuple", "frozenset", "bytes",
    "bytearray", "sorted", "reversed", "enumerate", "zip", "map", "filter", "sum", "min", "max", "abs", "round", "any",
    "all", "isinstance", "issubclass", "type", "repr", "ascii", "chr", "ord", "hex", "oct", "bin", "hash", "id", "iter",
    "next", "hasattr", "dir", "callable", "super", "object", "slice", "divmod", "pow", "format", "memoryview", "complex",
    "property", "staticmethod", "classmethod", "help", "breakpoint", "Exception", "ValueError", "KeyError", "TypeError",
    "OSError", "IOError", "RuntimeError", "SystemExit", "FileNotFoundError", "AssertionError", "NotImplementedError",
    "IndexError", "AttributeError", "StopIteration", "KeyboardInterrupt", "ImportError", "UnicodeDecodeError", "locals",
    "PermissionError", "FileExistsError", "ZeroDivisionError", "ArithmeticError", "LookupError", "BaseException", "aiter",
    "anext",
))  # fmt: skip
# Methods of texts, numbers, collections, matches, open files and processes: they change no file that was not opened.
TAME = frozenset((
    "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "join", "format", "lower", "upper", "title", "capitalize",
    "startswith", "endswith", "find", "rfind", "index", "count", "encode", "decode", "isdigit", "isalpha", "isalnum",
    "isspace", "isupper", "islower", "zfill", "ljust", "rjust", "center", "partition", "rpartition", "removeprefix",
    "removesuffix", "translate", "casefold", "swapcase", "expandtabs", "append", "extend", "insert", "pop", "remove",
    "clear", "sort", "reverse", "copy", "get", "items", "keys", "values", "update", "setdefault", "add", "discard", "union",
    "intersection", "difference", "issubset", "issuperset", "popitem", "most_common", "elements", "group", "groups",
    "groupdict", "start", "end", "span", "match", "search", "findall", "finditer", "fullmatch", "sub", "subn", "read",
    "readline", "readlines", "write", "writelines", "close", "flush", "seek", "tell", "fileno", "hexdigest", "digest",
    "total_seconds", "strftime", "isoformat", "timestamp", "date", "time", "exists", "is_file", "is_dir", "is_symlink",
    "stat", "lstat", "resolve", "absolute", "expanduser", "joinpath", "with_suffix", "with_name", "with_stem",
    "relative_to", "is_relative_to", "as_posix", "as_uri", "iterdir", "glob", "rglob", "walk", "samefile", "readlink",
    "owner", "group_", "namelist", "getnames", "getmembers", "testzip", "infolist", "parse_args", "add_argument",
    "add_subparsers", "add_parser", "communicate", "wait", "poll", "terminate", "kill", "cursor", "fetchall", "fetchone",
    "commit", "bit_length", "to_bytes", "from_bytes", "fromhex", "hex", "replace_", "popleft", "appendleft", "rotate",
    "is_integer", "as_integer_ratio", "isdecimal", "isnumeric", "isidentifier", "throw", "send", "__enter__", "__exit__",
    "put", "acquire", "release", "writerow", "writerows", "writeheader", "info", "debug", "warning", "error",
    "critical", "exception", "print_help", "isatty", "now", "today", "utcnow", "home", "cwd", "is_absolute", "as_completed",
))  # fmt: skip
