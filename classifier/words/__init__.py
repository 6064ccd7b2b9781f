"""How a text is searched: pieces that it must hold, patterns tried only where they can begin, Chinese read as English."""
