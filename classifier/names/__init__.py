"""Who and what is named: techniques, chips and models, whatever their hyphens, spaces and capitals."""
