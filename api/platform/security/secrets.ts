import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** An envelope is bound to its setting and, if it is sent anywhere, to its destination. */
export type Secrets = ReturnType<typeof createSecrets>;

/** An envelope can't be opened; the message holds nothing secret. */
export class SecretError extends Error {}

/** A secret would be sent to another destination than the one it was entered for. */
export class WrongDestinationError extends SecretError {}

const version = 'v1';
/** Length of a key: AES-256. */
export const keyBytes = 32;
// NIST SP 800-38D: 96 bits of nonce, 128 of tag.
const nonceBytes = 12;
const tagBytes = 16;

/** @param keys 32 bytes each, newest first. The first seals; any of them opens. */
export function createSecrets(keys: Buffer[]) {
  const [newest] = keys;
  if (!newest || keys.some((key) => key.length !== keyBytes)) {
    throw new Error('Settings are encrypted with keys of 32 bytes');
  }
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const open = (settingKey: string, sealed: string): string => {
    const [found, keyId = '', body = '', destination, ...rest] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    if (found !== version || rest.length > 0 || bytes.length < nonceBytes + tagBytes) {
      throw new SecretError(`The setting ${settingKey} is not an encrypted value`);
    }
    const key = byId.get(keyId);
    if (!key) {
      throw new SecretError(
        `The setting ${settingKey} was encrypted with the key ${keyId}, which SETTINGS_KEYS lacks`,
      );
    }
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(keyId, settingKey, destination));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString('utf8');
    } catch {
      throw new SecretError(`The setting ${settingKey} was changed after it was encrypted`);
    }
  };
  const destinationOf = (sealed: string): string | undefined => {
    const encoded = sealed.split('.')[3];
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString();
  };
  return {
    /** Prefix of all envelopes of the newest key; identifies the key without revealing it. */
    newestPrefix: `${version}.${idOf(newest)}.`,
    /** Encrypts with the newest key. @param destination the only one, as passed to `openFor` */
    seal(settingKey: string, plain: string, destination?: string): string {
      const encoded =
        destination === undefined ? undefined : Buffer.from(destination).toString('base64url');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce);
      cipher.setAAD(boundTo(idOf(newest), settingKey, encoded));
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
      const body = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
      return [version, idOf(newest), body, ...(encoded === undefined ? [] : [encoded])].join('.');
    },
    /** Decrypts an envelope to display or reseal it. @throws {SecretError} */
    open,
    /** Decrypts a secret to send it. @throws {WrongDestinationError} if it is sealed for another */
    openFor(settingKey: string, sealed: string, destination: string): string {
      const plain = open(settingKey, sealed);
      if (destinationOf(sealed) !== destination) {
        throw new WrongDestinationError(`Enter ${settingKey} again, for ${destination}`);
      }
      return plain;
    },
    /** The destination that an envelope was sealed for; undefined without one. */
    destinationOf,
  };
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

const boundTo = (keyId: string, settingKey: string, destination: string | undefined): Buffer =>
  Buffer.from(
    [
      'tideweek setting',
      version,
      keyId,
      settingKey,
      ...(destination === undefined ? [] : [destination]),
    ].join(' '),
  );
