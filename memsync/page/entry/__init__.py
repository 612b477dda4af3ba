"""Who may ask the page for anything: loopback, the token, the cookie, the form."""
