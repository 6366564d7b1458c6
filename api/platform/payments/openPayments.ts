import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '../database/database.ts';
import type { Env } from '../process/env.ts';
import { callPatience } from './paymentProvider.ts';
import { createSandboxPayments, postedTo } from './sandboxPayments.ts';

export async function openPayments(
  env: Pick<Env, 'stripe' | 'seed' | 'host' | 'port'>,
  database: Database,
  clock: () => Date,
) {
  if (env.stripe) {
    // Loaded on demand, since it takes a third of a second.
    const { createStripePayments } = await import('./stripePayments.ts');
    return { payments: createStripePayments(env.stripe), paymentSandbox: undefined };
  }
  if (env.seed !== 'demo') {
    return { payments: undefined, paymentSandbox: undefined };
  }
  const webhookUrl = `${ownOrigin(env)}/api/payments/webhook`;
  const paymentSandbox = createSandboxPayments({
    database,
    secret: randomBytes(32).toString('hex'),
    takeEvent: postedTo(() => webhookUrl),
    clock,
    patience: callPatience,
  });
  return { payments: paymentSandbox, paymentSandbox };
}

/** The origin at which the process reaches itself. */
export function ownOrigin({ host, port }: Pick<Env, 'host' | 'port'>): string {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`;
}
