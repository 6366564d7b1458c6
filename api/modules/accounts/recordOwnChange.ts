import type { Prisma } from '#api/generated/prisma/client.ts';
import { recordAudit, type AuditAction } from '../audit/audit.ts';
import type { Account } from './account.ts';

/**
 * Records what a member did to their own account; call it last in the transaction. Addresses and
 * earlier names are left out, since a person must be forgotten when they leave.
 */
export const recordOwnChange = (
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  { id, username }: Pick<Account, 'id' | 'username'>,
  action: AuditAction,
  change: { before?: object; after?: object } = {},
): Promise<void> => recordAudit(transaction, { id, username }, action, id, change);
