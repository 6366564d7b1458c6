import { z } from 'zod';
import { UnavailableError, requireFound } from '#api/platform/errors.ts';
import {
  PaymentRefused,
  PaymentUnavailable,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentState,
} from '#api/platform/payments/paymentProvider.ts';
import { askProvider, paymentProgress, type AskedOperation, type Progress } from './askProvider.ts';
import { settle, type ApplyOutcome, type PaymentDeps } from './operations.ts';
import { takeRefunds, takeReversals } from './providerRefunds.ts';

export interface EventHandlers {
  apply: ApplyOutcome;
  /** @param reference the provider's id of the account */
  accountChanged: (reference: string) => Promise<void>;
  /** @param reference the provider's id of the dispute */
  disputeChanged: (reference: string) => Promise<void>;
}

/**
 * Handles an event of the payment provider. An event only names the object: its state is then read
 * from the provider, so events may arrive late, repeated and in any order.
 * @param message the raw body and its signature
 * @param handlers apply moves bookings after their payments; the others read what has changed
 * @returns whether the event was new
 * @throws {NotFoundError} if the site takes no payments
 * @throws {RefusedLinkError | InvalidInputError} if the event is not the provider's
 * @throws {UnavailableError} if the provider can't be reached; it sends the event again
 */
export async function takePaymentEvent(
  deps: PaymentDeps,
  message: { body: string; signature: string | undefined },
  handlers: EventHandlers,
): Promise<{ isNew: boolean }> {
  const { payments: provider, clock } = deps;
  requireFound(provider, 'This site takes no payments');
  const event = provider.readWebhook(message.body, message.signature);
  if (!event) {
    return { isNew: false };
  }
  const { paymentEvent } = deps.database.prisma;
  const { id, kind, reference } = event;
  const provider_id = { provider: provider.name, id };
  // Not upsert: of two concurrent deliveries, the second must fail.
  await paymentEvent.createMany({
    data: { ...provider_id, kind, reference, receivedAt: clock() },
    skipDuplicates: true,
  });
  const stored = await paymentEvent.findUniqueOrThrow({ where: { provider_id } });
  if (stored.handledAt) {
    return { isNew: false };
  }
  try {
    await lookAt(deps, provider, event, handlers);
  } catch (error) {
    if (error instanceof PaymentUnavailable) {
      throw new UnavailableError('The payment provider did not answer. Send the event again', 60);
    }
    if (!(error instanceof PaymentRefused)) {
      throw error;
    }
    deps.log.warn({ event: id, reference, err: error }, 'an event is about something unknown');
  }
  await paymentEvent.update({ where: { provider_id }, data: { handledAt: clock() } });
  return { isNew: true };
}

/** Reads what an event, or a line of the provider's books, is about, and takes over its state. */
export const lookAt = (
  deps: PaymentDeps,
  provider: PaymentProvider,
  event: Omit<PaymentEvent, 'id'>,
  handlers: EventHandlers,
): Promise<void> =>
  ({
    account: () => handlers.accountChanged(event.reference),
    dispute: () => handlers.disputeChanged(event.reference),
    payment: () => lookAtPayment(deps, provider, event, handlers.apply),
    transfer: () => takeReversals(deps, provider, event.reference, handlers.apply),
  })[event.about]();

/** Settles open operations of a payment by its state at the provider, and takes its refunds. */
export async function lookAtPayment(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { kind: about, reference }: Pick<PaymentEvent, 'kind' | 'reference'>,
  apply: ApplyOutcome,
): Promise<void> {
  const state = await provider.read(reference);
  const ours = z.uuid().safeParse(state.key);
  const operations = await deps.database.prisma.paymentOperation.findMany({
    where: {
      provider: provider.name,
      status: { in: ['waiting', 'needs_action'] },
      // A refund or transfer that is about this payment has a state of its own.
      kind: { in: ['authorize', 'charge', 'claim', 'capture', 'void'] },
      OR: [
        ...(ours.success ? [{ id: ours.data }] : []),
        { providerReference: reference },
        { payment: { providerReference: reference } },
      ],
    },
    include: { payment: true },
  });
  for (const operation of operations) {
    const progress = await progressOf(provider, operation, state);
    await settle(deps, operation.id, progress, apply);
  }
  // A refund may be heard of before its payment.
  if (about.includes('refund')) {
    await takeRefunds(deps, provider, reference, apply);
  }
}

async function progressOf(
  provider: PaymentProvider,
  operation: AskedOperation,
  state: PaymentState,
): Promise<Progress> {
  const { kind } = operation;
  if (kind === 'capture' || kind === 'void') {
    return paymentProgress(kind, state);
  }
  const providerReference = operation.providerReference ?? state.reference;
  return askProvider(provider, { ...operation, providerReference });
}
