import { createHash } from 'node:crypto';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError } from '../errors.ts';

type Keys = Pick<Prisma.TransactionClient, 'idempotencyKey'>;

type Key = string | null | undefined;

/** The id that an earlier call with this key stored as its result. */
export async function earlierResult(
  keys: Keys,
  operation: string,
  key: Key,
): Promise<string | undefined> {
  const where = { operation_key: { operation, key: key ?? '' } };
  return key ? (await keys.idempotencyKey.findUnique({ where }))?.resultId : undefined;
}

/** Stores the result of a call with a key. @throws a violation of `idempotency_keys_pkey` */
export async function keepResult(
  keys: Keys,
  operation: string,
  key: Key,
  resultId: string,
): Promise<void> {
  if (key) {
    await keys.idempotencyKey.create({ data: { operation, key, resultId } });
  }
}

/** Whether no call with this key was made before. Waits for a concurrent call with the same key. */
export async function isFirstCall(
  keys: Keys,
  operation: string,
  key: string,
  resultId: string,
): Promise<boolean> {
  const { count } = await keys.idempotencyKey.createMany({
    data: { operation, key, resultId },
    skipDuplicates: true,
  });
  return count > 0;
}

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
  const earlier = await earlierResult(keys, call.operation, call.key);
  if (earlier !== undefined && earlier !== call.resultId) {
    throw new ConflictError(
      'idempotencyKey',
      'This idempotency key was used with something else. Send a new one',
    );
  }
  return earlier !== undefined;
}

/** Keeps the key of a call, in the transaction of what it does. */
export async function keepCall(keys: Keys, call: KeyedCall | undefined): Promise<void> {
  if (call) {
    await keys.idempotencyKey.create({ data: call });
  }
}
