import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { listingDetails, listingPayload, saturdayAhead } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { exchangeRefusal } from '../listings/listingInput.ts';
import { weekdayOf, weekNumber, weeksOfYear } from '../listings/weekNumbers.ts';
import { addDays, earliestToday, utcToday } from '#common/days.ts';
import { createListingMutation } from './testing/operations.ts';

const numberedWeeksQuery = graphql(`
  query NumberedWeeks($id: ID!, $year: Int! = 2027, $checkInDay: Weekday) {
    resort(id: $id) {
      weekStartsOn
      numberedWeeks(year: $year, checkInDay: $checkInDay) {
        number
        checkIn
        checkOut
      }
    }
  }
`);

let server: TestServer;
let resortId: string;
let owner: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server, { name: 'Harbour House', weekRule: 'saturday' })).id;
});

beforeEach(async () => {
  owner = await signedInUser(server, { firstName: 'Ines' });
});

afterAll(() => server.close());

const post = (body: unknown, cookie: string | undefined = owner.cookie, headers = {}) =>
  server.rest<Record<string, unknown>>('POST', '/api/listings', body, { cookie, headers });

const stored = () =>
  server.prisma.listing.findMany({
    where: { ownerId: owner.user.id },
    include: { events: { orderBy: { id: 'asc' } } },
  });

const mails = () => server.prisma.outgoingMail.findMany({ where: { toAddress: owner.user.email } });

const saturday = saturdayAhead();
const thisYear = Number(earliestToday().slice(0, 4));

/** What a buyer has to know. */
const forSale = {
  isForSale: true,
  salePrice: 9_000,
  ownership: 'fixed',
  use: 'annual',
  maintenanceFee: 1_100,
};

describe('POST /api/listings', () => {
  it('stores the listing of the signed-in member for review, and mails them', async () => {
    const answer = await post(listingPayload(resortId, { ...forSale, salePrice: 12_500.5 }));
    expect(answer.status).toBe(201);
    const [listing, ...more] = await stored();
    expect(more).toEqual([]);
    expect(answer.body).toMatchObject({
      id: listing?.id,
      ownerId: owner.user.id,
      resortId,
      pricePerNight: 180,
      salePrice: 12_500.5,
      isActive: true,
      contractVerificationStatus: 'pending',
      escrowStatus: 'none',
      ownershipVerified: false,
    });
    expect(listing).toMatchObject({
      title: 'A week by the harbour',
      description: 'Two rooms and a balcony.',
      pricePerNightCents: 18_000,
      currency: 'USD',
      salePriceCents: 1_250_050,
      availableFrom: new Date(saturday),
      availableTo: new Date(addDays(saturday, 7)),
      maxGuests: 4,
      isActive: true,
      contractVerificationStatus: 'pending',
      events: [{ kind: 'created', actorId: owner.user.id, note: null }],
    });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'listingReceived', toName: 'Ines Ortega' });
    expect(mail?.text).toContain(
      'Your listing has been submitted. Our team will contact you about contract verification for listing approval.',
    );
    expect(mail?.text).toContain('Resort: Harbour House');
  });

  it('hides the listing from others and from counts until it is verified', async () => {
    const { body } = await post(listingPayload(resortId));
    const resort = await server.prisma.resort.findUniqueOrThrow({ where: { id: resortId } });
    expect(resort.availableRentals).toBe(0);
    const other = await signedInUser(server);
    const id = Buffer.from(`Listing:${String(body['id'])}`).toString('base64');
    for (const cookie of [undefined, other.cookie]) {
      const answer = await server.graphqlText<{ node: unknown }>(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        { cookie },
      );
      expect(answer.data?.node).toBeNull();
    }
  });

  it('stores every fact of the timeshare', async () => {
    const { week } = weekNumber(saturday, 'saturday');
    const facts = {
      ownership: 'floating',
      season: 'Platinum',
      weekNumber: week,
      checkInDay: 'saturday',
      unitType: 'Two-bedroom lock-off',
      bedrooms: 2,
      beds: 3,
      bathrooms: 1.5,
      kitchen: 'kitchenette',
      checkInTime: '16:00',
      view: 'Ocean front',
      use: 'annual',
      tenure: 'right_to_use',
      maintenanceFee: 1_234.56,
      nextFeePaidBy: 'buyer',
      rightOfFirstRefusal: true,
      resaleRestrictions: 'No club membership.\nNo pool pass.',
    };
    const firstUseYear = Number(saturday.slice(0, 4)) + 1;
    const answer = await post(listingPayload(resortId, { ...facts, firstUseYear }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject(facts);
    const { maintenanceFee: _, ...columns } = facts;
    expect(await stored()).toMatchObject([
      { ...columns, maintenanceFeeCents: 123_456, firstUseYear },
    ]);
  });

  it.each([
    [{}, { minNights: 1, isWholeOnly: false }, 1],
    [{ minNights: null, isWholeOnly: null }, { minNights: 1, isWholeOnly: false }, 1],
    [{ minNights: 7 }, { minNights: 7, isWholeOnly: false }, 7],
    [{ isWholeOnly: true, minNights: 99 }, { minNights: 7, isWholeOnly: true }, null],
  ])('with %j says that guests may book %j', async (given, answered, minNights) => {
    const answer = await post(listingPayload(resortId, given));
    expect(answer).toMatchObject({ status: 201, body: answered });
    expect(await stored()).toMatchObject([{ minNights }]);
  });

  it('takes the documented payload of a timeshare for sale, which has no facts', async () => {
    const given = { isForSale: true, salePrice: 9_000 };
    expect((await post(listingPayload(resortId, given))).status).toBe(201);
    expect(await stored()).toMatchObject([{ salePriceCents: 900_000, ownership: null }]);
  });

  it('keeps points a year of points alone', async () => {
    const yearlyPoints = 70_000;
    for (const ownership of ['points', 'floating']) {
      const given = { ...forSale, ownership, yearlyPoints };
      expect((await post(listingPayload(resortId, given))).status).toBe(201);
    }
    const kept = (await stored()).map((listing) => listing.yearlyPoints);
    expect(kept.toSorted()).toEqual([yearlyPoints, null]);
  });

  it('ignores the sale price if the listing is not for sale', async () => {
    for (const salePrice of [0, 9_000, null, 'none']) {
      expect((await post(listingPayload(resortId, { salePrice }))).status).toBe(201);
    }
    expect((await stored()).map((listing) => listing.salePriceCents)).toEqual(Array(4).fill(null));
  });

  it('requires a session', async () => {
    const answer = await server.rest('POST', '/api/listings', listingPayload(resortId));
    expect([answer.status, answer.text]).toEqual([401, 'Please sign in first']);
  });

  it.each([
    [{ resortId: '' }, 'Resort is required'],
    [{ resortId: undefined }, 'Resort is required'],
    [{ resortId: 'palm' }, 'Resort not found'],
    [{ resortId: '01939f3c-0000-7000-8000-000000000000' }, 'Resort not found'],
    [{ title: ' ' }, 'Title is required'],
    [{ title: 'x'.repeat(121) }, 'Title may have at most 120 characters'],
    [
      { title: 'Beach, IG: @jo_beach' },
      'Take out "@jo_beach". Contact details stay private until a booking is confirmed',
    ],
    [
      { description: 'Call 202-555-0173 or write to jo at gmail dot com' },
      'Take out "202-555-0173", "jo at gmail dot com". Contact details stay private until a booking is confirmed',
    ],
    [
      { season: 'gold, example.com' },
      'Take out "example.com". Contact details stay private until a booking is confirmed',
    ],
    [
      { unitType: 'jo@example.com' },
      'Take out "jo@example.com". Contact details stay private until a booking is confirmed',
    ],
    [
      { view: 'www.example.com' },
      'Take out "www.example.com". Contact details stay private until a booking is confirmed',
    ],
    [
      { resaleRestrictions: 'Ask 202 555 0173' },
      'Take out "202 555 0173". Contact details stay private until a booking is confirmed',
    ],
    [{ title: 'two\nlines' }, 'Title has a character that is not allowed'],
    [{ description: '' }, 'Description is required'],
    [{ description: 'x'.repeat(5_001) }, 'Description may have at most 5,000 characters'],
    [{ pricePerNight: undefined }, 'Price per night is required'],
    [{ pricePerNight: 0 }, 'Price per night must be $1 to $100,000'],
    [{ pricePerNight: 100_000.01 }, 'Price per night must be $1 to $100,000'],
    [{ pricePerNight: 99.999 }, 'Price per night may have at most two decimals'],
    [{ pricePerNight: '180' }, 'Price per night must be $1 to $100,000'],
    [{ maxGuests: undefined }, 'Maximum guests is required'],
    [{ maxGuests: 0 }, 'Maximum guests must be 1 to 30'],
    [{ maxGuests: 31 }, 'Maximum guests must be 1 to 30'],
    [{ maxGuests: 2.5 }, 'Maximum guests must be 1 to 30'],
    [{ availableFrom: '' }, 'Available from is required'],
    [{ availableFrom: '2099-02-30' }, 'Available from must be a date like 2027-02-13'],
    [{ availableFrom: utcToday() }, 'Available from must be after today'],
    [
      { availableFrom: '2099-01-03', availableTo: '2099-01-10' },
      'Available from must be within 5 years',
    ],
    [{ availableTo: undefined }, 'Available to is required'],
    [{ availableTo: 'soon' }, 'Available to must be a date like 2027-02-13'],
    [{ availableTo: saturday }, 'Available to must be after Available from'],
    [
      { availableTo: addDays(saturday, 367) },
      'Available to must be at most 366 nights after the first',
    ],
    [{ minNights: 0 }, 'Minimum nights must be 1 to 60'],
    [{ minNights: 61 }, 'Minimum nights must be 1 to 60'],
    [{ minNights: '3' }, 'Minimum nights must be 1 to 60'],
    [{ minNights: 8 }, 'Minimum nights must be at most 7, as many as there are'],
    [{ isWholeOnly: 'yes' }, 'Only the whole stay must be true or false'],
    [
      { isWholeOnly: true, availableTo: addDays(saturday, 61) },
      'Guests can book at most 60 nights at once, so not all 61 together',
    ],
    [{ isForSale: 'yes' }, 'For sale must be true or false'],
    [{ ...forSale, salePrice: null }, 'Sale price is required when the timeshare is for sale'],
    [{ ...forSale, salePrice: 0 }, 'Sale price must be $1 to $10,000,000'],
    [{ ...forSale, ownership: null }, 'Ownership is required when the timeshare is for sale'],
    [{ ...forSale, use: undefined }, 'Use is required when the timeshare is for sale'],
    [
      { ...forSale, maintenanceFee: null },
      'Maintenance fee is required when the timeshare is for sale',
    ],
    [{ ...forSale, ownership: 'points' }, 'Points a year are required when points are for sale'],
    [{ ownership: 'points', yearlyPoints: 0 }, 'Points a year must be 1 to 10000000'],
    [{ ownership: 'borrowed' }, 'Ownership must be one of fixed, floating, rotating, points'],
    [{ ownership: 'exchange' }, exchangeRefusal],
    [{ exchangeWeek: true }, exchangeRefusal],
    [{ season: 'x'.repeat(41) }, 'Season may have at most 40 characters'],
    [{ weekNumber: 54 }, 'Week number must be 1 to 53'],
    [{ checkInDay: 'someday' }, /^Check-in day must be one of monday, .*, sunday$/],
    [{ checkInDay: 'monday' }, 'Check-in day must be the day of Available from, a Saturday'],
    [{ unitType: 'x'.repeat(61) }, 'Unit type may have at most 60 characters'],
    [{ bedrooms: 13 }, 'Bedrooms must be 0 to 12'],
    [{ beds: 0 }, 'Beds must be 1 to 40'],
    [{ bathrooms: 1.3 }, 'Bathrooms must be 0.5 to 20, in halves'],
    [{ bathrooms: 0 }, 'Bathrooms must be 0.5 to 20, in halves'],
    [{ kitchen: 'grill' }, 'Kitchen must be one of full, kitchenette, none'],
    [{ checkInTime: '24:00' }, 'Check-in time must be a time like 16:00'],
    [{ checkInTime: '4 pm' }, 'Check-in time must be a time like 16:00'],
    [{ view: 5 }, 'View must be text'],
    [{ use: 'never' }, 'Use must be one of annual, odd, even'],
    [{ tenure: 'leased' }, 'Tenure must be one of deeded, right_to_use'],
    [{ maintenanceFee: -1 }, 'Maintenance fee must be $0 to $100,000'],
    [{ nextFeePaidBy: 'nobody' }, 'Next fee paid by must be one of owner, buyer'],
    [{ firstUseYear: 'soon' }, 'First use year must be 2000 to 2200'],
    [{ firstUseYear: thisYear - 1 }, `First use year must be ${thisYear} to ${thisYear + 10}`],
    [{ firstUseYear: thisYear + 11 }, `First use year must be ${thisYear} to ${thisYear + 10}`],
    [{ use: 'odd', firstUseYear: 2 * Math.ceil(thisYear / 2) }, /^A week used in odd years can't/],
    [
      { use: 'even', firstUseYear: 2 * Math.ceil(thisYear / 2) + 1 },
      /^A week used in even years can't/,
    ],
    [{ rightOfFirstRefusal: 'yes' }, 'Right of first refusal must be true or false'],
    [
      { resaleRestrictions: 'x'.repeat(2_001) },
      'Resale restrictions may have at most 2,000 characters',
    ],
    [{ idempotencyKey: 'short' }, 'The idempotency key must have 8 to 100 visible characters'],
    [{ title: 'a\u0000b' }, 'title has a character that is not allowed'],
  ])('refuses %j', async (change, message) => {
    const answer = await post(listingPayload(resortId, change));
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(
      typeof message === 'string' ? new RegExp(`^${message.replace(/[.$()]/g, '\\$&')}$`) : message,
    );
    expect(await stored()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('names every missing field', async () => {
    const answer = await post({});
    expect(answer.text.split('; ')).toEqual([
      'Resort is required',
      'Title is required',
      'Description is required',
      'Price per night is required',
      'Maximum guests is required',
      'Available from is required',
      'Available to is required',
    ]);
    expect((await post([])).text).toBe('The body must be a JSON object');
  });
});

describe('a numbered week', () => {
  it('must contain the first night, by the week rule of the resort', async () => {
    const { year, week } = weekNumber(saturday, 'saturday');
    const other = week === 10 ? 11 : 10;
    const begins = weeksOfYear(year, 'saturday')[other - 1]?.checkIn ?? '';
    const answer = await post(listingPayload(resortId, { weekNumber: other }));
    expect(answer.text).toBe(
      `Week ${other} of ${year} at this resort begins on ${begins}; ${saturday} is in week ${week}`,
    );
    expect((await post(listingPayload(resortId, { weekNumber: week }))).status).toBe(201);
    const friday = await createResort(server, { weekRule: 'friday' });
    const byFridays = weekNumber(saturday, 'friday').week;
    expect((await post(listingPayload(friday.id, { weekNumber: byFridays }))).status).toBe(201);
  });

  it('is refused as week 53 in a year without one', async () => {
    const { year } = weekNumber(saturday, 'saturday');
    // 2028 is the next year with 53 Saturdays.
    const has53 = weeksOfYear(year, 'saturday').length === 53;
    const answer = await post(listingPayload(resortId, { weekNumber: 53 }));
    if (has53) {
      expect(answer.status).toBe(weekNumber(saturday, 'saturday').week === 53 ? 201 : 400);
    } else {
      expect([answer.status, answer.text]).toEqual([400, `${year} has no week 53 at this resort`]);
    }
  });

  it('of odd or even years is refused in the other years', async () => {
    const { year } = weekNumber(saturday, 'saturday');
    const [fits, other] = year % 2 === 0 ? ['even', 'odd'] : ['odd', 'even'];
    const fixed = { ownership: 'fixed' };
    const answer = await post(listingPayload(resortId, { ...fixed, use: other }));
    expect(answer.text).toBe(`A week used in ${other} years is not yours in ${year}`);
    expect((await post(listingPayload(resortId, { ...fixed, use: fits }))).status).toBe(201);
    // Floating weeks and points can be saved for a later year.
    const floating = { ownership: 'floating', use: other };
    expect((await post(listingPayload(resortId, floating))).status).toBe(201);
  });

  it('can be looked up by year and check-in day', async () => {
    const ask = async (variables: { year: number; checkInDay?: 'SUNDAY' }) =>
      (await server.graphql(numberedWeeksQuery, { id: resortId, ...variables })).data?.resort;
    const weeks = await ask({ year: 2027 });
    expect(weeks?.weekStartsOn).toBe('SATURDAY');
    expect(weeks?.numberedWeeks).toHaveLength(52);
    expect(weeks?.numberedWeeks[0]).toEqual({
      number: 1,
      checkIn: '2027-01-02',
      checkOut: '2027-01-09',
    });
    expect((await ask({ year: 2028 }))?.numberedWeeks[52]).toEqual({
      number: 53,
      checkIn: '2028-12-30',
      checkOut: '2029-01-06',
    });
    const onSundays = (await ask({ year: 2027, checkInDay: 'SUNDAY' }))?.numberedWeeks ?? [];
    expect(onSundays[0]?.checkIn).toBe('2027-01-03');
    for (const { number, checkIn } of onSundays) {
      expect(weekdayOf(checkIn)).toBe('sunday');
      expect(weekNumber(checkIn, 'saturday')).toEqual({ year: 2027, week: number });
    }
    const refused = await server.graphql(numberedWeeksQuery, { id: resortId, year: 1999 });
    expect(refused.errors[0]?.message).toBe('year must be 2000 to 2100');
  });
});

describe('createListing', () => {
  const create = (details: object = {}, rest: object = {}, cookie = owner.cookie) =>
    server.graphql(
      createListingMutation,
      { input: { details: listingDetails(resortId, details), ...rest } },
      { cookie },
    );

  it('returns the listing as its owner sees it', async () => {
    const answer = await create({ ownership: 'POINTS', use: 'EVEN', tenure: 'DEEDED' });
    expect(answer.errors).toEqual([]);
    expect(answer.data?.createListing).toMatchObject({
      __typename: 'CreateListingPayload',
      listing: {
        title: 'A week by the harbour',
        resort: { name: 'Harbour House' },
        nights: 7,
        weekNumbers: [weekNumber(saturday, 'saturday').week],
        pricePerNight: { amount: 18_000, currency: 'USD' },
        status: 'IN_REVIEW',
        escrowStatus: 'NONE',
        hasContract: false,
        version: 1,
        facts: { ownership: 'POINTS', use: 'EVEN', tenure: 'DEEDED', season: null },
        stays: [],
        earned: [{ amount: 0, currency: 'USD' }],
        history: [{ kind: 'CREATED', author: 'OWNER', note: null }],
      },
      viewer: { listingDraft: null },
    });
  });

  it('reports errors by the field names of its input', async () => {
    const answer = await create({
      pricePerNightCents: 0,
      isForSale: true,
      ownership: 'POINTS',
      use: 'ANNUAL',
      maintenanceFeeCents: 0,
    });
    expect(answer.data?.createListing).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'pricePerNightCents', message: 'Price per night must be $1 to $100,000' },
        {
          field: 'salePriceCents',
          message: 'Sale price is required when the timeshare is for sale',
        },
        {
          field: 'yearlyPoints',
          message: 'Points a year are required when points are for sale',
        },
      ],
    });
    const wrongId = await create({ resortId: 'palm' });
    expect(wrongId.data?.createListing).toMatchObject({ fieldErrors: [{ field: 'resortId' }] });
  });

  it('requires a session', async () => {
    const answer = await server.graphql(createListingMutation, {
      input: { details: listingDetails(resortId) },
    });
    expect(answer.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it('called 20 times at once with one key creates one listing and one mail', async () => {
    const key = { idempotencyKey: 'tab-1-listing' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, key)));
    const ids = answers.map(({ data }) =>
      data?.createListing?.__typename === 'CreateListingPayload'
        ? data.createListing.listing.databaseId
        : data?.createListing?.__typename,
    );
    const listings = await stored();
    expect(listings).toHaveLength(1);
    expect(new Set(ids)).toEqual(new Set([listings[0]?.id]));
    expect(listings[0]?.events).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it("refuses a key used for another listing, but accepts another member's key", async () => {
    const key = { idempotencyKey: 'tab-2-listing' };
    await create({}, key);
    const again = await create({ title: 'Another' }, key);
    expect(again.data?.createListing).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [
        {
          field: 'idempotencyKey',
          message: 'This idempotency key was used for another listing',
        },
      ],
    });
    expect(await stored()).toHaveLength(1);
    const other = await signedInUser(server);
    const theirs = await create({ title: 'Another' }, key, other.cookie);
    expect(theirs.data?.createListing?.__typename).toBe('CreateListingPayload');
  });

  it('reads the key of a REST call from its header', async () => {
    const headers = { 'idempotency-key': 'rest-listing-1' };
    const [one, two] = [
      await post(listingPayload(resortId), owner.cookie, headers),
      await post(listingPayload(resortId), owner.cookie, headers),
    ];
    expect(one.body['id']).toBe(two.body['id']);
    expect(await stored()).toHaveLength(1);
  });

  it('deletes the draft', async () => {
    await server.prisma.listingDraft.create({
      data: { ownerId: owner.user.id, content: { title: 'A we' } },
    });
    await create();
    expect(await server.prisma.listingDraft.count({ where: { ownerId: owner.user.id } })).toBe(0);
  });

  it('is rolled back if a step fails', async () => {
    const own = await startTestServer();
    try {
      const { user, cookie } = await signedInUser(own);
      const { id } = await createResort(own);
      await own.prisma.listingDraft.create({ data: { ownerId: user.id } });
      await own.pool.query(
        'ALTER TABLE outgoing_mails ADD CHECK (template <> $$listingReceived$$)',
      );
      const input = { details: listingDetails(id), idempotencyKey: 'fault-in-the-middle' };
      const answer = await own.graphql(createListingMutation, { input }, { cookie });
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.listing.count()).toBe(0);
      expect(await own.prisma.listingEvent.count()).toBe(0);
      expect(await own.prisma.idempotencyKey.count()).toBe(0);
      expect(await own.prisma.listingDraft.count()).toBe(1);
    } finally {
      await own.close();
    }
  });

  it('is rate limited', async () => {
    const own = await startTestServer({ rateLimits: true });
    try {
      const { cookie, user } = await signedInUser(own);
      const { id } = await createResort(own);
      await own.deps.rateLimits.spend('listingByAccount', user.id, 59);
      const create = async () =>
        (await own.rest('POST', '/api/listings', listingPayload(id), { cookie })).status;
      expect([await create(), await create()]).toEqual([201, 429]);
    } finally {
      await own.close();
    }
  });
});
