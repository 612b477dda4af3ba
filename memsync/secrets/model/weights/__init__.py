"""What was learned: what each thing that is seen counts, in a table for each kind.

tests/bench/learn_weights.py writes all but `table`.
"""
