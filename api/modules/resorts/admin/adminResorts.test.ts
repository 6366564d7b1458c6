import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createListing,
  createResort,
  createReview,
  createUser,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  createResortMutation,
  deleteResortMutation,
  managedResortsQuery,
  updateResortMutation,
} from './testing/operations.ts';

let server: TestServer;
let admin: { user: User; cookie: string };

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin', username: 'boss' });
});

afterAll(() => server.close());

beforeEach(() => server.pool.query('TRUNCATE resorts, brand_aliases CASCADE'));

const as = (person = admin) => ({ cookie: person.cookie });

const wanted = {
  name: "Sailor's Rest",
  location: 'Camden, Maine',
  destination: 'Maine',
  description: 'A quiet place.',
};

const create = async (fields: object = {}, idempotencyKey?: string) => {
  const answer = await server.graphql(
    createResortMutation,
    { input: { fields: { ...wanted, ...fields }, idempotencyKey: idempotencyKey ?? null } },
    as(),
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.createResort;
};

const update = async (resortId: string, fields: object, version?: number, person = admin) => {
  const answer = await server.graphql(
    updateResortMutation,
    { input: { resortId, fields, version: version ?? null } },
    as(person),
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.updateResort;
};

const remove = async (resortId: string, version?: number) => {
  const answer = await server.graphql(
    deleteResortMutation,
    { input: { resortId, version: version ?? null } },
    as(),
  );
  expect(answer.errors).toEqual([]);
  return answer.data?.deleteResort;
};

const list = async (variables: object = {}) => {
  const answer = await server.graphql(managedResortsQuery, { sort: 'NEWEST', ...variables }, as());
  expect(answer.errors).toEqual([]);
  const resorts = answer.data?.managedResorts;
  return {
    names: (resorts?.edges ?? []).map(({ node }) => node.name),
    nodes: (resorts?.edges ?? []).map(({ node }) => node),
    count: resorts?.totalCount,
    page: resorts?.pageInfo,
  };
};

const audit = async () =>
  (
    await server.pool.query<{ action: string }>(
      'SELECT action, actor_name, subject_id, before, after FROM audit_entries ORDER BY id DESC LIMIT 1',
    )
  ).rows[0];

const fetchResort = (id: string) => server.prisma.resort.findUnique({ where: { id } });

/** Name of the first resort in the public list, which is cached. */
const publicName = async (): Promise<string | undefined> => {
  const answer = await server.graphqlText<{ resorts: { edges: { node: { name: string } }[] } }>(
    '{ resorts(first: 1) { edges { node { name } } } }',
  );
  return answer.data?.resorts.edges[0]?.node.name;
};

describe('the list of resorts', () => {
  it('searches like the site, and returns all editable fields', async () => {
    await create({
      brand: 'Harbour Club',
      brandAliases: ['HC', 'harbours'],
      seasons: 'Red 1-8, 50; White 9',
      amenities: ['Pool', 'Spa'],
    });
    await createResort(server, { name: 'Palm Court' });
    expect((await list({ search: 'sailors' })).nodes).toMatchObject([
      {
        slug: 'sailors-rest',
        brandAliases: ['harbours', 'hc'],
        seasonText: 'Red 1-8, 50; White 9',
        seasons: [
          { name: 'Red', firstWeek: 1, lastWeek: 8 },
          { name: 'White', firstWeek: 9, lastWeek: 9 },
          { name: 'Red', firstWeek: 50, lastWeek: 50 },
        ],
        version: 1,
        listings: 0,
        bookings: 0,
      },
    ]);
    expect((await list({ search: 'hc' })).names).toEqual(["Sailor's Rest"]);
    expect((await list({ search: 'nothing such' })).count).toEqual({ value: 0, isCapped: false });
  });

  it.each([
    ['NAME', ['Anchor', 'Bay', 'Cove']],
    ['NAME_DESCENDING', ['Cove', 'Bay', 'Anchor']],
    ['PRICE', ['Cove', 'Anchor', 'Bay']],
    ['PRICE_DESCENDING', ['Bay', 'Anchor', 'Cove']],
    ['RATING', ['Bay', 'Cove', 'Anchor']],
    ['RATING_DESCENDING', ['Anchor', 'Cove', 'Bay']],
    ['DESTINATION', ['Bay', 'Anchor', 'Cove']],
    ['DESTINATION_DESCENDING', ['Cove', 'Anchor', 'Bay']],
    ['NEWEST', ['Bay', 'Anchor', 'Cove']],
    ['OLDEST', ['Cove', 'Anchor', 'Bay']],
  ])('by %s is paged in both directions', async (sort, names) => {
    const day = (number: number) => new Date(Date.UTC(2025, 0, number));
    const common = { priceMax: 900 };
    await createResort(server, {
      name: 'Anchor',
      priceMin: 200,
      rating: 4.5,
      destination: 'Maine',
      createdAt: day(2),
      ...common,
    });
    await createResort(server, {
      name: 'Bay',
      priceMin: 300,
      rating: 3.25,
      destination: 'Aruba',
      createdAt: day(3),
      ...common,
    });
    await createResort(server, {
      name: 'Cove',
      priceMin: 100,
      rating: 4,
      destination: 'Utah',
      createdAt: day(1),
      ...common,
    });
    expect((await list({ sort })).names).toEqual(names);
    for (const search of [null, 'resort pool']) {
      const first = await list({ sort, search, first: 2 });
      expect(first.names).toEqual(names.slice(0, 2));
      const second = await list({ sort, search, first: 2, after: first.page?.endCursor });
      expect(second.names).toEqual(names.slice(2));
      expect(second.page).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const back = await list({ sort, search, last: 1, before: second.page?.startCursor });
      expect(back.names).toEqual(names.slice(1, 2));
    }
  });
});

describe('adding a resort', () => {
  it('makes it public at once and writes an audit entry', async () => {
    await createResort(server, { name: 'Elder', rating: 4 });
    expect(await publicName()).toBe('Elder');
    const made = await create({ rating: 4.9, amenities: ['Pool', ' Spa ', '', 'Pool'] });
    expect(made).toMatchObject({
      __typename: 'CreateResortPayload',
      resort: { slug: 'sailors-rest', amenities: ['Pool', 'Spa'], version: 1 },
    });
    await expect.poll(publicName).toBe("Sailor's Rest");
    expect(await audit()).toMatchObject({
      action: 'resort.create',
      actor_name: 'boss',
      before: null,
      after: { name: "Sailor's Rest", rating: 4.9, brand: 'Independent', priceMin: 0 },
    });
  });

  it('gives equal names different slugs, also concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => create()));
    expect(
      made
        .map((result) => (result?.__typename === 'CreateResortPayload' ? result.resort?.slug : ''))
        .sort(),
    ).toEqual(['sailors-rest', 'sailors-rest-2', 'sailors-rest-3', 'sailors-rest-4']);
  });

  it('gives different slugs if a numbered one equals another name', async () => {
    await create();
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create(n % 2 === 0 ? {} : { name: "Sailor's Rest 2" })),
    );
    expect(made.map((result) => result?.__typename)).toEqual(made.map(() => 'CreateResortPayload'));
    const stored = await server.prisma.resort.findMany({ orderBy: { slug: 'asc' } });
    expect(stored.map(({ slug }) => slug)).toContain('sailors-rest-2');
    expect(stored).toHaveLength(7);
  });

  it('adds one resort for two calls with the same idempotency key', async () => {
    const key = crypto.randomUUID();
    const both = await Promise.all([create({}, key), create({}, key)]);
    expect(both[0]).toEqual(both[1]);
    expect(await server.prisma.resort.count()).toBe(1);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ location: '' }, 'location', 'Location is required'],
    [{ destination: '' }, 'destination', 'Destination is required'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ rating: 5.1 }, 'rating', 'Rating must be 0 to 5 in steps of 0.1'],
    [{ rating: 4.25 }, 'rating', 'Rating must be 0 to 5 in steps of 0.1'],
    [{ rating: -0.1 }, 'rating', 'Rating must be 0 to 5 in steps of 0.1'],
    [{ priceMinCents: -100 }, 'priceMinCents', 'Lowest price must not be below 0'],
    [{ priceMaxCents: 10_050 }, 'priceMaxCents', 'Highest price must be a whole number'],
    [
      { priceMinCents: 20_000, priceMaxCents: 10_000 },
      'priceMaxCents',
      'Highest price must not be below the lowest',
    ],
    [{ availableRentals: -1 }, 'availableRentals', 'Available rentals must not be below 0'],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Picture must be an uploaded one'],
    [{ latitude: 91, longitude: 0 }, 'latitude', 'Latitude must be -90 to 90'],
    [{ latitude: 44 }, 'longitude', 'Latitude and longitude go together'],
    [{ timezone: 'Moon/Base' }, 'timezone', 'Time zone must be one such as America/New_York'],
    [{ amenities: ['<b>'] }, 'amenities', 'Amenities may have at most 60 characters each'],
    [{ seasons: 'Red 1-8; White 8-9' }, 'seasons', 'Week 8 has two seasons'],
    [{ seasons: 'Red 50-54' }, 'seasons', "Weeks are numbered 1 to 53, not '50-54'"],
    [{ seasons: 'whenever' }, 'seasons', "Write seasons like 'Red 1-8, 50-52; White 9-20'"],
  ])('refuses %j', async (fields, field, message) => {
    expect(await create(fields)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field, message: expect.stringContaining(message) as string }],
    });
    expect(await server.prisma.resort.count()).toBe(0);
  });

  it('refuses an alias of another brand', async () => {
    await create({ brand: 'Harbour Club', brandAliases: ['hc'] });
    expect(await create({ brand: 'Hill Club', brandAliases: ['HC'] })).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [{ field: 'brandAliases', message: "'hc' stands for Harbour Club already" }],
    });
    expect(await server.prisma.resort.count()).toBe(1);
  });
});

describe('editing a resort', () => {
  it('changes the given fields and writes an audit entry', async () => {
    const { id } = await createResort(server, { name: 'Old name' });
    expect(await publicName()).toBe('Old name');
    const fields = { name: 'New name', seasons: 'Red 1-20', latitude: 44.2, longitude: -69.06 };
    expect(await update(id, fields, 1)).toMatchObject({
      __typename: 'UpdateResortPayload',
      resort: { name: 'New name', version: 2, seasonText: 'Red 1-20', latitude: 44.2 },
    });
    await expect.poll(publicName).toBe('New name');
    expect(await audit()).toEqual({
      action: 'resort.update',
      actor_name: 'boss',
      subject_id: id,
      before: { name: 'Old name', seasons: '', latitude: null, longitude: null, timezone: 'UTC' },
      after: { ...fields, timezone: 'America/New_York' },
    });
    expect(await update(id, { latitude: null, longitude: null, seasons: '' })).toMatchObject({
      resort: { latitude: null, longitude: null, seasonText: '', version: 3 },
    });
    await update(id, { name: 'New name' }, 3);
    expect(await server.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(2);
  });

  it('sets a rating, which the next review changes from there', async () => {
    const { id } = await createResort(server);
    for (let count = 0; count < 3; count += 1) {
      await createReview(server, { resortId: id, rating: 3 });
    }
    expect(await update(id, { rating: 4.5 })).toMatchObject({ resort: { rating: 4.5 } });
    await createReview(server, { resortId: id, rating: 5 });
    // A sum of 14 for 3 reviews, then of 19 for 4.
    expect((await fetchResort(id))?.rating.toNumber()).toBe(4.75);
    expect(await update(id, { rating: 4.55 })).toMatchObject({ __typename: 'InvalidInputError' });
    // An unchanged rating may be finer.
    expect(await update(id, { rating: 4.75 })).toMatchObject({
      __typename: 'UpdateResortPayload',
    });
  });

  it('refuses the second of two concurrent changes', async () => {
    const second = await signedInUser(server, { role: 'admin' });
    const { id } = await createResort(server);
    const both = await Promise.all([
      update(id, { description: 'The first wrote this.\n\nTwice.' }, 1),
      update(id, { destination: 'Second' }, 1, second),
    ]);
    expect(both.map((result) => result?.__typename).sort()).toEqual([
      'ConflictError',
      'UpdateResortPayload',
    ]);
    expect(both.find((result) => result?.__typename === 'ConflictError')).toMatchObject({
      message: 'This resort has changed since you opened the list. Load it again',
    });
    const stored = await fetchResort(id);
    expect([
      stored?.description === 'The first wrote this.\n\nTwice.',
      stored?.destination === 'Second',
    ]).toContain(false);
    expect(stored?.version).toBe(2);
  });

  it('does not conflict with reviews and listings added meanwhile', async () => {
    const { id } = await createResort(server);
    await createReview(server, { resortId: id });
    await createListing(server, { resortId: id });
    expect(await update(id, { name: 'Renamed' }, 1)).toMatchObject({ resort: { version: 2 } });
    expect(await fetchResort(id)).toMatchObject({ availableRentals: 1, reviewCount: 1 });
  });

  it('checks a new price against the stored one', async () => {
    const { id } = await createResort(server, { priceMin: 100, priceMax: 200 });
    expect(await update(id, { priceMinCents: 20_100 })).toMatchObject({
      fieldErrors: [
        { field: 'priceMaxCents', message: 'Highest price must not be below the lowest' },
      ],
    });
    expect((await fetchResort(id))?.priceMin).toBe(100);
  });

  it('stores nothing if the audit entry cannot be written', async () => {
    const resort = await createResort(server);
    await server.pool.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT fault CHECK (action <> 'resort.update') NOT VALID`,
    );
    try {
      const answer = await server.rest(
        'PATCH',
        `/api/admin/resorts/${resort.id}`,
        { name: 'Lost', seasons: 'Red 1-2' },
        as(),
      );
      expect(answer.status).toBe(500);
    } finally {
      await server.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT fault');
    }
    expect(await fetchResort(resort.id)).toEqual(resort);
    expect(await server.prisma.resortSeason.count()).toBe(0);
  });
});

describe('deleting a resort', () => {
  it('deletes its reviews and favorites too', async () => {
    const { id } = await createResort(server);
    const { id: userId } = await createUser(server);
    await createReview(server, { resortId: id });
    await server.prisma.favorite.create({ data: { resortId: id, userId } });
    expect(await remove(id, 1)).toEqual({
      __typename: 'DeleteResortPayload',
      deletedResortId: id,
    });
    expect(await fetchResort(id)).toBeNull();
    expect(await server.prisma.review.count()).toBe(0);
    expect(await audit()).toMatchObject({ action: 'resort.delete', before: { reviews: 1 } });
    expect(await remove(id)).toMatchObject({ message: 'Resort not found' });
  });

  it('is refused with listings or bookings, and says how many', async () => {
    const { id } = await createResort(server);
    await createListing(server, { resortId: id, isActive: false });
    expect(await remove(id)).toMatchObject({
      __typename: 'ConflictError',
      message: 'This resort has 1 listing, so it cannot be deleted',
    });
    await createBooking(server, { resortId: id, userId: admin.user.id });
    const answer = await server.rest('DELETE', `/api/admin/resorts/${id}`, undefined, as());
    expect([answer.status, answer.text]).toEqual([
      409,
      'This resort has 1 listing and 1 booking, so it cannot be deleted',
    ]);
    expect(await fetchResort(id)).not.toBeNull();
  });

  it('never succeeds together with a listing added concurrently', async () => {
    const { id: ownerId } = await createUser(server);
    for (let count = 0; count < 5; count += 1) {
      const { id } = await createResort(server);
      const [removed, listed] = await Promise.allSettled([
        remove(id),
        createListing(server, { resortId: id, ownerId }),
      ]);
      const isGone = (await fetchResort(id)) === null;
      expect(removed.status).toBe('fulfilled');
      expect(listed.status).toBe(isGone ? 'rejected' : 'fulfilled');
    }
  });

  it('is refused if the resort has changed meanwhile', async () => {
    const { id } = await createResort(server);
    await update(id, { name: 'Changed' }, 1);
    expect(await remove(id, 1)).toMatchObject({ __typename: 'ConflictError' });
    expect(await fetchResort(id)).not.toBeNull();
  });
});

describe('REST', () => {
  const body = {
    ...wanted,
    imageUrl: '',
    amenities: 'Pool, , Spa',
    rating: '4.5',
    availableRentals: '3',
    priceMin: '100',
    priceMax: 250,
    isNewAvailability: true,
  };

  it('adds, changes and deletes a resort', async () => {
    const made = await server.rest<{ id: string }>('POST', '/api/admin/resorts', body, as());
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      amenities: ['Pool', 'Spa'],
      rating: 4.5,
      availableRentals: 3,
      priceMin: 100,
      imageUrl: '/pictures/hero-small.svg',
      reviewCount: 0,
      version: 1,
    });
    const path = `/api/admin/resorts/${made.body.id}`;
    const seen = await server.rest<object>('GET', `/api/resorts/${made.body.id}`);
    const same = await server.rest('PATCH', path, seen.body, as());
    expect(same.body).toMatchObject({ version: 1 });
    const changed = await server.rest('PATCH', path, { priceMax: 300 }, as());
    expect(changed.body).toMatchObject({ priceMin: 100, priceMax: 300, version: 2 });
    const late = await server.rest('PATCH', path, { priceMax: 400, version: 1 }, as());
    expect(late.status).toBe(409);
    expect((await server.rest('DELETE', path, undefined, as())).status).toBe(200);
    expect((await server.rest('DELETE', path, undefined, as())).status).toBe(404);
  });

  it.each([
    [{ rating: 'many' }, 'Rating must be 0 to 5 in steps of 0.1'],
    [{ priceMin: 1.5 }, 'Lowest price must be a whole number'],
    [{ availableRentals: 'x' }, 'Available rentals must be a whole number'],
    [{ isNewAvailability: 'yes' }, 'New availability must be true or false'],
    [{ name: undefined }, 'Name is required'],
    [{ weekRule: 'monday' }, "Week rule must be 'friday', 'saturday' or 'sunday'"],
  ])('refuses %j', async (given, message) => {
    const answer = await server.rest('POST', '/api/admin/resorts', { ...body, ...given }, as());
    expect([answer.status, answer.text]).toEqual([400, message]);
  });
});
