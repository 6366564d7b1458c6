import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { briefly, programFile } from './program.ts';
import type { Program } from './programs.ts';

/**
 * Runs a program in a process of its own and kills it at a given point.
 * @param haltAt the point, see `haltAt.ts`
 * @returns true if it reached the point, false if it ended before
 */
export async function killAt(haltAt: string, program: Program, args: string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [...briefly, '--import', programFile('haltAt'), programFile(program), ...args],
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
