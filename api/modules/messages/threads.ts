import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import {
  type Message,
  type MessageSide,
  type MessageThread,
  Prisma,
} from '#api/generated/prisma/client.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
import type { FraudReason } from '#common/fraudReasons.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import { fraudSigns } from '../moderation/fraud/fraudSigns.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { type Viewer, unreadThreads } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { beyondCheckout } from '../bookings/reading/bookingLists.ts';
import { requireVerified } from '../access/requireVerified.ts';
import { signedIn } from '../access/signedIn.ts';
import { readPageArgs, type PageArgs } from '#api/platform/database/cursors.ts';
import { keyset } from '#api/platform/database/keyset.ts';

type ThreadDeps = Pick<Deps, 'database' | 'rateLimits' | 'clock'>;

/** Milliseconds until a mail about unread messages is due. */
const mailAfter = 10 * 60_000;

const other = { traveler: 'owner', owner: 'traveler' } as const;

export const sidesOf = {
  travelerId: true,
  ownerId: true,
  isReported: true,
  contactsShown: true,
} as const;

type Sides = Pick<MessageThread, keyof typeof sidesOf>;

/** The side on which a person writes; null for outsiders. The team writes for provider weeks. */
export function sideOf(
  viewer: Viewer | null,
  thread: Pick<MessageThread, 'travelerId' | 'ownerId'>,
): MessageSide | null {
  if (!viewer) {
    return null;
  }
  if (thread.travelerId === viewer.id) {
    return 'traveler';
  }
  const isOwner = thread.ownerId === null ? viewer.role === 'admin' : thread.ownerId === viewer.id;
  return isOwner ? 'owner' : null;
}

/**
 * Whether the viewer may read a thread: both sides, and administrators once a message in it or a
 * problem with one of its bookings was reported.
 */
export const mayRead = (viewer: Viewer | null, thread: Sides): boolean =>
  sideOf(viewer, thread) !== null || (viewer?.role === 'admin' && thread.isReported);

export const threadsOf = (viewer: Viewer): Prisma.MessageThreadWhereInput => ({
  OR: [{ travelerId: viewer.id }, ...ownedBy(viewer)],
});

/** Condition: the viewer answers for the week as its owner or, for provider weeks, as the team. */
const ownedBy = (viewer: Viewer) => [
  { ownerId: viewer.id },
  ...(viewer.role === 'admin' ? [{ ownerId: null }] : []),
];

export const readableThreads = (viewer: Viewer): Prisma.MessageThreadWhereInput => ({
  OR: [threadsOf(viewer), ...(viewer.role === 'admin' ? [{ isReported: true }] : [])],
});

export const isUnread = (
  thread: Pick<MessageThread, 'lastOfOwner' | 'lastOfTraveler' | 'readByTraveler' | 'readByOwner'>,
  side: MessageSide | null,
): boolean =>
  side === 'traveler'
    ? thread.lastOfOwner > thread.readByTraveler
    : side === 'owner' && thread.lastOfTraveler > thread.readByOwner;

/** What `warningsOf` reads of a message: the report of the site, unless the team dismissed it. */
export const warningReport = {
  reports: {
    where: { reporterId: null, status: { not: 'dismissed' } },
    select: { signs: true },
  },
} satisfies Prisma.MessageSelect;

/** Signs of fraud that both sides are told of; none once the message is hidden. */
export const warningsOf = (message: {
  hiddenAt: Date | null;
  reports: readonly { signs: string[] }[];
}): FraudReason[] =>
  message.hiddenAt ? [] : message.reports.flatMap(({ signs }) => signs as FraudReason[]);

interface ShownMessage {
  text: string;
  hidesContacts: boolean;
}

/**
 * The text of a message for a side. Contact details of the other side are hidden until the booking
 * shows them; a message hidden by the team is empty. Administrators who belong to no side read
 * everything.
 */
export function shownTo(
  side: MessageSide | null,
  message: Pick<Message, 'side' | 'text' | 'hiddenAt'>,
  { contactsShown }: Pick<MessageThread, 'contactsShown'>,
): ShownMessage {
  const { side: from, text, hiddenAt } = message;
  if (hiddenAt && side) {
    return { text: '', hidesContacts: false };
  }
  if (contactsShown || !side) {
    return { text, hidesContacts: false };
  }
  const masked = maskContacts(text);
  return { text: from === side ? text : masked.text, hidesContacts: masked.isMasked };
}

const openInput = z
  .object({ listingId: z.string().nullish(), bookingId: z.string().nullish() })
  .refine(({ listingId, bookingId }) => (listingId == null) !== (bookingId == null), {
    path: ['listingId'],
    message: 'Name a week or a booking',
  });

/**
 * The thread of a traveler and the owner about a listing, created by the first call. Travelers can
 * open it for a listing on offer or for sale, both sides for a booking.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer's address is not verified, and the thread is new
 */
export async function openThread(
  deps: ThreadDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<MessageThread> {
  const person = signedIn(viewer);
  const { listingId, bookingId } = parseInput(openInput, input);
  const { prisma } = deps.database;
  const { isAskable, ...key } =
    bookingId != null
      ? await keyOfBooking(deps, person, bookingId)
      : await keyOfListing(deps, person, listingId ?? '');
  const known = await prisma.messageThread.findFirst({ where: key });
  if (known) {
    return requireSide(person, known);
  }
  requireVerified(person);
  await deps.rateLimits.spend('threadByAccount', person.id);
  if (!isAskable) {
    throw new NotFoundError('This week is no longer on offer');
  }
  const isOfTeam = bookingId == null && key.ownerId === null && person.role === 'admin';
  if (isOfTeam || key.ownerId === key.travelerId) {
    throw new InvalidInputError('listingId', 'This is your own week: travelers write to you');
  }
  const now = deps.clock();
  try {
    return requireSide(
      person,
      await prisma.messageThread.create({ data: { ...key, lastMessageAt: now, createdAt: now } }),
    );
  } catch (error) {
    if (violates(error, 'message_threads_listing_id_traveler_id_owner_id_key')) {
      return prisma.messageThread.findFirstOrThrow({ where: key });
    }
    throw error;
  }
}

interface NewThread extends Pick<MessageThread, 'listingId' | 'travelerId' | 'ownerId'> {
  isAskable: boolean;
}

/** What tells the thread of a traveler with the owner of a listing from others. */
async function keyOfListing(
  { database }: Pick<ThreadDeps, 'database'>,
  { id: travelerId }: Viewer,
  wanted: string,
): Promise<NewThread> {
  const listing = await database.prisma.listing.findUnique({
    where: { id: idToFind(wanted) },
    select: {
      ownerId: true,
      onOffer: true,
      onSale: true,
      bookings: { where: { userId: travelerId }, select: { id: true }, take: 1 },
    },
  });
  return {
    listingId: idToFind(wanted),
    travelerId,
    ownerId: listing?.ownerId ?? null,
    isAskable:
      listing !== null && (listing.onOffer || listing.onSale || listing.bookings.length > 0),
  };
}

/** The same of a booking. An owner sees a booking once it is requested. */
async function keyOfBooking(
  { database }: Pick<ThreadDeps, 'database'>,
  person: Viewer,
  bookingId: string,
): Promise<NewThread> {
  const booking = await database.prisma.booking.findUnique({
    where: {
      id: idToFind(bookingId),
      OR: [{ userId: person.id }, { AND: [{ OR: ownedBy(person) }, beyondCheckout] }],
    },
    select: { listingId: true, userId: true, ownerId: true },
  });
  if (!booking?.listingId) {
    throw new NotFoundError('Booking not found');
  }
  const { listingId, userId: travelerId, ownerId } = booking;
  return { listingId, travelerId, ownerId, isAskable: true };
}

function requireSide(person: Viewer, thread: MessageThread): MessageThread {
  if (!sideOf(person, thread)) {
    throw new NotFoundError('There is no such conversation');
  }
  return thread;
}

const sendInput = z.object({
  threadId: z.string(),
  text: z
    .string({ error: 'A message is required' })
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'A message is required')
        .max(2_000, 'A message may have at most 2,000 characters')
        .regex(/^(?:\P{Cc}|[\n\t])*$/u, 'The message has a character that is not allowed'),
    ),
  idempotencyKey,
});

/**
 * Adds a message to a thread. If it shows signs of fraud, the site reports it to the team.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError | RateLimitedError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 * @throws {ConflictError} if the key was used for another message, or the other side has left
 */
export async function sendMessage(
  deps: ThreadDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Message> {
  const author = requireVerified(viewer);
  const { threadId, text, idempotencyKey: key = null } = parseInput(sendInput, input);
  await deps.rateLimits.spend('messageByAccount', author.id);
  const found = fraudSigns(text);
  return deps.database.prisma.$transaction(async (transaction) => {
    const { thread, side } = await lockThread(transaction, author, threadId);
    const isOfTeam = side === 'owner' && thread.ownerId === null;
    const signs = isOfTeam ? [] : found;
    const earlier =
      key &&
      (await transaction.message.findUnique({
        where: { threadId_authorId_key: { threadId, authorId: author.id, key } },
      }));
    if (earlier) {
      if (earlier.text !== text) {
        throw new ConflictError(
          'idempotencyKey',
          'This idempotency key was used for another message',
        );
      }
      return earlier;
    }
    const reader = side === 'traveler' ? thread.owner : thread.traveler;
    if (reader?.closedAt) {
      throw new ConflictError('threadId', 'This member has left. Nobody would read your message');
    }
    const number = thread.lastNumber + 1;
    const now = deps.clock();
    await transaction.messageThread.update({
      where: { id: threadId },
      data: {
        lastNumber: number,
        lastMessageAt: now,
        ...(side === 'traveler' ? { lastOfTraveler: number } : { lastOfOwner: number }),
        ...(signs.length > 0 && { isReported: true }),
        // The first unread message sets the time of the mail about all unread messages.
        ...(!isUnread(thread, other[side]) && mailDue(other[side], now)),
      },
    });
    return transaction.message.create({
      data: {
        threadId,
        number,
        side,
        authorId: author.id,
        text,
        key,
        sentAt: now,
        ...(signs.length > 0 && {
          reports: { create: { reason: 'WARNING', signs, createdAt: now } },
        }),
      },
    });
  });
}

const mailDue = (side: MessageSide, now: Date) => {
  const at = new Date(now.getTime() + mailAfter);
  return side === 'traveler' ? { mailTravelerAt: at } : { mailOwnerAt: at };
};

const readInput = z.object({
  threadId: z.string(),
  number: z.number({ error: 'Number is required' }).int('Number must be a whole number').min(0),
});

/**
 * Marks the messages up to this one as read by the viewer's side. Marks never move back.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 */
export async function markThreadRead(
  deps: ThreadDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  const reader = signedIn(viewer);
  const { threadId, number } = parseInput(readInput, input);
  await deps.database.prisma.$transaction(async (transaction) => {
    const { thread, side } = await lockThread(transaction, reader, threadId);
    const read = side === 'traveler' ? thread.readByTraveler : thread.readByOwner;
    const last = Math.min(number, thread.lastNumber);
    if (last <= read) {
      return;
    }
    const marked = side === 'traveler' ? { readByTraveler: last } : { readByOwner: last };
    const clear = side === 'traveler' ? { mailTravelerAt: null } : { mailOwnerAt: null };
    const stillUnread = isUnread({ ...thread, ...marked }, side);
    await transaction.messageThread.update({
      where: { id: threadId },
      data: { ...marked, ...(stillUnread ? mailDue(side, deps.clock()) : clear) },
    });
  });
}

async function lockThread(transaction: Prisma.TransactionClient, viewer: Viewer, id: string) {
  await transaction.$queryRaw`
    SELECT FROM message_threads WHERE id = ${idToFind(id)}::uuid FOR NO KEY UPDATE`;
  const thread = await transaction.messageThread.findUnique({
    where: { id: idToFind(id) },
    include: {
      traveler: { select: { closedAt: true } },
      owner: { select: { closedAt: true } },
    },
    relationLoadStrategy: 'join',
  });
  const side = thread && sideOf(viewer, thread);
  if (!thread || !side) {
    throw new NotFoundError('There is no such conversation');
  }
  return { thread, side };
}

const latestThreads = keyset('THREADS', 'desc', { lastMessageAt: 'timestamptz', id: 'uuid' });

const threadSizes = { usual: 20, most: 100 };

/** @throws {InvalidInputError} naming first, after, last or before */
export function threadsPage(args: PageArgs) {
  const { where, ...page } = latestThreads.prisma(readPageArgs(args, threadSizes));
  return {
    ...page,
    where: { ...where, lastNumber: { gt: 0 } } satisfies Prisma.MessageThreadWhereInput,
  };
}

export const threadConnection = <Row extends { lastMessageAt: Date; id: string }>(
  args: PageArgs,
  found: Row[],
) => latestThreads.pageOf(readPageArgs(args, threadSizes), found);

const inOrderOfSending = keyset('MESSAGES', 'asc', { number: 'integer', id: 'uuid' });

export const messageSizes = { usual: 30, most: 100 };

export const messageCursor = inOrderOfSending.cursorOf;

/** @throws {InvalidInputError} naming first, after, last or before */
export const messagesPage = (args: PageArgs) =>
  inOrderOfSending.prisma(readPageArgs(args, messageSizes));

export const messageConnection = <Row extends { number: number; id: string }>(
  args: PageArgs,
  found: Row[],
) => inOrderOfSending.pageOf(readPageArgs(args, messageSizes), found);

export interface WithUnread extends Viewer {
  unreadThreadCount: number;
}

export async function unreadThreadCount(
  { database }: Pick<Deps, 'database'>,
  userId: string,
): Promise<number> {
  const [row] = await database.read<{ count: number }>(
    Prisma.sql`SELECT ${unreadThreads} AS count FROM users WHERE id = ${userId}::uuid`,
  );
  return row?.count ?? 0;
}
