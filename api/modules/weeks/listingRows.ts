import type { Deps } from '../../context/context.ts';
import { Prisma, type Listing } from '../../generated/prisma/client.ts';
import { asRow, isResortColumn, selectList } from '../search/resortRows.ts';

/** What a Prisma query selects of a listing. */
export interface AskedListing {
  select?: object;
}

/** Columns of a listing that cards and rows of weeks show. A day is read as text. */
const cardColumns: Partial<Record<string, string>> = {
  id: 'id',
  resortId: 'resort_id',
  ownerId: 'owner_id',
  onOffer: 'on_offer',
  onSale: 'on_sale',
  availableFrom: 'available_from::text',
  title: 'title',
  pricePerNightCents: 'price_per_night_cents',
  currency: 'currency',
  maxGuests: 'max_guests',
  bedrooms: 'bedrooms',
  unitType: 'unit_type',
  view: 'view',
} satisfies Partial<Record<keyof Listing, string>>;

/** What cards show of a listing and its resort, read by a statement of our own. */
export interface ListingCards {
  /** The columns, of the tables `listings` and `resorts`. */
  columns: Prisma.Sql;
  /** As for Prisma's rows, the type has all columns, and the row those that were asked for. */
  listingOf(row: object): Listing;
}

/** Undefined if more is asked than cards show. */
export function listingCards(asked: AskedListing): ListingCards | undefined {
  const { resort, ...own } = (asked.select ?? {}) as { resort?: { select?: object } };
  const names = Object.keys(own);
  const ofResort = Object.keys(resort?.select ?? {});
  if (
    names.length === 0 ||
    !names.every((name) => cardColumns[name] !== undefined) ||
    ofResort.length === 0 ||
    !ofResort.every(isResortColumn)
  ) {
    return undefined;
  }
  const list = Prisma.raw(
    names.map((name) => `listings.${cardColumns[name]} AS "listing ${name}"`).join(', '),
  );
  return {
    columns: Prisma.sql`${list}, ${selectList(ofResort)}`,
    listingOf(row) {
      const values = row as Record<string, unknown>;
      const listing = Object.fromEntries(names.map((name) => [name, values[`listing ${name}`]]));
      return {
        ...listing,
        ...('availableFrom' in own && {
          availableFrom: new Date(String(values['listing availableFrom'])),
        }),
        resort: asRow(row as never),
      } as unknown as Listing;
    },
  };
}

/**
 * The listings with these ids. Cards take half the time of Prisma's statement.
 */
export async function listingRows(
  { database }: Pick<Deps, 'database'>,
  ids: readonly string[],
  asked: AskedListing,
): Promise<Listing[]> {
  const cards = listingCards(asked);
  if (!cards) {
    return database.prisma.listing.findMany({
      ...asked,
      where: { id: { in: [...ids] } },
      relationLoadStrategy: 'join',
    });
  }
  const rows = await database.read<object>(Prisma.sql`
    SELECT ${cards.columns} FROM listings JOIN resorts ON resorts.id = resort_id
    WHERE listings.id = ANY(${[...ids]}::uuid[])`);
  return rows.map(cards.listingOf);
}
