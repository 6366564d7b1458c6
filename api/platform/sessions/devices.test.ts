import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDevices } from './devices.ts';

const keys = [randomBytes(32)];

const pairOf = (setCookie: string): string => setCookie.split(';', 1)[0] ?? '';

it('recognizes the last five accounts that signed in on a device, and tells them apart', () => {
  const devices = createDevices(keys, { secure: true });
  let cookie: string | undefined;
  for (const userId of ['one', 'two', 'three', 'four', 'five', 'two', 'six']) {
    cookie = pairOf(devices.remember(cookie, userId));
  }
  const known = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].filter(
    (userId) => devices.recognise(`other=%E0%A4%A; ${cookie}`, userId) !== undefined,
  );
  expect(known).toEqual(['two', 'three', 'four', 'five', 'six']);
  expect(devices.recognise(cookie, 'two')).not.toBe(devices.recognise(cookie, 'six'));
});

it('is sent over HTTPS to this host only', () => {
  const [first] = [createDevices(keys, { secure: true }).remember(undefined, 'one')];
  expect(first).toMatch(/^__Host-tideweek-device=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});

it('recognizes a device after a change of keys, and no forged cookie', () => {
  const before = createDevices(keys, { secure: false });
  const cookie = pairOf(before.remember(undefined, 'one'));
  const after = createDevices([randomBytes(32), ...keys], { secure: false });
  expect(after.recognise(cookie, 'one')).toBe(before.recognise(cookie, 'one'));
  const stranger = createDevices([randomBytes(32)], { secure: false });
  for (const forged of [
    pairOf(stranger.remember(undefined, 'one')),
    `${cookie}x`,
    'tideweek-device=',
  ]) {
    expect(before.recognise(forged, 'one')).toBeUndefined();
  }
});
