import { createHash } from 'node:crypto';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError } from '../errors.ts';

type Keys = Pick<Prisma.TransactionClient, 'idempotencyKey'>;

/** A call that takes effect once for its idempotency key. */
export interface KeyedCall {
  operation: string;
  key: string;
  /** A digest of the input, as a UUID: a key is refused with another input. */
  resultId: string;
}

/** @param operation names the mutation, its caller and the locked object that it changes */
export const keyedCall = (
  operation: string,
  { idempotencyKey: key, ...input }: { idempotencyKey?: string | null | undefined },
): KeyedCall | undefined =>
  key == null ? undefined : { operation, key, resultId: digestOf(JSON.stringify(input)) };

const digestOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/**
 * Whether an earlier call with this key has taken effect. The caller has locked the object.
 * @throws {ConflictError} if the key was used with another input
 */
export async function wasMade(keys: Keys, call: KeyedCall | undefined): Promise<boolean> {
  if (!call) {
    return false;
  }
  const { operation, key, resultId } = call;
  const earlier = await keys.idempotencyKey.findUnique({
    where: { operation_key: { operation, key } },
  });
  if (earlier && earlier.resultId !== resultId) {
    throw new ConflictError(
      'idempotencyKey',
      'This idempotency key was used with something else. Send a new one',
    );
  }
  return earlier !== null;
}

/** Keeps the key of a call, in the transaction of what it does. */
export async function keepCall(keys: Keys, call: KeyedCall | undefined): Promise<void> {
  if (call) {
    await keys.idempotencyKey.create({ data: call });
  }
}
