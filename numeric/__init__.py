"""Numbers from derivations: lecture functions and algorithms on NumPy arrays. Nothing is in here yet."""
