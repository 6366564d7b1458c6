import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieIn } from '../http/cookies.ts';

/**
 * Strangers who guess a password don't lock out browsers that signed in before (OWASP, Device
 * Cookies). The cookie grants no access, and the server does not store it.
 */
export type Devices = ReturnType<typeof createDevices>;

/** Accounts kept per device; the account with the oldest sign-in is dropped first. */
const maxAccounts = 5;

const maxAgeSeconds = 365 * 24 * 60 * 60;

/** '<random id of the device>.<signature for an account>.<signature for another>' */
const shape = /^[\w-]{22}(\.[\w-]{43}){1,5}$/;

/** @param keys 32 bytes each, newest first. The first signs; any of them verifies. */
export function createDevices(keys: Buffer[], options: { secure: boolean }) {
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
    /** The Set-Cookie value that adds an account to the accounts of this device. */
    remember(header: string | undefined, userId: string): string {
      const known = read(header);
      const device = known.device || randomBytes(16).toString('base64url');
      const own = marksOf(device, userId);
      const others = known.marks.filter((mark) => !own.includes(mark));
      const value = [device, ...own.slice(0, 1), ...others.slice(0, maxAccounts - 1)].join('.');
      return `${name}=${value}; ${attributes}`;
    },
    /** The key for counting attempts; undefined if the account has not signed in on this device. */
    recognise(header: string | undefined, userId: string): string | undefined {
      const { device, marks } = read(header);
      const isKnown = marksOf(device, userId).some((own) =>
        marks.some((mark) => timingSafeEqual(Buffer.from(mark), Buffer.from(own))),
      );
      return isKnown ? `${device} ${userId}` : undefined;
    },
  };
}

const purpose = 'tideweek devices';
