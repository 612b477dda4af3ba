"""`memsync demo`: runs the main jobs in a throwaway folder with real programs."""
