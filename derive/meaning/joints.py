r"""Densities by one letter: `p(a \mid b)` is `p(a, b)` over `p(b)`, and the order of what stands together is none.

So the rule of Bayes and the product rule hold by what the letters mean, whatever the densities are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named, names_in, spelled, stem
from derive.meaning.opaque import NUMBERING, canonical, defined_as, opaque
from derive.meaning.reading import read
from derive.meaning.scope import Definition
from derive.meaning.values import Value, constant, divided, entrywise

WHY = "{} is a density that nothing defines"


def split(body: Node | None) -> tuple[tuple[Node, ...], tuple[Node, ...]] | None:
    """Return what stands before and behind the bar; None for another list, such as one with parameters."""
    if not isinstance(body, surface.Sequence):
        return None if body is None else (together((body,)), ())
    bars = [number for number, sign in enumerate(body.separators) if sign == "|"]
    if len(bars) > 1 or not set(body.separators) <= {",", "|"}:
        return None
    cut = bars[0] + 1 if bars else len(body.items)
    return together(body.items[:cut]), together(body.items[cut:])


def before(body: Node | None) -> tuple[Node, ...]:
    """Return what stands before the first bar or semicolon."""
    if not isinstance(body, surface.Sequence):
        return () if body is None else (body,)
    cut = next((number + 1 for number, sign in enumerate(body.separators) if sign in {"|", ";"}), len(body.items))
    return body.items[:cut]


def together(listed: Sequence[Node]) -> tuple[Node, ...]:
    r"""Return what stands together, `A \cap B` taken apart, without what is said twice."""
    found: dict[str, Node] = {}
    for each in listed:
        is_cut = isinstance(each, surface.Factors) and set(each.signs[1:]) == {"cap"}
        for part in each.parts if is_cut and isinstance(each, surface.Factors) else (each,):
            _ = found.setdefault(spelled(part), part)
    return tuple(found[key] for key in sorted(found))


def is_defined(application: Node, here: Here) -> bool:
    """Return whether the document defines an application as it is written, or by its arguments."""
    return defined_as(application, here) is not None or by_arguments(application, here) is not None


Meant = tuple[Definition, Sequence[Node], tuple[Node, ...]]


def by_arguments(application: Node, here: Here) -> Meant | None:
    r"""Return the definition of a density at other arguments of the same letters, with its slots and arguments there.

    So `p(x \mid y)` says what `p(x \mid y = 1)` is: an event is put in for the letter, its value where no density is.
    """
    if not isinstance(application, surface.Factors) or not isinstance(bracket := application.parts[1], surface.Bracket):
        return None
    taken = here.head(application.parts[0])
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    arguments = tuple(each for each in listed if each is not None)
    if taken.power is not None or bracket.left != "(":
        return None
    for own in here.scope.definitions_of(law_key(taken.key, bracket)):
        names = own.parameters or ()
        if own.key in here.expanding or len(names) != len(arguments) or len(own.slots) != len(taken.slots):
            continue
        if any(_is_joint(each, names) for each in surface.walk(own.body)):  # what the joint says is not said of it
            continue
        pairs = dict(zip(names, arguments, strict=True))
        if all(_is_alike(name, each, own.body) for name, each in pairs.items()):
            events = {name: each for name, each in pairs.items() if isinstance(each, surface.Chain)}
            same = {name for name, each in pairs.items() if spelled(each) == name and name not in here.bound}
            plain = tuple(name for name in names if name not in events.keys() | same)
            body = _at_events(own.body, events) if events else own.body
            return replace(own, parameters=plain, body=body), taken.slots, tuple(pairs[name] for name in plain)
    return None


def _is_joint(node: Node, names: Sequence[str]) -> bool:
    """Return whether a bracket holds just some names, with commas: the joint density of what these stand for."""
    body = node.body if isinstance(node, surface.Bracket) else None
    if not isinstance(body, surface.Sequence) or set(body.separators) != {","}:
        return False
    return {name_key(each) for each in body.items if isinstance(each, surface.Name)} == set(names)


def _is_alike(parameter: str, argument: Node, body: Node) -> bool:
    """Return whether an argument may stand for a parameter: it has its letter, and is no part of it in the body."""
    is_event = isinstance(argument, surface.Chain)
    name = named(argument.members[0] if isinstance(argument, surface.Chain) else argument)
    if name is None:
        return not is_event
    parts = [
        each
        for node in surface.walk(body)
        if isinstance(node, surface.Sequence) and "|" in node.separators
        for each in node.items
        if isinstance(each, surface.Scripted)
        and (base := named(each)) is not None
        and stem(name_key(base)) == stem(parameter)
    ]
    if isinstance(argument, surface.Scripted):
        return stem(name_key(name)).lower() == stem(parameter).lower() and not parts
    return name_key(name).lower() == parameter.lower()


def _at_events(node: Node, events: Mapping[str, surface.Chain]) -> Node:
    """Return a body with events for some letters in the brackets of densities, and their values elsewhere."""
    if isinstance(node, surface.Name) and name_key(node) in events:
        return events[name_key(node)].members[1] or node
    if isinstance(node, surface.Sequence) and "|" in node.separators:
        names = [name_key(each) if isinstance(each, surface.Name) else "" for each in node.items]
        items = (events.get(name) or _at_events(each, events) for name, each in zip(names, node.items, strict=True))
        return replace(node, items=tuple(items))
    return surface.rebuilt(node, lambda part: _at_events(part, events))


def law_key(key: str, bracket: surface.Bracket) -> str:
    r"""Return under what a density with parameters is defined: `p(|)` for `p(y \mid x)`.

    It holds for other arguments of the same letters, such as `p(y_n \mid x_n)`; `p(z)` is often another density.
    """
    signs = bracket.body.separators if isinstance(bracket.body, surface.Sequence) else ()
    return f"{key}({''.join(signs)})"


def density(head: Node, bracket: surface.Bracket, here: Here) -> Value:
    """Return a density that is not written out: its own definition, or what the joint density says of it."""
    application = surface.Factors(head.span | bracket.span, ("", ""), (head, bracket))
    parts = split(bracket.body)
    if parts is None or bracket.left != "(":
        return _alone(application, here)
    if not _is_law(head, bracket, here) and not _is_of_joint(head, together((*parts[0], *parts[1])), here):
        return _alone(application, here)
    if is_defined(application, here):
        return _alone(application, here)
    own, given = parts
    if not given:
        return _joint(head, bracket, own, here)
    both = together((*own, *given))
    if len(both) < len(own) + len(given):
        return _alone(application, here)
    return entrywise(_joint(head, bracket, both, here), _joint(head, bracket, given, here), divided)


def _is_law(head: Node, bracket: surface.Bracket, here: Here) -> bool:
    """Return whether a letter is shown to be one of densities that say something of one another.

    It stands with a bar or under an integral, and before different things.
    """
    letter, name = spelled(head), named(head)
    own = before(bracket.body)
    if len(own) == 1 and (event := _event_of(own[0])) is not None and _is_binary(event, here):
        return True
    calls = here.usage.calls.get("" if name is None else name_key(name), ())
    barred = any(isinstance(each.body, surface.Sequence) and "|" in each.body.separators for each in calls)
    nodes = [each for formula in here.formulas for each in surface.walk(formula)]
    integrated = any(isinstance(each, surface.Big) and each.head == "int" for each in nodes)
    bodies = {
        spelled(behind.body)
        for each in nodes
        if isinstance(each, surface.Factors)
        for first, behind in zip(each.parts, each.parts[1:], strict=False)
        if isinstance(behind, surface.Bracket) and spelled(first) == letter
    }
    return (barred or integrated) and (not here.formulas or len(bodies | {spelled(bracket.body)}) > 1)


def _joint(head: Node, bracket: surface.Bracket, listed: Sequence[Node], here: Here) -> Value:
    """Return the density of several things: by one that is defined given the others, else a number of its own."""
    if not listed:
        return constant(1)
    opposite = _complement(head, bracket, listed, here)
    if opposite is not None:
        return entrywise(constant(1), read(opposite, here), tree.subtract)
    event = _binary_event(listed, here)
    if event is not None:
        one, other = (_joint(head, bracket, together((*listed, _at_value(event, bit))), here) for bit in "01")
        return entrywise(one, other, tree.add)
    for number, each in enumerate(listed) if len(listed) > 1 else ():
        rest = (*listed[:number], *listed[number + 1 :])
        signs = ("|", *("," for _ in rest[1:]))
        conditional = applied(head, bracket, surface.Sequence(bracket.span, (each, *rest), signs))
        if is_defined(conditional, here):
            return entrywise(read(conditional, here), _joint(head, bracket, rest, here), tree.multiply)
        if len(rest) == 1 and _is_told(head, bracket, rest, here):
            return entrywise(_alone(conditional, here), _joint(head, bracket, rest, here), tree.multiply)
    total = _marginal(head, bracket, listed, here)
    if total is not None:
        return read(total, here)
    first, *more = listed
    body = surface.Sequence(bracket.span, tuple(listed), (",",) * len(more)) if more else first
    return _alone(applied(head, bracket, body), here)


def _is_of_joint(head: Node, listed: Sequence[Node], here: Here) -> bool:
    """Return whether the page writes the law of more, or of fewer, of the same letters, and sums over the others."""
    own = {each.text for each in listed if isinstance(each, surface.Name)}
    others = [{each.text for each in _plain_names(call.body)} for call in _calls(head, here)]
    is_plain = len(own) == len(listed) and not own & NUMBERING
    return is_plain and any((own < each or each < own) and each ^ own <= here.usage.bound for each in others if each)


def _calls(head: Node, here: Here) -> Sequence[surface.Bracket]:
    name = named(head)
    return () if name is None else here.usage.calls.get(name_key(name), ())


def _marginal(head: Node, bracket: surface.Bracket, listed: Sequence[Node], here: Here) -> Node | None:
    r"""Return `\sum_y p(x, y)` for `p(x)` where the page writes the joint law and sums over y; None for another one."""
    own = {each.text for each in listed if isinstance(each, surface.Name)}
    if len(own) < len(listed) or own & NUMBERING:
        return None
    joints = [{each.text: each for each in _plain_names(call.body)} for call in _calls(head, here)]
    wider = [each for each in joints if own < each.keys() and each.keys() - own <= here.usage.bound - NUMBERING]
    if not wider:
        return None
    found = min(wider, key=len)
    rest = [found[key] for key in sorted(found.keys() - own)]
    letters = sorted([*listed, *rest], key=spelled)
    body = applied(head, bracket, surface.Sequence(bracket.span, tuple(letters), (",",) * (len(letters) - 1)))
    below = rest[0] if len(rest) == 1 else surface.Sequence(bracket.span, tuple(rest), (",",) * (len(rest) - 1))
    return surface.Big(bracket.span, "sum", below, None, body)


def _plain_names(body: Node | None) -> list[surface.Name]:
    """Return what stands in brackets with commas and a bar, where all of it are names."""
    listed = body.items if isinstance(body, surface.Sequence) else (body,)
    signs = set(body.separators) if isinstance(body, surface.Sequence) else set[str]()
    names = [each for each in listed if isinstance(each, surface.Name)]
    return names if len(names) == len(listed) and signs <= {",", "|"} else []


def _event_of(node: Node) -> surface.Name | None:
    """Return the name of an event `y = 1` or `y = 0`; None for anything else."""
    if not isinstance(node, surface.Chain) or [sign.kind for sign in node.relations] != ["="]:
        return None
    name, value = node.members
    is_bit = isinstance(value, surface.Number) and value.text in {"0", "1"}
    return name if is_bit and isinstance(name, surface.Name) else None


def _is_binary(name: surface.Name, here: Here) -> bool:
    declared = here.scope.declaration(name_key(name))
    return declared is not None and "binary" in declared.facts and not declared.shape


def _at_value(event: surface.Chain, value: str) -> surface.Chain:
    return replace(event, members=(event.members[0], surface.Number(event.span, value)))


def _complement(head: Node, bracket: surface.Bracket, own: Sequence[Node], here: Here) -> Node | None:
    """Return the other event of a binary name, where the document defines the probability of that one."""
    event, name = own[0], _event_of(own[0])
    if len(own) != 1 or name is None or not _is_binary(name, here) or not isinstance(event, surface.Chain):
        return None
    value = "0" if isinstance(event.members[1], surface.Number) and event.members[1].text == "1" else "1"
    other = applied(head, bracket, _at_value(event, value))
    return other if defined_as(other, here) is not None else None


def _is_told(head: Node, bracket: surface.Bracket, own: Sequence[Node], here: Here) -> bool:
    """Return whether the document says the probability of an event, or of the other one."""
    is_event = isinstance(own[0], surface.Chain)
    told = is_event and defined_as(applied(head, bracket, own[0]), here) is not None
    return told or _complement(head, bracket, own, here) is not None


def _binary_event(listed: Sequence[Node], here: Here) -> surface.Chain | None:
    """Return an event of a binary name in the formulas of which a density does not speak: it is summed over."""
    said = frozenset(key for each in listed for key in names_in(each))
    chains = (e for tree_ in here.formulas for e in surface.walk(tree_) if isinstance(e, surface.Chain))
    names = ((each, _event_of(each)) for each in chains)
    return next((e for e, name in names if name and name_key(name) not in said and _is_binary(name, here)), None)


def applied(head: Node, bracket: surface.Bracket, body: Node) -> surface.Factors:
    """Return a density at what stands in its brackets."""
    return surface.Factors(
        head.span | bracket.span, ("", ""), (head, surface.Bracket(bracket.span, bracket.left, bracket.right, body))
    )


def _alone(application: surface.Factors, here: Here) -> Value:
    name = named(application.parts[0])
    return number("" if name is None else name_key(name), application, here)


def number(letter: str, application: surface.Factors, here: Here) -> Value:
    """Return a density as a positive number of its own; those over all values of one index sum to one."""
    slots: list[Node] = []
    _ = canonical(application, slots, here)
    bracket = application.parts[1]
    own = before(bracket.body) if isinstance(bracket, surface.Bracket) else ()
    is_law = bool(slots) and len(own) == 1 and _is_over_all(own[0], slots, here)
    return opaque(application, WHY.format(letter), here, rank=0, fact="positive simplex" if is_law else "positive")


def _is_over_all(own: Node, slots: Sequence[Node], here: Here) -> bool:
    """Return whether a density is one of an index over all its values, or of a label `z_n = k` over all its classes."""
    if isinstance(own, surface.Chain) and [sign.kind for sign in own.relations] == ["="]:
        name, value = named(own.members[0]), own.members[1]
        is_label = name is not None and name.text.islower() and spelled(value) == spelled(slots[-1])
        return is_label and spelled(value) in here.usage.classes
    return len(slots) == 1 and spelled(own) == spelled(slots[0]) and spelled(own) in here.usage.whole
