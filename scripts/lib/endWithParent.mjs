// Preloaded into the server by start.mjs: stops the server if that process is killed, so that it
// does not keep the port and the database.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
