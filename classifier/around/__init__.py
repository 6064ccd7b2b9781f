"""What governs a unit: headings, captions, setups, the page and its topic, and what a claim takes over from them."""
