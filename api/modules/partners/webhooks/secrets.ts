import type { Deps } from '../../../context/context.ts';
import type { WebhookEndpoint } from '../../../generated/prisma/client.ts';

/** The name under which the secrets of an endpoint are encrypted; secretRotation.ts knows it too. */
const nameOf = (endpointId: string): string => `webhook.${endpointId}`;

export const sealSecret = (
  { secrets }: Pick<Deps, 'secrets'>,
  endpointId: string,
  secret: string,
): string => secrets.seal(nameOf(endpointId), secret);

/** The secrets that sign a message now, the newest first. */
export function openSecrets(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
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
    previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > clock();
  return [secret, ...(lasts ? [previousSecret] : [])].map((sealed) =>
    secrets.open(nameOf(endpointId), sealed),
  );
}
