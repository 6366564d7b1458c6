import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts settings such as passwords, each bound to the setting that it belongs to. */
export interface Secrets {
  /** The envelope to store for this setting: text, made with the newest key. */
  seal(settingKey: string, plain: string): string;
  /**
   * What an envelope holds.
   * @throws {SecretError} when it was changed, belongs to another setting or its key is gone
   */
  open(settingKey: string, sealed: string): string;
  /** What every envelope that the newest key made begins with; names the key without telling it. */
  newestPrefix: string;
}

/** An envelope that can't be opened; the message holds nothing secret. */
export class SecretError extends Error {}

const version = 'v1';
/** Length of a key: AES-256. */
export const keyBytes = 32;
// NIST SP 800-38D: 96 bits of nonce, 128 of tag.
const nonceBytes = 12;
const tagBytes = 16;

/** With keys of 32 bytes, newest first: the first seals, each may open. */
export function createSecrets(keys: Buffer[]): Secrets {
  const [newest] = keys;
  if (!newest || keys.some((key) => key.length !== keyBytes)) {
    throw new Error('Settings are encrypted with keys of 32 bytes');
  }
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  return {
    newestPrefix: `${version}.${idOf(newest)}.`,
    seal(settingKey, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce);
      cipher.setAAD(boundTo(idOf(newest), settingKey));
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
      const body = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
      return `${version}.${idOf(newest)}.${body}`;
    },
    open(settingKey, sealed) {
      const [found, keyId = '', body = '', ...rest] = sealed.split('.');
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
      decipher.setAAD(boundTo(keyId, settingKey));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        throw new SecretError(`The setting ${settingKey} was changed after it was encrypted`);
      }
    },
  };
}

/** Names a key without telling it. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

const boundTo = (keyId: string, settingKey: string): Buffer =>
  Buffer.from(`tideweek setting ${version} ${keyId} ${settingKey}`);
