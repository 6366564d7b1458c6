// Loaded before the server by start.mjs: should that process be killed, the server must not stay
// behind and keep the port and the database.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
