import { createHmac, randomBytes } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import type { WebhookEndpoint } from '#api/generated/prisma/client.ts';

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

const nameOf = (endpointId: string): string => `webhook.${endpointId}`;

export const sealSecret = (
  { secrets }: Pick<Deps, 'secrets'>,
  endpointId: string,
  secret: string,
): string => secrets.seal(nameOf(endpointId), secret);

export function openSecrets(
  deps: Pick<Deps, 'secrets' | 'clock' | 'sandbox'>,
  {
    endpointId,
    secret,
    previousSecret,
    previousSecretUntil,
  }: Pick<WebhookEndpoint, 'secret' | 'previousSecret' | 'previousSecretUntil'> & {
    endpointId: string;
  },
): string[] {
  const lasts =
    previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > realTime(deps);
  return [secret, ...(lasts ? [previousSecret] : [])].map((sealed) =>
    deps.secrets.open(nameOf(endpointId), sealed),
  );
}

/** The real time, even in a sandbox with a moved clock, because receivers are real servers. */
export const realTime = ({ clock, sandbox }: Pick<Deps, 'clock' | 'sandbox'>): Date =>
  (sandbox?.live.clock ?? clock)();
