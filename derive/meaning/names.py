"""Names: what one stands for where it stands: a letter, a definition, a constant, a size, or an entry of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.formula.signs import GREEK
from derive.meaning.axes import Axis, Place, unify
from derive.meaning.blocks import has_places
from derive.meaning.dots import LETTER
from derive.meaning.errors import Clash
from derive.meaning.held import held_value, is_whole_family
from derive.meaning.here import Here, Tensor
from derive.meaning.keys import ITERATES, is_transpose, is_transposed, items, name_key, names_in, stem
from derive.meaning.powers import power
from derive.meaning.reading import read
from derive.meaning.scope import Declaration, Definition
from derive.meaning.values import Value, scalar, transposed
from derive.meaning.written import (
    as_meant,
    bold_of,
    declaration_of,
    digits,
    in_its_font,
    is_step,
    numbered,
    of_capital,
    rank_of,
    split,
)

ZEROS = frozenset({"vec 0", "bold 0", "roman 0"})
ONES = frozenset({"blackboard 1", "bold 1", "vec 1"})
IDENTITIES = frozenset({"I", "bold I", "roman I", "blackboard I"})


@read.register
def _name(node: surface.Name, here: Here) -> Value:
    return value_of(node, here)


def scripted(value: Value, node: surface.Scripted, here: Here) -> Value:
    """Return a bracket or an application with scripts: an entry, a transpose or a power."""
    if node.primes:
        if node.primes > 1 or not value.rank or node.sup is not None:
            raise Clash("a prime on a bracket")
        here.record.read_as.add("a prime is a transpose")
        value = transposed(value)
    if node.sub is not None:
        value = entry_of(value, node.sub, here)
    return value if node.sup is None else power(value, node.sup, node, here)


def entry_of(value: Value, sub: Node, here: Here) -> Value:
    """Return the entry of a value at the places that a subscript says."""
    has_places(value)
    slots = items(sub)
    axes = [axis for axis in (value.rows, value.columns) if axis is not None]
    if len(slots) != len(axes):
        raise Clash("an entry with another number of indices", shapes=True)
    where = here.places(slots, axes)
    row = where[0] if value.rows is not None else None
    column = where[-1] if value.columns is not None else None
    return scalar(lambda: value.at(row, column))


def value_of(node: Node, here: Here) -> Value:
    """Return what a name with its scripts stands for."""
    turned = _turned_by_prime(node, here) or _line_at(node, here) or _size_with_subscript(node, here)
    if turned is not None:
        return turned
    head = here.head(node)
    power_above = head.power
    key, slots = head.key, head.slots
    is_free = isinstance(power_above, surface.Name) and power_above.text != LETTER and not is_transpose(power_above)
    if is_free and isinstance(power_above, surface.Name) and here.is_index(power_above):
        is_power = name_key(power_above) in here.usage.values or _is_number_alone(key, here)
        options = [(False, 0.0), (True, 1.0)] if is_power else [(True, 0.0), (False, 1.0)]
        if here.choose(("above", key, name_key(power_above)), options):
            key, slots, power_above = f"{key}^()", (power_above, *slots), None
    value = looked_up(key, slots, node, here)
    return value if power_above is None else power(value, power_above, node, here)


def _is_number_alone(key: str, here: Here) -> bool:
    r"""Return whether a name is a number of its own, so that `\beta^k` is a power: declared so, or a Greek letter."""
    declared = here.scope.declaration(key)
    if declared is not None:
        return not declared.shape and not declared.slots
    is_moving = key in here.usage.varied or any(key == name for name, _ in here.usage.steps)
    return key in GREEK and (key, 0) in here.usage.levels and not is_moving


def _turned_by_prime(node: Node, here: Here) -> Value | None:
    """Return `w'` as the transpose of a declared vector or matrix, unless it is a name of its own."""
    if not isinstance(node, surface.Scripted) or node.primes != 1 or node.sup is not None:
        return None
    bare = replace(node, primes=0)
    head, own = here.head(bare), here.head(node)
    declared = here.scope.declaration(head.key)
    if declared is None or not declared.shape or len(head.slots) != declared.slots:
        return None
    if here.scope.declaration(own.key) is not None or own.key in here.scope.defined() | here.bound.keys():
        return None
    signed = any(is_transposed(each) for side in here.formulas for each in surface.walk(side))
    if not here.choose(("prime", head.key), [(True, 1.0 if signed else 0.0), (False, 0.0 if signed else 1.0)]):
        return None
    here.record.read_as.add("a prime is a transpose")
    return transposed(value_of(bare, here))


def _size_with_subscript(node: Node, here: Here) -> Value | None:
    """Return a size such as `d_k`, whose subscript is no index; None for anything else."""
    if not isinstance(node, surface.Scripted) or node.sub is None or node.primes:
        return None
    key, inside = here.size_name(node), names_in(node.sub)
    is_moving = inside & (here.usage.bound | here.bound.keys()) or any(map(here.scope.range_of, inside))
    is_said = any(any(here.scope.definitions_of(each)) for each in (key, key.partition("_")[0]))
    if key not in here.usage.sizes or is_moving or is_said:
        return None
    return _size(key, here) if node.sup is None else power(_size(key, here), node.sup, node, here)


def _line_at(node: Node, here: Here) -> Value | None:
    r"""Return `A_{i,:}` as a row and `A_{:,j}` as a column."""
    slots = items(node.sub) if isinstance(node, surface.Scripted) else ()
    colons = [isinstance(each, surface.Name) and each.text == ":" for each in slots]
    if not isinstance(node, surface.Scripted) or sum(colons) != 1 or len(slots) != 2:
        return None
    whole = value_of(node.base, here)
    if whole.rows is None or whole.columns is None:
        raise Clash("a line of what is no matrix", shapes=True)
    if colons[1]:
        (row,) = here.places(slots[:1], (whole.rows,))
        line = Value(None, whole.columns, lambda _row, column: whole.at(row, column))
    else:
        (column,) = here.places(slots[1:], (whole.columns,))
        line = Value(whole.rows, None, lambda row, _column: whole.at(row, column))
    return line if node.sup is None else power(line, node.sup, node, here)


def looked_up(key: str, slots: Sequence[Node], node: Node, here: Here) -> Value:
    """Return the value of a name at its slots: what is bound, defined, constant, a size, or free."""
    key, slots = as_meant(key, slots, here)
    bound = _bound_by(key, slots, here)
    if bound is not None:
        return bound
    defined = None if key in here.held else definition(key, slots, here)
    if defined is not None and key in here.expanding:
        here.record.generalised.add(f"{stem(key)} is defined in a circle")
        defined = None
    if defined is not None:
        return expanded(defined, slots, here)
    entry = _entry_of_defined(key, slots, here)
    if entry is not None:
        return entry
    if key in IDENTITIES and len(slots) == 1 and isinstance(slots[0], surface.Name | surface.Number):
        key, slots = f"{key}_{getattr(slots[0], 'text', '')}", ()
    if _is_kronecker(key, slots, here):
        return _kronecker(slots, here)
    found = None if slots else _alone(key, node, here)
    return symbol(key, slots, here) if found is None else found


def _alone(key: str, node: Node, here: Here) -> Value | None:
    """Return the value of a name without slots that is a whole of a family, a constant, a size or an index."""
    if key in here.usage.sizes and here.scope.declaration(key) is None:
        of_members = [each.slots and each.parameters is None for each in here.scope.definitions_of(key)]
        if of_members and all(of_members):  # the counts `N_k` make no column of the size `N`
            return _size(key, here)
    found = _family(key, here) or _gathered(key, here) or _constant(key, here)
    if found is None and key in here.usage.indices:
        if key not in here.usage.values:
            raise Clash("an index as a value")
        if key in here.usage.bound and here.scope.declaration(key) is None:
            return _index_value(here.place(surface.Name(node.span, key)), here)
    return found


def _is_kronecker(key: str, slots: Sequence[Node], here: Here) -> bool:
    """Return whether a name is Kronecker's delta: a delta with two indices and never else, that nothing says."""
    if key != "delta" or len(slots) != 2 or key in here.held or here.scope.declaration(key) is not None:
        return False
    return key not in here.scope.defined() and here.usage.slots_of(key) <= {2} and key not in here.usage.varied


def _kronecker(slots: Sequence[Node], here: Here) -> Value:
    one, other = (here.place(each) for each in slots)
    here.record.generalised.add("delta with two indices is Kronecker's")
    if one.axis is not None and other.axis is not None:
        unify(one.axis, other.axis)
    return scalar(lambda: tree.Delta(one.node, other.node))


def _bound_by(key: str, slots: Sequence[Node], here: Here) -> Value | None:
    """Return what is bound around a name, or around the name with its numbers; None where nothing is."""
    is_entry = slots and (key, 0) not in here.usage.levels  # of a bold parameter it is written plain
    around = here.bound.get(key) or (here.bound.get(bold_of(key, here.bound)) if is_entry else None)
    if around is not None:
        return _bound(around, slots, here)
    if not slots or not all(isinstance(each, surface.Number) for each in slots):
        return None
    own = here.bound.get(f"{key}_{','.join(getattr(each, 'text', '') for each in slots)}")
    return None if own is None else _bound(own, (), here)


def _bound(around: Place | Value, slots: Sequence[Node], here: Here) -> Value:
    if isinstance(around, Place):
        if slots:
            raise Clash("an index with an index")
        return _index_value(around, here)
    if not slots:
        return around
    has_places(around)
    axes = [axis for axis in (around.rows, around.columns) if axis is not None]
    if len(slots) > len(axes):
        raise Clash("an entry of a parameter", shapes=True)
    if len(slots) < len(axes):
        where = here.places(slots, axes)
        return Value(axes[1], None, lambda row, _column: around.at(where[0], row))
    where = here.places(slots, axes)
    row = where[0] if around.rows is not None else None
    return scalar(lambda: around.at(row, where[-1] if around.columns is not None else None))


def _index_value(place: Place, here: Here) -> Value:
    """Return an index as a number; where nothing says from where it counts, this is a guess."""
    axis = place.axis
    if axis is not None and axis.known is None:
        here.record.generalised.add("an index counts from 1")
    return scalar(lambda: place.node)


def definition(key: str, slots: Sequence[Node], here: Here, arguments: int | None = None) -> Definition | None:
    """Return the nearest definition of a name with so many slots and arguments; `L` stands for a defined `L(w)` too."""
    for each in here.scope.definitions_of(key):
        if each.is_pattern or len(each.slots) != len(slots):
            continue
        if arguments is None or (each.parameters is not None and len(each.parameters) == arguments):
            return each
    return None


def _entry_of_defined(key: str, slots: Sequence[Node], here: Here) -> Value | None:
    """Return an entry of a vector or a matrix that is defined as a whole, as `p_k` of `p = ...`; None for another."""
    for each in () if key in here.held | here.expanding else here.scope.definitions_of(key):
        if each.is_pattern or each.parameters is not None or len(each.slots) >= len(slots):
            continue
        own, rest = slots[: len(each.slots)], slots[len(each.slots) :]
        value = expanded(each, own, here)
        rest = digits(rest) if value.rank == 2 and len(rest) == 1 else rest
        return _bound(value, rest, here) if value.rank >= len(rest) else None
    return None


def expanded(
    found: Definition,
    slots: Sequence[Node],
    here: Here,
    arguments: Sequence[Value] = (),
    *,
    keeping: Collection[str] = (),
) -> Value:
    """Return the body of a definition, its letters standing at the slots and its parameters for the arguments.

    `keeping` are letters bound around its use that the body sees.
    """
    if len(set(found.slots)) < len(found.slots):
        raise Clash("a definition with one letter twice")
    here.record.used.append(found)
    bound: dict[str, Place | Value] = {
        letter: here.place(slot) for letter, slot in zip(found.slots, slots, strict=True)
    }
    for letter, place in list(bound.items()):
        said = here.scope.range_of(letter)
        if said is not None and isinstance(place, Place) and place.axis is not None and place.axis.known is None:
            unify(place.axis, Axis(here.ends(said), letter))
    bound |= {key: here.bound[key] for key in keeping if key not in bound}
    if arguments:
        bound |= dict(zip(found.parameters or (), arguments, strict=True))
    elif found.parameters:
        bound |= {
            key: looked_up(key, (), surface.Name(surface.Span(0, 0), key), here)
            for key in found.parameters
            if key in here.bound
        }
    # What is defined by a parameter is meant at its argument: `p_i` in `L(2 w)` is `\sigma(2 w^\top x_i)`.
    around = {key: value for key, value in here.bound.items() if isinstance(value, Value) and _holds(found, key, here)}
    value = read(found.body, here.inside({**around, **bound}, found.key))
    return transposed(value) if found.transposed else value


def _holds(found: Definition, parameter: str, here: Here) -> bool:
    """Return whether the definition of a plain name holds a name, or one that is defined by it."""
    if found.parameters is not None or found.is_pattern:
        return False
    seen: set[str] = set()
    waiting = [found]
    while waiting:
        names = names_in(waiting.pop().body) - seen
        if parameter in names:
            return True
        seen |= names
        below = (next(here.scope.definitions_of(name), None) for name in names)
        waiting += [each for each in below if each is not None and each.parameters is None]
    return False


def _family(key: str, here: Here) -> Value | None:
    """Return a name without index whose entries are defined, `m` for `m_k = ...`, as a column of them."""
    if key in here.held or key in here.expanding or key in here.usage.sizes:
        return None
    known = here.scope.declaration(key)
    if known is not None and not known.shape:
        return None
    found = next((d for d in here.scope.definitions_of(key) if d.parameters is None and not d.is_pattern), None)
    if found is None or len(found.slots) not in {1, 2}:
        return None
    if not is_whole_family(key, here):
        return None
    axes = [here.axis_of(letter) if here.scope.range_of(letter) else Axis(hint=key) for letter in found.slots]
    names = [here.fresh(letter) for letter in found.slots]
    bound = {s: Place(tree.Index(n), a) for s, n, a in zip(found.slots, names, axes, strict=True)}
    body = read(found.body, here.inside(bound, key))
    here.record.used.append(found)
    if body.rank:
        raise Clash("a family of vectors as a whole")

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the member at its places."""
        places = (row, column)[: len(names)]
        images = {tree.Index(name): place for name, place in zip(names, places, strict=True) if place is not None}
        return tree.replace(body.number, images)

    return Value(axes[0], axes[1] if len(axes) > 1 else None, at)


def _gathered(key: str, here: Here) -> Value | None:
    """Return a name without index as the column of a family: `y` of the `y^{(i)}`, or a matrix of rows if so chosen."""
    family, columns = here.choices.get(("rows", key), ""), here.choices.get(("columns", key), "")
    if columns:
        return transposed(stacked(columns, here))
    if not family:
        own = f"{key}^()"
        known = here.scope.declaration(own)
        is_family = known is not None and known.slots == 1 and not known.shape
        if key in here.held or not is_family or here.scope.declaration(key) is not None or key in here.scope.defined():
            return None
        family = here.choose(("rows", key), [(own, 0.0), ("", 1.0)])
        here.record.read_as.add(f"{stem(key)} is the column of all {stem(key)}^(i)")
    return stacked(family, here) if family else None


def stacked(family: str, here: Here) -> Value:
    """Return the members of a family as a column, or as the rows of a matrix."""
    letter, axis = "i~", Axis(hint=family)
    name = here.fresh(letter)
    inner = here.binding({letter: Place(tree.Index(name), axis)})
    member = looked_up(
        family, (surface.Name(surface.Span(0, 0), letter),), surface.Number(surface.Span(0, 0), "0"), inner
    )
    if member.rank > 1:
        raise Clash("a family of matrices as a whole")

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry of the member at a row."""
        entry = member.number if column is None else member.along(column)
        return tree.replace(entry, {tree.Index(name): row or tree.ONE})

    return Value(axis, member.axis if member.rank else None, at)


def _constant(key: str, here: Here) -> Value | None:
    """Return pi, the zero vector, a vector of ones, an identity matrix or a size; None for any other name."""
    is_size = key in here.usage.sizes and all(each.slots for each in here.scope.definitions_of(key))
    if key in here.scope.defined() and not is_size:
        return None
    if key in ZEROS:
        return Value(None, None, lambda _row, _column: tree.ZERO, zero=True)
    declared = here.scope.declaration(key)
    if declared is not None:
        return _declared_constant(key, declared, here)
    if key == "pi" and here.usage.pi_is_number:
        return scalar(lambda: tree.Constant("pi"))
    is_e = key in {"e", "roman e"} and (key, 0) in here.usage.levels - here.usage.transposed
    if is_e and "e" not in here.usage.places:
        return scalar(lambda: tree.Call("exp", (tree.ONE,)))
    if key in ONES:
        return _ones(key, Axis(hint="n"), here)
    if _is_identity(key, here):
        return _identity(key, Axis(_identity_ends(key), "n"), here)
    return _size(key, here) if key in here.usage.sizes else None


def _size(key: str, here: Here) -> Value:
    here.record.names.add(key)
    return scalar(lambda: tree.Scalar(key))


def _declared_constant(key: str, declared: Declaration, here: Here) -> Value | None:
    """Return a vector of ones or an identity matrix of which it is said how large it is."""
    if declared.slots or not declared.shape:
        return None
    axis = Axis((tree.ONE, here.end(declared.shape[0])), "n", declared=True)
    if key in ONES and len(declared.shape) == 1:
        return _ones(key, axis, here)
    return _identity(key, axis, here) if "square" in declared.facts and _is_identity(key, here) else None


def _identity(key: str, axis: Axis, here: Here) -> Value:
    here.record.read_as.add(f"{stem(key)} is the identity matrix")
    _ = here.record.wholes.setdefault(f"{stem(key)} at {next(here.record.numbers)}", axis)
    return Value(axis, axis, lambda row, column: tree.Delta(row or tree.ZERO, column or tree.ZERO))


def _ones(key: str, axis: Axis, here: Here) -> Value:
    here.record.read_as.add(f"{key.rsplit(' ', maxsplit=1)[-1]} is a vector of ones")
    here.record.wholes[f"{key} at {next(here.record.numbers)}"] = axis
    return Value(axis, None, lambda _row, _column: tree.ONE)


def _is_identity(key: str, here: Here) -> bool:
    base, _, size = key.partition("_")
    if base not in IDENTITIES:
        return False
    options = [(True, 0.0), (False, 3.0 if size else 2.0)]
    return here.choose(("identity", key), options)


def _identity_ends(key: str) -> tuple[Expression, Expression] | None:
    size = key.partition("_")[2].split("[")[-1].rstrip("]")
    if not size or not size.replace("(", "").replace(")", "").isalnum():
        return None
    return tree.ONE, tree.number(int(size)) if size.isdigit() else tree.Scalar(size)


def symbol(key: str, slots: Sequence[Node], here: Here) -> Value:
    """Return an entry of a free name. Its least number of slots is its family; what is over goes into its value."""
    key, slots = as_meant(key, slots, here)
    written, key = key, of_capital(in_its_font(key, slots, here), slots, here)
    if key != written:
        here.record.names.add(written)
    held = held_value(key, slots, here)
    if held is not None:
        return held
    declared = declaration_of(key, here)
    if declared is not None and (len(slots) < declared.slots or "function" in declared.facts):
        declared = None
    if declared is not None and is_step(key, slots, declared, here):
        here.record.read_as.add(f"{stem(key)} with an index of steps is one of its iterates")
        declared = replace(declared, slots=1, listed=None, letter="")
        key = f"{key}{ITERATES}"
    slots = split(slots, declared)
    key, slots = numbered(key, slots, declared, here)
    level, rank = _shape(key, slots, declared, here)
    clear = declared is not None or level == _least_level(key, here, level)
    name = key if clear and not (level and key in here.usage.sizes) else f"{key}#{level}"
    over = len(slots) - level
    tensor = _tensor(name, level, rank, declared, here)
    here.record.names.add(key)
    if 0 < over < rank:
        is_row = here.choose(("row", key), [(True, 0.0), (False, 0.5)])
        return _line_of(name, tensor, slots, level, here, is_row=is_row)
    where = here.places(slots, tensor.axes)
    rest = tensor.axes[len(slots) :]

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry."""
        places = (*where, *(each for each in (row, column) if each is not None))
        return tree.Entry(name, places) if places else tree.Scalar(name)

    return Value(rest[0] if rest else None, rest[1] if len(rest) > 1 else None, at)


def _least_level(key: str, here: Here, level: int) -> int:
    return min([*here.usage.slots_of(key), level])


def _shape(key: str, slots: Sequence[Node], declared: Declaration | None, here: Here) -> tuple[int, int]:
    """Return how many slots make the family of a name, and how many axes its members have."""
    if declared is not None:
        level, rank = declared.slots, len(declared.shape)
        if len(slots) - level > rank:
            raise Clash(f"{stem(key)} has no such entry", shapes=True)
        return level, rank
    if slots and key in here.usage.sizes:
        return len(slots), rank_of(key, len(slots), here)
    levels = here.usage.slots_of(key) or ({0} if " " in key and slots else set())
    level = min(levels) if levels and min(levels) <= len(slots) else len(slots)
    if slots and not level and {0, len(slots)} <= levels and (key, len(slots)) in here.usage.transposed:
        here.record.read_as.add(f"{stem(key)} with and without index are two names")
        level = len(slots)
    rank = rank_of(key, level, here)
    if len(slots) - level > rank:
        here.pay(("two names", key), 2.0)
        here.record.generalised.add(f"{stem(key)} with and without index are two names")
        level = len(slots)
        rank = rank_of(key, level, here)
    return level, rank


def _tensor(name: str, level: int, rank: int, declared: Declaration | None, here: Here) -> Tensor:
    """Return the axes of a name, made when it is met first."""
    known = here.record.tensors.get(name)
    if known is not None and len(known.axes) == level + rank:
        return known
    if known is not None:
        raise Clash(f"{stem(name)} has two shapes", shapes=True)
    axes = [Axis(hint=f"{stem(name)}", family=True) for _ in range(level)]
    ends = None if declared is None or level != 1 else declared.listed or here.scope.range_of(declared.letter)
    if declared is None and level == 1:
        ends = here.scope.list_of(name.partition("#")[0])
    if ends is not None:
        axes = [Axis(here.ends(ends), stem(name), declared=True, family=True)]
    if declared is None:
        axes += [Axis(hint=f"{stem(name)}") for _ in range(rank)]
        entries = None if level or rank != 1 else here.scope.list_of(name)
        if entries is not None:
            axes = [Axis(here.ends(entries), stem(name), declared=True)]
        if rank == 2 and here.choices.get(("square", name)):
            axes[-1] = axes[-2]
    else:
        ends = [here.end(size) for size in declared.shape]
        axes += [Axis((tree.ONE, end), stem(name), declared=True) for end in ends]
        if "square" in declared.facts and rank == 2:
            axes[-1] = axes[-2]
    facts = frozenset[str]() if declared is None else declared.facts
    if {name.partition("#")[0], stem(name)} & here.usage.spreads and rank != 1:
        fact = "symmetric" if rank else "positive"
        facts |= {fact}
        here.record.read_as.add(f"{stem(name)} is {fact}, as the spread of a normal law")
    here.record.tensors[name] = Tensor(tuple(axes), facts)
    return here.record.tensors[name]


def _line_of(name: str, tensor: Tensor, slots: Sequence[Node], level: int, here: Here, *, is_row: bool) -> Value:
    """Return what one index takes from a matrix: its row, as a column, or its column."""
    crossed, along = (level, level + 1) if is_row else (level + 1, level)
    outer = here.places(slots[:level], tensor.axes)
    (at,) = here.places(slots[level:], tensor.axes[crossed : crossed + 1])

    def entry(row: Expression | None, _column: Expression | None) -> Expression:
        """Return the entry at a place of the line."""
        place = row or tree.ONE
        return tree.Entry(name, (*outer, at, place) if is_row else (*outer, place, at))

    return Value(tensor.axes[along], None, entry)
