import { z } from 'zod';
import type { Deps } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { recipientOf } from '../accounts/account.ts';
import { prepareMail, queueMail, type PreparedMail } from '../mail/outbox.ts';
import { readHoliday } from '../resorts/holidays.ts';
import { meetsConditions, type PublishedListing } from './matching.ts';
import { storedFilter } from './savedSearchFilter.ts';

/** Saved searches that are looked at in one go, so that their number doesn't matter to memory. */
const batchSize = 500;

/** Mails that are written in one transaction. */
const mailsAtOnce = 50;

type AlertDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl'>;

/**
 * Tells everyone whose saved search a listing fits, once each: however many of their searches fit,
 * however often this runs, and in however many processes at once.
 * @param payload `{ id }` of a listing; nothing is sent while it is not public, or once it is over
 */
export async function listingPublished(deps: AlertDeps, payload: unknown): Promise<void> {
  const { id } = z.object({ id: z.uuid() }).parse(payload);
  const listing = await publicListing(deps, id);
  if (!listing) {
    return;
  }
  let after: string | undefined;
  do {
    const batch = await searchesAfter(deps, listing, after);
    const fitting = await thoseThatFit(deps, listing, batch);
    for (let start = 0; start < fitting.length; start += mailsAtOnce) {
      await tell(deps, listing, fitting.slice(start, start + mailsAtOnce));
    }
    after = batch.length < batchSize ? undefined : batch.at(-1)?.id;
  } while (after !== undefined);
}

const today = (): string => isoDay(new Date());

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

async function publicListing({ database }: AlertDeps, id: string) {
  const listing = await database.prisma.listing.findFirst({
    where: {
      id,
      isActive: true,
      contractVerificationStatus: 'verified',
      availableTo: { gt: new Date(today()) },
    },
    relationLoadStrategy: 'join',
    include: {
      resort: {
        select: {
          id: true,
          name: true,
          location: true,
          imageUrl: true,
          destination: true,
          brand: true,
          amenities: true,
          rating: true,
          isNewAvailability: true,
        },
      },
    },
  });
  return (
    listing && {
      ...listing,
      availableFrom: isoDay(listing.availableFrom),
      availableTo: isoDay(listing.availableTo),
      resort: { ...listing.resort, rating: listing.resort.rating.toNumber() },
    }
  );
}

type AlertListing = NonNullable<Awaited<ReturnType<typeof publicListing>>> & PublishedListing;

/** Who gets alerts: members with a proven address, but not the owner, and nobody twice. */
const searchesAfter = ({ database }: AlertDeps, listing: AlertListing, after: string | undefined) =>
  database.prisma.savedSearch.findMany({
    where: {
      alerts: true,
      ...(after !== undefined && { id: { gt: after } }),
      user: {
        ...(listing.ownerId !== null && { id: { not: listing.ownerId } }),
        closedAt: null,
        emailVerifiedAt: { not: null },
        alerts: { none: { listingId: listing.id } },
      },
    },
    orderBy: { id: 'asc' },
    take: batchSize,
    relationLoadStrategy: 'join',
    select: {
      id: true,
      userId: true,
      name: true,
      query: true,
      filter: true,
      unsubscribeToken: true,
      user: { select: { firstName: true, lastName: true, email: true } },
    },
  });

type AlertSearch = Awaited<ReturnType<typeof searchesAfter>>[number];

/** The first fitting search of each person, in the order of people. */
async function thoseThatFit(
  deps: AlertDeps,
  listing: AlertListing,
  searches: AlertSearch[],
): Promise<AlertSearch[]> {
  const byConditions = searches.flatMap((search) => {
    const { rest, nights } = readHoliday(search.query, today());
    return meetsConditions(listing, storedFilter(search.filter), nights)
      ? [{ search, text: rest }]
      : [];
  });
  const texts = await textsThatFind(deps, listing.resort.id, [
    ...new Set(byConditions.map(({ text }) => text)),
  ]);
  const people = new Map<string, AlertSearch>();
  for (const { search, text } of byConditions) {
    if (texts.has(text) && !people.has(search.userId)) {
      people.set(search.userId, search);
    }
  }
  // Two runs at once that lock people in one order wait for each other, and never both.
  return [...people.values()].sort((one, other) => (one.userId < other.userId ? -1 : 1));
}

/** Which of the texts find the resort, as the search of the site reads them. */
async function textsThatFind(
  { database }: AlertDeps,
  resortId: string,
  texts: string[],
): Promise<Set<string>> {
  const typed = texts.filter((text) => text !== '');
  const rows = await database.read<{ text: string }>(Prisma.sql`
    SELECT typed.text
    FROM unnest(${typed}::text[]) AS typed(text), resorts
    WHERE resorts.id = ${resortId}::uuid
      AND resorts.search_vector @@ (SELECT query FROM resort_search_query(typed.text))`);
  return new Set(['', ...rows.map((row) => row.text)]);
}

async function tell(
  deps: AlertDeps,
  listing: AlertListing,
  searches: AlertSearch[],
): Promise<void> {
  const mails = new Map<string, PreparedMail>();
  for (const search of searches) {
    mails.set(search.userId, await alertMail(deps, listing, search));
  }
  await deps.database.prisma.$transaction(async (transaction) => {
    // Who was told by another run meanwhile is left out, as is who wants no more alerts.
    const told = await transaction.$queryRaw<{ user_id: string }[]>`
      INSERT INTO saved_search_alerts (user_id, listing_id)
      SELECT users.id, ${listing.id}::uuid
      FROM saved_searches JOIN users ON users.id = saved_searches.user_id
      WHERE saved_searches.id = ANY (${searches.map(({ id }) => id)}::uuid[])
        AND saved_searches.alerts AND users.closed_at IS NULL
      ORDER BY users.id
      ON CONFLICT DO NOTHING
      RETURNING user_id`;
    const due = told.flatMap((row) => mails.get(row.user_id) ?? []);
    if (due.length > 0) {
      await queueMail(transaction, ...due);
    }
  });
}

function alertMail(
  deps: AlertDeps,
  listing: AlertListing,
  { user, name, unsubscribeToken }: AlertSearch,
): Promise<PreparedMail> {
  const { resort } = listing;
  const token = new URLSearchParams({ token: unsubscribeToken }).toString();
  return prepareMail(
    deps,
    recipientOf(user),
    'listingAlert',
    {
      firstName: user.firstName,
      searchName: name,
      listing: {
        title: listing.title,
        resortName: resort.name,
        location: resort.location,
        dates: dateRange(listing.availableFrom, listing.availableTo),
        price: nightlyPrice(listing.pricePerNightCents),
        imageUrl: new URL(resort.imageUrl, deps.publicUrl).href,
      },
      link: `${deps.publicUrl}/resort/${resort.id}?${weekOnPage(listing)}`,
      unsubscribeLink: `${deps.publicUrl}/unsubscribe?${token}`,
    },
    {
      'List-Unsubscribe': `<${deps.publicUrl}/api/unsubscribe?${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  );
}

/** What makes the page of the resort show the week: its first night that is still ahead. */
function weekOnPage({ availableFrom }: AlertListing): string {
  const night = availableFrom > today() ? availableFrom : today();
  return new URLSearchParams({ month: night.slice(0, 7), night }).toString();
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const dateRange = (from: string, to: string): string =>
  days.formatRange(new Date(from), new Date(to));

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

const nightlyPrice = (cents: number): string => `${dollars.format(cents / 100)} a night`;
