// Preloaded into the server by start.mjs: stops the server if start.mjs is killed, to free the port
// and the database.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
