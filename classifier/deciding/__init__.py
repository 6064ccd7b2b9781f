"""Whether a unit claims anything, of whose work, and under which metric its figure goes."""
