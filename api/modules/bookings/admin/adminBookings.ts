import { z } from 'zod';
import type { Deps } from '../../../context/context.ts';
import { BookingStatus, Prisma, type Booking } from '../../../generated/prisma/client.ts';
import type { PageArgs } from '../../../platform/cursors.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { parseInput } from '../../../platform/input.ts';
import { newestFirst, newestFirstSql } from '../../../platform/newestFirst.ts';
import type { Viewer } from '../../../platform/sessions.ts';
import { violates } from '../../../platform/violations.ts';
import { recipientOf } from '../../accounts/account.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { recordAudit } from '../../audit/audit.ts';
import { prepareMail, queueMail } from '../../mail/outbox.ts';
import { bookingsHold, searchedIds, searchWords } from '../../nameSearch/nameSearch.ts';
import { movesOf } from '../bookingMoves.ts';
import { isoDay, utcToday } from '../../../platform/days.ts';

const filterInput = z.object({
  status: z.enum(BookingStatus).nullish(),
  search: z.string().max(200, 'The search may have at most 200 characters').nullish(),
});

/**
 * Prisma arguments for a page of bookings, newest first: the page size, and one row more. Every
 * word of the search must occur in the guest's name, username or email address, or in the resort's
 * name, or be the plain id.
 * @param args status, search, and first, after, last, before
 * @throws {InvalidInputError} naming search, first, after, last or before
 */
export async function bookingsPage(
  { database }: Pick<Deps, 'database'>,
  args: PageArgs & z.input<typeof filterInput>,
): Promise<{ where: Prisma.BookingWhereInput } & Omit<ReturnType<typeof newestFirst>, 'where'>> {
  const { status, search } = parseInput(filterInput, args);
  const { where, ...page } = newestFirst(args);
  const words = searchWords(search);
  if (words.length === 0) {
    return { ...page, where: { AND: [where, status ? { status } : {}] } };
  }
  const beyond = newestFirstSql(args, Prisma.sql`bookings`);
  const { text, values } = Prisma.sql`
    WITH ${searchedIds(words)}
    SELECT id FROM bookings
    WHERE ${beyond.where} AND ${status ? Prisma.sql`status = ${status}::"BookingStatus"` : Prisma.sql`TRUE`}
      AND ${Prisma.join(words.map(bookingsHold), ' AND ')}
    ORDER BY ${beyond.orderBy} LIMIT ${beyond.take}`;
  // Unnamed, so PostgreSQL plans it for these values.
  const { rows } = await database.pool.query<{ id: string }>({ text, values });
  return { ...page, where: { id: { in: rows.map(({ id }) => id) } } };
}

const moveInput = z.object({
  bookingId: z.string(),
  seen: z.enum(BookingStatus),
  status: z.enum(BookingStatus),
  reason: z
    .string({ error: 'Reason must be text' })
    .trim()
    .max(2_000, 'Reason may have at most 2,000 characters')
    .nullish()
    .transform((reason) => reason || null),
});

/**
 * Confirms or cancels a booking and tells the guest by mail.
 * @param input bookingId (plain), seen (the status the caller read), status, reason (for the guest)
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if someone else has changed it meanwhile, the status is not allowed, or
 *   the nights are taken
 */
export async function setBookingStatus(
  deps: Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<Booking> {
  const admin = requireAdmin(viewer);
  const { bookingId, seen, status, reason } = parseInput(moveInput, input);
  try {
    return await deps.database.prisma.$transaction(async (transaction) => {
      const booking = await lockBooking(transaction, bookingId);
      requireMove(booking, seen, status);
      const after = await transaction.booking.update({
        where: { id: booking.id },
        data: { status },
        include: { resort: { select: { name: true } }, user: true },
      });
      if (!after.user.closedAt) {
        const mail = await prepareMail(deps, recipientOf(after.user), 'bookingChanged', {
          firstName: after.user.firstName,
          change: status === 'confirmed' ? 'confirmed' : 'cancelled',
          resortName: after.resort.name,
          dates: days.formatRange(after.checkIn, after.checkOut),
          reason,
          link: `${deps.publicUrl}/dashboard`,
        });
        await queueMail(transaction, mail);
      }
      await recordAudit(transaction, admin, {
        action: status === 'confirmed' ? 'booking.confirm' : 'booking.cancel',
        subjectType: 'Booking',
        subjectId: booking.id,
        before: { status: booking.status },
        after: { status },
        ...(reason !== null && { note: reason }),
      });
      return after;
    });
  } catch (error) {
    throw nightsRefused(error) ?? error;
  }
}

async function lockBooking(
  transaction: Prisma.TransactionClient,
  bookingId: string,
): Promise<Booking> {
  if (z.uuid().safeParse(bookingId).success) {
    await transaction.$queryRaw`SELECT FROM bookings WHERE id = ${bookingId}::uuid FOR UPDATE`;
    const booking = await transaction.booking.findUnique({ where: { id: bookingId } });
    if (booking) {
      return booking;
    }
  }
  throw new NotFoundError('Booking not found');
}

function requireMove(booking: Booking, seen: BookingStatus, status: BookingStatus): void {
  if (booking.status !== seen) {
    throw conflict(
      `This booking is ${booking.status} now: someone has changed it since you opened it`,
    );
  }
  if (!movesOf(booking, utcToday()).includes(status)) {
    const isOver = isoDay(booking.checkOut) <= utcToday();
    throw conflict(
      isOver
        ? `The stay is over: it can't be made ${status}`
        : `A booking that is ${booking.status} can't be made ${status}`,
    );
  }
}

/** The ConflictError for a violated constraint on nights; undefined for other errors. */
function nightsRefused(error: unknown): ConflictError | undefined {
  if (violates(error, 'bookings_no_double_booking')) {
    return conflict(
      'Another booking has some of these nights of the listing. Cancel that one first',
    );
  }
  if (violates(error, 'bookings_within_listing')) {
    return conflict('The owner of the listing no longer offers these nights');
  }
  if (violates(error, 'bookings_shortest_stay')) {
    return conflict('The owner of the listing now asks for longer stays');
  }
  if (violates(error, 'bookings_not_blocked')) {
    return conflict(
      'Some of these nights are taken elsewhere, as the calendar of the listing says',
    );
  }
  return undefined;
}

const conflict = (message: string) => new ConflictError([{ field: 'status', message }]);

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
