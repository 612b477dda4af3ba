"""The verbs about a whole memory: show, create, identify and remove it."""
