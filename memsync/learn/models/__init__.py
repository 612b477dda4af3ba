"""The model of a person's choice: a program or a server; memsync brings none."""
