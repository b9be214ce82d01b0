"""Search: positions in generated code, hidden information dealt anew, and the bot that looks ahead."""
