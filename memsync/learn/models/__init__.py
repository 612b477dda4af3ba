"""The model that a person chooses: a program or a server; memsync includes none."""
