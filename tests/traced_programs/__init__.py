"""Losses with right gradients, as people write them: each is proved for all sizes, and its lies are refuted."""

from tests.traced_programs.classifiers import CLASSIFIERS
from tests.traced_programs.examples import EXAMPLES
from tests.traced_programs.homework import HOMEWORK
from tests.traced_programs.linear import LINEAR
from tests.traced_programs.networks import NETWORKS

PROGRAMS = (*LINEAR, *CLASSIFIERS, *NETWORKS, *HOMEWORK, *EXAMPLES)
