import pg from 'pg';

/** Prints `halted`, never resolves, and keeps the process alive. */
export function halt(): Promise<never> {
  setInterval(() => undefined, 60_000);
  process.stdout.write('halted\n');
  return new Promise(() => undefined);
}

/** Halts before a statement to the database, or once it was answered; counts from this call on. */
export function haltAtStatement(count: number, side: 'before' | 'after' = 'before'): void {
  const prototype = pg.Client.prototype as { query(...given: unknown[]): unknown };
  const { query } = prototype;
  let calls = 0;
  prototype.query = function (this: pg.Client, ...given) {
    calls += 1;
    if (calls !== count) return query.apply(this, given);
    if (side === 'before') return halt();
    const last = given.at(-1);
    if (typeof last === 'function') return query.apply(this, [...given.slice(0, -1), halt]);
    return Promise.resolve(query.apply(this, given)).then(halt);
  };
}
