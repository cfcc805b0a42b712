"""What nobody declared: ranges guessed from the sums around an index, for readers whose objects do not say them.

The engine does not guess. A document says `x_1, ..., x_N`, a traced program has the shapes of its arrays, and what they
hand over holds bases without a shape; here the range that usage shows is found, and handed to the engine as `ranges`,
where it becomes a line of the statement. A place that usage shows in two ways gets none.

    guessed   the axes that all usage of a tensor shows, for documents
    shown     the same of statements, for programs: what it does not show is refused
"""
