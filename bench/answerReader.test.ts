import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswerReader } from './answerReader.ts';

const withLength = fc
  .tuple(fc.constantFrom(200, 404, 503), fc.string({ maxLength: 300 }))
  .map(([status, body]) => ({
    status,
    text: `HTTP/1.1 ${status} X\r\nContent-Length: ${Buffer.byteLength(body)}\r\nA: b\r\n\r\n${body}`,
  }));

const inChunks = fc
  .array(fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), { maxLength: 4 })
  .map((chunks) => ({
    status: 200,
    text: `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${[...chunks, '']
      .map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`)
      .join('')}`,
  }));

const withoutBody = fc.constantFrom(204, 304).map((status) => ({
  status,
  text: `HTTP/1.1 ${status} X\r\n\r\n`,
}));

test('the end of each response is found, wherever the data is cut', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(withLength, inChunks, withoutBody),
          fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      (answers) => {
        const read = createAnswerReader();
        for (const [{ status, text }, sizes] of answers) {
          const pieces = cut(Buffer.from(text), sizes);
          const last = pieces.pop() as Buffer;
          expect(pieces.map(read).filter(Boolean)).toEqual([]);
          expect(read(last)).toEqual({ status, bytes: Buffer.byteLength(text) });
        }
      },
    ),
  );
});

/** Pieces of these sizes, repeated to the end. */
function cut(data: Buffer, sizes: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < data.length; at += pieces.at(-1)?.length ?? 0) {
    pieces.push(data.subarray(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
  }
  return pieces;
}

test('a response without a length is refused', () => {
  const read = createAnswerReader();
  expect(() => read(Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'))).toThrow(
    'no length',
  );
});
