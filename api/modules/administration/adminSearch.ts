import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import {
  bookingsHold,
  hasId,
  holds,
  listingsHold,
  searchedIds,
  searchWords,
  usersHold,
} from '../nameSearch/nameSearch.ts';

export type AdminHitKind = 'user' | 'resort' | 'listing' | 'booking' | 'inquiry';

export interface AdminHit {
  kind: AdminHitKind;
  id: string;
  title: string;
  detail: string;
}

/** Per kind: hits returned, and rows sorted to find the newest. */
const shownOfEach = 5;
const comparedOfEach = 200;

const longest = 200;
const shortest = 2;

/**
 * Finds users, resorts, listings, bookings and inquiries whose names contain all words of the text
 * or whose id is the text; bookings also by booking number or certificate number. Returns the
 * newest few hits of each kind, in one statement.
 * @param text fewer than 2 characters find nothing
 * @throws {InvalidInputError} naming text
 */
export async function searchAdministration(
  { database }: Pick<Deps, 'database'>,
  text: string,
): Promise<AdminHit[]> {
  if (text.length > longest) {
    throw new InvalidInputError('text', `The search may have at most ${longest} characters`);
  }
  if (text.trim().length < shortest) {
    return [];
  }
  const words = searchWords(text);
  const all = (has: (word: string, index: number) => Prisma.Sql) =>
    Prisma.join(words.map(has), ' AND ');
  const { text: sql, values } = Prisma.sql`
    WITH ${searchedIds(words)},
    ${found(
      'user',
      Prisma.sql`
      SELECT id, first_name || ' ' || last_name AS title, username || ', ' || email AS detail,
             created_at
      FROM users WHERE closed_at IS NULL
        AND ${all((word) => Prisma.sql`(${usersHold(word)} OR ${hasId(Prisma.sql`users`, word)})`)}`,
    )},
    ${found(
      'resort',
      Prisma.sql`
      SELECT id, name AS title, location AS detail, created_at FROM resorts
      WHERE ${all(
        (word) => Prisma.sql`(${holds(Prisma.sql`search_fold(name)`, word)}
                                        OR ${hasId(Prisma.sql`resorts`, word)})`,
      )}`,
    )},
    ${found(
      'listing',
      Prisma.sql`
      SELECT listings.id, title,
             resorts.name || ', ' || coalesce(owner.first_name || ' ' || owner.last_name, provider.name)
               AS detail,
             listings.created_at
      FROM listings JOIN resorts ON resorts.id = resort_id
      LEFT JOIN users AS owner ON owner.id = owner_id
      LEFT JOIN inventory_providers AS provider ON provider.id = provider_id
      WHERE ${all(listingsHold)}`,
    )},
    ${found(
      'booking',
      Prisma.sql`
      SELECT bookings.id, guest.first_name || ' ' || guest.last_name AS title,
             resorts.name || ', ' || check_in || ' to ' || check_out || ', booking '
               || upper(right(bookings.id::text, 8)) AS detail,
             bookings.created_at
      FROM bookings JOIN resorts ON resorts.id = resort_id
      JOIN users AS guest ON guest.id = user_id
      WHERE ${all(bookingsHold)}`,
    )},
    ${found(
      'inquiry',
      Prisma.sql`
      SELECT id, property_name AS title, first_name || ' ' || last_name || ', ' || email AS detail,
             created_at
      FROM property_inquiries WHERE ${all(inquiriesHold)}`,
    )}
    SELECT kind, id, title, detail FROM (
      SELECT * FROM found_user UNION ALL SELECT * FROM found_resort
      UNION ALL SELECT * FROM found_listing UNION ALL SELECT * FROM found_booking
      UNION ALL SELECT * FROM found_inquiry
    ) AS hits`;
  return (await database.pool.query<AdminHit>({ text: sql, values })).rows;
}

/** CTE with the newest hits of one kind among the first `comparedOfEach` rows found. */
const found = (kind: AdminHitKind, rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(`found_${kind}`)} AS MATERIALIZED (
    SELECT ${Prisma.raw(`'${kind}'`)} AS kind, id, title, detail
    FROM (${rows} LIMIT ${Prisma.raw(String(comparedOfEach))}) AS compared
    ORDER BY created_at DESC, id DESC LIMIT ${Prisma.raw(String(shownOfEach))})`;

const inquiryColumns = [
  'property_name',
  'resort_name',
  'location',
  'first_name',
  'last_name',
  'email',
].map((column) => Prisma.raw(column));

const inquiriesHold = (word: string): Prisma.Sql => {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`(${Prisma.join(
    [
      ...inquiryColumns.map((column) => Prisma.sql`${column} ILIKE ${pattern}`),
      hasId(Prisma.sql`property_inquiries`, word),
    ],
    ' OR ',
  )})`;
};
