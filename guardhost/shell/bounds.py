"""What ends the reading of a line that stands for too much; a class of its own, since plain lines pay for each class."""

from __future__ import annotations


class TooMuchError(Exception):
    """The line stands for more than we follow; `why` says what of it is too much, and how to write it."""

    def __init__(self, why: str = "the line stands for too many programs; split it into several commands") -> None:
        super().__init__(why)
        self.why = why
