import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { withoutInvisible } from '#api/platform/input/input.ts';

/**
 * SQL for searches by administrators. Finds resorts and members first, through the trigram indexes
 * of their tables, then the rows that belong to them, through indexes on their ids. So no table
 * needs copies of names.
 */

export const searchWords = (search: string | null | undefined): string[] =>
  withoutInvisible(search ?? '')
    .split(/[\s\0]+/)
    .filter((word) => word !== '')
    .slice(0, 8);

/** A CTE `searched` with one row: for each word, the ids of matching resorts and members. */
export const searchedIds = (words: readonly string[]): Prisma.Sql =>
  Prisma.sql`searched AS MATERIALIZED (
    SELECT ${Prisma.join([
      Prisma.sql`TRUE AS is_read`,
      ...words.flatMap((word, index) => [
        Prisma.sql`ARRAY(SELECT id FROM resorts WHERE ${holds(Prisma.sql`search_fold(name)`, word)})
          AS ${column('resorts', index)}`,
        Prisma.sql`ARRAY(SELECT id FROM users WHERE ${usersHold(word)}) AS ${column('users', index)}`,
      ]),
    ])})`;

/** Condition: the word occurs in a listing's title, resort or owner, or is its id. */
export const listingsHold = (word: string, index: number): Prisma.Sql => Prisma.sql`(
  ${holds(Prisma.sql`search_fold(listings.title)`, word)}
  OR listings.resort_id = ${idsOf('resorts', index)}
  OR listings.owner_id = ${idsOf('users', index)}
  OR ${hasId(Prisma.sql`listings`, word)})`;

/**
 * Condition: the word occurs in a booking's guest, owner, resort or certificate number, or is its
 * booking number or id.
 */
export const bookingsHold = (word: string, index: number): Prisma.Sql => Prisma.sql`(
  bookings.user_id = ${idsOf('users', index)}
  OR bookings.owner_id = ${idsOf('users', index)}
  OR bookings.resort_id = ${idsOf('resorts', index)}
  OR ${holds(Prisma.sql`search_fold(bookings.certificate_number)`, word)}
  OR ${hasNumber(Prisma.sql`bookings`, word)}
  OR ${hasId(Prisma.sql`bookings`, word)})`;

/**
 * Condition: the word occurs in a user's name, username or address; a short word only at the start
 * of a word.
 */
export const usersHold = (word: string): Prisma.Sql =>
  Prisma.sql`search_text LIKE ${word.length < anywhere ? '% ' : '%'} || ${folded(word)} || '%'`;

/** Condition: a folded text contains the word; a short word only at the start of the text. */
export const holds = (text: Prisma.Sql, word: string): Prisma.Sql =>
  Prisma.sql`${text} LIKE ${word.length < anywhere ? '' : '%'} || ${folded(word)} || '%'`;

/** Condition: the word is the row's id. FALSE if the word is not a UUID. */
export const hasId = (table: Prisma.Sql, word: string): Prisma.Sql =>
  z.uuid().safeParse(word).success ? Prisma.sql`${table}.id = ${word}::uuid` : Prisma.sql`FALSE`;

/** Condition: the word is the end of the row's id, which people read out as the booking number. */
const hasNumber = (table: Prisma.Sql, word: string): Prisma.Sql => {
  const number = /^#?([0-9a-f]{8})$/i.exec(word)?.[1];
  return number === undefined
    ? Prisma.sql`FALSE`
    : Prisma.sql`right(${table}.id::text, 8) = ${number.toLowerCase()}`;
};

const anywhere = 3;

const folded = (word: string): Prisma.Sql =>
  Prisma.sql`search_fold(${word.replaceAll(/[\\%_]/g, '\\$&')})`;

const column = (name: 'resorts' | 'users', index: number): Prisma.Sql =>
  Prisma.raw(`${name}_${index}`);

/** The cast gives the array a known type; without it no index is used. */
const idsOf = (name: 'resorts' | 'users', index: number): Prisma.Sql =>
  Prisma.sql`ANY ((SELECT ${column(name, index)} FROM searched)::uuid[])`;
