import { createHmac, randomBytes } from 'node:crypto';

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const prefix = 'whsec_';

export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The headers of a message, with one signature per secret, newest first. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
