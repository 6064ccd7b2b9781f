"""What a unit itself says of its setting: chips, widths, baseline, columns, command lines, and which figure each is of."""
