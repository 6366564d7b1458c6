import type { Deps } from '#api/context/context.ts';
import type { Prisma, PrismaClient, User } from '#api/generated/prisma/client.ts';
import { requireFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { accountFields } from '../account.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

const mostRows = 2_000;

const newest = { orderBy: { createdAt: 'desc' }, take: mostRows } as const;

const written = { createdAt: true, updatedAt: true } as const;

const resort = { select: { id: true, name: true, location: true } } as const;

const profile = { ...accountFields, updatedAt: true } as const;

const lists = {
  sessions: {
    ...newest,
    select: { createdAt: true, expiresAt: true, userAgent: true, address: true },
  },
  reviews: {
    ...newest,
    select: { resort, bookingId: true, ...written, rating: true, title: true, content: true },
  },
  reviewReports: {
    ...newest,
    select: { reviewId: true, reason: true, details: true, status: true, createdAt: true },
  },
  favorites: { ...newest, select: { resort, createdAt: true } },
  savedSearches: {
    ...newest,
    select: { ...written, name: true, query: true, filter: true, alerts: true },
  },
  alerts: { ...newest, select: { listingId: true, createdAt: true } },
  bookings: {
    ...newest,
    omit: { userId: true, resortId: true },
    include: {
      resort,
      certificates: {
        where: { status: 'attached' },
        select: { fileName: true, contentType: true, size: true, attachedAt: true },
      },
    },
  },
  listings: {
    ...newest,
    omit: { ownerId: true, resortId: true, calendarTokenHash: true },
    include: {
      resort,
      ownCalendars: { select: { name: true, shownAddress: true, createdAt: true } },
      blockedNights: {
        where: { providerId: null, calendarId: null },
        select: { startsOn: true, endsOn: true },
      },
    },
  },
  listingDraft: { omit: { ownerId: true, resortId: true }, include: { resort } },
  inquiries: { ...newest, omit: { userId: true } },
  messages: {
    orderBy: { sentAt: 'desc' },
    take: mostRows,
    select: { thread: { select: { listingId: true } }, text: true, sentAt: true },
  },
  messageReports: {
    ...newest,
    select: { messageId: true, reason: true, details: true, status: true, createdAt: true },
  },
  payoutAccounts: {
    ...newest,
    select: { createdAt: true, provider: true, status: true, lastFour: true },
  },
  organizationMemberships: {
    ...newest,
    select: {
      role: true,
      createdAt: true,
      organization: {
        select: { name: true, website: true, purpose: true, status: true, createdAt: true },
      },
    },
  },
} as const satisfies Prisma.UserSelect;

/**
 * Everything that is stored about the viewer except credentials: no password hash, session ids or
 * tokens. Lists are newest first, with at most 2,000 rows each.
 * @throws {SignInRequiredError | RateLimitedError}
 */
export async function exportAccount(
  deps: Pick<Deps, 'database' | 'rateLimits'>,
  viewer: Viewer | null,
) {
  requireSignIn(viewer);
  await deps.rateLimits.spend('exportByAccount', viewer.id);
  const { prisma } = deps.database;
  const account = await prisma.user.findUnique({
    where: { id: viewer.id },
    relationLoadStrategy: 'join',
    select: { ...profile, ...lists },
  });
  requireFound(account, 'There is no such account');
  const { organizationMemberships: organizations, ...held } = account;
  const partOf = (isPart: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(held).filter(([name]) => isPart(name)));
  return {
    exportedAt: new Date(),
    profile: partOf((name) => name in profile),
    ...partOf((name) => name in lists),
    organizations,
    ...(await rowsElsewhere(prisma, account)),
  };
}

async function rowsElsewhere(
  prisma: PrismaClient,
  { id, email, createdAt }: Pick<User, 'id' | 'email' | 'createdAt'>,
) {
  const moved = {
    select: {
      bookingId: true,
      kind: true,
      amountCents: true,
      currency: true,
      status: true,
      createdAt: true,
      settledAt: true,
    },
    ...newest,
  } as const;
  return {
    mails: await prisma.outgoingMail.findMany({
      // The address may have belonged to another account before.
      where: { toAddress: email, createdAt: { gte: createdAt } },
      select: { subject: true, status: true, createdAt: true, sentAt: true },
      ...newest,
    }),
    reviewAnswers: await prisma.review.findMany({
      where: { booking: { ownerId: id }, answer: { not: null } },
      select: { resort, bookingId: true, answer: true, answeredAt: true },
      ...newest,
    }),
    sales: await prisma.sale.findMany({
      where: { OR: [{ buyerId: id }, { sellerId: id }] },
      select: {
        listingId: true,
        status: true,
        createdAt: true,
        acceptedAt: true,
        agreedAt: true,
        closedAt: true,
        termSheet: true,
        steps: {
          orderBy: { step: 'asc' },
          select: { step: true, state: true, dueOn: true, doneAt: true },
        },
        payouts: { select: { side: true, amountCents: true, currency: true, paidAt: true } },
      },
      ...newest,
    }),
    offers: await prisma.saleTerms.findMany({
      where: {
        OR: [
          { side: 'buyer', sale: { buyerId: id } },
          { side: 'seller', sale: { sellerId: id } },
        ],
      },
      orderBy: [{ at: 'desc' }, { saleId: 'desc' }],
      take: mostRows,
    }),
    disputeEvidence: await prisma.disputeEvidence.findMany({
      where: {
        OR: [
          { party: 'traveler', booking: { userId: id } },
          { party: 'owner', booking: { ownerId: id } },
        ],
      },
      select: {
        bookingId: true,
        text: true,
        document: { select: { fileName: true, contentType: true, size: true } },
        addedAt: true,
      },
      orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
      take: mostRows,
    }),
    apiTokens: await prisma.apiToken.findMany({
      where: { createdById: id },
      select: {
        organization: { select: { name: true } },
        name: true,
        mode: true,
        hint: true,
        scopes: true,
        createdAt: true,
        expiresAt: true,
        lastUsedAt: true,
        revokedAt: true,
      },
      ...newest,
    }),
    accountChanges: await prisma.auditEntry.findMany({
      where: { subjectType: 'User', subjectId: id },
      select: { action: true, at: true },
      orderBy: { id: 'desc' },
      take: mostRows,
    }),
    payments: await prisma.paymentOperation.findMany({
      where: {
        kind: { not: 'transfer' },
        OR: [{ booking: { userId: id } }, { sale: { buyerId: id } }],
      },
      ...moved,
    }),
    payouts: await prisma.paymentOperation.findMany({
      where: { kind: 'transfer', OR: [{ booking: { ownerId: id } }, { sale: { sellerId: id } }] },
      ...moved,
    }),
  };
}
