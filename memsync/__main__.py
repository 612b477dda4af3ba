"""`python -m memsync`."""

from memsync.cli.main import main

if __name__ == "__main__":
    main()
