import { readFile } from 'node:fs/promises';
import type { Client } from '@tideweek/client';
import { parse } from 'csv-parse/sync';
import type { ListingRowInput } from './__generated__/graphql.ts';
import {
  publishRows,
  readResort,
  relistListing,
  verifyTestListing,
  withdrawListing,
} from './operations.ts';
import { readState, writeState } from './state.ts';

const columns = [
  'reference',
  'resort',
  'title',
  'description',
  'arrival',
  'departure',
  'price_per_night',
  'guests',
  'bedrooms',
] as const;

type Row = Record<(typeof columns)[number], string>;

/** The most rows of one call. */
const atOnce = 500;

/**
 * Makes the listings equal to a CSV file: adds new rows, updates changed rows, and withdraws
 * listings of missing rows. Can be run again at any time, even after an interruption.
 * @param given.stateFile where the ids of the listings are stored
 * @param given.isTest whether the token is a test token, which verifies its own listings
 * @returns whether every row was accepted
 */
export async function publishWeeks(
  client: Client,
  { csvFile, stateFile, isTest }: { csvFile: string; stateFile: string; isTest: boolean },
): Promise<boolean> {
  const rows = await rowsOf(client, await readRows(csvFile));
  const state = await readState(stateFile);
  let isComplete = true;
  for (let first = 0; first < rows.length; first += atOnce) {
    const { results } = await client.run(publishRows, { rows: rows.slice(first, first + atOnce) });
    for (const { reference, status, listing, fieldErrors } of results) {
      const problems = fieldErrors.map(({ field, message }) => `\n  ${field}: ${message}`);
      console.log(`${reference}: ${status.toLowerCase()}${problems.join('')}`);
      isComplete &&= problems.length === 0;
      if (!listing) continue;
      state.listings[reference] = listing.id;
      if (listing.status === 'WITHDRAWN')
        await client.run(relistListing, { listingId: listing.id });
      if (listing.verificationStatus === 'PENDING' && isTest) {
        await client.run(verifyTestListing, { listingId: listing.id });
      }
    }
    await writeState(stateFile, state);
  }
  const references = new Set(rows.map(({ reference }) => reference));
  for (const [reference, listingId] of Object.entries(state.listings)) {
    if (!references.has(reference)) {
      await client.run(withdrawListing, { listingId });
      const { [reference]: _, ...others } = state.listings;
      state.listings = others;
      await writeState(stateFile, state);
      console.log(`${reference}: withdrawn`);
    }
  }
  return isComplete;
}

async function readRows(file: string): Promise<Row[]> {
  const [head = [], ...rows]: string[][] = parse(await readFile(file), {
    // As spreadsheets write CSV: a byte order mark, blank rows, an inch mark in a cell.
    bom: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    relax_quotes: true,
  });
  const missing = columns.filter((column) => !head.includes(column));
  if (missing.length > 0) {
    throw new Error(`${file} has no column ${missing.join(', ')}`);
  }
  return rows.map(
    (values) => Object.fromEntries(head.map((name, at) => [name, values[at]])) as Row,
  );
}

/** Rows for the API. A resort is named by its id, or as in the address of its page. */
async function rowsOf(client: Client, rows: Row[]): Promise<ListingRowInput[]> {
  const ids = new Map<string, string>();
  for (const id of new Set(rows.map(({ resort }) => resort))) {
    const { resort } = await client.execute(readResort, { id });
    // A row with an unknown resort is refused, and says so.
    ids.set(id, resort?.id ?? id);
  }
  return rows.map((row) => rowOf(row, ids.get(row.resort) ?? row.resort));
}

const rowOf = (row: Row, resortId: string): ListingRowInput => ({
  reference: row.reference,
  details: {
    resortId,
    title: row.title,
    description: row.description,
    availableFrom: row.arrival,
    availableTo: row.departure,
    pricePerNightCents: Math.round(Number(row.price_per_night) * 100),
    maxGuests: Number(row.guests),
    bedrooms: Number(row.bedrooms),
  },
});
