"""What the subcommands of `memsync sync` do, other than a round."""
