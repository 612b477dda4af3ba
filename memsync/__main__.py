"""`python -m memsync`."""

from memsync.cli.start import main

if __name__ == "__main__":
    main()
