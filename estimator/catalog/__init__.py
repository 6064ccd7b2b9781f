"""The tables that the estimator reads: `hardware.csv`, `models.csv`, and the techniques as Python rows. Each row has a source."""
