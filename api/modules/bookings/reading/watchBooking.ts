import type { Deps } from '#api/context/context.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { watchSubject, type Credential } from '#api/modules/access/watching.ts';
import { partsOf } from '../moves/partsOf.ts';

type WatchDeps = Pick<Deps, 'database' | 'apiTokens' | 'subjectChanges'>;

/**
 * Yields the id of a booking now and after each change of it or of its payment. Ends with the
 * session, when the client disconnects, or after half an hour.
 * @throws {SignInRequiredError | NotFoundError}
 * @throws {RateLimitedError} if this person watches too many bookings
 */
export const watchBooking = (
  deps: WatchDeps,
  credential: Credential | null,
  id: string,
  closed: AbortSignal,
): Promise<AsyncIterableIterator<string>> =>
  watchSubject(deps, credential, closed, {
    kind: 'bookings',
    id,
    read: (viewer) => readBooking(deps, viewer, id),
  });

/**
 * Version of a booking and its payment, to notice changes.
 * @throws {NotFoundError} for strangers
 */
async function readBooking({ database }: WatchDeps, viewer: Viewer | null, id: string) {
  const booking = await database.prisma.booking.findUnique({
    where: { id: idToFind(id) },
    select: {
      userId: true,
      ownerId: true,
      version: true,
      paymentOperations: { select: { id: true, status: true }, orderBy: { id: 'asc' } },
      events: { select: { id: true }, orderBy: { number: 'desc' }, take: 1 },
      evidence: { select: { id: true }, orderBy: { number: 'desc' }, take: 1 },
    },
    relationLoadStrategy: 'join',
  });
  const parts = booking && viewer ? partsOf(viewer, booking) : [];
  if (!booking || parts.length === 0) {
    throw new NotFoundError('Booking not found');
  }
  return { ...booking, parts };
}
