"""Expectations, variances, densities and divergences before brackets: which is which, and who reads it."""

from __future__ import annotations

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning import joints
from derive.meaning.densities import density_of, is_written_out, written_out
from derive.meaning.expectations import KINDS, density, expectation, law_told, taken
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named, spelled
from derive.meaning.names import expanded
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.values import Value

DENSITIES = frozenset({"blackboard P", "calligraphic N", "calligraphic U", "roman Pr", "Pr", "blackboard Q"})
"""Names that are densities or probabilities by how they are written."""
DIVERGENCES = frozenset({"roman KL", "roman H", "roman Bias", "roman JS", "roman TV", "KL"})
"""Names of what is taken of whole laws, or of estimates."""
LETTERS = frozenset({"p", "q", "P", "E", "Var", "Cov"})
"""Letters that are operators or densities where they stand before brackets, unless the document says otherwise."""
BAREHEADED = frozenset({"blackboard E", "roman E", "roman Var", "blackboard V"})
"""Operators that are written without brackets, too."""
POLICIES = frozenset({"pi", "rho", "mu"})
"""Letters of what is a density where a condition stands in its brackets."""
JOINTS = frozenset({"p", "q", "P", "Pr", "roman Pr", "blackboard P"})
"""Letters of one law each, whose densities are those of its parts."""
SQUARE = frozenset(KINDS)
"""Names before square brackets that are operators."""


def is_operator(key: str, bracket: surface.Bracket, here: Here) -> bool:
    """Return whether a name before brackets is an expectation, a density or the like."""
    if key in KINDS and key not in LETTERS:
        return True
    if bracket.left == "[" and key not in KINDS:
        return False
    if key in DENSITIES or key in DIVERGENCES:
        return True
    if density_of(key, bracket) is not None or has_bar(bracket):
        return True
    if key not in LETTERS | here.usage.laws or key in here.usage.indices | here.usage.sizes:
        return False
    if key in here.usage.turned and key not in KINDS:  # what is transposed is a vector, and multiplied
        return False
    valued = any(each.parameters is None and not each.is_pattern for each in here.scope.definitions_of(key))
    return not (isinstance(bracket.body, surface.Terms) and (valued or key in here.usage.bare))


def has_bar(bracket: surface.Bracket) -> bool:
    r"""Return whether a condition stands in brackets, as in `\pi(a \mid s)`."""
    return bracket.left == "(" and isinstance(bracket.body, surface.Sequence) and "|" in bracket.body.separators


def operator(
    part: Node, head: surface.Name, bracket: surface.Bracket, application: surface.Factors, here: Here
) -> Value:
    """Return the value of an operator or a density at what is in brackets."""
    key = name_key(head)
    found = _told(application, here)
    if found is None and key in KINDS:
        found = expectation(part, key, bracket, application, here)
    if found is not None:
        return found
    if is_divergence(bracket) or key in DIVERGENCES:
        return _divergence(bracket, application, here)
    if key in KINDS:
        return opaque(application, f"{key} is an operator that nothing defines", here, rank=0)
    return _density(part, key, bracket, application, here)


def _density(part: Node, key: str, bracket: surface.Bracket, application: surface.Factors, here: Here) -> Value:
    """Return a density: written out by its law, by what others of its letter say of it, or as a number of its own."""
    by_name = density_of(key, bracket)
    if by_name is not None and is_written_out(by_name[0], application.span, here):
        return written_out(*by_name, here)
    told_law = law_told(part, here)
    if told_law is not None and bracket.body is not None and not isinstance(bracket.body, surface.Sequence):
        law, parameters = told_law
        return written_out(law, bracket.body, parameters, here)
    if key in JOINTS and by_name is None:
        return joints.density(part, bracket, here)
    if key in DENSITIES | LETTERS | POLICIES | here.usage.laws or by_name is not None:
        return joints.number(key, application, here)
    return opaque(application, joints.WHY.format(key), here, rank=0)


def is_divergence(bracket: surface.Bracket) -> bool:
    r"""Return whether two laws stand in brackets, as in `D(q \| p)`."""
    return isinstance(bracket.body, surface.Sequence) and bracket.body.separators == ("||",)


def _divergence(bracket: surface.Bracket, application: Node, here: Here) -> Value:
    """Return a divergence: written out where the formula around it takes logarithms, else a number not below 0."""
    head = application.parts[0] if isinstance(application, surface.Factors) else application
    letters = "".join(each.text for each in surface.walk(head) if isinstance(each, surface.Name))
    pair = _densities(bracket, here) if "KL" in letters else None
    if pair is not None:
        logs = any(_takes_logarithm(node) for formula in here.formulas for node in surface.walk(formula))
        options = [(True, 0.0), (False, 1.0)] if logs else [(False, 0.0), (True, 1.0)]
        if here.choose(("divergence", spelled(application)), options):
            one, other = pair
            ratio = surface.Apply(application.span, "log", surface.Fraction(application.span, one, other))
            measure = density(one)
            if measure is not None:
                here.record.read_as.add("KL is the expectation of the logarithm of the ratio")
                return taken("mean", [ratio], (), measure, here)
    fact = "nonnegative" if is_divergence(bracket) else ""
    return opaque(application, "an operator that nothing defines", here, rank=0, fact=fact)


def _takes_logarithm(node: Node) -> bool:
    return isinstance(node, surface.Apply) and node.head == "log"


def _densities(bracket: surface.Bracket, here: Here) -> tuple[Node, Node] | None:
    """Return two laws in brackets as densities by the same names; None where they are not."""
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else ()
    found = [_applied(each, here) for each in listed]
    measures = [density(each) for each in found if each is not None]
    laws = {each.random for each in measures if each is not None}
    if len(measures) != 2 or None in measures or len(laws) != 1:
        return None
    one, other = found
    return None if one is None or other is None else (one, other)


def _applied(node: Node, here: Here) -> Node | None:
    """Return a density at its arguments, a bare one at those that it has elsewhere."""
    if named(node) is None:
        return node if isinstance(node, surface.Factors) and density(node) is not None else None
    wanted = spelled(node)
    for formula in here.formulas:
        for each in surface.walk(formula):
            if isinstance(each, surface.Factors):
                for head, behind in zip(each.parts, each.parts[1:], strict=False):
                    if spelled(head) == wanted and isinstance(behind, surface.Bracket):
                        return surface.Factors(each.span, ("", ""), (head, behind))
    return None


def _told(application: Node, here: Here) -> Value | None:
    """Return a density by the document's own definition at other arguments of the same letters."""
    found = joints.by_arguments(application, here)
    if found is None:
        return None
    own, slots, arguments = found
    return expanded(own, slots, here, [read(each, here) for each in arguments])


def without_brackets(head: Node, behind: Node, here: Here) -> Value | None:
    r"""Return `\mathbb E x`, an operator before what is in no brackets; None for another name."""
    name = head.base if isinstance(head, surface.Scripted) else head
    if not isinstance(name, surface.Name) or name_key(name) not in BAREHEADED:
        return None
    if isinstance(head, surface.Scripted) and head.sup is not None:
        return None
    bracket = surface.Bracket(behind.span, "[", "[", behind)
    application = surface.Factors(head.span | behind.span, ("", ""), (head, bracket))
    return operator(head, name, bracket, application, here)
