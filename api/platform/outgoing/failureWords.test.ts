import { expect, it } from 'vitest';
import { rawText, tellFailure } from './failureWords.ts';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  ['getaddrinfo ENOTFOUND mail.test', 'has an address whose host nobody knows'],
  ['getaddrinfo EAI_AGAIN mail.test', 'has an address whose host could not be looked up'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'refused the connection'],
  ['mail.test:25 did not take the message. read ECONNRESET', 'ended the connection'],
  ['ENOSPC: no space left on device, write', 'has no space left'],
  [
    'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    'has no certificate that can be trusted',
  ],
  ['The operation was aborted due to timeout', 'took too long to answer'],
  ['fetch failed', 'could not be reached'],
  ['Invalid `prisma.mail.update()` invocation:\n\nUnique …', 'failed in an unexpected way'],
])('%s becomes a sentence, with the raw text as details', (raw, words) => {
  expect(tellFailure('The mail server', raw)).toEqual({
    lastError: `The mail server ${words}`,
    lastErrorDetails: raw,
  });
});

it.each([
  'The escrow partner answered 503 to a request',
  'mail.test:25 did not take the message. Message failed: 550 No such mailbox',
  'No mail server answers at mail.test:25. Check host, port and security',
  'Error upgrading connection with STARTTLS',
  'The setting smtp_password needs a key which SETTINGS_KEYS lacks',
])('“%s” is already a sentence', (sentence) => {
  expect(tellFailure('Somebody', sentence)).toEqual({
    lastError: sentence,
    lastErrorDetails: null,
  });
});

it('both texts are null if nothing failed', () => {
  expect(tellFailure('Somebody', null)).toEqual({ lastError: null, lastErrorDetails: null });
});

it('the raw text of an error names its causes and codes', () => {
  const refused = coded('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED');
  const both = new AggregateError([refused, coded('connect ECONNREFUSED 127.0.0.1:5432', 'x')]);
  expect(rawText(new TypeError('fetch failed', { cause: refused }))).toBe(
    'fetch failed: connect ECONNREFUSED ::1:5432',
  );
  expect(rawText(Object.assign(both, { code: 'ECONNREFUSED' }))).toBe(
    'connect ECONNREFUSED ::1:5432: connect ECONNREFUSED 127.0.0.1:5432',
  );
  expect(rawText(coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'))).toBe(
    'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
  );
  expect(rawText(new TypeError())).toBe('TypeError');
});
