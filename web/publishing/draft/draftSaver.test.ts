import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaver, type DraftStatus, type SaveAnswer } from './draftSaver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A saver, and a server whose responses the test sends. */
function setUp(version = 0) {
  const calls: { values: string; version: number; answer: (answer: SaveAnswer | Error) => void }[] =
    [];
  const statuses: DraftStatus[] = [];
  const saver = createDraftSaver<string>({
    version,
    save: (values, saved) =>
      new Promise((resolve, reject) => {
        const answer = (given: SaveAnswer | Error) =>
          given instanceof Error ? reject(given) : resolve(given);
        calls.push({ values, version: saved, answer });
      }),
    onStatus: (status) => statuses.push(status),
  });
  const answer = async (given: SaveAnswer | Error) => {
    calls.at(-1)?.answer(given);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, calls, statuses, answer };
}

describe('A draft', () => {
  it('is saved after a pause, with the latest values', async () => {
    const { saver, calls, statuses, answer } = setUp(3);
    saver.keep('a');
    await vi.advanceTimersByTimeAsync(500);
    saver.keep('ab');
    await vi.advanceTimersByTimeAsync(500);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(calls).toMatchObject([{ values: 'ab', version: 3 }]);
    await answer({ version: 4 });
    expect(statuses).toEqual(['saving', 'saved']);
  });

  it('is saved again with the returned version, one request at a time', async () => {
    const { saver, calls, answer } = setUp();
    saver.keep('a');
    await vi.advanceTimersByTimeAsync(1_000);
    saver.keep('b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toHaveLength(1);
    await answer({ version: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.map(({ values, version }) => [values, version])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('is saved with what came during a save before finish resolves', async () => {
    const { saver, calls, answer } = setUp();
    saver.keep('a');
    saver.flush();
    saver.keep('b');
    const ended = vi.fn();
    void saver.finish().then(ended);
    await answer({ version: 1 });
    expect(calls.map(({ values, version }) => [values, version])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(ended).not.toHaveBeenCalled();
    await answer({ version: 2 });
    expect(ended).toHaveBeenCalled();
    expect(calls).toHaveLength(2);
  });

  it('is saved at once on flush', () => {
    const { saver, calls } = setUp();
    saver.keep('a');
    saver.flush();
    expect(calls).toHaveLength(1);
  });

  it('is saved again after a failure', async () => {
    const { saver, calls, statuses, answer } = setUp();
    saver.keep('a');
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(new Error('The connection was lost'));
    expect(statuses.at(-1)).toBe('failed');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(calls.map(({ values }) => values)).toEqual(['a', 'a']);
    await answer({ version: 1 });
    expect(statuses.at(-1)).toBe('saved');
  });

  it('is no longer saved after a change in another window', async () => {
    const { saver, calls, statuses, answer } = setUp(2);
    saver.keep('a');
    await vi.advanceTimersByTimeAsync(1_000);
    await answer('conflict');
    saver.keep('b');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(1);
    expect(statuses.at(-1)).toBe('conflict');
  });

  it('stops after the running save, and can be restarted', async () => {
    const { saver, calls, answer } = setUp(2);
    saver.keep('a');
    await vi.advanceTimersByTimeAsync(1_000);
    saver.keep('b');
    let isOver = false;
    void saver.stop().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([calls.length, isOver]).toEqual([1, false]);
    await answer({ version: 3 });
    expect(isOver).toBe(true);
    saver.restart();
    saver.keep('c');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.at(-1)).toMatchObject({ values: 'c', version: 0 });
  });
});
