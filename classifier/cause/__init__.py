"""Which technique a figure belongs to: what is named, shown, compared or excluded in its clause, its unit and around it."""
