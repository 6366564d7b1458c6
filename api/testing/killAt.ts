import { startChild } from './childProcess.ts';
import { briefly, programFile } from './program.ts';
import type { Program } from './programs.ts';

/**
 * Runs a program in a process of its own and kills it at a given point.
 * @param haltAt the point, see `haltAt.ts`
 * @returns true if it reached the point, false if it ended before
 */
export async function killAt(haltAt: string, program: Program, args: string[]): Promise<boolean> {
  const child = startChild(
    [...briefly, '--import', programFile('haltAt'), programFile(program), ...args],
    { env: { ...process.env, HALT_AT: haltAt } },
  );
  // It may end before the point, which is no failure.
  await child.printed('halted').catch(() => undefined);
  await child.end();
  return child.stdout().includes('halted');
}
