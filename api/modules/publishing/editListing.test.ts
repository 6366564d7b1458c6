import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { ContractVerificationStatus, Prisma } from '#api/generated/prisma/client.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  dayAhead,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { listingDetails, saturdayAhead } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, earliestToday } from '#common/days.ts';
import { turnDays } from '../listings/turnDays.ts';
import {
  ownListingQuery,
  relistListingMutation,
  updateListingMutation,
  withdrawListingMutation,
} from './testing/operations.ts';

const ownListingsQuery = graphql(`
  query OwnListings($few: Int, $after: String) {
    viewer {
      listingEarnings {
        amount
        currency
      }
      listings(first: $few, after: $after) {
        edges {
          node {
            ...OwnListingRow
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const requestListingReviewMutation = graphql(`
  mutation RequestListingReview($input: RequestListingReviewInput!) {
    requestListingReview(input: $input) {
      __typename
      ... on RequestListingReviewPayload {
        listing {
          status
          history {
            kind
            note
            author
          }
        }
      }
      ... on Error {
        message
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

/** A verified listing with the values of `listingDetails`. */
const listing = (given: Partial<Prisma.ListingUncheckedCreateInput> = {}) =>
  createListing(server, {
    resortId,
    ownerId: owner.user.id,
    pricePerNightCents: 18_000,
    bedrooms: null,
    availableFrom: saturday,
    ownershipVerified: (given.contractVerificationStatus ?? 'verified') === 'verified',
    ...given,
  });

const update = async (
  listingId: string,
  details: object = {},
  { version = 1, cookie = owner.cookie }: { version?: number; cookie?: string } = {},
) =>
  (
    await server.graphql(
      updateListingMutation,
      { input: { listingId, version, details: listingDetails(resortId, details) } },
      { cookie },
    )
  ).data?.updateListing;

/** Sends the changes alone. */
const patch = async (listingId: string, details: object) => {
  const { version } = await stored(listingId);
  const { data } = await server.graphql(
    updateListingMutation,
    { input: { listingId, version, details } },
    { cookie: owner.cookie },
  );
  return data?.updateListing;
};

const stored = (id: string) =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id },
    include: { events: { orderBy: { number: 'asc' } }, resort: true },
  });

const kindsOf = async (id: string) => (await stored(id)).events.map(({ kind }) => kind);

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress }, select: { template: true } });

describe('updateListing', () => {
  it('changes title, price and guests without another review', async () => {
    const { id } = await listing();
    const change = { title: 'Top floor', maxGuests: 6 };
    expect(await update(id, { ...change, pricePerNightCents: 20_050 })).toMatchObject({
      __typename: 'UpdateListingPayload',
      listing: { ...change, pricePerNight: { amount: 20_050 }, status: 'PUBLISHED', version: 2 },
    });
    expect(await stored(id)).toMatchObject({
      ...change,
      pricePerNightCents: 20_050,
      resort: { availableRentals: 1 },
    });
    expect(await kindsOf(id)).toEqual(['edited']);
    expect(await mailsTo(owner.user.email)).toEqual([]);
  });

  it.each([
    ['dates', { availableFrom: addDays(saturday, 7), availableTo: addDays(saturday, 14) }],
    ['the last day', { availableTo: addDays(saturday, 14) }],
    ['unit type', { unitType: 'Studio' }],
    ['bedrooms', { bedrooms: 2 }],
    ['ownership', { ownership: 'POINTS' }],
    ['use', { use: 'ANNUAL' }],
    ['tenure', { tenure: 'DEEDED' }],
  ])('sends a change of %s to review, and hides the listing', async (_what, change) => {
    const { id } = await listing({ evidenceEndsOn: new Date(dayAhead(400)) });
    expect((await stored(id)).resort.availableRentals).toBe(1);
    const begun = Date.now();
    expect(await update(id, change)).toMatchObject({
      listing: { status: 'IN_REVIEW', evidenceEndsOn: null },
    });
    const after = await stored(id);
    expect(after).toMatchObject({
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
      resort: { availableRentals: 0 },
    });
    expect(after.reviewRequestedAt.getTime()).toBeGreaterThanOrEqual(begun);
    expect(await kindsOf(id)).toEqual(['edited', 'review_requested']);
    expect(await mailsTo(owner.user.email)).toEqual([{ template: 'listingInReview' }]);
  });

  it('lists the fields whose change needs a review', async () => {
    const fieldsOf = async (status: ContractVerificationStatus) => {
      const { id } = await listing({ contractVerificationStatus: status });
      const answer = await server.graphqlText<{
        viewer: { listing: { reviewedFields: string[] } };
      }>(
        'query ($id: ID!) { viewer { listing(databaseId: $id) { reviewedFields } } }',
        { id },
        { cookie: owner.cookie },
      );
      return answer.data?.viewer.listing.reviewedFields;
    };
    expect(await fieldsOf('verified')).toEqual([
      'resortId',
      'availableFrom',
      'availableTo',
      'ownership',
      'weekNumber',
      'unitType',
      'bedrooms',
      'use',
      'yearlyPoints',
      'tenure',
    ]);
    expect(await fieldsOf('rejected')).toContain('availableFrom');
    expect(await fieldsOf('pending')).toEqual([]);
  });

  it('sends a change of the resort to review, and counts the listing at neither resort', async () => {
    const { id } = await listing();
    const other = await createResort(server);
    await update(id, { resortId: globalId('Resort', other.id) });
    const rentals = await server.prisma.resort.findMany({
      where: { id: { in: [resortId, other.id] } },
      select: { availableRentals: true },
    });
    expect(rentals).toEqual([{ availableRentals: 0 }, { availableRentals: 0 }]);
    expect(await stored(id)).toMatchObject({
      resortId: other.id,
      contractVerificationStatus: 'pending',
    });
  });

  it('keeps the queue position of a listing in review', async () => {
    const reviewRequestedAt = new Date('2026-01-01');
    const { id } = await listing({ contractVerificationStatus: 'pending', reviewRequestedAt });
    await update(id, { bedrooms: 2 });
    expect(await stored(id)).toMatchObject({ reviewRequestedAt, bedrooms: 2 });
    expect(await kindsOf(id)).toEqual(['edited']);
  });

  it('leaves what is left out as it is', async () => {
    const { id } = await listing({
      ...{ cleaningFeeCents: 5_000, isInstant: true, cancellationPolicy: 'strict', minNights: 3 },
      ...{ isForSale: true, salePriceCents: 900_000, ownership: 'fixed', use: 'annual' },
      ...{
        maintenanceFeeCents: 80_000,
        season: 'High',
        unitType: 'Villa',
        beds: 3,
        bathrooms: 1.5,
      },
      ...{ kitchen: 'full', checkInTime: '16:00', view: 'Sea', tenure: 'deeded', bedrooms: 2 },
      ...{ nextFeePaidBy: 'owner', rightOfFirstRefusal: true, resaleRestrictions: 'None' },
    });
    const changes = {
      ...{ title: 'Top floor', cleaningFeeCents: 0, isInstant: false, minNights: 2, view: null },
      ...{ salePriceCents: 850_000, bathrooms: 2, rightOfFirstRefusal: false, season: null },
    };
    for (const [field, value] of Object.entries(changes)) {
      const { [field as 'title']: _before, ...others } = await stored(id);
      expect(await patch(id, { [field]: value })).toMatchObject({
        __typename: 'UpdateListingPayload',
      });
      const after = await stored(id);
      const byItself = ['version', 'updatedAt', 'events', 'resort', 'firstYearCents'];
      const kept = Object.entries(others).filter(([name]) => !byItself.includes(name));
      expect(after).toMatchObject({ ...Object.fromEntries(kept), [field]: value });
    }
  });

  it.each([
    ['a value', { cleaningFeeCents: null }, { cleaningFeeCents: 0 }],
    ['a text', { unitType: null }, { unitType: null }],
    ['the fewest nights', { minNights: null }, { minNights: 1 }],
    ['the sale', { isForSale: null }, { isForSale: false, salePriceCents: null }],
  ])('takes the default of %s that is null', async (_what, change, expected) => {
    const { id } = await listing({
      ...{ cleaningFeeCents: 5_000, unitType: 'Villa', minNights: 3, isForSale: true },
      ...{ salePriceCents: 900_000, ownership: 'fixed', use: 'annual', maintenanceFeeCents: 1 },
    });
    await patch(id, change);
    expect(await stored(id)).toMatchObject(expected);
  });

  it('refuses to remove a title', async () => {
    const { id } = await listing();
    expect(await patch(id, { title: null })).toMatchObject({
      fieldErrors: [{ field: 'title', message: 'Title is required' }],
    });
  });

  it('is booked as a whole until it has fewest nights', async () => {
    const { id } = await listing({ minNights: 2 });
    for (const [change, minNights] of [
      [{ isWholeOnly: true }, null],
      [{ title: 'As a whole' }, null],
      [{ minNights: 3 }, 3],
      [{ isWholeOnly: true, minNights: 3 }, null],
      [{ isWholeOnly: false }, 1],
    ] as const) {
      await patch(id, change);
      expect(await stored(id)).toMatchObject({ minNights });
    }
  });

  it('changes nothing if nothing differs', async () => {
    const { id, updatedAt } = await listing();
    expect(await update(id)).toMatchObject({ listing: { version: 1, status: 'PUBLISHED' } });
    expect(await stored(id)).toMatchObject({ updatedAt, events: [] });
  });

  it('refuses what createListing refuses', async () => {
    const { id } = await listing();
    expect(await update(id, { title: '', availableTo: saturday })).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'title', message: 'Title is required' },
        { field: 'availableTo', message: 'Available to must be after Available from' },
      ],
    });
    expect(await kindsOf(id)).toEqual([]);
  });

  describe('of a listing whose dates have begun', () => {
    const begun = { availableFrom: dayAhead(-1), availableTo: dayAhead(6) };
    const listingThatBegan = () =>
      listing({ availableFrom: begun.availableFrom, availableTo: new Date(begun.availableTo) });

    it('changes price and title, and keeps the dates', async () => {
      const { id } = await listingThatBegan();
      const title = 'The rest of the week';
      expect(await update(id, { ...begun, title, pricePerNightCents: 9_000 })).toMatchObject({
        __typename: 'UpdateListingPayload',
        listing: { title, pricePerNight: { amount: 9_000 }, status: 'PUBLISHED' },
      });
      expect(await stored(id)).toMatchObject({ availableFrom: new Date(begun.availableFrom) });
    });

    it('accepts future dates, and a later end', async () => {
      const { id } = await listingThatBegan();
      expect(await update(id, { ...begun, availableTo: dayAhead(13) })).toMatchObject({
        listing: { status: 'IN_REVIEW' },
      });
      const { version } = await stored(id);
      expect(await update(id, {}, { version })).toMatchObject({
        __typename: 'UpdateListingPayload',
      });
      expect(await stored(id)).toMatchObject({ availableFrom: new Date(saturday) });
    });

    it.each([dayAhead(-2), dayAhead(0)])('refuses another first night: %s', async (from) => {
      const { id } = await listingThatBegan();
      expect(await update(id, { ...begun, availableFrom: from })).toMatchObject({
        __typename: 'InvalidInputError',
        fieldErrors: [{ field: 'availableFrom', message: 'Available from must be after today' }],
      });
      expect(await kindsOf(id)).toEqual([]);
    });
  });

  it('keeps a first use that has passed, and accepts no other', async () => {
    const past = Number(earliestToday().slice(0, 4)) - 1;
    const { id } = await listing({ firstUseYear: past });
    expect(await update(id, { firstUseYear: past, title: 'Still for sale' })).toMatchObject({
      __typename: 'UpdateListingPayload',
    });
    const { version } = await stored(id);
    expect(await update(id, { firstUseYear: past - 1 }, { version })).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'firstUseYear', message: `First use year must be ${past + 1} to ${past + 11}` },
      ],
    });
  });

  it('succeeds once for 20 concurrent calls with the same version', async () => {
    const { id } = await listing();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => update(id, { title: `Title ${index}` })),
    );
    const done = answers.filter((answer) => answer?.__typename === 'UpdateListingPayload');
    expect(done).toHaveLength(1);
    expect(answers.find((answer) => answer?.__typename === 'ConflictError')).toMatchObject({
      fieldErrors: [
        {
          field: 'version',
          message: 'This listing has changed since you opened it. Load it again',
        },
      ],
    });
    expect(await kindsOf(id)).toEqual(['edited']);
    expect((await stored(id)).version).toBe(2);
  });

  it.each([
    ['availableFrom', { availableFrom: addDays(saturday, 2) }],
    ['availableTo', { availableTo: addDays(saturday, 3) }],
    ['resortId', {}],
  ])('refuses to leave booked nights outside: %s', async (field, change) => {
    const { id } = await listing();
    const guest = await createUser(server);
    await createBooking(server, {
      resortId,
      listingId: id,
      userId: guest.id,
      status: 'confirmed',
      checkIn: new Date(addDays(saturday, 1)),
      checkOut: new Date(addDays(saturday, 4)),
    });
    const details =
      field === 'resortId'
        ? { resortId: globalId('Resort', (await createResort(server)).id) }
        : change;
    expect(await update(id, details)).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [{ field, message: 'Nights of this listing are booked and must stay in it' }],
    });
    expect(await kindsOf(id)).toEqual([]);
    expect(await update(id, { availableTo: addDays(saturday, 4) })).toMatchObject({
      __typename: 'UpdateListingPayload',
    });
  });

  it('leaves as few nights as the owner lets: what remains too short is on offer nowhere', async () => {
    const { id } = await listing();
    await createBooking(server, {
      resortId,
      listingId: id,
      userId: (await createUser(server)).id,
      status: 'confirmed',
      checkIn: new Date(saturday),
      checkOut: new Date(addDays(saturday, 3)),
    });
    const offered = async () => {
      await server.emptyCaches();
      const { data } = await server.graphqlText(
        `query ($resortId: ID!, $text: String!, $from: Date!) {
          resort(id: $resortId) {
            availableRentals
            weeks { edges { node { minNights isWholeOnly freeStays { nights } } } }
            availability(from: $from) { nights }
            stayCalendar(from: $from) { nights { date } }
          }
          weeks(query: $text) { totalCount { value } }
          resorts(query: $text, filter: { guests: 1 }) { totalCount { value } }
          resortFacets(query: $text, filter: { guests: 1 }) { totalCount { value } }
        }`,
        { resortId, text: (await stored(id)).resort.name, from: saturday },
      );
      return data;
    };
    const nowhere = {
      resort: {
        availableRentals: 0,
        weeks: { edges: [] },
        availability: { nights: [] },
        stayCalendar: { nights: [] },
      },
      weeks: { totalCount: { value: 0 } },
      resorts: { totalCount: { value: 0 } },
      resortFacets: { totalCount: { value: 0 } },
    };
    const listed = (minNights: number) => ({
      resort: {
        availableRentals: 1,
        weeks: {
          edges: [{ node: { minNights, isWholeOnly: false, freeStays: [{ nights: 4 }] } }],
        },
      },
      weeks: { totalCount: { value: 1 } },
      resorts: { totalCount: { value: 1 } },
      resortFacets: { totalCount: { value: 1 } },
    });
    expect(await offered()).toMatchObject(listed(1));
    expect(await update(id, { isWholeOnly: true })).toMatchObject({
      listing: { status: 'PUBLISHED', version: 2, minNights: 7, isWholeOnly: true },
    });
    expect(await offered()).toMatchObject(nowhere);
    await update(id, { minNights: 4 }, { version: 2 });
    expect(await offered()).toMatchObject(listed(4));
    await update(id, { minNights: 5 }, { version: 3 });
    expect(await offered()).toMatchObject(nowhere);
    expect(await update(id, { minNights: null }, { version: 4 })).toMatchObject({
      listing: { minNights: 1, isWholeOnly: false },
    });
    expect(await offered()).toMatchObject(listed(1));
  });

  it('does not let a stranger say how many nights guests must book', async () => {
    const { id } = await listing();
    const { cookie } = await signedInUser(server);
    expect(await update(id, { isWholeOnly: true }, { cookie })).toMatchObject({
      __typename: 'ForbiddenError',
    });
    expect((await stored(id)).minNights).toBe(1);
  });

  it('and a concurrent booking never leave a booked night outside', async () => {
    const guest = await createUser(server);
    const results = [];
    for (let round = 0; round < 12; round += 1) {
      const { id } = await listing();
      const book = createBooking(server, {
        resortId,
        listingId: id,
        userId: guest.id,
        status: 'confirmed',
        checkIn: new Date(addDays(saturday, 4)),
        checkOut: new Date(addDays(saturday, 7)),
      }).then(
        () => 'booked',
        () => 'not booked',
      );
      const edit = update(id, { availableTo: addDays(saturday, 3) }).then(
        (answer) => answer?.__typename,
      );
      results.push((await Promise.all([book, edit])).join(', '));
    }
    for (const result of results) {
      expect(['booked, ConflictError', 'not booked, UpdateListingPayload']).toContain(result);
    }
  });

  it('is rolled back if a step fails', async () => {
    const own = await startTestServer();
    try {
      const { user, cookie } = await signedInUser(own);
      const resort = await createResort(own);
      const before = await createListing(own, { resortId: resort.id, ownerId: user.id });
      await own.pool.query(
        'ALTER TABLE outgoing_mails ADD CHECK (template <> $$listingInReview$$)',
      );
      const input = { listingId: before.id, version: 1, details: listingDetails(resort.id) };
      const answer = await own.graphql(updateListingMutation, { input }, { cookie });
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.listing.findUnique({ where: { id: before.id } })).toEqual(before);
      expect(await own.prisma.listingEvent.count()).toBe(0);
    } finally {
      await own.close();
    }
  });
});

describe('withdrawing and relisting', () => {
  /** Returns the payload of the mutation. */
  const call = async (mutation: { toString(): string }, listingId: string) => {
    const { data } = await server.graphqlText<object>(
      mutation.toString(),
      { input: { listingId } },
      { cookie: owner.cookie },
    );
    return Object.values(data ?? {})[0] as object;
  };

  it('hides and shows the listing, and updates the count of its resort', async () => {
    const { id } = await listing();
    expect(await call(withdrawListingMutation, id)).toMatchObject({
      listing: { status: 'WITHDRAWN' },
    });
    expect(await stored(id)).toMatchObject({ isActive: false, resort: { availableRentals: 0 } });
    // Idempotent.
    await call(withdrawListingMutation, id);
    expect(await call(relistListingMutation, id)).toMatchObject({
      listing: { status: 'PUBLISHED' },
    });
    expect(await stored(id)).toMatchObject({ isActive: true, resort: { availableRentals: 1 } });
    expect(await kindsOf(id)).toEqual(['withdrawn', 'relisted']);
  });

  it('keeps booked stays', async () => {
    const { id } = await listing();
    const guest = await createUser(server);
    const nights = { checkIn: new Date(saturday), checkOut: new Date(addDays(saturday, 3)) };
    const { id: bookingId } = await createBooking(server, {
      resortId,
      listingId: id,
      userId: guest.id,
      status: 'confirmed',
      ...nights,
    });
    await call(withdrawListingMutation, id);
    expect(await server.prisma.booking.findUnique({ where: { id: bookingId } })).toMatchObject({
      status: 'confirmed',
    });
  });

  it('needs a night that is still ahead', async () => {
    await turnDays(server.deps, new Date());
    const begun = { isActive: false, availableFrom: dayAhead(-7) };
    const { id: ahead } = await listing({ ...begun, availableTo: new Date(dayAhead(1)) });
    expect(await call(relistListingMutation, ahead)).toMatchObject({
      listing: { status: 'PUBLISHED' },
    });
    const { id } = await listing({ ...begun, availableTo: new Date(dayAhead(0)) });
    expect(await call(relistListingMutation, id)).toEqual({
      __typename: 'InvalidInputError',
      message: 'These dates are over. Change them before you list the week again',
    });
  });
});

describe('requestListingReview', () => {
  const request = async (listingId: string, note?: string, cookie = owner.cookie) =>
    (await server.graphql(requestListingReviewMutation, { input: { listingId, note } }, { cookie }))
      .data?.requestListingReview;

  it.each(['rejected', 'more_information', 'expired'] as const)(
    'puts a listing that is %s back in the queue, with the note of its owner',
    async (contractVerificationStatus) => {
      const { id } = await listing({
        contractVerificationStatus,
        reviewRequestedAt: new Date('2026-01-01'),
      });
      const begun = Date.now();
      expect(await request(id, ' The deed is in my wife’s name. ')).toMatchObject({
        listing: {
          status: 'IN_REVIEW',
          history: [
            {
              kind: 'REVIEW_REQUESTED',
              author: 'OWNER',
              note: 'The deed is in my wife’s name.',
            },
          ],
        },
      });
      const { reviewRequestedAt } = await stored(id);
      expect(reviewRequestedAt.getTime()).toBeGreaterThanOrEqual(begun);
      expect(await mailsTo(owner.user.email)).toEqual([{ template: 'listingInReview' }]);
    },
  );

  it.each([
    ['verified', 'This listing is verified already'],
    ['pending', 'This listing is in review already'],
  ] as const)('refuses a listing that is %s', async (contractVerificationStatus, message) => {
    const { id } = await listing({ contractVerificationStatus });
    expect(await request(id)).toEqual({ __typename: 'ConflictError', message });
    expect(await kindsOf(id)).toEqual([]);
  });

  it('accepts a note of at most 2,000 characters', async () => {
    const { id } = await listing({ contractVerificationStatus: 'rejected' });
    expect(await request(id, 'x'.repeat(2_001))).toEqual({
      __typename: 'InvalidInputError',
      message: 'Note may have at most 2,000 characters',
    });
    expect(await request(id, 'x'.repeat(2_000))).toMatchObject({ listing: {} });
  });
});

describe("somebody else's listing", () => {
  it.each(['another member', 'an administrator'])('can’t be changed by %s', async (who) => {
    const { id } = await listing({ contractVerificationStatus: 'rejected', isActive: false });
    const other = await signedInUser(server, {
      role: who === 'an administrator' ? 'admin' : 'user',
    });
    const { cookie } = other;
    const input = { listingId: id };
    const answers = [
      await update(id, { title: 'Mine now' }, { cookie }),
      ...(await Promise.all(
        [withdrawListingMutation, relistListingMutation, requestListingReviewMutation].map(
          async (mutation) => {
            const answer = await server.graphqlText<object>(
              mutation.toString(),
              { input },
              { cookie },
            );
            return Object.values(answer.data ?? {})[0] as object;
          },
        ),
      )),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({
        __typename: 'ForbiddenError',
        message: 'Only its owner can change a listing',
      });
    }
    expect(await stored(id)).toMatchObject({ title: 'A week by the harbour', events: [] });
    const read = await server.graphql(ownListingQuery, { id }, { cookie });
    expect(read.data?.viewer?.listing).toBeNull();
  });

  it('is not found by an unknown id', async () => {
    for (const id of ['palm', '01939f3c-0000-7000-8000-000000000000']) {
      expect(await update(id)).toEqual({
        __typename: 'NotFoundError',
        message: 'Listing not found',
      });
    }
  });
});

describe('my listings', () => {
  it("are the member's own, newest first, in pages", async () => {
    for (const title of ['First', 'Second', 'Third']) {
      await listing({ title });
    }
    await createListing(server, { resortId });
    const page = async (after?: string | null) => {
      const variables = { few: 2, after: after ?? null };
      const { data } = await server.graphql(ownListingsQuery, variables, { cookie: owner.cookie });
      return data?.viewer?.listings;
    };
    const first = await page();
    expect(first?.edges.map(({ node }) => node)).toMatchObject([
      { title: 'Third' },
      { title: 'Second' },
    ]);
    expect((await page(first?.pageInfo.endCursor))?.edges).toMatchObject([
      { node: { title: 'First' } },
    ]);
  });

  it('show taken nights and earnings', async () => {
    const { id } = await listing();
    const guest = await createUser(server);
    const book = (from: number, to: number, status: 'confirmed', totalPriceCents: number) =>
      createBooking(server, {
        resortId,
        listingId: id,
        userId: guest.id,
        guests: 2,
        status,
        totalPriceCents,
        checkIn: new Date(addDays(saturday, from)),
        checkOut: new Date(addDays(saturday, to)),
      });
    await book(3, 5, 'held' as 'confirmed', 36_000);
    await book(0, 2, 'confirmed', 36_010);
    await book(2, 3, 'completed' as 'confirmed', 18_005);
    await book(5, 6, 'cancelled' as 'confirmed', 18_000);
    await book(5, 6, 'expired' as 'confirmed', 18_000);
    const answer = await server.graphql(ownListingsQuery, {}, { cookie: owner.cookie });
    expect(answer.data?.viewer?.listingEarnings).toEqual([{ amount: 54_015, currency: 'USD' }]);
    expect(answer.data?.viewer?.listings.edges[0]?.node).toMatchObject({
      earned: [{ amount: 54_015, currency: 'USD' }],
      stays: [
        { checkIn: saturday, checkOut: addDays(saturday, 2), isOnHold: false, guests: 2 },
        { checkIn: addDays(saturday, 2), isOnHold: false, totalPrice: { amount: 18_005 } },
        { checkIn: addDays(saturday, 3), checkOut: addDays(saturday, 5), isOnHold: true },
      ],
    });
    expect(answer.text).not.toContain(guest.email);
  });

  it('show the earnings of each currency apart', async () => {
    const { id } = await listing();
    const other = await listing({ currency: 'EUR' });
    const guest = await createUser(server);
    const book = (listingId: string, night: number, currency: string, totalPriceCents: number) =>
      createBooking(server, {
        resortId,
        listingId,
        userId: guest.id,
        status: 'confirmed',
        currency,
        totalPriceCents,
        checkIn: new Date(addDays(saturday, night)),
        checkOut: new Date(addDays(saturday, night + 1)),
      });
    await book(id, 0, 'USD', 10_000);
    await book(id, 1, 'JPY', 1_500_000);
    await book(id, 2, 'USD', 20_000);
    const answer = await server.graphql(ownListingsQuery, {}, { cookie: owner.cookie });
    const earned = [
      { amount: 1_500_000, currency: 'JPY' },
      { amount: 30_000, currency: 'USD' },
    ];
    expect(answer.data?.viewer?.listingEarnings).toEqual(earned);
    const nodes = answer.data?.viewer?.listings.edges.map(({ node }) => node);
    expect(nodes?.find(({ databaseId }) => databaseId === id)).toMatchObject({
      earned,
      stays: [
        { totalPrice: { amount: 10_000, currency: 'USD' } },
        { totalPrice: { amount: 1_500_000, currency: 'JPY' } },
        { totalPrice: { amount: 20_000, currency: 'USD' } },
      ],
    });
    expect(nodes?.find(({ databaseId }) => databaseId === other.id)).toMatchObject({
      earned: [{ amount: 0, currency: 'EUR' }],
      pricePerNight: { currency: 'EUR' },
    });
  });
});
