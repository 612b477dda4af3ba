"""Where the memory of a folder is, and which repositories have one."""
