import { z } from 'zod';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  readPageArgs,
  type CursorValue,
  type PageArgs,
} from '#api/platform/database/cursors.ts';
import { isoDay } from '#common/days.ts';
import { newestFirst, newestFirstConnection } from '#api/platform/database/newestFirst.ts';
import type { BookingList } from './bookingLists.ts';

/** Stays ahead: the next check-in first. Stays that are over or off: the last check-in first. */
const orders = {
  open: { name: 'NEXT_STAY', isAhead: true },
  upcoming: { name: 'NEXT_STAY', isAhead: true },
  past: { name: 'LAST_STAY', isAhead: false },
  cancelled: { name: 'LAST_STAY', isAhead: false },
} as const satisfies Record<BookingList, { name: string; isAhead: boolean }>;

const pageSizes = { usual: 20, most: 100 };

const check: z.ZodType<CursorValue[]> = z.tuple([
  z.iso.date().refine((day) => day >= '0001'),
  z.uuid(),
]);

type ListArgs = PageArgs & { list?: BookingList | null | undefined };

type StayRow = Pick<Booking, 'id' | 'createdAt' | 'checkIn'>;

/**
 * Prisma arguments for one page of a list of stays, plus one row: within a part of the list by
 * check-in, in the whole list newest first.
 * @throws {InvalidInputError} naming first, after, last or before
 */
export function staysPage({ list, ...args }: ListArgs): {
  where: Prisma.BookingWhereInput;
  orderBy: Prisma.BookingOrderByWithRelationInput[];
  take: number;
} {
  if (!list) return newestFirst(args);
  const { name, isAhead } = orders[list];
  const page = readPageArgs(args, pageSizes);
  const isForward = page.direction === 'forward';
  const isRising = isForward === isAhead;
  const direction = isRising ? 'asc' : 'desc';
  let where: Prisma.BookingWhereInput = {};
  if (page.from !== undefined) {
    const [day, id] = decodeCursor(name, page.from, isForward ? 'after' : 'before', check);
    const checkIn = new Date(String(day));
    const step = isRising ? 'gt' : 'lt';
    where = {
      // The first condition bounds the index scan; the second decides between equal days.
      checkIn: { [`${step}e`]: checkIn },
      OR: [{ checkIn: { [step]: checkIn } }, { id: { [step]: String(id) } }],
    };
  }
  return { where, orderBy: [{ checkIn: direction }, { id: direction }], take: page.size + 1 };
}

export const staysConnection = <Row extends StayRow>({ list, ...args }: ListArgs, found: Row[]) =>
  list
    ? pageOf(readPageArgs(args, pageSizes), found, ({ id, checkIn }) =>
        encodeCursor(orders[list].name, [isoDay(checkIn), id]),
      )
    : newestFirstConnection(args, found);
