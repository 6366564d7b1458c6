import type { Deps } from '#api/context/context.ts';
import { watchSubject, type Credential } from '#api/modules/access/watching.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { partsOf } from './moves.ts';

type WatchDeps = Pick<Deps, 'database' | 'apiTokens' | 'subjectChanges'>;

/**
 * Yields the id of a sale now and after each change of it, of its card payment or of its money. Ends
 * with the session, when the client disconnects, or after half an hour.
 * @throws {SignInRequiredError | NotFoundError}
 * @throws {RateLimitedError} if this person watches too many sales
 */
export const watchSale = (
  deps: WatchDeps,
  credential: Credential | null,
  id: string,
  closed: AbortSignal,
): Promise<AsyncIterableIterator<string>> =>
  watchSubject(deps, credential, closed, {
    kind: 'sales',
    id,
    read: (viewer) => readSale(deps, viewer, id),
  });

/** @throws {NotFoundError} for strangers */
async function readSale({ database }: WatchDeps, viewer: Viewer | null, id: string) {
  const sale = await database.prisma.sale.findUnique({
    where: { id: idToFind(id) },
    select: {
      sellerId: true,
      buyerId: true,
      version: true,
      answerBy: true,
      paymentOperations: { select: { id: true, status: true }, orderBy: { id: 'asc' } },
      ledgerTransactions: { select: { id: true }, orderBy: { id: 'desc' }, take: 1 },
    },
    relationLoadStrategy: 'join',
  });
  const parts = sale && viewer ? partsOf(viewer, sale) : [];
  if (!sale || parts.length === 0) throw new NotFoundError('Sale not found');
  return { ...sale, parts };
}
