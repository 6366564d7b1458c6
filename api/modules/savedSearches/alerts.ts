import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';
import { recipientOf } from '../accounts/account.ts';
import { instantFrom } from '../listings/leadDays.ts';
import { aheadOf, resortToday } from '../listings/listings.ts';
import { queueMail } from '../mail/outbox.ts';
import type { PreparedMail } from '../mail/defineMail.ts';
import { meaningOf } from '../phrases/readPhrases.ts';
import { quote } from '../pricing/quote.ts';
import { withNested } from '../search/nestedPlaces.ts';
import { hasPlaces, placesQuery, priceTiers, type Narrowing } from '../search/resortFilter.ts';
import { anyStay, nightsOfStay, hasStay, stayWishOf, type Stretch } from '../search/stayWish.ts';
import { readSearchText } from '../search/searchText.ts';
import { storedFilter } from './savedSearches.ts';
import { formatDays } from '#common/dayWords.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import { plural } from '#common/numbers.ts';
import { listingAlert } from './mails.ts';

const batchSize = 500;

const mailsAtOnce = 50;

type AlertDeps = Pick<Deps, 'database' | 'catalogue' | 'siteSettings' | 'publicUrl'>;

interface Finding {
  search: AlertSearch;
  listings: AlertListing[];
}

/**
 * Mails everyone with a saved search that a listing matches. A person is alerted once per listing,
 * even if several of their searches match or this runs repeatedly or concurrently.
 * @param payload `{ id }` of a listing; nothing is sent unless it is on offer
 */
export const listingPublished = (deps: AlertDeps, payload: unknown): Promise<void> =>
  tellOf(deps, [z.object({ id: z.uuid() }).parse(payload).id]);

/**
 * Like `listingPublished` for several listings at once: one mail per search with all its matches.
 * @param payload `{ ids }` of listings, a few thousand at most
 */
export const listingsPublished = (deps: AlertDeps, payload: unknown): Promise<void> =>
  tellOf(deps, z.object({ ids: z.array(z.uuid()) }).parse(payload).ids);

async function tellOf(deps: AlertDeps, ids: string[]): Promise<void> {
  const listings = await listingsOnOffer(deps, ids);
  if (listings.length === 0) {
    return;
  }
  let after: string | undefined;
  do {
    const batch = await searchesAfter(deps, listings, after);
    const findings = await findingsOf(deps, listings, batch);
    for (let start = 0; start < findings.length; start += mailsAtOnce) {
      await tell(deps, findings.slice(start, start + mailsAtOnce));
    }
    after = batch.length < batchSize ? undefined : batch.at(-1)?.id;
  } while (after !== undefined);
}

async function listingsOnOffer({ database, siteSettings }: AlertDeps, ids: string[]) {
  const listings = await database.prisma.listing.findMany({
    where: {
      id: { in: ids },
      onOffer: true,
    },
    orderBy: [{ availableFrom: 'asc' }, { id: 'asc' }],
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
          latitude: true,
          certificateLeadDays: true,
          ...resortToday.select,
        },
      },
      freeStretches: true,
    },
  });
  return listings.map(aheadOf).map(({ freeStretches, ...listing }) => ({
    ...listing,
    availableFrom: isoDay(listing.availableFrom),
    availableTo: isoDay(listing.availableTo),
    stretches: freeStretches.map((stretch) => ({
      ...stretch,
      startsOn: isoDay(stretch.startsOn),
      endsOn: isoDay(stretch.endsOn),
      instantFrom: instantFrom(listing, siteSettings.current()),
      weekNumber: listing.weekNumber,
      isForSale: listing.isForSale,
      isSouth: (listing.resort.latitude ?? 0) < 0,
    })),
    resort: { ...listing.resort, rating: listing.resort.rating.toNumber() },
  }));
}

type AlertListing = Awaited<ReturnType<typeof listingsOnOffer>>[number] & PublishedListing;

/**
 * The next searches with alerts, of open accounts with a verified address. For a single listing,
 * leaves out people already alerted about it.
 */
const searchesAfter = (
  { database }: AlertDeps,
  listings: AlertListing[],
  after: string | undefined,
) => {
  const [only, ...others] = listings;
  return database.prisma.savedSearch.findMany({
    where: {
      alerts: true,
      ...(after !== undefined && { id: { gt: after } }),
      user: {
        closedAt: null,
        emailVerifiedAt: { not: null },
        // For several listings, `tell` skips the alerts already sent.
        ...(only && others.length === 0 && { alerts: { none: { listingId: only.id } } }),
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
      user: { select: { firstName: true, lastName: true, email: true } },
    },
  });
};

type AlertSearch = Awaited<ReturnType<typeof searchesAfter>>[number];

/** Matches per search, sorted by user. A listing counts only for a person's first search. */
async function findingsOf(
  deps: AlertDeps,
  listings: AlertListing[],
  searches: AlertSearch[],
): Promise<Finding[]> {
  const read = await Promise.all(
    searches.map(async (search) => {
      const { query, phrases } = await readSearchText(deps, search.query);
      const filter = await withNested(deps, storedFilter(search.filter));
      const { destinations = [], ...others } = filter;
      const asked = meaningOf(phrases);
      // The destination is a column of the listing; other places need the words of its resort.
      return hasPlaces(filter)
        ? {
            search,
            text: [query, placesQuery(destinations)]
              .filter(Boolean)
              .map((part) => `(${part})`)
              .join(' & '),
            filter: { ...others, asked },
          }
        : { search, text: query, filter: { ...filter, asked } };
    }),
  );
  const resortsOf = await resortsFound(
    deps,
    [...new Set(listings.map(({ resort }) => resort.id))],
    [...new Set(read.map(({ text }) => text))],
  );
  const told = new Set<string>();
  const findings: Finding[] = [];
  for (const { search, text, filter } of read) {
    const found = resortsOf.get(text);
    const fitting = listings.filter(
      (listing) =>
        (text === '' || found?.has(listing.resort.id)) &&
        listing.ownerId !== search.userId &&
        meetsConditions(listing, filter) &&
        !told.has(`${search.userId} ${listing.id}`),
    );
    for (const { id } of fitting) {
      told.add(`${search.userId} ${id}`);
    }
    if (fitting.length > 0) {
      findings.push({ search, listings: fitting });
    }
    // Yield: thousands of listings for hundreds of searches would block requests.
    if (listings.length > 1) {
      await nextTurn();
    }
  }
  // Lock order: concurrent runs lock users in the same order, so they cannot deadlock.
  return findings.sort((one, other) => (one.search.userId < other.search.userId ? -1 : 1));
}

async function resortsFound(
  { database }: AlertDeps,
  resortIds: string[],
  texts: string[],
): Promise<Map<string, Set<string>>> {
  const typed = texts.filter((text) => text !== '');
  const rows = await database.read<{ text: string; resortId: string }>(Prisma.sql`
    SELECT typed.text, resorts.id AS "resortId"
    FROM unnest(${typed}::text[]) AS typed(text), resorts
    WHERE resorts.id = ANY (${resortIds}::uuid[]) AND resorts.search_vector @@ typed.text::tsquery`);
  const found = new Map<string, Set<string>>();
  for (const { text, resortId } of rows) {
    found.set(text, (found.get(text) ?? new Set()).add(resortId));
  }
  return found;
}

async function tell(deps: AlertDeps, findings: Finding[]): Promise<void> {
  await deps.database.prisma.$transaction(async (transaction) => {
    const pairs = findings.flatMap(({ search, listings }) =>
      listings.map(({ id }) => ({ searchId: search.id, listingId: id })),
    );
    // Another run may have alerted a person, or a person may have turned alerts off, meanwhile.
    const rows = await transaction.$queryRaw<{ userId: string; listingId: string }[]>`
      INSERT INTO saved_search_alerts (user_id, listing_id)
      SELECT users.id, pairs.listing_id
      FROM unnest(${pairs.map(({ searchId }) => searchId)}::uuid[],
                  ${pairs.map(({ listingId }) => listingId)}::uuid[])
             AS pairs (search_id, listing_id)
        JOIN saved_searches ON saved_searches.id = pairs.search_id
        JOIN users ON users.id = saved_searches.user_id
      WHERE saved_searches.alerts AND users.closed_at IS NULL
      ORDER BY users.id, pairs.listing_id
      ON CONFLICT DO NOTHING
      RETURNING user_id AS "userId", listing_id AS "listingId"`;
    const due = new Set(rows.map(({ userId, listingId }) => `${userId} ${listingId}`));
    const mails: PreparedMail[] = [];
    const links: Prisma.UnsubscribeLinkCreateManyInput[] = [];
    for (const { search, listings } of findings) {
      const [first, ...others] = listings.filter(({ id }) => due.has(`${search.userId} ${id}`));
      if (first) {
        const secret = newLinkSecret();
        links.push({ id: hashOfSecret(secret), searchId: search.id });
        mails.push(alertMail(deps, first, others.length, search, secret));
      }
    }
    if (mails.length > 0) {
      await transaction.unsubscribeLink.createMany({ data: links });
      await queueMail(transaction, ...mails);
    }
  });
}

function alertMail(
  deps: AlertDeps,
  listing: AlertListing,
  others: number,
  { user, name }: AlertSearch,
  secret: string,
): PreparedMail {
  const { resort } = listing;
  const token = new URLSearchParams({ token: secret }).toString();
  return listingAlert(
    deps,
    recipientOf(user),
    {
      searchName: name,
      listing: {
        title: listing.title,
        resortName: resort.name,
        location: resort.location,
        dates: formatDays(listing.availableFrom, listing.availableTo),
        price: priceOf(listing),
        imageUrl: new URL(resort.imageUrl, deps.publicUrl).href,
      },
      others,
      link: `${deps.publicUrl}/resort/${resort.id}?${weekOnPage(listing)}`,
      unsubscribeLink: `${deps.publicUrl}/unsubscribe?${token}`,
    },
    {
      'List-Unsubscribe': `<${deps.publicUrl}/api/unsubscribe?${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  );
}

/** The total shown in lists of weeks: '$1,050 for 7 nights'. */
function priceOf({ stretches }: AlertListing): string {
  const [stretch] = stretches;
  if (!stretch) {
    throw new Error('A listing that fits a search has free nights');
  }
  const { startsOn, endsOn, minNights } = stretch;
  const nights = nightsOfStay(anyStay, nightsBetween(startsOn, endsOn), minNights);
  const { totalCents: amount, currency } = quote(stretch, nights);
  return `${formatMoney({ amount, currency })} for ${plural(nights, 'night')}`;
}

function weekOnPage({ availableFrom: night }: AlertListing): string {
  return new URLSearchParams({ month: night.slice(0, 7), night }).toString();
}

interface PublishedListing {
  stretches: readonly Stretch[];
  pricePerNightCents: number;
  resort: {
    destination: string;
    brand: string;
    amenities: readonly string[];
    rating: number;
    isNewAvailability: boolean;
  };
}

/**
 * Whether a listing meets every condition of a search. Price, nights, guests and bedrooms concern
 * the listing, all other conditions its resort.
 */
function meetsConditions(listing: PublishedListing, filter: Narrowing): boolean {
  const { resort } = listing;
  const oneOf = (wanted: readonly string[] | undefined, value: string): boolean =>
    wanted === undefined || wanted.includes(value);
  const tier = filter.priceTier && priceTiers[filter.priceTier];
  const dollars = listing.pricePerNightCents / 100;
  const wish = stayWishOf(filter) ?? anyStay;
  return (
    oneOf(filter.destinations, resort.destination) &&
    oneOf(filter.brands, resort.brand) &&
    (filter.amenities ?? []).every((amenity) => resort.amenities.includes(amenity)) &&
    resort.rating >= Math.max(filter.minRating ?? 0, filter.asked?.minRating ?? 0) &&
    (filter.isNewAvailability ?? resort.isNewAvailability) === resort.isNewAvailability &&
    (tier === undefined || (tier.from <= dollars && dollars < (tier.below ?? Infinity))) &&
    listing.stretches.some((stretch) => hasStay(wish, stretch))
  );
}
