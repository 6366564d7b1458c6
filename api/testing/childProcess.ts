import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { movedClock } from '../platform/process/env.ts';

/** A program that a test runs in a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** Everything printed so far, on both streams. */
  output(): string;
  /** Everything printed so far on standard output. */
  stdout(): string;
  /**
   * Resolves once the output holds the text.
   * @param patience milliseconds; no measure of speed, but the end of what hangs
   * @throws {Error} with the last lines of the output, if the process ends or is ended for lack of
   *   the text
   */
  printed(text: string, patience?: number): Promise<void>;
  /** Resolves when the process has ended and all its output is read: its code, or its signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Ends the process; resolves as `ended`. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

type ChildOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & {
  /** With 'pipe', the test writes to `process.stdin`. */
  stdin?: 'ignore' | 'pipe';
};

const minutesToStart = 10;

/** Ends the process when the test's own process is gone, however that ended. */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); process.channel.unref();",
)}`;

/**
 * Starts Node with these arguments. No stream is inherited: Vitest would wait for each process that
 * holds one of its own.
 */
export function startChild(given: readonly string[], options: ChildOptions = {}): Child {
  const { stdin = 'ignore', env, ...rest } = options;
  const child = spawn(process.execPath, ['--import', endWithParent, ...given], {
    ...rest,
    env: env && { ...env, ...movedClock },
    stdio: [stdin, 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let stdout = '';
  const looks = new Set<() => void>();
  const collect = (text: string): void => {
    output += text;
    looks.forEach((look) => look());
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    collect(text);
  });
  child.stderr?.setEncoding('utf8').on('data', collect);
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  // A test that does not wait for the end has no use for a failed start, which `printed` reports.
  ended.catch(() => undefined);
  const end = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    return ended;
  };

  function printed(text: string, patience = minutesToStart * 60_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        looks.delete(look);
        then();
      };
      const fail = (reason: string): void =>
        settle(() =>
          reject(new Error(`The process ${reason}. Its last lines:\n${lastOf(output)}`)),
        );
      const look = (): void => {
        if (output.includes(text)) settle(resolve);
      };
      const timer = setTimeout(() => {
        void end();
        fail(`did not print "${text}" in ${patience} ms`);
      }, patience);
      looks.add(look);
      look();
      ended.then(
        (how) => fail(`ended with ${how} before it printed "${text}"`),
        (error: unknown) => fail(`could not be started: ${String(error)}`),
      );
    });
  }

  return { process: child, output: () => output, stdout: () => stdout, printed, ended, end };
}

const lastOf = (output: string): string => output.slice(-10_000);
