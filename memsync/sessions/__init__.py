"""Past sessions of coding agents: reads, indexes and searches them.

memsync only reads the agents' files. `readers/` knows the formats, `index/` stores
their words, without secrets, in one file of the state folder, and `recall/` searches
it. Other rooms use `past.PastSessions` only.
"""
