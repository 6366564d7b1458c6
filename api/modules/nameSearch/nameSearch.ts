import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';

/**
 * What administrators search for, in SQL. Resorts and members are found first, by the trigram indexes
 * of their own tables; then what belongs to them by the indexes of its columns, so that no table holds
 * copies of names.
 */

/** The words of a search, at most eight. */
export const searchWords = (search: string | null | undefined): string[] =>
  (search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);

/**
 * A table expression `searched` with one row: for each word the ids of the resorts and of the members
 * with it in their names.
 */
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

/** That a row of listings has the word of this number in its title, resort or owner, or as its id. */
export const listingsHold = (word: string, index: number): Prisma.Sql => Prisma.sql`(
  ${holds(Prisma.sql`search_fold(listings.title)`, word)}
  OR listings.resort_id = ${idsOf('resorts', index)}
  OR listings.owner_id = ${idsOf('users', index)}
  OR ${hasId(Prisma.sql`listings`, word)})`;

/** That a row of bookings has the word of this number in its guest or resort, or as its id. */
export const bookingsHold = (word: string, index: number): Prisma.Sql => Prisma.sql`(
  bookings.user_id = ${idsOf('users', index)}
  OR bookings.resort_id = ${idsOf('resorts', index)}
  OR ${hasId(Prisma.sql`bookings`, word)})`;

/** That a row of users has the word in name, username or address; a short one begins a word there. */
export const usersHold = (word: string): Prisma.Sql =>
  Prisma.sql`search_text LIKE ${word.length < anywhere ? '% ' : '%'} || ${folded(word)} || '%'`;

/** That a folded text has the word in it; one of which the index knows too little begins it. */
export const holds = (text: Prisma.Sql, word: string): Prisma.Sql =>
  Prisma.sql`${text} LIKE ${word.length < anywhere ? '' : '%'} || ${folded(word)} || '%'`;

/** That a row has the word as its id; false where that can be none. */
export const hasId = (table: Prisma.Sql, word: string): Prisma.Sql =>
  z.uuid().safeParse(word).success ? Prisma.sql`${table}.id = ${word}::uuid` : Prisma.sql`FALSE`;

/** With fewer letters a word has no trigram of its own. */
const anywhere = 3;

const folded = (word: string): Prisma.Sql =>
  Prisma.sql`search_fold(${word.replaceAll(/[\\%_]/g, '\\$&')})`;

const column = (name: 'resorts' | 'users', index: number): Prisma.Sql =>
  Prisma.raw(`${name}_${index}`);

/** The cast makes it one array of a known type, which an index can be asked for. */
const idsOf = (name: 'resorts' | 'users', index: number): Prisma.Sql =>
  Prisma.sql`ANY ((SELECT ${column(name, index)} FROM searched)::uuid[])`;
