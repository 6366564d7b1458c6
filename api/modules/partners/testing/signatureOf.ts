import { createHmac } from 'node:crypto';

/** The signature of a message, as the specification of Standard Webhooks says, on its own. */
export function signatureOf(
  secret: string,
  { headers, body }: { headers: Record<string, string | string[] | undefined>; body: string },
): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
