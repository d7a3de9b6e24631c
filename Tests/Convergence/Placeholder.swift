// Devices and a server in one process.
