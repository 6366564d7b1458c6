import { cookieIn } from './cookies.ts';

/**
 * Names a browser's latest transactions that changed the catalogue. A process that has not heard of
 * all of them bypasses its cache, so that people see their own changes.
 */
const name = 'tideweek-wrote';

/** Seconds; announcements take less than one. */
const maxAge = 10;

const most = 8;

/** Number of announcements per transaction id; these may arrive one by one. */
export type OwnWrites = ReadonlyMap<string, number>;

const none: OwnWrites = new Map();

export function writesIn(cookieHeader: string | undefined): OwnWrites {
  const value = cookieIn(cookieHeader, name);
  return value === undefined
    ? none
    : new Map(
        [...value.matchAll(/(\d{1,20})-(\d{1,6})/g)]
          .slice(-most)
          .map(([, id = '', announcements]) => [id, Number(announcements)]),
      );
}

/** The Set-Cookie value after further transactions. @param secure whether the site is served over HTTPS */
export function ownWritesCookie(
  cookieHeader: string | undefined,
  wrote: OwnWrites,
  secure: boolean,
): string {
  const pairs = [...writesIn(cookieHeader), ...wrote].slice(-most).map((pair) => pair.join('-'));
  return `${name}=${pairs.join('.')}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
