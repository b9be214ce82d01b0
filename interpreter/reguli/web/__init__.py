"""Games in a browser: tables, their host processes, the store of games and the web server."""
