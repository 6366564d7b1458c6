import type { Program } from './processes.ts';

/** Hits and misses of a server's response cache since it started. */
interface Remembered {
  hits: number;
  misses: number;
}

export async function readRemembered({ origin }: Program): Promise<Remembered> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const sumOf = (name: string): number =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  return {
    hits: sumOf('public_answers_hits_total'),
    misses: sumOf('public_answers_misses_total'),
  };
}

/** Share of hits between two readings; undefined without reads. */
export function hitRate(before: Remembered, after: Remembered): number | undefined {
  const hits = after.hits - before.hits;
  const reads = hits + after.misses - before.misses;
  return reads === 0 ? undefined : hits / reads;
}
