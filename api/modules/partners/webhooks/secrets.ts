import type { Deps } from '#api/context/context.ts';
import type { WebhookEndpoint } from '#api/generated/prisma/client.ts';
import { realTime } from './realTime.ts';

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
