"""Tasks on a cluster of Dask: one at a time on each worker, and again where a worker is lost.

Dask blames every task that a lost worker had been given. So no worker is given more than the one that it does.
"""

import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from ogd_exact.core.kernel.errors import InputError, one_line
from ogd_exact.text.extras import install

LOOPBACK = "127.0.0.1:0"  # at any port: there may be another campaign
TRIES = 3  # workers that a task may lose
PATIENCE = 60.0  # seconds until there must be a worker
BETWEEN = 300.0  # seconds without any, once there were some: successors may take long to start
FOR_A_SUCCESSOR = "1 hour"
GLANCE = 1.0  # seconds between two looks at how many workers there are

ALONE = threading.Lock()  # a worker may have several threads, and a solver has but one state

Given = TypeVar("Given")
Result = TypeVar("Result")


class Lost(Exception):
    """The cluster is gone, or a task has cost too many workers; nothing is decided."""


@dataclass(frozen=True)
class Failure:
    """Why a task has no answer."""

    reason: str


class Cluster:
    """Workers that do what they are sent; how many there are may change at any time."""

    def __init__(self, client: Any, own: bool) -> None:
        self.client, self.own = client, own
        self.workers, self.looked, self.seen = 1, 0.0, 0.0
        self.busy = False  # with tasks that nobody waits for any more

    def answers(
        self, function: Callable[[Given], Result], items: Iterable[tuple[str, Given]]
    ) -> Iterator[tuple[str, Result | Failure]]:
        """The answer to each item under its key, as they come; items are taken only when there is a worker for one."""
        if self.busy and self.own:  # nothing else stops them, and Dask starts new ones
            self.client.run(os._exit, 0, on_error="ignore")
        self.busy = False
        waiting, under_way, done = iter(items), dict[str, Any](), SimpleQueue[Any]()
        self.seen = time.monotonic()
        more, here = True, f"ogd-{os.urandom(6).hex()}"  # a scheduler may serve others with tasks of the same keys
        try:
            while more or under_way:
                places = self.places()
                while more and len(under_way) < places:
                    key, item = next(waiting, ("", None))
                    if not (more := bool(key)):
                        break
                    sent = pickle.dumps((function, item))
                    under_way[key] = self.client.submit(call_in_worker, sent, key=f"{here}-{key}", pure=False)
                    under_way[key].add_done_callback(lambda future, key=key: done.put((key, future)))
                with contextlib.suppress(Empty):
                    answered, future = done.get(timeout=GLANCE if under_way else 0)
                    if under_way.pop(answered, None) is not None:
                        yield answered, answer_of(future)
                if self.client.status not in ("running", "connecting"):
                    raise Lost("the scheduler is gone")
        finally:
            self.busy = bool(under_way)
            with contextlib.suppress(Exception):  # a caller that stops early has no use for them
                self.client.cancel(list(under_way.values()), force=True)

    def mapped(self, function: Callable[[Given], Result], items: Iterable[Given]) -> Iterator[Result]:
        """The results in the order of the items, as `map` has them."""
        early: dict[str, Result | Failure] = {}
        turn = 0
        for name, answer in self.answers(function, ((str(number), item) for number, item in enumerate(items))):
            early[name] = answer
            while str(turn) in early:
                result = early.pop(str(turn))
                turn += 1
                if isinstance(result, Failure):
                    raise Lost(f"a task has no answer: {result.reason}")
                yield result

    def places(self) -> int:
        """How many tasks may be under way: one for each worker; without any, one that waits, for a while."""
        if time.monotonic() - self.looked > GLANCE:
            with contextlib.suppress(OSError, TimeoutError):
                self.workers, self.looked = len(self.client.nthreads()), time.monotonic()
        if self.workers:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > BETWEEN:
            remedy = "see that its processes can start" if self.own else "start some with: dask worker ADDRESS"
            raise Lost(f"no worker is left, and none came in {BETWEEN:.0f} s; {remedy}")
        return max(1, self.workers)


def call_in_worker(sent: bytes) -> bytes:
    """Calls a function in a worker; objects are packed and unpacked by the thread that works with them."""
    with ALONE:
        sys.set_int_max_str_digits(0)
        function, item = pickle.loads(sent)  # noqa: S301 (from whom a worker takes code to run)
        return pickle.dumps(function(item))


def answer_of(future: Any) -> Any:
    """What a task returned, or why it did not."""
    from distributed import CancelledError, KilledWorker

    try:
        return pickle.loads(future.result())  # noqa: S301 (from a worker that was sent code to run)
    except KilledWorker as error:
        return Failure(f"killed {error.allowed_failures + 1} workers, one after the other")
    except CancelledError:
        raise Lost("the scheduler has dropped a task, or is gone") from None
    except Exception as error:  # an error of one task must not end the others
        return Failure(one_line(f"{type(error).__name__}: {error}", 300))


@contextlib.contextmanager
def cluster(workers: int, scheduler: str | None = None) -> Iterator[Cluster]:
    """Starts so many processes here, or takes the workers of a scheduler; Dask's own configuration says all else."""
    distributed, dask = modules()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said by answers
    with contextlib.ExitStack() as stack:
        if scheduler is None:
            settings = {
                "distributed.scheduler.allowed-failures": TRIES - 1,
                "distributed.admin.log-format": "%(message)s",
                # On a busy machine a worker's successor takes longer than Dask waits before it gives up both.
                "distributed.deploy.lost-worker-timeout": FOR_A_SUCCESSOR,
            }
            stack.enter_context(dask.config.set(settings))
            with interrupts_held():
                local = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=LOOPBACK,
                    silence_logs=logging.CRITICAL,
                )  # fmt: skip
                client = distributed.Client(stack.enter_context(local))
                stack.enter_context(client)
        else:
            client = stack.enter_context(connected(distributed, scheduler))
        yield Cluster(client, own=scheduler is None)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes that are started by threads that are started here never see Ctrl-C, which is for the driver alone."""
    resource_tracker.ensure_running()  # which would let them through, were it started by one of these threads
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def connected(distributed: Any, scheduler: str) -> Any:
    try:
        client = distributed.Client(scheduler, timeout=PATIENCE / 4)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        remedy = "name one as dask scheduler prints it, such as tcp://10.0.0.1:8786"
        raise InputError(f"no scheduler answers there ({one_line(str(error), 100)}); {remedy}", scheduler) from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (TimeoutError, OSError):
        client.close()
        raise InputError("the scheduler has no workers; start some with: dask worker ADDRESS", scheduler) from None
    return client


def modules() -> tuple[Any, Any]:
    try:
        import dask
        import distributed
    except ImportError:
        raise InputError(f"distributed is missing, which spreads the work; {install('cluster')}") from None
    return distributed, dask
