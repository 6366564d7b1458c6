import { spawn } from 'node:child_process';

const running = new Set();

export class CommandFailed extends Error {
  constructor(command, reason, output) {
    super(`${command} failed (${reason})`);
    this.output = output;
  }
}

/** Runs npm (the npm that started this process, if any) and resolves with its output. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /\bnpm-cli\.c?js$/.test(cli)
    ? run(process.execPath, [cli, ...args], { label: `npm ${args.join(' ')}`, ...options })
    : run('npm', args, options);
}

/**
 * Runs a program in its own process group. Rejects with CommandFailed, which has the output, unless the exit code
 * is 0. There is no timeout: a slow machine is not a failure.
 */
export function run(file, args, { env = process.env, label } = {}) {
  const command = label ?? [file, ...args].join(' ');
  return new Promise((done, fail) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => {
      running.delete(child);
      fail(new CommandFailed(command, error.message, output));
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) return done(output);
      fail(new CommandFailed(command, signal ?? `exit code ${code}`, output));
    });
  });
}

export function endChildrenOnSignal() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => {
      for (const child of running) end(child, 'SIGTERM');
      process.exit(code);
    });
  }
}

function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
