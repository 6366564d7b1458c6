import { z } from 'zod';
import type { Outgoing, OutgoingRequest } from './outgoing.ts';
import { decode } from './decode.ts';
import { ProviderError, type OfferedRow, type OfferedWeek } from '#api/context/sources.ts';

/** Bytes: 100 weeks with texts of maximum length. */
const largestPage = 5_000_000;

const pageSize = 100;

const query = `query InventoryOfPartner($first: Int!, $after: String) {
  listings(first: $first, after: $after) {
    edges {
      node {
        databaseId title description pricePerNight { amount currency } availableFrom availableTo maxGuests bedrooms
        facts { ownership season weekNumber unitType view }
        resort { databaseId name location brand }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const text = z.string().nullish();

const node = z.object({
  databaseId: z.string(),
  title: z.string(),
  description: z.string(),
  pricePerNight: z.object({ amount: z.number(), currency: z.string() }),
  availableFrom: z.string(),
  availableTo: z.string(),
  maxGuests: z.number(),
  bedrooms: z.number().nullish(),
  facts: z
    .object({
      ownership: text,
      season: text,
      weekNumber: z.number().nullish(),
      unitType: text,
      view: text,
    })
    .nullish(),
  resort: z.object({
    databaseId: z.string(),
    name: z.string(),
    location: z.string(),
    brand: z.string(),
  }),
});

const answer = z.object({
  data: z.object({
    listings: z.object({
      edges: z.array(z.object({ node: z.unknown() })).max(pageSize),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    }),
  }),
});

/**
 * Streams the public weeks of another Tideweek, page by page.
 * @param request with the address of the site or of its GraphQL API
 * @throws {ProviderError} if a request fails, or the response is not from a Tideweek
 */
export async function* otherTideweek(
  outgoing: Outgoing,
  request: Omit<OutgoingRequest, 'accept'>,
): AsyncGenerator<OfferedRow, void, undefined> {
  const { name } = request;
  const address = new URL(request.address);
  if (address.pathname === '/') {
    address.pathname = '/graphql';
  }
  let after: string | null = null;
  let number = 0;
  for (;;) {
    const body = JSON.stringify({ query, variables: { first: pageSize, after } });
    const asked = { ...request, address, body, accept: 'application/json', most: largestPage };
    const { edges, pageInfo } = await readPage(name, outgoing.read(asked));
    for (const edge of edges) {
      number += 1;
      const found = node.safeParse(edge.node);
      yield found.success
        ? { number, week: weekOf(found.data) }
        : { number, problem: 'The listing is not as a Tideweek describes one' };
    }
    if (!pageInfo.hasNextPage) {
      return;
    }
    if (pageInfo.endCursor == null || pageInfo.endCursor === after || edges.length === 0) {
      throw new ProviderError(`${name} answered the same page twice`);
    }
    after = pageInfo.endCursor;
  }
}

async function readPage(
  name: string,
  body: AsyncIterable<Uint8Array>,
): Promise<z.infer<typeof answer>['data']['listings']> {
  let json = '';
  for await (const piece of decode(name, body)) {
    json += piece;
  }
  // The site's own error messages are not repeated: they may contain anything.
  const strange = new ProviderError(`${name} answered as no Tideweek does`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw strange;
  }
  const page = answer.safeParse(value);
  if (!page.success) {
    throw strange;
  }
  return page.data.data.listings;
}

function weekOf({
  databaseId,
  resort,
  facts,
  pricePerNight: { amount, currency },
  ...week
}: z.infer<typeof node>): OfferedWeek {
  const said = Object.entries({ ...week, ...facts }).filter(([, value]) => value != null);
  return {
    ...Object.fromEntries(said),
    ...(facts?.ownership == null ? {} : { ownership: facts.ownership.toLowerCase() }),
    externalId: databaseId,
    pricePerNight: amount / 100,
    currency,
    resortId: resort.databaseId,
    resortName: resort.name,
    resortLocation: resort.location,
    resortBrand: resort.brand,
  };
}
