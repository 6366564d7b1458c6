import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListing, createResort, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

interface Counted {
  weeks: {
    totalCount: { value: number };
    facets: { instant: { count: { value: number } }[] };
  };
  resorts: { totalCount: { value: number } };
  resortFacets: { instant: { count: { value: number } }[] };
}

/** Weeks and resorts that a filter finds, and how many the facet `instant` counts. */
async function found(filter: object): Promise<number[]> {
  const { data, errors } = await server.graphqlText(
    `query Counted($filter: ResortFilter) {
      weeks(filter: $filter, first: 1) {
        totalCount { value }
        facets { instant { count { value } } }
      }
      resorts(filter: $filter, first: 1) { totalCount { value } }
      resortFacets(filter: $filter) { instant { count { value } } }
    }`,
    { filter },
  );
  expect(errors).toEqual([]);
  const { weeks, resorts, resortFacets } = data as Counted;
  return [
    weeks.totalCount.value,
    resorts.totalCount.value,
    weeks.facets.instant[0]?.count.value ?? -1,
    resortFacets.instant[0]?.count.value ?? -1,
  ];
}

it('a stay within the lead time of its resort is on request, in filters and in facets', async () => {
  const resort = await createResort(server);
  for (const [isInstant, from, to] of [
    [true, 10, 60],
    [true, 30, 37],
    [false, 30, 37],
  ] as const) {
    await createListing(server, {
      resortId: resort.id,
      isInstant,
      minNights: 7,
      availableFrom: new Date(dayAhead(from)),
      availableTo: new Date(dayAhead(to)),
    });
  }
  const later = { availableFrom: dayAhead(30), availableTo: dayAhead(37) };
  // Without dates the earliest stay counts, as lists show it.
  expect(await found({})).toEqual([3, 1, 1, 1]);
  expect(await found({ isInstant: true })).toEqual([1, 1, 1, 1]);
  expect(await found({ isInstant: false })).toEqual([2, 1, 1, 1]);
  expect(await found({ ...later, isInstant: true })).toEqual([2, 1, 2, 1]);
  const soon = { availableFrom: dayAhead(10), availableTo: dayAhead(17) };
  expect(await found(soon)).toEqual([1, 1, 0, 0]);
  expect(await found({ ...soon, isInstant: true })).toEqual([0, 0, 0, 0]);

  // Remembered answers follow a new lead time, of the resort or of the site.
  await server.prisma.resort.update({
    where: { id: resort.id },
    data: { certificateLeadDays: 5 },
  });
  await expect.poll(() => found({ isInstant: true })).toEqual([2, 1, 2, 1]);
  await server.prisma.resort.update({
    where: { id: resort.id },
    data: { certificateLeadDays: null },
  });
  await server.prisma.siteSetting.create({ data: { key: 'certificate_lead_days', value: '40' } });
  await expect.poll(() => found({ isInstant: true })).toEqual([0, 0, 0, 0]);
});
