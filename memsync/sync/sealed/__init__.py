"""The encrypted mirror: encrypts what is sent, verifies and decrypts the rest."""
