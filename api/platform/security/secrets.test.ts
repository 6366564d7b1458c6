import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets, SecretError, WrongDestinationError } from './secrets.ts';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const secrets = createSecrets([newKey]);

describe('a sealed setting', () => {
  it('opens to any text that was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (key, plain) => {
        expect(secrets.open(key, secrets.seal(key, plain))).toBe(plain);
      }),
    );
  });

  it('is different each time and reveals nothing', () => {
    const first = secrets.seal('smtp_password', 'hunter22');
    expect(first).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(first.startsWith(secrets.newestPrefix)).toBe(true);
    expect(first).not.toBe(secrets.seal('smtp_password', 'hunter22'));
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString()).not.toContain(
      'hunter22',
    );
  });

  it('opens for its own setting only', () => {
    const sealed = secrets.seal('smtp_password', 'hunter22');
    expect(() => secrets.open('site_title', sealed)).toThrow(SecretError);
  });

  it('opens only for the destination it was sealed for', () => {
    const sealed = secrets.seal('smtp_password', 'hunter22', 'mail.example:587');
    expect(secrets.destinationOf(sealed)).toBe('mail.example:587');
    expect(secrets.open('smtp_password', sealed)).toBe('hunter22');
    expect(secrets.openFor('smtp_password', sealed, 'mail.example:587')).toBe('hunter22');
    const elsewhere = secrets.seal('smtp_password', 'x', 'evil.example:25').split('.')[3];
    const parts = sealed.split('.');
    const forged = [...parts.slice(0, 3), elsewhere].join('.');
    const unbound = parts.slice(0, 3).join('.');
    expect(() => secrets.openFor('smtp_password', sealed, 'evil.example:25')).toThrow(
      WrongDestinationError,
    );
    expect(() => secrets.openFor('smtp_password', forged, 'evil.example:25')).toThrow(SecretError);
    expect(() => secrets.open('smtp_password', unbound)).toThrow(SecretError);
    const older = secrets.seal('smtp_password', 'hunter22');
    expect(() => secrets.openFor('smtp_password', older, 'mail.example:587')).toThrow(
      WrongDestinationError,
    );
  });

  it('does not open when a single byte was changed', () => {
    const [version, id, body = ''] = secrets.seal('smtp_password', 'hunter22').split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const sealed = `${version}.${id}.${changed.toString('base64url')}`;
      expect(() => secrets.open('smtp_password', sealed)).toThrow(SecretError);
    }
  });

  it.each(['', 'hunter22', 'v1.x', 'v2.01234567.aaaa', 'v1.01234567.aaaa', 'v1.a.b.c'])(
    'is not %j',
    (sealed) => {
      expect(() => secrets.open('smtp_password', sealed)).toThrow(SecretError);
    },
  );

  it('opens with an older key, and names the key if it is missing', () => {
    const sealed = createSecrets([oldKey]).seal('smtp_password', 'hunter22');
    const both = createSecrets([newKey, oldKey]);
    expect(both.open('smtp_password', sealed)).toBe('hunter22');
    expect(secrets.open('smtp_password', both.seal('smtp_password', 'hunter22'))).toBe('hunter22');
    expect(() => secrets.open('smtp_password', sealed)).toThrow(
      `The setting smtp_password was encrypted with the key ${sealed.split('.')[1]}, which SETTINGS_KEYS lacks`,
    );
  });
});
