import { readFile } from 'node:fs/promises';
import { newIdempotencyKey, type Client } from '@tideweek/client';
import { parse } from 'csv-parse/sync';
import type { ListingDetailsInput } from './__generated__/graphql.ts';
import {
  createListing,
  readListing,
  readResort,
  updateListing,
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

/**
 * Makes the listings equal to a CSV file: adds new rows, updates changed rows, and withdraws
 * listings of missing rows. Can be run again at any time, even after an interruption.
 * @param given.stateFile where the ids of the listings are stored
 * @param given.isTest whether the token is a test token, which verifies its own listings
 */
export async function publishWeeks(
  client: Client,
  { csvFile, stateFile, isTest }: { csvFile: string; stateFile: string; isTest: boolean },
): Promise<void> {
  const rows = await readRows(csvFile);
  const state = await readState(stateFile);
  for (const row of rows) {
    const { reference } = row;
    const details = await detailsOf(client, row);
    const text = JSON.stringify(details);
    const known = state.listings[reference] ?? { key: newIdempotencyKey() };
    if (known.details === text) {
      console.log(`${reference}: unchanged`);
      continue;
    }
    // Stores the key first: if the response is lost, the next run creates no second listing.
    state.listings[reference] = known;
    await writeState(stateFile, state);
    const listing = known.id
      ? await change(client, known.id, details)
      : await add(client, known.key, details);
    if (listing.verificationStatus === 'PENDING' && isTest) {
      await client.run(verifyTestListing, { listingId: listing.id });
    }
    state.listings[reference] = { ...known, id: listing.id, details: text };
    await writeState(stateFile, state);
    console.log(`${reference}: ${known.id ? 'changed' : 'added'}`);
  }
  const references = new Set(rows.map(({ reference }) => reference));
  for (const [reference, { id }] of Object.entries(state.listings)) {
    if (!references.has(reference) && id) {
      await client.run(withdrawListing, { listingId: id });
      const { [reference]: _, ...others } = state.listings;
      state.listings = others;
      await writeState(stateFile, state);
      console.log(`${reference}: withdrawn`);
    }
  }
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

async function detailsOf(client: Client, row: Row): Promise<ListingDetailsInput> {
  const { resort } = await client.execute(readResort, { id: row.resort });
  if (!resort) {
    throw new Error(`${row.reference}: there is no resort ${row.resort}`);
  }
  return {
    resortId: resort.id,
    title: row.title,
    description: row.description,
    availableFrom: row.arrival,
    availableTo: row.departure,
    pricePerNightCents: Math.round(Number(row.price_per_night) * 100),
    maxGuests: Number(row.guests),
    bedrooms: Number(row.bedrooms),
  };
}

async function add(client: Client, idempotencyKey: string, details: ListingDetailsInput) {
  const { listing } = await client.run(createListing, { input: { details } }, { idempotencyKey });
  return listing;
}

async function change(client: Client, listingId: string, details: ListingDetailsInput) {
  const { node } = await client.execute(readListing, { id: listingId });
  const version = node && 'version' in node ? node.version : 0;
  const { listing } = await client.run(updateListing, { input: { listingId, version, details } });
  return listing;
}
