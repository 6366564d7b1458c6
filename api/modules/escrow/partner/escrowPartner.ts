import { createHash } from 'node:crypto';
import { z } from 'zod';
import { signatureHeader, signMessage } from '#api/platform/security/signedMessages.ts';

export interface EscrowRequest {
  /** Our id of the escrow. A repeated request with the same id returns the same account. */
  reference: string;
  listingId: string;
  title: string;
  currency: string;
  pricePerNightCents: number;
  salePriceCents: number | null;
  /** The part of the price that the buyer of an agreed sale pays first. */
  depositCents?: number;
}

export interface PayoutOrder {
  /** Our id of the order. A repeated order with the same id is paid once. */
  payoutId: string;
  /** The sale. */
  reference: string;
  accountId: string | null;
  to: 'buyer' | 'seller';
  amountCents: number;
  currency: string;
}

/** The title and escrow partner. It reports the progress of accounts in signed events. */
export interface EscrowPartner {
  /**
   * Requests an account.
   * @returns the partner's id of the account
   * @throws {Error} if the partner can't be reached or responds with an error; retry later
   */
  openAccount(request: EscrowRequest): Promise<{ accountId: string }>;
  /**
   * Orders a payment out of the account of a sale; an event confirms it.
   * @throws {Error} if the partner can't be reached or responds with an error; retry later
   */
  payOut(order: PayoutOrder): Promise<void>;
  /**
   * Plays the wire of a buyer; only a sandbox has it. A sale has one of each kind: a repeated call
   * pays nothing.
   */
  payIn?(payment: SandboxPayment): Promise<void>;
}

interface SandboxPayment {
  /** The sale. */
  reference: string;
  kind: 'deposit' | 'balance';
  amountCents: number;
}

export type Escrow = { partner: EscrowPartner; secret: string } | undefined;

/** Milliseconds that a partner has to respond. */
const patience = 10_000;

const accountAnswer = z.object({ accountId: z.string().min(1).max(200) });

/** A partner that implements the protocol of docs/partners.md. */
export function createHttpPartner({ url, secret }: { url: string; secret: string }): EscrowPartner {
  return {
    async openAccount(request) {
      const answer = await post(`${url}/accounts`, secret, JSON.stringify(request), {
        'idempotency-key': request.reference,
      });
      const read = accountAnswer.safeParse(await answer.json().catch(() => undefined));
      if (!read.success) {
        throw new Error('The escrow partner answered without an accountId of 1 to 200 characters');
      }
      return read.data;
    },
    async payOut(order) {
      await post(`${url}/payouts`, secret, JSON.stringify(order), {
        'idempotency-key': order.payoutId,
      });
    },
  };
}

/**
 * A sandbox in place of a partner: opens every account and pays every order at once, and reports it
 * to our own webhook.
 * @param webhookUrl URL of our webhook
 */
export function createSandboxPartner(options: {
  webhookUrl: () => string;
  secret: string;
}): EscrowPartner {
  return {
    async openAccount({ reference }) {
      const name = createHash('sha256').update(reference).digest('hex').slice(0, 16);
      const accountId = `sandbox-${name}`;
      const event = {
        id: `sandbox-active-${name}`,
        reference,
        accountId,
        status: 'active',
        occurredAt: new Date().toISOString(),
      };
      await post(options.webhookUrl(), options.secret, JSON.stringify(event));
      return { accountId };
    },
    async payOut({ payoutId, reference, to, amountCents }) {
      const event = {
        id: `sandbox-paid-${payoutId}`,
        reference,
        kind: to === 'seller' ? 'released' : 'refunded',
        amountCents,
        occurredAt: new Date().toISOString(),
      };
      await post(options.webhookUrl(), options.secret, JSON.stringify(event));
    },
    async payIn({ reference, kind, amountCents }) {
      const event = {
        id: `sandbox-${kind}-${reference}`,
        reference,
        kind,
        amountCents,
        occurredAt: new Date().toISOString(),
      };
      await post(options.webhookUrl(), options.secret, JSON.stringify(event));
    },
  };
}

async function post(
  url: string,
  secret: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signMessage(secret, body),
      ...headers,
    },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) {
    throw new Error(`The escrow partner answered ${answer.status} to a request`);
  }
  return answer;
}
