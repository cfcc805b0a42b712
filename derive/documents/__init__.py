"""Documents: files to prose and formulas with their places, and these to the steps that can be judged."""
