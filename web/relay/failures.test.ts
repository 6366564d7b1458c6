import { describe, expect, it } from 'vitest';
import { failureOf } from './failures.ts';

const error = (code: string, ...path: string[]) => ({ message: code, path, extensions: { code } });

const answer = (data: object | null, ...errors: object[]) =>
  ({ data, ...(errors.length > 0 && { errors }) }) as never;

describe('The failure of a response', () => {
  it.each([
    ['is undefined without errors', answer({ resort: null }), undefined],
    ['is our own error', answer({ resort: null }, error('UNAVAILABLE', 'resort')), 'UNAVAILABLE'],
    ['is a nested error', answer({ a: {} }, error('TIMEOUT', 'a', 'b')), 'TIMEOUT'],
    [
      'is an error beside valid data',
      answer({ a: 1, b: null }, error('INTERNAL_SERVER_ERROR', 'b')),
      'INTERNAL_SERVER_ERROR',
    ],
    [
      'is undefined for an error of the viewer',
      answer({ viewer: null }, error('UNAVAILABLE', 'viewer')),
      undefined,
    ],
    ['is undefined for a refusal', answer({ users: null }, error('FORBIDDEN', 'users')), undefined],
    ['is any error without data', answer(null, error('BAD_REQUEST')), 'BAD_REQUEST'],
    ['is reported for an empty response', answer(null), 'The answer is empty'],
  ])('%s', (_what, response, failure) => {
    expect(failureOf(response)).toBe(failure);
  });
});
