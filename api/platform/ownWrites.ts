import { cookieIn } from './cookies.ts';

/**
 * A cookie with the last transactions of a browser that changed the catalogue. A process that has not
 * heard all of them yet reads past its cache, so that everybody reads what they wrote, on any process.
 */
const name = 'tideweek-wrote';

/** Seconds; announcements take less than one. */
const maxAge = 10;

const most = 8;

/** The announcements of each transaction, by its id; they may reach a process one by one. */
export type OwnWrites = ReadonlyMap<string, number>;

const none: OwnWrites = new Map();

/** The transactions in a Cookie header. */
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
