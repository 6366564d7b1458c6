import { afterEach, describe, expect, it, vi } from 'vitest';
import { BadLinkError, createSignedLinks, ExpiredLinkError } from './signedLinks.ts';

const key = Buffer.alloc(32, 1);
const links = createSignedLinks([key]);
const path = '/s3/objects/one';

const open = (link: string, method = 'PUT', by = links): Record<string, string> => {
  const { pathname, searchParams } = new URL(link, 'http://tideweek.test');
  return by.verify(method, pathname, Object.fromEntries(searchParams));
};

afterEach(() => vi.useRealTimers());

describe('a signed link', () => {
  it('returns its claims until it expires', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00.400Z') });
    const link = links.sign('PUT', path, { person: 'ada', part: '1' }, 900);
    expect(open(link)).toEqual({ person: 'ada', part: '1' });
    vi.setSystemTime(new Date('2026-11-21T12:14:59.000Z'));
    expect(open(link)).toEqual({ person: 'ada', part: '1' });
    vi.setSystemTime(new Date('2026-11-21T12:15:00.000Z'));
    expect(() => open(link)).toThrow(ExpiredLinkError);
    expect(() => open(link)).toThrow('Request has expired');
  });

  it.each([
    ['another path', (link: string) => link.replace('/one', '/two')],
    ['another claim', (link: string) => link.replace('person=ada', 'person=eve')],
    ['a later end', (link: string) => link.replace(/expires=\d/, 'expires=9')],
    ['one claim more', (link: string) => `${link}&part=2`],
    ['one claim less', (link: string) => link.replace('person=ada&', '')],
    ['no signature', (link: string) => link.replace(/&signature=.*/, '')],
    ['half a signature', (link: string) => link.slice(0, -4)],
    ['a signature of nothing', (link: string) => link.replace(/signature=.*/, 'signature=')],
  ])('is invalid with %s', (_name, change) => {
    const link = links.sign('PUT', path, { person: 'ada' }, 900);
    expect(open(link)).toEqual({ person: 'ada' });
    expect(change(link)).not.toBe(link);
    expect(() => open(change(link))).toThrow(BadLinkError);
  });

  it('is valid for one method', () => {
    expect(() => open(links.sign('PUT', path, {}, 900), 'GET')).toThrow(BadLinkError);
  });

  it('is valid while its key is kept, even beside a newer one', () => {
    const link = links.sign('PUT', path, {}, 900);
    const newer = Buffer.alloc(32, 2);
    expect(open(link, 'PUT', createSignedLinks([newer, key]))).toEqual({});
    expect(() => open(link, 'PUT', createSignedLinks([newer]))).toThrow(BadLinkError);
  });
});
