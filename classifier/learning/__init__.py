"""The linear models: what they see of a unit, how they are trained from `corpus/`, and how they are applied."""
