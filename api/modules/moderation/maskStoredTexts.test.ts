import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListing, createResort, createReview, createUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const migration = readFileSync(
  'prisma/migrations/20261128080100_mask_stored_texts/migration.sql',
  'utf8',
);

it('contact details in public texts that are already stored are hidden once', async () => {
  const resort = await createResort(server, { description: 'Ring 202-555-0173. Two pools.' });
  const { id: userId } = await createUser(server);
  const review = await createReview(server, {
    resortId: resort.id,
    userId,
    title: 'Fine',
    content: 'Write to jo (at) example dot com, it was fine.',
  });
  const listings = await Promise.all(
    Array.from({ length: 201 }, (_, index) =>
      createListing(server, {
        resortId: resort.id,
        ownerId: userId,
        title: `Week ${index} of 2027`,
        description: index % 100 === 0 ? 'Sea view, jo@example.com' : 'Sea view, sleeps 8',
        view: index === 200 ? 'IG: @jo.doe' : null,
      }),
    ),
  );
  const written = async () =>
    (
      await server.pool.query<{ row: string }>('SELECT xmin || id::text AS row FROM listings')
    ).rows.map(({ row }) => row);
  const before = await written();

  await server.pool.query(migration);
  await server.runJobs();

  expect(await server.prisma.resort.findUnique({ where: { id: resort.id } })).toMatchObject({
    description: 'Ring [hidden]. Two pools.',
  });
  expect(await server.prisma.review.findUnique({ where: { id: review.id } })).toMatchObject({
    title: 'Fine',
    content: 'Write to [hidden], it was fine.',
  });
  const masked = await server.prisma.listing.findMany({
    where: { OR: [{ description: { contains: '[hidden]' } }, { view: { contains: '[hidden]' } }] },
  });
  expect(masked.map(({ id }) => id).toSorted()).toEqual(
    [listings[0], listings[100], listings[200]].map((listing) => listing?.id).toSorted(),
  );
  // Other rows are not written.
  expect((await written()).filter((row) => !before.includes(row))).toHaveLength(3);
});
