import type { Deps } from '#api/context/context.ts';
import { isoDay } from '#common/days.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { icalendar } from '#api/platform/files/icalendar.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { partsOf } from '../moves/partsOf.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

/**
 * A stay as an RFC 5545 calendar, for the people of its booking.
 * @throws {SignInRequiredError | NotFoundError}
 */
export async function bookingCalendar(
  { database, publicUrl }: Pick<Deps, 'database' | 'publicUrl'>,
  viewer: Viewer | null,
  bookingId: string,
): Promise<string> {
  requireSignIn(viewer);
  const booking = await database.prisma.booking.findUnique({
    where: { id: idToFind(bookingId) },
    relationLoadStrategy: 'join',
    include: { resort: { select: { name: true, location: true } } },
  });
  if (!booking || partsOf(viewer, booking).length === 0) {
    throw new NotFoundError('Booking not found');
  }
  const { id, resort, checkIn, checkOut, updatedAt } = booking;
  return icalendar(resort.name, [
    {
      uid: `stay-${id}@${new URL(publicUrl).hostname}`,
      summary: `Stay at ${resort.name}`,
      location: `${resort.name}, ${resort.location}`,
      from: isoDay(checkIn),
      to: isoDay(checkOut),
      changedAt: updatedAt,
    },
  ]);
}
