"""The secrets check outside a commit: of files, folders and histories."""
