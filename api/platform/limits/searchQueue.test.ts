import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimitedError, UnavailableError } from '../errors.ts';
import { createSearchQueue, searcherOf, type SearchPlaces } from './searchQueue.ts';

/** A queue with searches that end when the test says so. */
function openQueue(places: SearchPlaces) {
  const queue = createSearchQueue(places);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: string, name: string, taken = 1, closed?: AbortController) =>
    queue.run(
      caller,
      taken,
      () =>
        new Promise<string>((done) => {
          started.push(name);
          ends.set(name, () => done(name));
        }),
      closed && (() => closed.signal),
    );
  return {
    queue,
    ask,
    started,
    /** Ends a search and lets those after it start. */
    async end(name: string) {
      ends.get(name)?.();
      ends.delete(name);
      await settled();
    },
  };
}

/** All promises that are due have been handled. */
const settled = () => new Promise<void>((done) => setImmediate(done));

const roomy = { each: 100, all: 100 };

describe('searches', () => {
  it('of one caller wait for own ones, and those of others come between in turn', async () => {
    const { ask, started, end } = openQueue({ atOnce: { each: 1, all: 1 }, waiting: roomy });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
    for (const name of ['b1', 'b2']) void ask('b', name);
    void ask('c', 'c1');
    await settled();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('of one caller never take the places that others need', async () => {
    const { ask, started } = openQueue({ atOnce: { each: 2, all: 3 }, waiting: roomy });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    void ask('b', 'b1');
    await settled();
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('that take several places are not passed over for ever by those that take one', async () => {
    const { ask, started, end } = openQueue({ atOnce: { each: 3, all: 3 }, waiting: roomy });
    void ask('a', 'a1');
    void ask('b', 'wide', 3);
    void ask('c', 'c1');
    void ask('d', 'd1');
    await settled();
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'wide']);
    await end('wide');
    expect(started).toEqual(['a1', 'wide', 'c1', 'd1']);
  });

  it('know of those of other callers that run or wait', async () => {
    const { queue, ask, end } = openQueue({ atOnce: { each: 1, all: 1 }, waiting: roomy });
    expect(queue.hasOthers('a')).toBe(false);
    void ask('a', 'a1');
    await settled();
    expect([queue.hasOthers('a'), queue.hasOthers('b')]).toEqual([false, true]);
    void ask('b', 'b1');
    expect(queue.hasOthers('a')).toBe(true);
    await end('a1');
    await end('b1');
    expect([queue.hasOthers('a'), queue.hasOthers('b')]).toEqual([false, false]);
  });

  it('leave their places when they fail', async () => {
    const queue = createSearchQueue({ atOnce: { each: 1, all: 1 }, waiting: roomy });
    await expect(queue.run('a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await queue.run('a', 1, () => Promise.resolve('found'))).toBe('found');
  });

  it('beyond the places of one caller are refused, and those of others are not', async () => {
    const { ask, started } = openQueue({
      atOnce: { each: 1, all: 2 },
      waiting: { each: 2, all: 100 },
    });
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    const refusal = await ask('a', 'a4').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimitedError);
    expect(refusal).toMatchObject({
      message:
        'Too many searches from your address wait for an answer. Please wait for these first',
      retryAfter: 2,
    });
    void ask('b', 'b1');
    await settled();
    expect(started).toEqual(['a1', 'b1']);
  });

  it('beyond the places of all callers are refused', async () => {
    const { ask } = openQueue({ atOnce: { each: 1, all: 1 }, waiting: { each: 5, all: 2 } });
    for (const caller of ['a', 'b', 'c']) void ask(caller, caller);
    const refusal = await ask('d', 'd').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnavailableError);
    expect(refusal).toMatchObject({ retryAfter: 2 });
  });

  it('that nobody waits for any more lose their place in line', async () => {
    const { ask, started, end } = openQueue({ atOnce: { each: 1, all: 1 }, waiting: roomy });
    void ask('a', 'a1');
    const gone = new AbortController();
    const dropped = ask('a', 'a2', 1, gone).catch((error: unknown) => error);
    const late = new AbortController();
    late.abort();
    const goneBefore = ask('a', 'a3', 1, late).catch((error: unknown) => error);
    void ask('a', 'a4');
    gone.abort();
    expect(await dropped).toBeInstanceOf(UnavailableError);
    expect(await goneBefore).toBeInstanceOf(UnavailableError);
    await end('a1');
    expect(started).toEqual(['a1', 'a4']);
  });

  it('of any callers keep the bounds, and all come to an end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 4 })), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.infiniteStream(fc.nat()),
        async (asked, choices) => {
          const atOnce = { each: 2, all: 3 };
          const queue = createSearchQueue({ atOnce, waiting: roomy });
          const running: { caller: string; places: number; end: () => void }[] = [];
          const turns: string[] = [];
          const waits = new Map<string, number>();
          const all = asked.map(([caller, wanted]) => {
            waits.set(caller, (waits.get(caller) ?? 0) + 1);
            return queue.run(
              caller,
              wanted,
              () =>
                new Promise<void>((end) => {
                  waits.set(caller, (waits.get(caller) ?? 0) - 1);
                  turns.push(caller);
                  running.push({ caller, places: Math.min(wanted, atOnce.each), end });
                }),
            );
          });
          await settled();
          while (running.length > 0) {
            const taken = (caller?: string) =>
              running
                .filter((one) => caller === undefined || one.caller === caller)
                .reduce((sum, { places }) => sum + places, 0);
            expect(taken()).toBeLessThanOrEqual(atOnce.all);
            for (const caller of waits.keys()) {
              expect(taken(caller)).toBeLessThanOrEqual(atOnce.each);
            }
            const [ended] = running.splice((choices.next().value ?? 0) % running.length, 1);
            ended?.end();
            await settled();
          }
          await Promise.all(all);
          expect(turns).toHaveLength(asked.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('callers', () => {
  const token = { organizationId: 'an organization', mode: 'live' } as never;
  it('are addresses, by /64 if IPv6, and organizations for tokens', () => {
    expect(searcherOf({ address: '2001:db8::1:2', token: null })).toBe(
      searcherOf({ address: '2001:db8::7', token: null }),
    );
    expect(searcherOf({ address: '203.0.113.1', token: null })).not.toBe(
      searcherOf({ address: '203.0.113.2', token: null }),
    );
    expect(searcherOf({ address: '203.0.113.1', token })).toBe(
      searcherOf({ address: '203.0.113.2', token }),
    );
  });
});
