"""The memory as tools and resources of the Model Context Protocol."""
