"""What the launcher starts (`build.ALONE`). It is compiled on every call, so it is short; `bundled.py` says more."""

import sys

home = __file__.rpartition("/")[0]
environment = sys.executable.rpartition("/")[0].rpartition("/")[0]
sys.path += [home.rpartition("/")[0], f"{environment}/lib/python3.{sys.version_info[1]}/site-packages"]
try:
    try:
        import gc
        import marshal
        import posix

        gc.disable()  # a call lives a few milliseconds and makes no garbage worth looking for
        file = posix.open(f"{home}/__pycache__/hook.{sys.implementation.cache_tag}.bundle", posix.O_RDONLY | posix.O_CLOEXEC)
        width = int.from_bytes(posix.read(file, 8), "big")
        loader, *rest = marshal.loads(posix.read(file, width))
        scope: dict = {}  # type: ignore[type-arg] # a longer type is compiled on every call
        exec(loader, scope)  # noqa: S102 - the code of our own module
        scope["run"](home, file, 8 + width, *rest)
    except Exception:  # noqa: BLE001 - whatever is wrong with a cache, the modules are found one by one
        for name in [name for name in sys.modules if name.partition(".")[0] == "guardhost"]:
            del sys.modules[name]  # of a file that broke off half-way
    from guardhost.hook import main
except BaseException as error:  # noqa: BLE001 - whatever is wrong with the package, the host gets an answer
    sys.path.append(home)
    from broken import tell  # type: ignore[import-not-found] # it lies beside this file

    tell(sys.argv[1:], error)
    raise SystemExit from None
main(sys.argv[2:])
