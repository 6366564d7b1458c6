import { cookieIn } from './cookies.ts';

/**
 * A cookie with the last transactions of a browser that changed the catalogue. A process that has not
 * heard of them yet reads past its cache, so that everybody reads what they wrote, on any process.
 */
const name = 'tideweek-wrote';

/** Seconds; announcements take less than one. */
const maxAge = 10;

const most = 8;

/** The ids of the transactions in a Cookie header. */
export const transactionsIn = (cookieHeader: string | undefined): string[] =>
  cookieIn(cookieHeader, name)
    ?.split('.')
    .filter((id) => /^\d{1,20}$/.test(id))
    .slice(-most) ?? [];

/** The Set-Cookie value after further transactions. @param secure whether the site is served over HTTPS */
export const ownWritesCookie = (
  cookieHeader: string | undefined,
  wrote: Iterable<string>,
  secure: boolean,
): string =>
  `${name}=${[...transactionsIn(cookieHeader), ...wrote].slice(-most).join('.')}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
