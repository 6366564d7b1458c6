import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restRoutes } from '../modules/areas.ts';
import { createOrganization, createTokenRow } from '../modules/partners/testing/partner.ts';
import { pdf } from '../testing/documents.ts';
import { createListing, createResort, createReview, signedInUser } from '../testing/factories.ts';
import { listingPayload, saturdayAhead } from '../testing/listings.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { uploadDocument } from '../testing/uploads.ts';
import { addDays, isoDay } from '#common/days.ts';
import { describedRoutes, openApiDocument } from './openApi.ts';

let server: TestServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;
let bearer: { headers: { authorization: string } };
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await signedInUser(server);
  const organization = await createOrganization(server, { account: owner.user });
  ({ bearer } = await createTokenRow(server, organization));
  ({ id: resortId } = await createResort(server, { isNewAvailability: true }));
  const { user } = await signedInUser(server);
  await createReview(server, { resortId, userId: user.id });
});

afterAll(() => server.close());

const described = describedRoutes(restRoutes);
const nameOf = ({ method, path }: (typeof described)[number]) => `${method} ${path}`;

const newListing = () => createListing(server, { resortId, ownerId: owner.user.id });

type Call = [path: string, body?: unknown];

/** A call of each described route that works. */
const calls: Record<string, () => Call | Promise<Call>> = {
  'GET /api/resorts': () => ['/api/resorts?limit=5&sort=MOST_REVIEWS'],
  'GET /api/resorts/search': () => ['/api/resorts/search?q=harbour'],
  'GET /api/resorts/new-availability': () => ['/api/resorts/new-availability'],
  'GET /api/resorts/top': () => ['/api/resorts/top'],
  'GET /api/resorts/:id': () => [`/api/resorts/${resortId}`],
  'GET /api/resorts/:id/reviews': () => [`/api/resorts/${resortId}/reviews`],
  'GET /api/listings/:id/quote': async () => {
    const { id, availableFrom } = await newListing();
    const checkIn = isoDay(availableFrom);
    return [`/api/listings/${id}/quote?checkIn=${checkIn}&checkOut=${addDays(checkIn, 7)}`];
  },
  'POST /api/listings': () => [
    '/api/listings',
    listingPayload(resortId, {
      reference: 'unit-12',
      ownership: 'floating',
      checkInDay: 'saturday',
      bathrooms: 1.5,
      kitchen: 'full',
      use: 'annual',
      tenure: 'deeded',
      maintenanceFee: 900.5,
      nextFeePaidBy: 'owner',
      isForSale: true,
      salePrice: 9_000,
      firstUseYear: Number(saturdayAhead().slice(0, 4)) + 1,
    }),
  ],
  'POST /api/listings/:id/contract': async () => [
    `/api/listings/${(await newListing()).id}/contract`,
    { contractDocumentUrl: await uploadDocument(server, owner.cookie, pdf()) },
  ],
};

describe('the OpenAPI document', () => {
  it('has every route that a token may call, and no other', () => {
    const ofTokens = restRoutes.filter(({ scope }) => scope !== undefined);
    expect(described).toEqual(ofTokens);
    const { paths } = openApiDocument(restRoutes) as { paths: Record<string, object> };
    expect(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ).toEqual(
      expect.arrayContaining(
        ofTokens.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
      ),
    );
    expect(Object.keys(calls).toSorted()).toEqual(described.map(nameOf).toSorted());
  });

  it('names each parameter of a path, and each operation once', () => {
    for (const { path, about } of described) {
      expect(Object.keys(about.params ?? {})).toEqual(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => name),
      );
    }
    const ids = [...JSON.stringify(openApiDocument(restRoutes)).matchAll(/"operationId":"(\w+)"/g)];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(described.length);
  });

  it.each(described.map((route) => [nameOf(route), route] as const))(
    'says what is sent and answered: %s',
    async (name, { method, about }) => {
      const [path, body] = (await calls[name]?.()) ?? [''];
      const { searchParams } = new URL(path, server.url);
      expect([...searchParams.keys()].filter((key) => !about.query?.shape[key])).toEqual([]);
      const answer = await server.rest(method, path, body, bearer);
      expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({
        status: about.status ?? 200,
      });
      expect(about.answer.safeParse(answer.body).error).toBeUndefined();
      if (Array.isArray(answer.body)) expect(answer.body.length).toBeGreaterThan(0);
      expect(about.body?.safeParse(body).error).toBeUndefined();
    },
  );
});
