import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { sql } from './database.ts';
import { siteUrl } from './fixtures.ts';

/** Far beyond the dates of the sample data, so that a search finds nothing else. */
export const farYear = new Date().getUTCFullYear() + 4;

interface NewWeek {
  title: string;
  availableFrom?: string;
  availableTo?: string;
}

/** Adds an unverified listing of the page's account; returns its plain id. */
export async function listWeek(page: Page, week: NewWeek): Promise<string> {
  const resorts = (await (await fetch(`${siteUrl}/api/resorts/top?limit=1`)).json()) as {
    id: string;
  }[];
  const answer = await page.context().request.post('/api/listings', {
    data: {
      resortId: resorts[0]?.id,
      description: 'Two rooms and a balcony.',
      pricePerNight: 180,
      maxGuests: 4,
      availableFrom: `${farYear}-09-07`,
      availableTo: `${farYear}-09-14`,
      ...week,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Uploads a document and attaches it to a listing, as the owner's client does. */
export async function uploadDeed(page: Page, listingId: string, name = 'Deed.pdf'): Promise<void> {
  const { request } = page.context();
  const begun = await request.post('/api/contracts/upload', {
    data: { filename: name, type: 'application/pdf' },
  });
  const { uploadURL } = (await begun.json()) as { uploadURL: string };
  const headers = { 'content-type': 'application/pdf' };
  expect((await request.put(uploadURL, { data: pdf(2_400), headers })).status()).toBe(200);
  const attached = await request.post(`/api/listings/${listingId}/contract`, {
    data: { contractDocumentUrl: uploadURL },
  });
  expect(attached.status(), await attached.text()).toBe(200);
}

type Decision = 'verify' | 'reject' | 'ask';

const mutations: Record<Decision, { name: string; input: string; text: string }> = {
  verify: { name: 'verifyListing', input: 'VerifyListingInput', text: 'note' },
  reject: { name: 'rejectListing', input: 'RejectListingInput', text: 'reason' },
  ask: { name: 'askAboutListing', input: 'AskAboutListingInput', text: 'question' },
};

/** A unique PDF of about `size` bytes. */
export function pdf(size: number): Buffer {
  const filling = randomBytes(size / 2).toString('hex');
  return Buffer.from(
    `%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%${filling}\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
  );
}

/** Decides about the current version of a listing, as an administrator. */
export async function decide(
  admin: Page,
  listingId: string,
  decision: Decision,
  words: string,
): Promise<void> {
  const { name, input, text } = mutations[decision];
  const [stored] = await sql<{ version: number }>(
    inject('databaseUrl'),
    'SELECT version FROM listings WHERE id = $1',
    [listingId],
  );
  const data = await ask<Record<string, { message?: string }>>(
    admin.context().request,
    `mutation ($input: ${input}!) { ${name}(input: $input) { ... on Error { message } } }`,
    { input: { listingId, version: stored?.version, [text]: words } },
  );
  expect(data[name]).toEqual({});
}

/** A GraphQL call with the session of a request context; returns its data. */
export async function ask<Data>(
  request: APIRequestContext,
  query: string,
  variables: object = {},
): Promise<Data> {
  const answer = await request.post('/graphql', { data: { query, variables } });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Adds a confirmed booking of a listing. */
export async function bookNights(listingId: string, from: string, to: string): Promise<void> {
  await sql(
    inject('databaseUrl'),
    `INSERT INTO bookings
       (id, listing_id, resort_id, user_id, check_in, check_out, guests, total_price_cents, status)
     SELECT gen_random_uuid(), listings.id, resort_id, owner_id, $2, $3, 2, 72000, 'confirmed'
     FROM listings WHERE listings.id = $1`,
    [listingId, from, to],
  );
}

/** The name of the file that the page downloads next in a new tab, without showing it. */
export async function downloadInNewTab(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.context().waitForEvent('page'),
  ]);
  return download.suggestedFilename();
}
