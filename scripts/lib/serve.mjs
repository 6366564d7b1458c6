import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Read at the start, because npm may end while this process installs and builds. */
const npm = process.ppid;

/** Milliseconds between checks of the parent process. */
const lookEvery = 500;

/** This process exits with the program's exit code; the program ends with it and with its npm. */
export function serve(args) {
  const preload = new URL('./endWithParent.mjs', import.meta.url).href;
  const server = spawn(
    process.execPath,
    ['--import', preload, ...args],
    // In its own session: Ctrl-C reaches this process from the terminal and again from npm, but the
    // server must receive only one signal.
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
      // Libraries read it while they are imported.
      env: { NODE_ENV: 'production', ...process.env },
    },
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
  endWithNpm(() => server.kill('SIGTERM'));
  server.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.once('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

/**
 * SIGHUP and SIGKILL end npm alone; this process, which replaced its shell, gets another parent.
 */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const look = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(look);
    end();
  }, lookEvery);
  look.unref();
}
