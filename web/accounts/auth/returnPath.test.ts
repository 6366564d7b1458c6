import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './returnPath.ts';

describe('safeReturnPath', () => {
  it.each([
    ['/search?type=sell', '/search?type=sell'],
    ['/resort/x#reviews', '/resort/x#reviews'],
    ['/x/../search', '/search'],
    ['/search?next=//evil.example', '/search?next=//evil.example'],
    ['/authors', '/authors'],
  ])('keeps %j as a path of this site', (returnTo, path) => {
    expect(safeReturnPath(returnTo)).toBe(path);
  });

  it.each([
    null,
    '',
    'search',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/..\\/evil.example',
    '/..\\\\evil.example',
    '/%2e%2e//evil.example',
    '/%2E//evil.example',
    '/.\t//evil.example',
    '/x/../..//evil.example//..//',
    '//own.invalid//evil.example',
    '//[',
    '/auth?mode=signin',
    '/auth/',
    '/AUTH?returnTo=/auth',
  ])('replaces %j with the dashboard', (returnTo) => {
    expect(safeReturnPath(returnTo)).toBe('/dashboard');
  });

  it('returns a path that every browser keeps on this site, for any input', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '//', '\\', '.', '..', '%2e', '%2f', '%5c', '\t', '\n', '\r', ' ', '@'),
      fc.constantFrom('?', '#', ':', '[', 'evil.example', 'http:', 'own.invalid', 'auth', 'search'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        for (const returnTo of [parts.join(''), `/${parts.join('')}`]) {
          const path = safeReturnPath(returnTo);
          expect(path).toMatch(/^\/(?![/\\])/);
          expect(new URL(path, 'https://weeks.example/auth').origin).toBe('https://weeks.example');
          expect(safeReturnPath(path)).toBe(path);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
