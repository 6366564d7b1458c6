import { describe, expect, it } from 'vitest';
import { failureOf } from './failures.ts';

const error = (code: string, ...path: string[]) => ({ message: code, path, extensions: { code } });

const answer = (data: object | null, ...errors: object[]) =>
  ({ data, ...(errors.length > 0 && { errors }) }) as never;

describe('what keeps an answer from being whole', () => {
  it.each([
    ['nothing, where there are no errors', answer({ resort: null }), undefined],
    ['an error of ours', answer({ resort: null }, error('UNAVAILABLE', 'resort')), 'UNAVAILABLE'],
    ['one deep inside', answer({ a: {} }, error('TIMEOUT', 'a', 'b')), 'TIMEOUT'],
    [
      'one beside what is fine',
      answer({ a: 1, b: null }, error('INTERNAL_SERVER_ERROR', 'b')),
      'INTERNAL_SERVER_ERROR',
    ],
    [
      'no word about the viewer',
      answer({ viewer: null }, error('UNAVAILABLE', 'viewer')),
      undefined,
    ],
    ['no refusal', answer({ users: null }, error('FORBIDDEN', 'users')), undefined],
    ['any error that leaves nothing', answer(null, error('BAD_REQUEST')), 'BAD_REQUEST'],
    ['an empty answer', answer(null), 'The answer is empty'],
  ])('%s', (_what, response, failure) => {
    expect(failureOf(response)).toBe(failure);
  });
});
