import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type ServerEvent } from './eventStream.ts';

function parse(...chunks: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  chunks.forEach(take);
  return events;
}

/** Splits a text at these positions. */
function cut(text: string, places: number[]): string[] {
  const sorted = [...places.map((place) => place % (text.length + 1))].sort((a, b) => a - b);
  return [...sorted, text.length].map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
}

describe('Server-sent events', () => {
  it.each([
    ['with a type', 'event: next\ndata: {"a":1}\n\n', [{ type: 'next', data: '{"a":1}' }]],
    ['without a type', 'data: a\n\n', [{ type: 'message', data: 'a' }]],
    ['of several lines', 'data: a\ndata\ndata: b\n\n', [{ type: 'message', data: 'a\n\nb' }]],
    ['between keep-alives', ':\n\n: ping\n\ndata:a\n\n:\n\n', [{ type: 'message', data: 'a' }]],
    ['that end with \\r', 'data: a\r\rdata: b\r\r', both('a', 'b')],
    ['that end with \\r\\n', 'data: a\r\n\r\ndata: b\r\n\r\n', both('a', 'b')],
    ['after a byte order mark', '\uFEFFdata: a\n\n', [{ type: 'message', data: 'a' }]],
    ['that lose one space only', 'data:  a\n\n', [{ type: 'message', data: ' a' }]],
    ['with unknown fields', 'id: 1\nretry: 5\nx: y\ndata: a\n\n', both('a')],
    ['without data are ignored', 'event: complete\n\ndata: a\n\n', both('a')],
    ['with empty data', 'event: complete\ndata\n\n', [{ type: 'complete', data: '' }]],
    ['cut off are ignored', 'data: a\n\ndata: b\n', both('a')],
  ])('%s', (_what, text, events) => {
    expect(parse(text)).toEqual(events);
    expect(parse(...text)).toEqual(events);
  });

  it('end at \\r\\n even if a chunk ends between the two', () => {
    expect(parse('data: a\r', '\n', '\n', 'data: b\r', '', '\n', '\n')).toEqual(both('a', 'b'));
  });

  it('are the same wherever the stream is cut', () => {
    const line = fc.constantFrom(
      '',
      ': ping',
      'data: a',
      'data:é✓',
      'event: next',
      'data',
      'id: 7',
    );
    const end = fc.constantFrom('\n', '\r', '\r\n');
    const stream = fc.array(fc.tuple(line, end)).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat()), (text, places) => {
        expect(parse(...cut(text, places))).toEqual(parse(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

function both(...data: string[]): ServerEvent[] {
  return data.map((text) => ({ type: 'message', data: text }));
}
