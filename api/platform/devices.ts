import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieIn } from './cookies.ts';

/**
 * Recognises browsers in which somebody has signed in to an account before, so that strangers who
 * guess at the account don't lock them out (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies). The cookie opens nothing, and the server stores nothing of it.
 */
export interface Devices {
  /**
   * The Set-Cookie value that makes the device known to an account, besides those it knows.
   * @param cookieHeader the Cookie header of the sign-in
   */
  remember(cookieHeader: string | undefined, userId: string): string;
  /** What to count tries by, where the account signed in on this device before. */
  recognise(cookieHeader: string | undefined, userId: string): string | undefined;
}

/** Accounts that one device remembers; the one that signed in longest ago is forgotten. */
const maxAccounts = 5;

const maxAgeSeconds = 365 * 24 * 60 * 60;

/** '<random id of the device>.<signature for an account>.<signature for another>' */
const shape = /^[\w-]{22}(\.[\w-]{43}){1,5}$/;

/** With keys of 32 bytes, newest first: the first signs, each may have signed. */
export function createDevices(keys: Buffer[], options: { secure: boolean }): Devices {
  const deviceKeys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  const name = options.secure ? '__Host-tideweek-device' : 'tideweek-device';
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  const read = (header: string | undefined) => {
    const value = cookieIn(header, name) ?? '';
    const [device = '', ...marks] = shape.test(value) ? value.split('.') : [];
    return { device, marks };
  };
  const marksOf = (device: string, userId: string): string[] =>
    deviceKeys.map((key) =>
      createHmac('sha256', key).update(`${device} ${userId}`).digest('base64url'),
    );
  return {
    remember(header, userId) {
      const known = read(header);
      const device = known.device || randomBytes(16).toString('base64url');
      const own = marksOf(device, userId);
      const others = known.marks.filter((mark) => !own.includes(mark));
      const value = [device, ...own.slice(0, 1), ...others.slice(0, maxAccounts - 1)].join('.');
      return `${name}=${value}; ${attributes}`;
    },
    recognise(header, userId) {
      const { device, marks } = read(header);
      const isKnown = marksOf(device, userId).some((own) =>
        marks.some((mark) => timingSafeEqual(Buffer.from(mark), Buffer.from(own))),
      );
      return isKnown ? `${device} ${userId}` : undefined;
    },
  };
}

const purpose = 'tideweek devices';
