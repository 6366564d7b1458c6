import type { Program } from './processes.ts';

/** Statistics of a server's response cache; undefined if the server has none. */
export interface Remembered {
  hits: number | undefined;
  misses: number | undefined;
  forgotten: number | undefined;
  bytes: number | undefined;
}

export async function readRemembered({ origin }: Program): Promise<Remembered> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const sumOf = (name: string): number | undefined => {
    const values = text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value);
  };
  return {
    hits: sumOf('public_answers_hits_total'),
    misses: sumOf('public_answers_misses_total'),
    forgotten: sumOf('public_answers_forgotten_total'),
    bytes: sumOf('public_answers_bytes'),
  };
}

/** Share of hits between two readings; undefined without statistics or reads. */
export function hitRate(before: Remembered, after: Remembered): number | undefined {
  if (after.hits === undefined || after.misses === undefined) {
    return undefined;
  }
  const hits = after.hits - (before.hits ?? 0);
  const misses = after.misses - (before.misses ?? 0);
  return hits + misses === 0 ? undefined : hits / (hits + misses);
}
