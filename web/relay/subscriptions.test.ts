import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { listen } from './subscriptions.ts';

const until = (check: () => void) => vi.waitFor(check, { timeout: inject('patience') });

type Answer = () => Response | Promise<Response>;

const encoder = new TextEncoder();

/** A response that sends these pieces, and then ends or stays open. */
function stream(pieces: (string | Uint8Array)[], staysOpen = false): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      }
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
    await until(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([run(1), run(2)]);
    expect(signals).toHaveLength(1);
  });

  it.each([
    ['end with \\r\\n', (text: string) => text.replaceAll('\n', '\r\n')],
    ['follow a byte order mark', (text: string) => `\uFEFF${text}`],
    ['have keep-alives between them', (text: string) => `: ping\n\n${text}:\n\n`],
    ['have no space after the colon', (text: string) => text.replaceAll(': ', ':')],
    ['have unknown fields', (text: string) => `id: 1\nretry: 5\nx: y\nz\n${text}`],
    ['follow an event of another type', (text: string) => `data: {}\n\nevent: x\ndata\n\n${text}`],
    ['follow an event without data', (text: string) => `event: complete\n\n${text}`],
  ])('receives events that %s', async (_what, change) => {
    answers = [() => stream([change(next(1) + next(2) + complete)])];
    const { heard, end } = hear();
    await until(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([run(1), run(2)]);
    expect(signals).toHaveLength(1);
  });

  it('joins the lines of an event', async () => {
    answers = [() => stream(['event: next\ndata: {"data":\ndata\ndata: {"a":1}}\n\n', complete])];
    const { heard, end } = hear();
    await until(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([{ a: 1 }]);
  });

  it('ignores an event that is cut off', async () => {
    answers = [() => stream([next(1), next(2).slice(0, -1)]), () => stream([complete])];
    const { heard, end } = hear();
    await until(() => expect(heard).toEqual([run(1)]));
    await vi.advanceTimersByTimeAsync(1000);
    await until(() => expect(end()).toBe('complete'));
    expect(heard).toEqual([run(1)]);
  });

  it('receives the same wherever the stream is cut', async () => {
    const event = (data: unknown) => `event: next\ndata: ${JSON.stringify({ data })}\n\n`;
    const data = fc.record({ a: fc.string({ unit: 'grapheme' }) });
    const parts = fc.array(fc.oneof(data, fc.constant(': ping\n\n')), { maxLength: 5 });
    const lineEnd = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(parts, lineEnd, fc.array(fc.nat()), async (sent, newline, places) => {
        const text = [...sent.map((part) => (typeof part === 'string' ? part : event(part)))]
          .concat(complete)
          .join('')
          .replaceAll('\n', newline);
        answers = [() => stream(cut(encoder.encode(text), places))];
        const heard: unknown[] = [];
        await new Promise<void>((complete, error) =>
          listen('doc', {}).subscribe({
            next: (answer) => heard.push('data' in answer && answer.data),
            error,
            complete,
          }),
        );
        expect(heard).toEqual(sent.filter((part) => typeof part !== 'string'));
      }),
      { numRuns: 300 },
    );
  });

  it('reconnects after a lost connection, with growing delays', async () => {
    answers = [
      () => stream([next(1)]),
      () => new Response('', { status: 503 }),
      () => stream([next(5), complete]),
    ];
    const { heard, end } = hear();
    await until(() => expect(heard).toEqual([run(1)]));
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1900);
    expect(signals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    await until(() => expect(end()).toBe('complete'));
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
    await until(() => expect(end()).toBe('No'));
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals).toHaveLength(1);
  });

  it('accepts only event streams', async () => {
    answers = [() => Response.json({ data: run(1) })];
    const { end } = hear();
    await until(() => expect(end()).toMatch(/^200: /));
  });

  it('closes a silent connection', async () => {
    answers = [() => stream([next(1)], true)];
    const { heard } = hear();
    await until(() => expect(heard).toEqual([run(1)]));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('closes its connection when it is unsubscribed', async () => {
    answers = [() => stream([next(1)], true)];
    const { heard, stop } = hear();
    await until(() => expect(heard).toEqual([run(1)]));
    stop();
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals).toHaveLength(1);
  });
});

/** Splits bytes at these positions, even within a character. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const sorted = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...sorted, bytes.length].map((end, at) => bytes.subarray(sorted[at - 1] ?? 0, end));
}
