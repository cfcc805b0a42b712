"""One run of loss and gradient on traced arrays, with every call that a contract is about."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numeric.verify import tree
from numeric.verify.trace import blocks, cases
from numeric.verify.trace.blocks import UNIT, Block
from numeric.verify.trace.errors import UntraceableError
from numeric.verify.trace.inputs import SUFFIX, Inputs, Tensors
from numeric.verify.trace.randomness import refuse_generators
from numeric.verify.trace.session import Trace, tracing
from numeric.verify.trace.surroundings import keeps_state, patched, unchanged
from numeric.verify.trace.traced import TracedArray, as_block


@dataclass(frozen=True, slots=True)
class Written:
    """What one run wrote down: the loss, and for each leaf and position of the parameters the gradient's cell."""

    trace: Trace
    tensors: Tensors
    loss: Any
    gradient: dict[tuple[int, blocks.Position], blocks.Cell]


def run(loss: Callable[..., Any] | None, grad: Callable[..., Any], inputs: Inputs, trace: Trace) -> Written:
    """Return what loss and gradient compute. Raises `UntraceableError` where that cannot be written down.

    Code that can keep a state is called at a second point too, and again at the first: what it remembers shows.
    """
    here, there = Tensors(trace), Tensors(trace, SUFFIX)
    first = here.arrays(inputs)
    roots = [f for f in (loss, grad) if f is not None]
    refuse_generators(trace, roots, (leaf.value for leaf in inputs.leaves))
    with patched(*roots), unchanged(*roots), tracing(trace):
        value = None if loss is None else loss(*inputs.call(first))
        found = _gradient_part(trace, grad(*inputs.call(first)), inputs)
        kept = {number: part.block for number, part in found.items()}
        mark = trace.mark()
        if trace.ended is None and keeps_state(*roots):
            with tracing(None):
                other = there.arrays(inputs)
            if loss is not None:
                _ = loss(*inputs.call(other))
            elsewhere = _gradient_part(trace, grad(*inputs.call(other)), inputs)
            _check_memory(trace, elsewhere, here, inputs)
            again = _gradient_part(trace, grad(*inputs.call(first)), inputs)
            _check_memory(trace, again, there, inputs)
            _check_contracts(trace, found, kept, again)
            trace.forget(mark)
    if trace.ended is not None:
        raise trace.ended
    written = {
        (number, at): cell
        for number, block in kept.items()
        for at, cell in _matched(trace, number, block, inputs).items()
    }
    return Written(trace, here, None if value is None else _scalar(trace, value), written)


def _gradient_part(trace: Trace, result: Any, inputs: Inputs) -> dict[int, TracedArray]:
    """Return the gradient by leaf; of a value and a gradient, the gradient."""
    params = {leaf.name: leaf for leaf in inputs.leaves if leaf.is_param}
    expected = tree.leaves(inputs.arguments[0], inputs.names[0])
    for part in (result, result[1] if isinstance(result, tuple) and len(result) == 2 else result):  # noqa: PLR2004 -- the number says what it is
        given = tree.leaves(part, inputs.names[0])
        if given.keys() == expected.keys():
            pairs = zip(expected, params.values(), strict=True)
            return {
                leaf.number: TracedArray(as_block(trace, given[path]))
                if not isinstance(given[path], TracedArray)
                else given[path]
                for path, leaf in pairs
            }
    raise trace.end("the gradient", "it does not have the structure of the parameters")


def _check_contracts(
    trace: Trace, found: dict[int, TracedArray], kept: dict[int, Block], again: dict[int, TracedArray]
) -> None:
    for number, array in found.items():
        later, before = again[number], kept[number]
        if array.block is not before and not _same(trace, array.block, before):
            raise trace.end("the gradient", "a later call changes what an earlier one returned", contract=True)
        if array is later and not array.name:
            raise trace.end("the gradient", "two calls return the same array", contract=True)
        if not _same(trace, later.block, before):
            raise trace.end("the gradient", "a second call at the same point returns something else", contract=True)


def _check_memory(trace: Trace, found: dict[int, TracedArray], other: Tensors, inputs: Inputs) -> None:
    """Raise where a gradient at one point mentions the parameters of another one."""
    params = {leaf.number for leaf in inputs.leaves if leaf.is_param}
    names = {str(base) for (number, _), base in other.bases.items() if number in params}
    for array in found.values():
        leaves = [leaf for cell in array.block.cells.values() for leaf in cases.leaves(cell.entry)]
        if any({str(symbol) for symbol in leaf.free_symbols} & names for leaf in leaves):
            raise trace.end("the gradient", "it depends on what an earlier call was given", contract=True)


def _same(trace: Trace, one: Block, other: Block) -> bool:
    if one.axes != other.axes:
        return False
    pairs = [(cell, other.cells[at].at(cell.places)) for at, cell in one.cells.items()]
    return all(trace.same(cases.close(trace, cell.entry), cases.close(trace, entry)) for cell, entry in pairs)


def _scalar(trace: Trace, value: Any) -> Any:
    result = value[0] if isinstance(value, tuple) else value
    block = as_block(trace, result)
    if any(axis != UNIT for axis in block.axes):
        raise trace.end("the loss", "it is no single number")
    return cases.close(trace, block.scalar())


def _matched(trace: Trace, number: int, block: Block, inputs: Inputs) -> dict[blocks.Position, blocks.Cell]:
    """Return the cells of a gradient whose axes are those of its parameter."""
    tensors = Tensors(trace)
    wanted = tensors.arrays(inputs)[number].block.axes
    if len(wanted) != len(block.axes):
        raise trace.end("the gradient", "it has other axes than its parameter")
    for one, other in zip(wanted, block.axes, strict=True):
        blocks.unify(trace, one, other)
    return {at: blocks.Cell(cell.places, cases.close(trace, cell.entry)) for at, cell in block.cells.items()}


def where_it_ended(error: BaseException) -> str:
    """Return the line of the traced code at which an error was raised, or nothing."""
    own = str(Path(__file__).parent)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        library = own in frame.filename or "site-packages" in frame.filename or frame.filename.startswith("<")
        if not library and "/lib/python" not in frame.filename:
            return f"{Path(frame.filename).name}:{frame.lineno}"
    return ""


def explain(error: BaseException) -> str:
    """Return why a run ended, and where."""
    where = where_it_ended(error)
    text = str(error) if isinstance(error, UntraceableError) else f"{type(error).__name__}: {error}"
    return f"tracing ended at {where}: {text}" if where else f"tracing ended: {text}"
