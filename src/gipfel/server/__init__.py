"""The server of tables: seats, logs, clocks, bots, storage and transport."""
