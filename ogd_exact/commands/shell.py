"""What all commands share: exit codes, one-line errors, a time limit, and output written whole or not at all.

Exit codes: 0 what was asked holds; 1 a check failed; 2 the input or the call is wrong; 3 stopped or undecided;
130 interrupted; 141 the reader of the output closed it; 143 terminated.
"""

import _thread
import contextlib
import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from typing import Protocol

from ogd_exact.commands.colour import RED, painted, verdicts_painted
from ogd_exact.commands.progress import CLEAR
from ogd_exact.commands.spelling import naming_options
from ogd_exact.core.kernel.errors import InputError, one_line

HOLDS, FAILED, WRONG_INPUT, UNDECIDED, INTERRUPTED, CLOSED, TERMINATED = 0, 1, 2, 3, 130, 141, 143


class OutOfTime(Exception):
    """The time limit was reached before there was a verdict."""


class Terminated(KeyboardInterrupt):
    """SIGTERM: the command ends as by Ctrl-C, and leaves no temporary files behind."""


@contextlib.contextmanager
def tidy_end() -> Iterator[None]:
    """Cleans up when the process is terminated."""

    def stop(*_: object) -> None:
        raise Terminated

    if threading.current_thread() is not threading.main_thread():  # where signals never arrive
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


def run(main: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Runs a command; a fault of its input becomes one line on stderr and exit code 2."""
    # Exact numbers have thousands of digits; what files may make us read is bounded by their readers.
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            with tidy_end():
                code = copy_context().run(naming_options, main, arguments)
        except SystemExit as shown:  # the parser has answered --help or --version
            code = int(shown.code or 0)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except InputError as error:
        return complain(str(error), WRONG_INPUT)
    except OutOfTime as error:
        return complain(str(error), UNDECIDED)
    except BrokenPipeError:  # the reader of the output has seen enough
        drop_output()
        return CLOSED
    except OSError as error:
        drop_output()
        return complain(str(InputError(error.strerror or str(error), error.filename)), WRONG_INPUT)
    except (MemoryError, RecursionError) as error:
        return complain(f"the input is too large ({type(error).__name__}); simplify it", WRONG_INPUT)
    except KeyboardInterrupt as stopped:  # which may say how to go on
        word, code = ("terminated", TERMINATED) if isinstance(stopped, Terminated) else ("interrupted", INTERRUPTED)
        return complain("; ".join([word, *map(str, stopped.args)]), code)


def drop_output() -> None:
    """Forgets what stdout could not take, or the interpreter would complain of it at exit, with a code of its own."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, code: int) -> int:
    """Prints a line on stderr, in red where it ends the command; returns the exit code."""
    say(f"{painted('ogd-exact:', RED, sys.stderr) if code else 'ogd-exact:'} {message}")
    return code


def note(message: str) -> None:
    """Prints a line on stderr that ends nothing."""
    complain(message, HOLDS)


def say(line: str) -> None:
    """Prints a line on stderr, in place of any progress shown there."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print((CLEAR if sys.stderr.isatty() else "") + line, file=sys.stderr)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises OutOfTime in the main thread if the block takes longer."""
    expired = threading.Event()

    def stop() -> None:
        expired.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    # A shell starts what runs in its background with interrupts ignored, and then the timer's would be, too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if not expired.is_set():
            raise
        message = f"stopped after {seconds:g} s without a verdict; simplify the input, or raise --limit"
        raise OutOfTime(message) from None
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


class Answer(Protocol):
    """What the library answers, which writes itself as JSON, or by str in words."""

    def to_json(self) -> str: ...


def write_answer(answer: Answer, options: Namespace) -> None:
    write_report(answer.to_json() if options.format == "json" else str(answer), options)


def write_report(report: str, options: Namespace) -> None:
    """Writes a report where --output says, with the verdicts of a text in colour on a terminal."""
    to_stdout = options.output in (None, "-")
    coloured = to_stdout and options.format == "text"
    try:
        write(verdicts_painted(report, sys.stdout) if coloured else report, options.output)
    except InputError as error:
        if to_stdout:
            raise
        write(report, None)  # hours of work may be in it
        raise InputError(f"{error.message}; the report is on stdout instead", options.output) from None


def write(text: str, output: str | None) -> None:
    """Writes to stdout, or to a file that is replaced in one move once the text is complete."""
    if output is not None and output != "-":
        write_pieces(iter([text.encode("utf-8", "backslashreplace") + b"\n"]), output)
    elif sys.stdout is not None:
        print(text)


def write_pieces(pieces: Iterator[bytes], output: str | None) -> None:
    """Streams to stdout, or to a file that appears only once it is complete."""
    if output is not None and output != "-":
        from ogd_exact.text.files import write_file

        write_file(pieces, output)
        say(f"wrote {one_line(output)}")
    elif sys.stdout is not None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
