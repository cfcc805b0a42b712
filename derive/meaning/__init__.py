"""What a formula means in a scope: values of known shape, and closed statements of them.

`readings.py` comes first: a relation becomes statements, one for each reading.

keys         what a name is called by, and what stands in its slots
usage        what a stretch of a document shows of its letters
scope        what the document has said where a formula stands
here         one reading of one formula: choices, letters that are bound, and what it puts down
axes, values shapes that find one another, and the entry at each place
reading      `read`, open to kinds of nodes; arithmetic, and `sums`
names        what a name stands for; `opaque` what is not understood
products     applications and products; `functions`, `calls`, `powers`, `conditions`, `binders`, `grids`
probability  which name before brackets is an operator or a density; `chances` what is said of random names
expectations E, Var, Cov as operators on values, over finite `spaces`; `moments` are what a law of `densities` tells
joints       densities of one letter, and `entropies` by them
integrals    are read by the same spaces; so are `extremes` and `proportions`
differentials, squares, primed  other ways to write derivatives, squares that are names, and transposes, as trees
chain        the graph of the definitions, and what varies in a line, before anything is read
held         names that stay names under a derivative; what they are defined as becomes a hypothesis
derivatives  derivatives by names; `slopes` those of a loss that is only named, along the graph
readings     all readings of a relation, least cost first; `closing` makes statements of them
"""
