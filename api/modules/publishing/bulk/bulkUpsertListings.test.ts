import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ListingChangesInput, ListingRowInput } from '#api/generated/operations/graphql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  dayAhead,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { inDepth } from '#api/testing/depth.ts';
import { listingDetails, saturdayAhead } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays } from '#common/days.ts';
import { updateListingMutation } from '../testing/operations.ts';

const bulkMutation = graphql(`
  mutation BulkUpsertListings($input: BulkUpsertListingsInput!) {
    bulkUpsertListings(input: $input) {
      __typename
      ... on BulkUpsertListingsPayload {
        created
        changed
        unchanged
        refused
        results {
          index
          reference
          status
          listing {
            databaseId
            title
            version
          }
          fieldErrors {
            field
            message
          }
        }
      }
      ...Refusal
    }
  }
`);

const ownByReferenceQuery = graphql(`
  query OwnByReference($reference: String!) {
    viewer {
      listings(reference: $reference) {
        totalCount {
          value
        }
        edges {
          node {
            reference
            title
          }
        }
      }
    }
  }
`);

const makeMutation = graphql(`
  mutation MakeWithReference($input: CreateListingInput!) {
    createListing(input: $input) {
      __typename
      ... on CreateListingPayload {
        listing {
          reference
        }
      }
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

let server: TestServer;
let resortId: string;
let owner: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  owner = await signedInUser(server);
  resortId = (await createResort(server)).id;
});

afterAll(() => server.close());

const saturday = saturdayAhead();

type Caller = Parameters<TestServer['graphql']>[2];

/** A row with the details beside its reference. */
type Row = ListingChangesInput & Pick<ListingRowInput, 'reference'>;

const row = (reference: string, given: Partial<Row> = {}): Row => ({
  ...listingDetails(resortId),
  reference,
  ...given,
});

const asInput = ({ reference, ...details }: Row): ListingRowInput => ({ reference, details });

const send = (
  rows: Row[],
  { isDryRun = false, caller = { cookie: owner.cookie } as Caller } = {},
) => server.graphql(bulkMutation, { input: { rows: rows.map(asInput), isDryRun } }, caller);

async function upsert(...given: Parameters<typeof send>) {
  const { data, errors } = await send(...given);
  const result = data?.bulkUpsertListings;
  if (result?.__typename !== 'BulkUpsertListingsPayload') {
    throw new Error(`Refused: ${JSON.stringify(result ?? errors)}`);
  }
  return result;
}

const statusesOf = async (...given: Parameters<typeof send>) =>
  (await upsert(...given)).results.map(({ status }) => status);

const stored = (ownerId = owner.user.id) =>
  server.prisma.listing.findMany({
    where: { ownerId },
    orderBy: [{ ownerReference: 'asc' }],
    include: { events: { orderBy: { number: 'asc' }, select: { kind: true, actorId: true } } },
  });

const mails = (toAddress = owner.user.email) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } });

/** A verified listing with the values of `row`. */
const listing = (given: Partial<Prisma.ListingUncheckedCreateInput> = {}) =>
  createListing(server, {
    resortId,
    ownerId: owner.user.id,
    pricePerNightCents: 18_000,
    bedrooms: null,
    availableFrom: saturday,
    ownershipVerified: true,
    ...given,
  });

describe('bulkUpsertListings', () => {
  it('creates, changes and leaves listings, and mails the owner once', async () => {
    const first = await upsert([row('a'), row('b', { title: 'By the lake' })]);
    expect(first).toMatchObject({ created: 2, changed: 0, unchanged: 0, refused: 0 });
    const second = await upsert([
      { reference: 'a' },
      { reference: 'b', pricePerNightCents: 21_000, bedrooms: 2 },
      row('c', {
        isForSale: true,
        salePriceCents: 900_000,
        ownership: 'FIXED',
        use: 'ANNUAL',
        maintenanceFeeCents: 100_000,
      }),
    ]);
    const rows = await stored();
    expect(second).toMatchObject({
      created: 1,
      changed: 1,
      unchanged: 1,
      refused: 0,
      results: [
        { index: 0, reference: 'a', status: 'UNCHANGED', fieldErrors: [] },
        { index: 1, reference: 'b', status: 'CHANGED', fieldErrors: [] },
        { index: 2, reference: 'c', status: 'CREATED', fieldErrors: [] },
      ],
    });
    expect(second.results.map((result) => result.listing)).toEqual(
      rows.map(({ id, title, version }) => ({ databaseId: id, title, version })),
    );
    expect(rows).toMatchObject([
      {
        ownerReference: 'a',
        title: 'A week by the harbour',
        version: 1,
        contractVerificationStatus: 'pending',
        isActive: true,
      },
      {
        ownerReference: 'b',
        title: 'By the lake',
        pricePerNightCents: 21_000,
        bedrooms: 2,
        version: 2,
      },
      {
        ownerReference: 'c',
        salePriceCents: 900_000,
        use: 'annual',
        currency: 'USD',
        cancellationPolicy: 'flexible',
      },
    ]);
    expect(rows[0]).toMatchObject({
      availableFrom: new Date(saturday),
      availableTo: new Date(addDays(saturday, 7)),
      minNights: 1,
      maxGuests: 4,
    });
    const actorId = owner.user.id;
    expect(rows.map(({ events }) => events)).toEqual([
      [{ kind: 'created', actorId }],
      [
        { kind: 'created', actorId },
        { kind: 'edited', actorId },
      ],
      [{ kind: 'created', actorId }],
    ]);
    expect((await mails()).map(({ template, subject }) => [template, subject])).toEqual([
      ['listingsReceived', 'We have your listings: 2 new'],
      ['listingsReceived', 'We have your listings: 1 new'],
    ]);
    expect((await mails())[0]?.text).toContain('http://tideweek.test/dashboard/listings');
  });

  it('clears a field with null, and keeps fields that are left out', async () => {
    await upsert([
      row('a', { bedrooms: 2, view: 'Bay', cleaningFeeCents: 5_000, isWholeOnly: true }),
    ]);
    expect(await statusesOf([{ reference: 'a', bedrooms: null, cleaningFeeCents: null }])).toEqual([
      'CHANGED',
    ]);
    expect(await stored()).toMatchObject([
      {
        bedrooms: null,
        view: 'Bay',
        cleaningFeeCents: 0,
        minNights: null,
        title: 'A week by the harbour',
      },
    ]);
  });

  it('refuses rows with the messages of createListing, and writes the others', async () => {
    await upsert([row('mine'), row('other')]);
    const past = dayAhead(-3);
    const wrong: [given: ListingRowInput, errors: [field: string, message: string][]][] = [
      [
        { reference: 'new' },
        [
          ['resortId', 'Resort is required'],
          ['title', 'Title is required'],
          ['description', 'Description is required'],
          ['pricePerNightCents', 'Price per night is required'],
          ['maxGuests', 'Maximum guests is required'],
          ['availableFrom', 'Available from is required'],
          ['availableTo', 'Available to is required'],
        ],
      ],
      [
        { reference: 'mine', title: null, pricePerNightCents: 1 },
        [
          ['title', 'Title is required'],
          ['pricePerNightCents', 'Price per night must be $1 to $100,000'],
        ],
      ],
      [
        row('x1', { title: 'Write to jo@example.com' }),
        [
          [
            'title',
            'Take out "jo@example.com". Contact details stay private until a booking is confirmed',
          ],
        ],
      ],
      [row('x2', { resortId: 'nowhere' }), [['resortId', 'Resort not found']]],
      [
        row('x3', { resortId: globalId('Resort', '01939f3c-0000-7000-8000-000000000000') }),
        [['resortId', 'Resort not found']],
      ],
      [
        row('x4', { availableFrom: past }),
        [['availableFrom', 'Available from must be after today']],
      ],
      [
        { reference: 'other', availableTo: saturday },
        [['availableTo', 'Available to must be after Available from']],
      ],
      [
        row('x5', { isForSale: true, salePriceCents: 100_000 }),
        [
          ['ownership', 'Ownership is required when the timeshare is for sale'],
          ['use', 'Use is required when the timeshare is for sale'],
          ['maintenanceFeeCents', 'Maintenance fee is required when the timeshare is for sale'],
        ],
      ],
      [
        row('two words'),
        [['reference', 'Reference must have 1 to 100 visible characters without blanks']],
      ],
      [
        row('x'.repeat(101)),
        [['reference', 'Reference must have 1 to 100 visible characters without blanks']],
      ],
      [row('nul\0'), [['reference', 'reference has a character that is not allowed']]],
      [
        row('x6', { title: 'Up\u202eside' }),
        [['title', 'title has a character that is not allowed']],
      ],
    ];
    const answer = await upsert([
      row('good'),
      ...wrong.map(([given]) => given),
      row('good', { title: 'Again' }),
      row('last'),
    ]);
    const refused = (index: number, reference: string, errors: [string, string][]) => ({
      index,
      reference,
      status: 'REFUSED',
      fieldErrors: errors.map(([field, message]) => ({ field, message })),
    });
    expect(answer).toMatchObject({
      created: 2,
      changed: 0,
      unchanged: 0,
      refused: wrong.length + 1,
    });
    expect(answer.results).toMatchObject([
      { index: 0, status: 'CREATED' },
      ...wrong.map(([{ reference }, errors], index) => refused(index + 1, reference, errors)),
      refused(wrong.length + 1, 'good', [['reference', 'Row 0 has this reference too']]),
      { index: wrong.length + 2, status: 'CREATED' },
    ]);
    expect(
      (await stored()).map(({ ownerReference, title, version }) => [
        ownerReference,
        title,
        version,
      ]),
    ).toEqual([
      ['good', 'A week by the harbour', 1],
      ['last', 'A week by the harbour', 1],
      ['mine', 'A week by the harbour', 1],
      ['other', 'A week by the harbour', 1],
    ]);
  });

  it('stores every text that createListing stores, and every fact', async () => {
    const view = `"\\' ; -- {} \u{1f3d6} \ud800`;
    const facts = {
      ownership: 'POINTS',
      season: 'Gold',
      checkInDay: 'SATURDAY',
      unitType: 'Studio',
      bathrooms: 1.5,
      beds: 3,
      kitchen: 'KITCHENETTE',
      checkInTime: '16:00',
      use: 'ANNUAL',
      tenure: 'RIGHT_TO_USE',
      maintenanceFeeCents: 123_456,
      yearlyPoints: 70_000,
      nextFeePaidBy: 'BUYER',
      rightOfFirstRefusal: true,
      resaleRestrictions: 'No club.\nNo pool.',
      minNights: 3,
      isInstant: true,
      cancellationPolicy: 'STRICT',
    } as const;
    const given = { ...facts, view };
    expect(await statusesOf([row('a', given)])).toEqual(['CREATED']);
    await server.graphql(
      makeMutation,
      { input: { details: listingDetails(resortId, given), reference: 'b' } },
      { cookie: owner.cookie },
    );
    const [bulk, single] = (await stored()).map(
      ({
        id: _id,
        ownerReference: _reference,
        offerCode: _code,
        createdAt: _,
        updatedAt: _at,
        reviewRequestedAt: _on,
        ...same
      }) => same,
    );
    expect(bulk).toEqual(single);
    expect(bulk?.view).toBe(`"\\' ; -- {} \u{1f3d6} \ufffd`);
  });

  it('refuses a week number and a first night that do not fit the resort', async () => {
    const calendar = await createResort(server, { weekRule: 'saturday' });
    const { results } = await upsert([
      row('a', { resortId: calendar.id, weekNumber: 53 }),
      row('b', { resortId: calendar.id }),
    ]);
    expect(results).toMatchObject([
      { status: 'REFUSED', fieldErrors: [{ field: 'weekNumber' }] },
      { status: 'CREATED' },
    ]);
  });

  it('returns a verified listing to review after a change of what the contract proves', async () => {
    const priced = await listing({ ownerReference: 'priced' });
    const moved = await listing({ ownerReference: 'moved' });
    await upsert([
      { reference: 'priced', pricePerNightCents: 19_000 },
      { reference: 'moved', bedrooms: 3 },
    ]);
    const rows = new Map((await stored()).map((each) => [each.id, each]));
    expect(rows.get(priced.id)).toMatchObject({
      contractVerificationStatus: 'verified',
      onOffer: true,
      events: [{ kind: 'edited' }],
    });
    expect(rows.get(moved.id)).toMatchObject({
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
      onOffer: false,
      events: [{ kind: 'edited' }, { kind: 'review_requested' }],
    });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Back in review: 1 of your listings',
    ]);
  });

  it('sends no mail about prices', async () => {
    await listing({ ownerReference: 'priced' });
    expect(await statusesOf([{ reference: 'priced', pricePerNightCents: 19_000 }])).toEqual([
      'CHANGED',
    ]);
    expect(await mails()).toEqual([]);
  });

  it('keeps booked nights inside, at their resort', async () => {
    const { id } = await listing({ ownerReference: 'booked' });
    const traveler = await createUser(server);
    await createBooking(server, {
      resortId,
      userId: traveler.id,
      listingId: id,
      ownerId: owner.user.id,
      checkIn: new Date(addDays(saturday, 1)),
      checkOut: new Date(addDays(saturday, 4)),
      status: 'confirmed',
    });
    const message = 'Nights of this listing are booked and must stay in it';
    const elsewhere = await createResort(server);
    for (const [given, field] of [
      [{ availableFrom: addDays(saturday, 2) }, 'availableFrom'],
      [{ availableTo: addDays(saturday, 3) }, 'availableTo'],
      [{ resortId: elsewhere.id }, 'resortId'],
    ] as const) {
      expect((await upsert([{ reference: 'booked', ...given }])).results).toMatchObject([
        { status: 'REFUSED', fieldErrors: [{ field, message }] },
      ]);
    }
    expect(
      await statusesOf([{ reference: 'booked', availableFrom: addDays(saturday, 1) }]),
    ).toEqual(['CHANGED']);
  });

  it('says in a dry run what a call would do, and writes nothing', async () => {
    await listing({ ownerReference: 'a' });
    const rows = [row('a'), row('b'), { reference: 'a' }, { reference: 'c' }];
    const changing = [{ reference: 'a', bedrooms: 2 }, ...rows.slice(1)];
    const before = await stored();
    for (const [given, status] of [
      [rows, 'UNCHANGED'],
      [changing, 'CHANGED'],
    ] as const) {
      const { results, ...counts } = await upsert(given, { isDryRun: true });
      expect(counts).toMatchObject({ created: 1, refused: 2 });
      expect(results).toMatchObject([
        { status, listing: { databaseId: before[0]?.id, version: 1 } },
        { status: 'CREATED', listing: null },
        { status: 'REFUSED', fieldErrors: [{ field: 'reference' }] },
        { status: 'REFUSED', listing: null },
      ]);
    }
    expect([await stored(), await mails()]).toEqual([before, []]);
    expect(await statusesOf(changing)).toEqual(['CHANGED', 'CREATED', 'REFUSED', 'REFUSED']);
  });

  it('takes 500 rows in one call and in few statements, and refuses 501', async () => {
    const rows = Array.from({ length: 501 }, (_, index) =>
      row(`w-${index}`, { description: 'x'.repeat(80) }),
    );
    const few = await send(rows.slice(0, 2));
    const statements = server.statementsOf(few.requestId).length;
    const organization = await createOrganization(server, { account: owner.user });
    const { bearer } = await createTokenRow(server, organization);
    const refused = await send(rows, { caller: bearer });
    expect(refused.data?.bulkUpsertListings).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'rows', message: 'One call takes 1 to 500 rows' }],
    });
    expect((await send([])).data?.bulkUpsertListings).toMatchObject({
      fieldErrors: [{ field: 'rows', message: 'One call takes 1 to 500 rows' }],
    });
    const all = await send(rows.slice(0, 500), { caller: bearer });
    expect(all.data?.bulkUpsertListings).toMatchObject({ created: 498, unchanged: 2 });
    // The look-ups of the token come on top.
    expect(server.statementsOf(all.requestId).length).toBeLessThan(statements + 5);
    expect(await server.prisma.listing.count({ where: { ownerId: owner.user.id } })).toBe(500);
    const again = await upsert(rows.slice(0, 500), { caller: bearer });
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 500 });
    expect(await mails()).toHaveLength(2);
  });

  it('lets a stored fault in the middle write nothing, and a repeat finish', async () => {
    await upsert([row('a')]);
    const before = await stored();
    const rows = [{ reference: 'a', maxGuests: 6 }, row('b')];
    // The history is written after the listings.
    await server.pool.query(`
      CREATE FUNCTION fail_bulk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no place left' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER fail_bulk BEFORE INSERT ON listing_events FOR EACH STATEMENT EXECUTE FUNCTION fail_bulk()`);
    try {
      const failed = await send(rows);
      expect(failed.errors).toHaveLength(1);
    } finally {
      await server.pool.query('DROP FUNCTION fail_bulk CASCADE');
    }
    expect(await stored()).toEqual(before);
    expect(await mails()).toHaveLength(1);
    expect(await statusesOf(rows)).toEqual(['CHANGED', 'CREATED']);
    expect(await statusesOf(rows)).toEqual(['UNCHANGED', 'UNCHANGED']);
  });
});

it('works as documented for partners', async () => {
  const [, section = ''] = readFileSync('docs/partners.md', 'utf8').split('## Many weeks at once');
  const [document, variables] = ['graphql', 'json'].map(
    (language) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)?.[1] ?? '',
  ) as [string, string];
  const given = JSON.parse(variables) as { rows: ListingRowInput[]; isDryRun: boolean };
  const [first, second] = given.rows as [ListingRowInput, ListingRowInput];
  const dates = { availableFrom: saturday, availableTo: addDays(saturday, 7) };
  await upsert([row(second.reference, { view: 'Bay' })]);
  const organization = await createOrganization(server, { account: owner.user });
  const { bearer } = await createTokenRow(server, organization);
  for (const isDryRun of [given.isDryRun, false]) {
    const details = { ...first.details, ...dates, resortId: globalId('Resort', resortId) };
    const rows = [{ ...first, details }, second];
    const answer = await server.graphqlText(document, { rows, isDryRun }, bearer);
    expect(answer).toMatchObject({
      errors: [],
      data: { bulkUpsertListings: { created: 1, changed: 1, unchanged: 0, refused: 0 } },
    });
  }
  expect(await stored()).toMatchObject([
    { title: first.details?.title },
    { pricePerNightCents: second.details?.pricePerNightCents, view: null },
  ]);
});

describe('a reference', () => {
  it('is of one owner: others have their own listings with it', async () => {
    const other = await signedInUser(server);
    await upsert([row('a', { title: 'Mine' })]);
    const theirs = await upsert([row('a', { title: 'Theirs' })], {
      caller: { cookie: other.cookie },
    });
    expect(theirs).toMatchObject({ created: 1 });
    expect(await statusesOf([{ reference: 'a', title: 'Still mine' }])).toEqual(['CHANGED']);
    expect((await stored(other.user.id)).map(({ title }) => title)).toEqual(['Theirs']);
    expect((await stored()).map(({ title }) => title)).toEqual(['Still mine']);
  });

  it('finds the listing of its owner', async () => {
    await upsert([row('a'), row('b', { title: 'By the lake' })]);
    const find = async (reference: string) =>
      server.graphql(ownByReferenceQuery, { reference }, { cookie: owner.cookie });
    expect((await find('b')).data?.viewer?.listings).toEqual({
      totalCount: { value: 1 },
      edges: [{ node: { reference: 'b', title: 'By the lake' } }],
    });
    expect((await find('c')).data?.viewer?.listings.edges).toEqual([]);
    expect((await find('\0')).errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'reference' }],
    });
  });

  it('is given by createListing and updateListing, and is taken once', async () => {
    const make = async (reference: string) =>
      (
        await server.graphql(
          makeMutation,
          { input: { details: listingDetails(resortId), reference } },
          { cookie: owner.cookie },
        )
      ).data?.createListing;
    const made = await make('a');
    expect(made).toMatchObject({ listing: { reference: 'a' } });
    const taken = {
      __typename: 'ConflictError',
      fieldErrors: [{ field: 'reference', message: 'Another listing of yours has this reference' }],
    };
    expect(await make('a')).toMatchObject(taken);
    const { id } = await listing();
    const edit = async (version: number, reference?: string | null) =>
      (
        await server.graphql(
          updateListingMutation,
          {
            input: {
              listingId: id,
              version,
              details: listingDetails(resortId),
              ...(reference !== undefined && { reference }),
            },
          },
          { cookie: owner.cookie },
        )
      ).data?.updateListing;
    expect(await edit(1, 'a')).toMatchObject(taken);
    expect(await edit(1, 'b')).toMatchObject({
      listing: { reference: 'b', version: 2, status: 'PUBLISHED' },
    });
    expect(await edit(2)).toMatchObject({ listing: { reference: 'b', version: 2 } });
    expect(await statusesOf([{ reference: 'b', maxGuests: 3 }])).toEqual(['CHANGED']);
    expect(await edit(3, null)).toMatchObject({ listing: { reference: null } });
    expect(await edit(4, 'with blank')).toMatchObject({ fieldErrors: [{ field: 'reference' }] });
  });
});

describe('who may call it', () => {
  it('is refused signed out', async () => {
    const { data, errors } = await send([row('a')], { caller: {} });
    expect([data?.bulkUpsertListings, errors[0]?.extensions?.code]).toEqual([
      null,
      'UNAUTHENTICATED',
    ]);
  });

  it('needs the scope listings:write of a token, and works for its account', async () => {
    const organization = await createOrganization(server, { account: owner.user });
    const reader = await createTokenRow(server, organization, { scopes: ['listings:read'] });
    const refused = await send([row('a')], { caller: reader.bearer });
    expect(JSON.stringify([refused.data, refused.errors])).toContain('listings:write');
    expect(await stored()).toEqual([]);
    const writer = await createTokenRow(server, organization, {
      scopes: ['listings:write', 'listings:read'],
    });
    expect(await statusesOf([row('a')], { caller: writer.bearer })).toEqual(['CREATED']);
    expect(await stored()).toMatchObject([{ ownerReference: 'a' }]);
  });

  it('writes to the sandbox with a test token, and nothing live', async () => {
    const organization = await createOrganization(server, { account: owner.user });
    const { bearer } = await createTokenRow(server, organization, { mode: 'test' });
    expect(await statusesOf([row('a')], { caller: bearer })).toEqual(['CREATED']);
    expect(await statusesOf([row('a')], { caller: bearer })).toEqual(['UNCHANGED']);
    expect([await stored(), await mails()]).toEqual([[], []]);
  });

  it('counts each row to the limit of a person, and no dry run', async () => {
    const strict = await startTestServer({ rateLimits: true });
    try {
      const person = await signedInUser(strict);
      const resort = await createResort(strict);
      const details = listingDetails(resort.id);
      const rows = Array.from({ length: 30 }, (_, index) => ({ reference: `w-${index}`, details }));
      const ask = async (isDryRun: boolean) =>
        (
          await strict.graphql(
            bulkMutation,
            { input: { rows, isDryRun } },
            { cookie: person.cookie },
          )
        ).data?.bulkUpsertListings?.__typename;
      const payload = 'BulkUpsertListingsPayload';
      expect([await ask(true), await ask(true), await ask(true)]).toEqual([
        payload,
        payload,
        payload,
      ]);
      expect([await ask(false), await ask(false), await ask(false)]).toEqual([
        payload,
        payload,
        'RateLimitedError',
      ]);
    } finally {
      await strict.close();
    }
  });
});

describe('two calls at once', () => {
  it('make one listing of each reference, in whichever order they name them', async () => {
    const references = Array.from({ length: 30 }, (_, index) => `w-${index}`);
    const calls = Array.from({ length: 6 }, (_, call) => {
      const order = call % 2 === 0 ? references : references.toReversed();
      return statusesOf(order.map((reference) => row(reference, { title: `Title ${call}` })));
    });
    const answers = await Promise.all(calls);
    expect(answers.flat().filter((status) => status === 'CREATED')).toHaveLength(30);
    expect(answers.flat().filter((status) => status === 'REFUSED')).toEqual([]);
    const rows = await stored();
    expect(rows).toHaveLength(30);
    // Each call is whole: the last one wins for all rows.
    expect(new Set(rows.map(({ title }) => title)).size).toBe(1);
    expect(rows.map(({ events }) => events.filter(({ kind }) => kind === 'created'))).toEqual(
      Array(30).fill([{ kind: 'created', actorId: owner.user.id }]),
    );
  });

  it('wait for the calls before them, and a seventh is refused', async () => {
    const holder = await server.pool.connect();
    const lock = `(hashtextextended('listings of ${owner.user.id}', 0))`;
    try {
      await holder.query(`SELECT pg_advisory_lock${lock}`);
      const sent = Array.from({ length: 7 }, () => send([row('a')]));
      const first = await Promise.race(sent);
      expect(first.data?.bulkUpsertListings).toMatchObject({
        __typename: 'RateLimitedError',
        message: 'Too many of your calls wait for an answer. Please send one after the other',
      });
      await holder.query(`SELECT pg_advisory_unlock${lock}`);
      const types = (await Promise.all(sent)).map(
        ({ data }) => data?.bulkUpsertListings?.__typename,
      );
      expect(types.filter((type) => type === 'BulkUpsertListingsPayload')).toHaveLength(6);
      expect(await stored()).toHaveLength(1);
    } finally {
      holder.release(true);
    }
  });

  it('wait for a booking that is being made, and keep its nights', async () => {
    const { id } = await listing({ ownerReference: 'a' });
    const traveler = await createUser(server);
    const waiting = () =>
      expect
        .poll(() =>
          server.pool.query(`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`),
        )
        .toMatchObject({ rowCount: 1 });
    const { calling } = await server.prisma.$transaction(async (prisma) => {
      await createBooking({ prisma } as Pick<TestServer, 'prisma'>, {
        resortId,
        userId: traveler.id,
        listingId: id,
        ownerId: owner.user.id,
        checkIn: new Date(addDays(saturday, 1)),
        checkOut: new Date(addDays(saturday, 3)),
        status: 'confirmed',
      });
      const sent = statusesOf([{ reference: 'a', availableFrom: addDays(saturday, 2) }]);
      await Promise.race([sent, waiting()]);
      return { calling: sent };
    });
    expect(await calling).toEqual(['REFUSED']);
    expect(await stored()).toMatchObject([{ availableFrom: new Date(saturday) }]);
  });
});

interface Model {
  title: string;
  maxGuests: number;
  bedrooms: number | null;
}

it('ends any sequence of calls with the listings that a simple model has', async () => {
  const reference = fc.constantFrom('a', 'b', 'c', 'D');
  const change = fc.record(
    {
      title: fc.constantFrom('One', 'Two', ''),
      maxGuests: fc.constantFrom(2, 4, 31),
      bedrooms: fc.constantFrom(1, 2, null),
    },
    { requiredKeys: [] },
  );
  const calls = fc.array(
    fc.record({
      isDryRun: fc.boolean(),
      rows: fc.array(fc.tuple(reference, change, fc.boolean()), { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      owner = await signedInUser(server);
      const model = new Map<string, Model>();
      for (const { isDryRun, rows } of sequence) {
        const next = new Map(model);
        const seen = new Set<string>();
        const expected = rows.map(([key, given, isWhole]) => {
          const isFirst = !seen.has(key);
          seen.add(key);
          const before = model.get(key);
          const base = isWhole ? { title: 'A week by the harbour', maxGuests: 4 } : {};
          const after = { bedrooms: null, ...before, ...base, ...given };
          const { title, maxGuests } = after as Partial<Model>;
          if (
            !isFirst ||
            !title ||
            maxGuests === undefined ||
            maxGuests > 30 ||
            (!before && !isWhole)
          ) {
            return 'REFUSED';
          }
          next.set(key, { title, maxGuests, bedrooms: after.bedrooms ?? null });
          return !before
            ? 'CREATED'
            : JSON.stringify(next.get(key)) === JSON.stringify(before)
              ? 'UNCHANGED'
              : 'CHANGED';
        });
        const answer = await statusesOf(
          rows.map(([key, given, isWhole]) => ({
            ...(isWhole && listingDetails(resortId)),
            ...given,
            reference: key,
          })),
          { isDryRun },
        );
        expect(answer).toEqual(expected);
        if (!isDryRun) {
          next.forEach((value, key) => model.set(key, value));
        }
      }
      const rows = await stored();
      expect(
        rows.map(({ ownerReference, title, maxGuests, bedrooms }) => [
          ownerReference,
          { title, maxGuests, bedrooms },
        ]),
      ).toEqual([...model].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    }),
    { numRuns: inDepth(20, 300) },
  );
});
