import { spawn } from 'node:child_process';

const running = new Set();

export class CommandFailed extends Error {
  constructor(command, reason, output) {
    super(`${command} failed (${reason})`);
    this.output = output;
  }
}

/** Runs npm, the one this process was started by if any, and resolves with what it printed. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /\bnpm-cli\.c?js$/.test(cli)
    ? run(process.execPath, [cli, ...args], { label: `npm ${args.join(' ')}`, ...options })
    : run('npm', args, options);
}

/**
 * Runs a program in a process group of its own and collects what it prints.
 * Rejects with CommandFailed, which holds the output, unless it ends with 0. It may take as long as
 * it needs: a slow machine is no failure, and each test has its own bound against hanging.
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

/** Ends all that `run` started when this process is told to end. */
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
