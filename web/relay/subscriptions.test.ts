import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen } from './subscriptions.ts';

type Answer = () => Response | Promise<Response>;

const encoder = new TextEncoder();

/** A response that sends these pieces, and then ends or stays open. */
function stream(pieces: string[], staysOpen = false): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!staysOpen) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

const next = (read: number) => `event: next\ndata: {"data":{"run":{"read":${read}}}}\n\n`;
const complete = 'event: complete\ndata\n\n';

let answers: Answer[];
let signals: AbortSignal[];

/** Records what a subscription receives, and how it ends. */
function hear() {
  const heard: unknown[] = [];
  let end: string | undefined;
  const subscription = listen('doc', { id: '7' }).subscribe({
    next: (answer) => heard.push('data' in answer && answer.data),
    error: (error: Error) => (end = error.message),
    complete: () => (end = 'complete'),
  });
  return { heard, end: () => end, stop: () => subscription.unsubscribe() };
}

const run = (read: number) => ({ run: { read } });

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  signals = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A subscription over server-sent events', () => {
  it('receives events, in one piece or several, until the server ends it', async () => {
    answers = [() => stream([':\n\n', next(1), next(2).slice(0, 9), next(2).slice(9), complete])];
    const { heard, end } = hear();
    await vi.waitFor(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([run(1), run(2)]);
    expect(signals).toHaveLength(1);
  });

  it('reconnects after a lost connection, with growing delays', async () => {
    answers = [
      () => stream([next(1)]),
      () => new Response('', { status: 503 }),
      () => stream([next(5), complete]),
    ];
    const { heard, end } = hear();
    await vi.waitFor(() => expect(heard).toEqual([run(1)]));
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1900);
    expect(signals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    await vi.waitFor(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([run(1), run(5)]);
  });

  it('fails after five connections without an event', async () => {
    const { end } = hear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(end()).toBe('The connection was lost. Please try again later');
    expect(signals).toHaveLength(5);
  });

  it('is not retried after a refusal', async () => {
    answers = [() => stream(['event: next\ndata: {"data":null,"errors":[{"message":"No"}]}\n\n'])];
    const { heard, end } = hear();
    await vi.waitFor(() => expect(end()).toBe('No'));
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals).toHaveLength(1);
  });

  it('accepts only event streams', async () => {
    answers = [() => Response.json({ data: run(1) })];
    const { end } = hear();
    await vi.waitFor(() => expect(end()).toMatch(/^200: /));
  });

  it('closes a silent connection', async () => {
    answers = [() => stream([next(1)], true)];
    const { heard } = hear();
    await vi.waitFor(() => expect(heard).toEqual([run(1)]));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('closes its connection when it is unsubscribed', async () => {
    answers = [() => stream([next(1)], true)];
    const { heard, stop } = hear();
    await vi.waitFor(() => expect(heard).toEqual([run(1)]));
    stop();
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals).toHaveLength(1);
  });
});
