import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InventoryProvider } from '#api/generated/prisma/client.ts';
import { createResort } from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  errorsOf,
  offeredWeek,
  runToEnd,
} from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { openResortMatcher } from './resortMatching.ts';
import type { OfferedResort } from '../weeks/weekInput.ts';

const sources = createFakeSources();
let server: TestServer;
let provider: InventoryProvider;

beforeAll(async () => {
  server = await startTestServer({ sources });
  await server.prisma.brandAlias.createMany({
    data: [
      { alias: 'dvc', brand: 'Disney Vacation Club' },
      { alias: 'disney', brand: 'Disney Vacation Club' },
      { alias: 'mvc', brand: 'Marriott Vacation Club' },
      { alias: 'marriott', brand: 'Marriott Vacation Club' },
    ],
  });
  const marriott = { brand: 'Marriott Vacation Club', country: 'United States' };
  await createResort(server, {
    ...marriott,
    slug: 'grande-vista',
    name: "Marriott's Grande Vista",
    location: 'Orlando, Florida',
    city: 'Orlando',
    destination: 'Florida',
  });
  await createResort(server, {
    slug: 'old-key-west',
    name: "Disney's Old Key West Resort",
    brand: 'Disney Vacation Club',
    location: 'Lake Buena Vista, Florida',
    city: 'Lake Buena Vista',
    destination: 'Florida',
  });
  await createResort(server, {
    slug: 'palmar',
    name: 'Villa del Palmar Cancún',
    brand: 'Villa Group',
    location: 'Cancún, Quintana Roo',
    city: 'Cancún',
    country: 'Mexico',
    destination: 'Mexico',
  });
  for (const [slug, city, brand] of [
    ['sands-maine', 'Camden', 'Royal Resorts'],
    ['sands-florida', 'Naples', 'Divi Resorts'],
  ] as const) {
    await createResort(server, {
      slug,
      name: 'The Royal Sands & Spa',
      brand,
      city,
      country: 'United States',
      location: `${city}, ${slug}`,
      destination: slug,
    });
  }
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE inventory_providers, inventory_syncs, listings CASCADE');
  provider = await createProvider(server);
});

const slugOf = async (offered: Partial<OfferedResort>): Promise<string | undefined> => {
  const matcher = await openResortMatcher(server.deps, provider.id);
  const match = matcher.match({ externalId: '', name: '', location: '', brand: '', ...offered });
  return 'resortId' in match
    ? (await server.prisma.resort.findUnique({ where: { id: match.resortId } }))?.slug
    : undefined;
};

describe('a resort is matched by its name and place', () => {
  it.each<[string, Partial<OfferedResort>, string | undefined]>([
    ['as it is', { name: "Marriott's Grande Vista", location: 'Orlando, Florida' }, 'grande-vista'],
    ['no punctuation', { name: 'MARRIOTTS grande-vista', location: 'Orlando' }, 'grande-vista'],
    ['without a place', { name: 'Marriott’s Grande Vista' }, 'grande-vista'],
    [
      'a place shortened',
      { name: "Marriott's Grande Vista", location: 'Orlando, FL' },
      'grande-vista',
    ],
    [
      'a place without comma',
      { name: "Marriott's Grande Vista", location: 'Orlando FL' },
      'grande-vista',
    ],
    [
      'its destination as place',
      { name: "Marriott's Grande Vista", location: 'Florida' },
      'grande-vista',
    ],
    ['another place', { name: "Marriott's Grande Vista", location: 'Miami, Florida' }, undefined],
    ['without accents', { name: 'Villa del Palmar Cancun', location: 'Cancun, Mexico' }, 'palmar'],
    ['with other accents', { name: 'Villa dél Palmar Cancún', location: 'CANCÚN' }, 'palmar'],
    ['an alias for its brand', { name: 'MVC Grande Vista', location: 'Orlando' }, 'grande-vista'],
    ['the full name of its brand', { name: 'Marriott Vacation Club Grande Vista' }, 'grande-vista'],
    ['an alias after the name', { name: 'Grande Vista, Marriott' }, 'grande-vista'],
    ['the brand on its own', { name: 'Old Key West Resort', brand: 'DVC' }, 'old-key-west'],
    ['an alias of another brand', { name: 'DVC Grande Vista', location: 'Orlando' }, undefined],
    ['no brand', { name: 'Grande Vista', location: 'Orlando' }, undefined],
    ['a name of two resorts', { name: 'Royal Sands and Spa' }, undefined],
    [
      'a name of two resorts and a place',
      { name: 'Royal Sands & Spa', location: 'Naples, US' },
      'sands-florida',
    ],
    [
      'a name of two resorts and a shared place',
      { name: 'Royal Sands & Spa', location: 'United States' },
      undefined,
    ],
    [
      'a name of two resorts and a brand',
      { name: 'The Royal Sands and Spa', brand: 'Royal Resorts' },
      'sands-maine',
    ],
    ['a part of a name', { name: 'Grande' }, undefined],
    ['nothing', {}, undefined],
  ])('%s', async (_name, offered, slug) => {
    expect(await slugOf(offered)).toBe(slug);
  });
});

it("an administrator's match by the provider's id comes first", async () => {
  const { id } = await server.prisma.resort.findUniqueOrThrow({ where: { slug: 'palmar' } });
  await server.prisma.inventoryResort.create({
    data: { providerId: provider.id, externalId: 'SBX-1', name: 'Whatever', resortId: id },
  });
  expect(await slugOf({ externalId: 'SBX-1' })).toBe('palmar');
  expect(await slugOf({ externalId: 'SBX-1', name: "Marriott's Grande Vista" })).toBe('palmar');
  expect(await slugOf({ externalId: 'SBX-2', name: "Marriott's Grande Vista" })).toBe(
    'grande-vista',
  );
});

it('unknown resorts are proposed with their number of weeks; weeks of ignored ones are excluded', async () => {
  sources.has([
    offeredWeek(1, { resortName: 'Nowhere Inn', resortLocation: 'Oz', resortBrand: 'None' }),
    offeredWeek(2, { resortName: 'NOWHERE  INN', resortLocation: 'oz' }),
    offeredWeek(3, { resortName: 'Elsewhere', resortId: 'E-1' }),
    offeredWeek(4, { resortName: null, resortId: 'E-2' }),
    offeredWeek(5, { resortName: "Marriott's Grande Vista", resortId: 'E-3' }),
  ]);
  const proposals = () =>
    server.prisma.inventoryResort.findMany({
      where: { resortId: null },
      orderBy: [{ weeks: 'desc' }, { name: 'asc' }],
      select: { externalId: true, name: true, location: true, weeks: true, isIgnored: true },
    });
  const first = await runToEnd(server, provider.id);
  expect(first).toMatchObject({ imported: 1, failed: 4 });
  expect(await errorsOf(server, first.id)).toEqual([
    `1 W-1: The resort "Nowhere Inn" (Oz) isn't known here. Match it under Resorts to Match, or add it`,
    `2 W-2: The resort "NOWHERE INN" (oz) isn't known here. Match it under Resorts to Match, or add it`,
    `3 W-3: The resort "Elsewhere" isn't known here. Match it under Resorts to Match, or add it`,
    `4 W-4: The resort with the id "E-2" isn't known here. Match it under Resorts to Match, or add it`,
  ]);
  const inn = { externalId: 'nowhere inn, oz', name: 'Nowhere Inn', location: 'Oz' };
  expect(await proposals()).toEqual([
    { ...inn, weeks: 2, isIgnored: false },
    { externalId: 'E-2', name: 'E-2', location: '', weeks: 1, isIgnored: false },
    { externalId: 'E-1', name: 'Elsewhere', location: '', weeks: 1, isIgnored: false },
  ]);

  const { id } = await server.prisma.resort.findUniqueOrThrow({ where: { slug: 'palmar' } });
  const ofInn = { providerId: provider.id, externalId: inn.externalId };
  await server.prisma.inventoryResort.updateMany({ where: ofInn, data: { resortId: id } });
  await server.prisma.inventoryResort.updateMany({
    where: { externalId: 'E-1' },
    data: { isIgnored: true },
  });
  const second = await runToEnd(server, provider.id);
  expect(second).toMatchObject({ created: 2, unchanged: 1, failed: 2 });
  expect((await errorsOf(server, second.id))[0]).toBe(
    '3 W-3: The resort "Elsewhere" is on the list of ignored ones',
  );
  expect(await proposals()).toMatchObject([
    { externalId: 'E-2' },
    { externalId: 'E-1', isIgnored: true },
  ]);

  sources.has([offeredWeek(1, { resortName: 'Nowhere Inn', resortLocation: 'Oz' })]);
  expect(await runToEnd(server, provider.id)).toMatchObject({ withdrawn: 2 });
  expect((await proposals()).map(({ weeks }) => weeks)).toEqual([0, 0]);
});
