import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './returnPath.ts';

describe('safeReturnPath', () => {
  it('keeps a path of this site', () => {
    expect(safeReturnPath('/search?type=sell')).toBe('/search?type=sell');
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/auth?mode=signin',
  ])('takes %j to the dashboard', (returnTo) => {
    expect(safeReturnPath(returnTo)).toBe('/dashboard');
  });
});
