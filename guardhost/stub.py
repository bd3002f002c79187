"""What the launcher starts, with `python -I -S`. It is compiled on every call, so it is short; `bundled.py` says more."""

import sys

home = __file__.rpartition("/")[0]
sys.path.append(home.rpartition("/")[0])
try:
    try:
        import marshal

        with open(f"{home}/__pycache__/hook.{sys.implementation.cache_tag}.bundle", "rb") as file:
            loader, *rest = marshal.loads(file.read())
        scope: dict = {}  # type: ignore[type-arg] # a longer type is compiled on every call
        exec(loader, scope)
        scope["run"](home, *rest)
    except (OSError, ValueError, EOFError, TypeError):
        sys.path.append(sys.executable.rpartition("/")[0].rpartition("/")[0] + f"/lib/python3.{sys.version_info[1]}/site-packages")
    from guardhost.hook import main
except BaseException as error:
    sys.path.append(home)
    import broken

    broken.tell(sys.argv[1:], error)
    raise SystemExit from None
main(sys.argv[2:])
