import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script of this folder in a process of its own and kills it at a given point.
 * @param haltAt the point, see `haltAt.ts`
 * @returns true if it reached the point, false if it ended before
 */
export async function killAt(haltAt: string, script: string, args: string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', './api/testing/haltAt.ts', `api/testing/${script}`, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HALT_AT: haltAt } },
  );
  const gone = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout as AsyncIterable<string>) {
    if (text.includes('halted')) child.kill('SIGKILL');
  }
  const [, signal] = await gone;
  return signal === 'SIGKILL';
}
