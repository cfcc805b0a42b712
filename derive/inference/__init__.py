"""What nobody declared: the axes that the sums around an index show, for programs whose arrays do not say them.

The engine does not guess. What a traced program hands over holds bases without a shape; here the range that usage
shows is found, and handed to the engine as `ranges`, where it becomes a line of the statement. A place that usage shows
in two ways, or in none, is refused.
"""
