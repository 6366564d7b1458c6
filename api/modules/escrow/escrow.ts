import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { EscrowMovement, EscrowStatus, type EscrowEvent } from '#api/generated/prisma/client.ts';
import {
  ConflictError,
  InvalidInputError,
  RefusedLinkError,
  requireFound,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { checkSignature } from '#api/platform/security/signedMessages.ts';
import { lockSaleAccount, takeSaleEvent } from './saleEscrow.ts';

const statusMessage = `status must be one of ${Object.values(EscrowStatus).join(', ')}`;

const escrowEvent = z.object({
  id: z
    .string({ error: 'id is required' })
    .regex(/^[\x21-\x7e]{1,100}$/, 'id must have 1 to 100 visible characters'),
  reference: z
    .string({ error: 'reference is required' })
    .refine((id) => z.uuid().safeParse(id).success, 'reference must be one that we gave'),
  status: z
    .enum(EscrowStatus, { error: statusMessage })
    .nullish()
    .transform((status) => status ?? null),
  kind: z
    .enum(EscrowMovement, {
      error: `kind must be one of ${Object.values(EscrowMovement).join(', ')}`,
    })
    .nullish()
    .transform((kind) => kind ?? null),
  amountCents: z
    .int('amountCents must be whole cents')
    .min(1, 'amountCents must be more than 0')
    .max(2_000_000_000, 'amountCents may be at most 2,000,000,000')
    .nullish()
    .transform((cents) => cents ?? null),
  accountId: z
    .string({ error: 'accountId must be text' })
    .min(1, 'accountId must not be empty')
    .max(200, 'accountId may have at most 200 characters')
    .nullish()
    .transform((id) => id ?? null),
  occurredAt: z.iso.datetime({
    offset: true,
    error: 'occurredAt must be a moment like 2027-02-13T09:30:00Z',
  }),
});

type EscrowEventInput = z.infer<typeof escrowEvent>;

/**
 * Applies an event of the partner, once however often it is sent.
 * @param message the raw body and its signature
 * @returns whether the event was new
 * @throws {NotFoundError} if no partner is configured, or no escrow has this reference
 * @throws {InvalidInputError} if the event is unsigned, too old or malformed
 * @throws {ConflictError} if the transition is not allowed, or another event has the same id
 */
export async function takeEscrowEvent(
  deps: Pick<Deps, 'database' | 'escrow' | 'clock'>,
  message: { body: string; signature: string | undefined },
): Promise<{ isNew: boolean }> {
  requireFound(deps.escrow, 'There is no escrow partner');
  const event = readEvent(deps.escrow.secret, message);
  return deps.database.prisma.$transaction(async (transaction) => {
    const account = await lockSaleAccount(transaction, event.reference);
    requireFound(account, 'There is no escrow with this reference');
    const earlier = await transaction.escrowEvent.findUnique({ where: { id: event.id } });
    if (earlier) {
      requireSame(earlier, event);
      return { isNew: false };
    }
    await takeSaleEvent(
      transaction,
      account,
      { ...event, occurredAt: new Date(event.occurredAt) },
      deps.clock(),
    );
    return { isNew: true };
  });
}

function readEvent(
  secret: string,
  { body, signature }: { body: string; signature: string | undefined },
): EscrowEventInput {
  switch (checkSignature(secret, body, signature)) {
    case 'invalid':
      throw new RefusedLinkError('signature', 'The signature is missing or does not fit the body');
    case 'stale':
      throw new RefusedLinkError(
        'signature',
        'The signature is too old. Sign the event again and send it',
      );
    case 'valid':
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new InvalidInputError('body', 'The body is not valid JSON');
  }
  const event = parseInput(escrowEvent, parsed);
  if ((event.status === null) === (event.kind === null)) {
    throw new InvalidInputError('status', `${statusMessage}, or kind tell a movement of money`);
  }
  if ((event.kind === null) !== (event.amountCents === null)) {
    throw new InvalidInputError('amountCents', 'kind and amountCents belong together');
  }
  return event;
}

function requireSame(
  earlier: Pick<EscrowEvent, 'reference' | 'status' | 'kind' | 'amountCents'>,
  event: EscrowEventInput,
): void {
  const told = ['reference', 'status', 'kind', 'amountCents'] as const;
  if (told.some((field) => earlier[field] !== event[field])) {
    throw new ConflictError('id', 'This id was used for another event');
  }
}
