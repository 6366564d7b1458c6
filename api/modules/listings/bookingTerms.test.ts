import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import {
  createBooking,
  createListing,
  createResort,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { listingDetails } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await signedInUser(server);
  resortId = (await createResort(server, { destination: 'Aruba' })).id;
  await server.prisma.occupancyTax.update({
    where: { destination: 'Aruba' },
    data: { rateBps: 1_250 },
  });
});

afterAll(() => server.close());

describe('a quote', () => {
  const quoteOf = async (listingId: string, checkIn: string, checkOut: string) => {
    const { data, errors } = await server.graphqlText<{ node: { quote: object | null } }>(
      `query ($id: ID!, $checkIn: Date!, $checkOut: Date!) {
         node(id: $id) { ... on Listing { quote(checkIn: $checkIn, checkOut: $checkOut) {
           nights lines { kind label amount { amount } } total { amount formatted }
           policy { name label } cancellation cancellationSteps } } } }`,
      { id: Buffer.from(`Listing:${listingId}`).toString('base64'), checkIn, checkOut },
    );
    expect(errors).toEqual([]);
    return data!.node.quote;
  };

  it('names each line, and says what is true about cancelling these dates', async () => {
    const checkIn = dayAhead(20);
    const { id } = await createListing(server, {
      resortId,
      availableFrom: new Date(checkIn),
      cleaningFeeCents: 8_550,
      cancellationPolicy: 'moderate',
    });
    expect(await quoteOf(id, checkIn, addDays(checkIn, 7))).toEqual({
      nights: 7,
      lines: [
        { kind: 'NIGHTS', label: '7 nights × $150', amount: { amount: 105_000 } },
        { kind: 'CLEANING', label: 'Cleaning or resort fee', amount: { amount: 8_550 } },
        { kind: 'TAX', label: 'Occupancy tax (12.5%)', amount: { amount: 14_194 } },
        { kind: 'SERVICE_FEE', label: 'Service fee (8%)', amount: { amount: 9_084 } },
      ],
      total: { amount: 136_828, formatted: '$1,368.28' },
      policy: { name: 'MODERATE', label: 'Moderate' },
      cancellation: expect.stringMatching(/^50% refund until \w{3} \d+/),
      // Half of nights and cleaning, and the tax.
      cancellationSteps: [
        expect.stringMatching(
          /^50% refund until \w{3} \d+.*: \$709\.69 back, without the service fee$/,
        ),
        'Only the occupancy tax is refunded after that: $141.94 back',
      ],
    });
  });

  it('is for free nights only, and for as many as the owner lets', async () => {
    const from = dayAhead(60);
    const listing = await createListing(server, {
      resortId,
      availableFrom: new Date(from),
      minNights: 2,
    });
    await createBooking(server, {
      resortId,
      listingId: listing.id,
      userId: owner.user.id,
      checkIn: new Date(from),
      checkOut: new Date(addDays(from, 3)),
      status: 'confirmed',
    });
    await server.emptyCaches();
    const quoted = async (first: number, last: number) =>
      (await quoteOf(listing.id, addDays(from, first), addDays(from, last))) !== null;
    expect(await quoted(3, 7)).toBe(true);
    expect(await quoted(5, 7)).toBe(true);
    expect(await quoted(2, 7)).toBe(false);
    expect(await quoted(3, 8)).toBe(false);
    expect(await quoted(6, 7)).toBe(false);
    expect(await quoted(7, 3)).toBe(false);
    const rest = (first: number, last: number) =>
      server.rest(
        'GET',
        `/api/listings/${listing.id}/quote?checkIn=${addDays(from, first)}&checkOut=${addDays(from, last)}`,
      );
    expect((await rest(3, 7)).status).toBe(200);
    expect(await rest(2, 7)).toMatchObject({ status: 404, text: "These nights can't be booked" });
  });
});

describe('the terms of a listing', () => {
  const terms = { cleaningFeeCents: 8_500, isInstant: true, cancellationPolicy: 'STRICT' };

  const seen = `listing { databaseId status cleaningFee { amount } isInstant cancellationPolicy { name rows { refundPercent } } version }`;

  const send = async (name: 'createListing' | 'updateListing', input: object) => {
    const { data, errors } = await server.graphqlText<Record<string, Answer>>(
      `mutation ($input: ${name === 'createListing' ? 'CreateListingInput' : 'UpdateListingInput'}!) {
         ${name}(input: $input) { __typename ... on Error { message }
           ... on ${name === 'createListing' ? 'CreateListingPayload' : 'UpdateListingPayload'} { ${seen} } } }`,
      { input },
      { cookie: owner.cookie },
    );
    expect(errors).toEqual([]);
    return data?.[name];
  };

  interface Answer {
    message?: string;
    listing?: { databaseId: string };
  }

  it('are chosen by its owner, and default to no fee, on request and flexible', async () => {
    expect(await send('createListing', { details: listingDetails(resortId, terms) })).toMatchObject(
      {
        listing: {
          cleaningFee: { amount: 8_500 },
          isInstant: true,
          cancellationPolicy: {
            name: 'STRICT',
            rows: [{ refundPercent: 100 }, { refundPercent: 50 }, { refundPercent: 0 }],
          },
        },
      },
    );
    expect(await send('createListing', { details: listingDetails(resortId) })).toMatchObject({
      listing: {
        cleaningFee: { amount: 0 },
        isInstant: false,
        cancellationPolicy: { name: 'FLEXIBLE' },
      },
    });
  });

  it('are changed without another review', async () => {
    const created = await createListing(server, {
      resortId,
      ownerId: owner.user.id,
      bedrooms: null,
      availableFrom: new Date(listingDetails(resortId).availableFrom),
    });
    expect(
      await send('updateListing', {
        listingId: created.id,
        version: 1,
        details: listingDetails(resortId, terms),
      }),
    ).toMatchObject({
      listing: { status: 'PUBLISHED', isInstant: true, cleaningFee: { amount: 8_500 }, version: 2 },
    });
    const { rows } = await server.pool.query(
      'SELECT cleaning_fee_cents FROM free_stretches WHERE listing_id = $1',
      [created.id],
    );
    expect(rows).toEqual([{ cleaning_fee_cents: 8_500 }]);
  });

  it.each([
    [{ cleaningFeeCents: -1 }, 'Cleaning or resort fee must be $0 to $10,000'],
    [{ cleaningFeeCents: 1_000_001 }, 'Cleaning or resort fee must be $0 to $10,000'],
  ])('are refused with %j', async (wrong, message) => {
    expect(await send('createListing', { details: listingDetails(resortId, wrong) })).toMatchObject(
      { __typename: 'InvalidInputError', message },
    );
  });
});
