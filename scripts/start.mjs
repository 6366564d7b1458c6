import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { prepare } from './lib/prepare.mjs';

await prepare();
serve();

/** Runs the server in this terminal; this process exits with the exit code of the server. */
function serve() {
  const preload = new URL('./lib/endWithParent.mjs', import.meta.url).href;
  const server = spawn(
    process.execPath,
    ['--import', preload, 'dist/api/main.js', ...process.argv.slice(2)],
    // In its own session: Ctrl-C reaches this process from the terminal and again from npm, but the
    // server must receive only one signal.
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true },
  );
  let heard = Number.NEGATIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (performance.now() - heard < 1000) return;
      heard = performance.now();
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  server.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.once('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
