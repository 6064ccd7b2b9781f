"""Numbers in texts: amounts, factors, before and after, widths and parameters, and what each measures."""
