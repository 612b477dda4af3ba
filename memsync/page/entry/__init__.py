"""Who may access the page: checks for loopback, the token, the cookie and the form."""
