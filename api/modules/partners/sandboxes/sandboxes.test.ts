import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#api/generated/prisma/client.ts';
import { some } from '#api/testing/depth.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { pdf } from '#api/testing/documents.ts';
import { saturdayAhead } from '#api/testing/listings.ts';
import { addDays } from '#common/days.ts';
import { killAt } from '#api/testing/killAt.ts';
import { subscribe } from '#api/testing/subscribe.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { watchers } from '#api/modules/access/watching.ts';
import { createOrganization, createTokenRow } from '../testing/partner.ts';
import { bookTestWeek, listTestWeek, openSandbox } from '../testing/testMode.ts';

let server: TestServer;
let other: TestServer;
let resortId: string;
let canary: Listing;
const partners: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ database: { url: server.databaseUrl } });
  resortId = (await createResort(server, { name: 'Harbour House' })).id;
  canary = await createListing(server, { resortId, title: 'Canary of the live rows' });
});

// A process keeps a few open, and closes none whose jobs are running.
afterEach(async () => {
  for (const id of partners.splice(0)) await server.deps.sandboxes.drop(id);
});

afterAll(async () => {
  await other.close();
  await server.close();
});

/** An organization with a test and a live token. */
async function newPartner(status: 'approved' | 'pending' = 'approved') {
  const owner = await signedInUser(server);
  const organization = await createOrganization(server, {
    account: owner.user,
    status,
    decidedAt: status === 'approved' ? new Date() : null,
  });
  const test = await createTokenRow(server, organization, { mode: 'test' });
  const live = await createTokenRow(server, organization);
  partners.push(organization.id);
  return { owner, organization, test: test.bearer, live: live.bearer };
}

type Partner = Awaited<ReturnType<typeof newPartner>>;

const listings = `{ listings(first: 50) { edges { node { id title } } } }`;

interface Listings {
  listings: { edges: { node: { id: string; title: string } }[] };
}

const titles = async (call: Partial<Partner['test']>, at = server): Promise<string[]> => {
  const { data } = await at.graphqlText<Listings>(listings, {}, call);
  return data?.listings.edges.map(({ node }) => node.title) ?? ['no answer'];
};

const createTestListing = ({ test }: Partner, title: string) =>
  listTestWeek(server, test, { resortId, title });

const book = ({ test }: Partner, listingId: string, card?: string) =>
  bookTestWeek(server, test, listingId, card);

const moveClock = async (partner: Partner, to: Date) => {
  const { data, errors } = await server.graphqlText<{
    moveSandboxClock: { __typename: string; now?: string; message?: string };
  }>(
    `mutation MoveClock($to: DateTime!) { moveSandboxClock(to: $to) {
       __typename ... on Error { message }
       ... on MoveSandboxClockPayload { now } } }`,
    { to: to.toISOString() },
    partner.test,
  );
  expect(errors).toEqual([]);
  return data?.moveSandboxClock;
};

const statusOf = async (partner: Partner, id: string, at = server) => {
  const { data } = await at.graphqlText<{ booking: { status: string } | null }>(
    `query TestBooking($id: ID!) { booking(id: $id) { status } }`,
    { id },
    partner.test,
  );
  return data?.booking?.status;
};

const hour = 3_600_000;

describe('a test token', () => {
  it('sees no live row, and nobody else sees what it makes', async () => {
    const partner = await newPartner();
    const second = await newPartner();
    expect(await titles(partner.live)).toEqual(['Canary of the live rows']);
    expect(await titles(partner.test)).toEqual([]);
    await createTestListing(partner, 'Made in the sandbox');
    expect(await titles(partner.test)).toEqual(['Made in the sandbox']);
    expect(await titles(partner.test, other)).toEqual(['Made in the sandbox']);
    expect(await titles(partner.live)).toEqual(['Canary of the live rows']);
    expect(await titles({})).toEqual(['Canary of the live rows']);
    expect(await titles(second.test)).toEqual([]);
    expect(await server.prisma.listing.count({ where: { title: 'Made in the sandbox' } })).toBe(0);
  });

  it('works as the account of its organization on a copy of the resorts', async () => {
    const partner = await newPartner();
    const { data } = await server.graphqlText(
      `query TestSelf($id: ID!) { organization { name databaseId }
         resort(id: $id) { name reviewCount } sandboxClock }`,
      { id: globalId('Resort', resortId) },
      partner.test,
    );
    expect(data).toMatchObject({
      organization: { databaseId: partner.organization.id },
      resort: { name: 'Harbour House', reviewCount: 0 },
    });
  });

  it('sees the resorts of the sample data with their pictures and seasons', async () => {
    const sample = await startTestServer({ database: 'sample' });
    const { id } = await sample.prisma.resort.findFirstOrThrow({
      where: { seasons: { some: {} }, pictures: { some: { drawing: { not: null } } } },
    });
    const organization = await createOrganization(sample);
    const seenBy = async (mode: 'test' | 'live') => {
      const { bearer } = await createTokenRow(sample, organization, { mode });
      const { data, errors } = await sample.graphqlText<{
        resort: { pictures: object[]; seasons: object[] };
      }>(
        `query CopiedResort($id: ID!) { resort(id: $id) {
           name seasons { name firstWeek lastWeek }
           pictures(first: 12) { databaseId alt position } } }`,
        { id: globalId('Resort', id) },
        bearer,
      );
      expect(errors).toEqual([]);
      return data?.resort;
    };
    const copy = await seenBy('test');
    expect(copy?.seasons.length).toBeGreaterThan(0);
    expect(copy?.pictures.length).toBeGreaterThan(0);
    expect(copy).toEqual(await seenBy('live'));
    await sample.close();
  });

  it('is counted in the live database', async () => {
    const partner = await newPartner();
    await titles(partner.test);
    await server.deps.apiBudgets.flush();
    expect(
      await server.prisma.apiUsage.findMany({ where: { organizationId: partner.organization.id } }),
    ).toMatchObject([{ mode: 'test', calls: 1 }]);
  });

  it('is answered by two processes that open a new sandbox at once', async () => {
    const partner = await newPartner();
    const answers = await Promise.all(
      [server, other, server, other].map((at) => titles(partner.test, at)),
    );
    expect(answers).toEqual([[], [], [], []]);
  });

  it('sends no mail', async () => {
    const partner = await newPartner();
    await createTestListing(partner, 'Mailed about');
    const { deps, done } = await openSandbox(server, partner.organization);
    await expect
      .poll(() => deps.database.prisma.outgoingMail.findMany({ select: { status: true } }))
      .toEqual([{ status: 'sent' }, { status: 'sent' }]);
    done();
    expect(
      await server.prisma.outgoingMail.count({ where: { toAddress: partner.owner.user.email } }),
    ).toBe(0);
  });
});

describe('a live row', () => {
  /** Every root field that a token can read. */
  const documents = [
    listings,
    '{ saleListings(first: 20) { edges { node { title } } } saleFacets { destinations { value } } }',
    '{ weeks(first: 20) { edges { node { listing { title } } } } }',
    'query ($id: ID!) { comparedListings(ids: [$id]) { title } }',
    'query ($id: ID!) { saleListing(id: $id) { title } }',
    'query ($id: ID!) { node(id: $id) { ... on Listing { title } } }',
    'query ($id: ID!) { nodes(ids: [$id]) { ... on Listing { title } } }',
    'query ($resort: ID!) { node(id: $resort) { ... on Resort { name } } }',
    'query ($resort: ID!) { resort(id: $resort) { name } }',
    '{ resorts(query: "Canary Bay", first: 20) { edges { node { name } } } }',
    '{ newAvailability(first: 20) { edges { node { name } } } }',
    '{ topResorts(first: 20) { edges { node { name } } } }',
    '{ resortSuggestions(text: "canary") { resorts { name } places { name } } }',
    '{ resortFacets { destinations { value } } }',
    '{ resortMap(zoom: 12) { clusters { place resort { name } } } }',
    '{ searchPhrases(query: "canary bay") { words } }',
    '{ searchWaysOn(query: "canary") { resorts { resort { name } } weeks { week { listing { title } } } } }',
    '{ weekMonths(query: "Canary Bay") { month } }',
    'query ($booking: ID!) { booking(id: $booking) { guests } }',
    `{ viewer { listings(first: 20) { edges { node { title } } }
         reservations(first: 20) { edges { node { resort { name } } } } } }`,
    '{ organization { name } }',
    '{ changes(last: 50) { edges { node { listing { title } resort { name } } } } }',
  ];

  it('is in no answer to a test token', async () => {
    const partner = await newPartner();
    await titles(partner.test);
    // Made after the copy of the resorts.
    const resort = await createResort(server, {
      name: 'Canary Bay',
      destination: 'Canaryland',
      isNewAvailability: true,
      latitude: 28.1,
      longitude: -15.4,
    });
    const row = await createListing(server, {
      resortId: resort.id,
      ownerId: partner.owner.user.id,
      title: 'Canary for sale',
      isForSale: true,
      salePriceCents: 900_000,
    });
    const ownerId = partner.owner.user.id;
    const booked = await createListing(server, { resortId: resort.id, ownerId });
    const booking = await createBooking(server, {
      resortId: resort.id,
      listingId: booked.id,
      checkIn: booked.availableFrom,
      checkOut: booked.availableTo,
      status: 'confirmed',
      userId: (await createUser(server)).id,
      ownerId,
    });
    const variables = {
      id: globalId('Listing', row.id),
      resort: globalId('Resort', resort.id),
      booking: booking.id,
    };
    const answers = async (call: Partner['test']) =>
      Promise.all(
        documents.map(async (document) => {
          const { text } = await server.graphqlText(document, variables, call);
          return {
            document,
            isSeen: /canary|"guests":|"month":/i.test(text.split('"errors"')[0] ?? ''),
          };
        }),
      );
    const seen = (all: Awaited<ReturnType<typeof answers>>) =>
      all.filter(({ isSeen }) => isSeen).map(({ document }) => document);
    // The live token shows that the documents would find the row. Its answers are remembered, and
    // must not be given to the test token with the same scopes.
    expect(seen(await answers(partner.live)).length).toBeGreaterThan(12);
    expect(seen(await answers(partner.test))).toEqual([]);
  });
});

describe('the changes of a sandbox', () => {
  interface Changes {
    changes: {
      edges: { node: { type: string; resort: object | null; listing: { title: string } | null } }[];
      pageInfo: { endCursor: string | null };
    };
  }

  const changes = async (partner: Partner, after: string | null = null) => {
    const { data, errors } = await server.graphqlText<Changes>(
      `query SandboxChanges($after: String) { changes(first: 100, after: $after) {
         edges { node { type resort { name } listing { title } } } pageInfo { endCursor } } }`,
      { after },
      partner.test,
    );
    expect(errors).toEqual([]);
    return {
      found: data?.changes.edges.map(({ node }) => node),
      end: data?.changes.pageInfo.endCursor ?? null,
    };
  };

  it('begin with what the partner does, and go on after the clock was moved for months', async () => {
    const partner = await newPartner();
    expect((await changes(partner)).found).toEqual([]);
    await createTestListing(partner, 'The first change');
    // Other tests on this server may hold a change back.
    const first = { type: 'PUBLISHED', resort: null, listing: { title: 'The first change' } };
    await expect.poll(async () => (await changes(partner)).found).toEqual([first]);
    const { end } = await changes(partner);
    await moveClock(partner, new Date(Date.now() + 60 * 24 * hour));
    expect((await changes(partner, end)).found).not.toContainEqual(first);
  });
});

describe('the clock of a sandbox', () => {
  it('makes a request expire when it is moved past the time to answer', async () => {
    const partner = await newPartner();
    const made = await book(partner, await createTestListing(partner, 'A week to ask for'));
    expect(made).toMatchObject({ __typename: 'CreateTestBookingPayload' });
    expect(made?.booking.status).toBe('PENDING');
    const id = made?.booking.databaseId ?? '';
    const to = new Date(Date.now() + 72 * hour);
    const moved = await moveClock(partner, to);
    expect(moved?.__typename).toBe('MoveSandboxClockPayload');
    expect(Date.parse(moved?.now ?? '')).toBeGreaterThanOrEqual(to.getTime());
    expect(await statusOf(partner, id)).toBe('EXPIRED');
    // Another process agrees on the time.
    const clock = await other.graphqlText<{ sandboxClock: string }>(
      '{ sandboxClock }',
      {},
      partner.test,
    );
    expect(Date.parse(clock.data?.sandboxClock ?? '')).toBeGreaterThanOrEqual(to.getTime());
  });

  it('goes only forward, and at most two years', async () => {
    const partner = await newPartner();
    const to = new Date(Date.now() + 48 * hour);
    expect(await moveClock(partner, to)).toMatchObject({ __typename: 'MoveSandboxClockPayload' });
    expect(await moveClock(partner, new Date())).toMatchObject({ __typename: 'InvalidInputError' });
    expect(await moveClock(partner, new Date(Date.now() + 740 * 24 * hour))).toMatchObject({
      __typename: 'InvalidInputError',
    });
  });

  it('is refused to a live token, as test bookings are', async () => {
    const partner = await newPartner();
    const live = { ...partner, test: partner.live };
    expect(await moveClock(live, new Date(Date.now() + hour))).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await book(live, globalId('Listing', canary.id))).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await server.prisma.booking.count({ where: { listingId: canary.id } })).toBe(0);
  });
});

describe('a test booking', () => {
  it('can be accepted by the token', async () => {
    const partner = await newPartner();
    const made = await book(partner, await createTestListing(partner, 'A week to book'));
    const { data } = await server.graphqlText<{ moveBooking: { __typename: string } }>(
      `mutation AcceptTest($input: MoveBookingInput!) { moveBooking(input: $input) {
         __typename ... on Error { message } } }`,
      {
        input: {
          bookingId: made?.booking.databaseId,
          version: made?.booking.version,
          move: 'ACCEPT',
        },
      },
      partner.test,
    );
    expect(data?.moveBooking).toMatchObject({ __typename: 'MoveBookingPayload' });
    expect(await statusOf(partner, made?.booking.databaseId ?? '')).toBe('CONFIRMED');
  });

  const ownMove = async (partner: Partner, bookingId: string, input: object) => {
    const { data } = await server.graphqlText<{ moveBooking: object }>(
      `mutation OwnMove($input: MoveBookingInput!) { moveBooking(input: $input) {
         __typename ... on Error { message } } }`,
      { input: { bookingId, version: await versionOf(partner, bookingId), ...input } },
      partner.test,
    );
    expect(data?.moveBooking).toEqual({ __typename: 'MoveBookingPayload' });
  };

  const versionOf = async ({ test }: Partner, id: string) => {
    const { data } = await server.graphqlText<{ booking: { version: number } }>(
      'query TestVersion($id: ID!) { booking(id: $id) { version } }',
      { id },
      test,
    );
    return data?.booking.version;
  };

  interface TestMove {
    __typename: string;
    message?: string;
    booking?: { databaseId: string; status: string; refund: { amount: number } | null };
  }

  const testMove = async ({ test }: Pick<Partner, 'test'>, bookingId: string, input: object) => {
    const { data, errors } = await server.graphqlText<{ moveTestBooking: TestMove }>(
      `mutation TestMove($input: MoveTestBookingInput!) { moveTestBooking(input: $input) {
         __typename ... on Error { message }
         ... on MoveTestBookingPayload { booking { databaseId status refund { amount } } } } }`,
      { input: { bookingId, ...input } },
      test,
    );
    expect(errors).toEqual([]);
    return data?.moveTestBooking;
  };

  it('is cancelled by the test traveler, who gets everything back', async () => {
    const partner = await newPartner();
    const made = await book(partner, await createTestListing(partner, 'A week to cancel'));
    const id = made?.booking.databaseId ?? '';
    await ownMove(partner, id, { move: 'ACCEPT' });
    expect(await testMove(partner, id, { by: 'TRAVELER', move: 'CANCEL' })).toMatchObject({
      booking: { status: 'CANCELLED', refund: { amount: expect.any(Number) as number } },
    });
  });

  it('is offered on other terms, which the test traveler takes and pays', async () => {
    const partner = await newPartner();
    const made = await book(partner, await createTestListing(partner, 'A week to offer'));
    const id = made?.booking.databaseId ?? '';
    await ownMove(partner, id, {
      move: 'OFFER',
      offeredCheckIn: saturdayAhead(),
      offeredCheckOut: addDays(saturdayAhead(), 5),
      offeredPricePerNightCents: 15_000,
    });
    const refused = { by: 'TRAVELER', move: 'TAKE_OFFER', card: '1' };
    expect(await testMove(partner, id, refused)).toMatchObject({ __typename: 'InvalidInputError' });
    const taken = await testMove(partner, id, { by: 'TRAVELER', move: 'TAKE_OFFER' });
    expect(taken).toMatchObject({ booking: { status: 'CONFIRMED' } });
    expect(taken?.booking?.databaseId).not.toBe(id);
  });

  it('goes through a dispute that the team decides, and is reviewed once it is over', async () => {
    const partner = await newPartner();
    const made = await book(partner, await createTestListing(partner, 'A week to the end'));
    const id = made?.booking.databaseId ?? '';
    await ownMove(partner, id, { move: 'ACCEPT' });
    const { data } = await server.graphqlFile<{
      uploadContract: { contractDocumentUrl: string };
    }>(
      `mutation Certificate($file: Upload!) { uploadContract(file: $file) {
         ... on UploadContractPayload { contractDocumentUrl } } }`,
      new File([new Uint8Array(pdf())], 'certificate.pdf', { type: 'application/pdf' }),
      partner.test,
    );
    await ownMove(partner, id, {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: data?.uploadContract.contractDocumentUrl,
    });
    expect(await statusOf(partner, id)).toBe('CERTIFIED');
    const review = async () => {
      const answer = await server.graphqlText<{ reviewTestStay: object }>(
        `mutation TestReview($input: ReviewTestStayInput!) { reviewTestStay(input: $input) {
           __typename ... on Error { message }
           ... on ReviewTestStayPayload { review { rating hasStayed } } } }`,
        { input: { bookingId: id, rating: 4, title: 'Good', content: 'A view of the harbour.' } },
        partner.test,
      );
      return answer.data?.reviewTestStay;
    };
    expect(await review()).toMatchObject({ __typename: 'ConflictError' });
    await moveClock(partner, new Date(`${addDays(saturdayAhead(), 1)}T12:00:00Z`));
    const problem = { by: 'TRAVELER', move: 'DISPUTE', reason: 'The pool is closed' };
    expect(await testMove(partner, id, problem)).toMatchObject({ booking: { status: 'DISPUTED' } });
    await ownMove(partner, id, { move: 'REST_CASE' });
    await testMove(partner, id, { by: 'TRAVELER', move: 'REST_CASE' });
    const decision = { by: 'TEAM', move: 'DECIDE', refundCents: 10_000, reason: 'Half of a day' };
    expect(await testMove(partner, id, decision)).toMatchObject({
      __typename: 'MoveTestBookingPayload',
    });
    await ownMove(partner, id, { move: 'ACCEPT_DECISION' });
    await testMove(partner, id, { by: 'TRAVELER', move: 'ACCEPT_DECISION' });
    expect(await statusOf(partner, id)).toBe('RESOLVED');
    await moveClock(partner, new Date(`${addDays(saturdayAhead(), 9)}T12:00:00Z`));
    expect(await review()).toEqual({
      __typename: 'ReviewTestStayPayload',
      review: { rating: 4, hasStayed: true },
    });
  });

  it('of another organization, and a live one, are not found', async () => {
    const [partner, stranger] = [await newPartner(), await newPartner()];
    const made = await book(partner, await createTestListing(partner, 'Not theirs'));
    const id = made?.booking.databaseId ?? '';
    const cancel = { by: 'TRAVELER', move: 'CANCEL' };
    for (const call of [stranger.test, partner.live]) {
      expect(await testMove({ test: call }, id, cancel)).toMatchObject({
        __typename: 'NotFoundError',
      });
    }
    expect(await statusOf(partner, id)).toBe('PENDING');
  });

  it('with a card that is declined leaves the nights free', async () => {
    const partner = await newPartner();
    const listing = await createTestListing(partner, 'A week to pay');
    expect(await book(partner, listing, '4000000000009995')).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await book(partner, listing)).toMatchObject({ __typename: 'CreateTestBookingPayload' });
  });
});

describe('a sandbox', () => {
  const reset = (partner: Partner, name: string) =>
    server.graphqlText<{ resetSandbox: { __typename: string } }>(
      `mutation Reset($id: ID!, $name: String!) { resetSandbox(organizationId: $id, name: $name) {
         __typename ... on Error { message } } }`,
      { id: partner.organization.id, name },
      { cookie: partner.owner.cookie },
    );

  it('is empty after a reset, on every process', async () => {
    const partner = await newPartner();
    await createTestListing(partner, 'To be reset');
    expect(await titles(partner.test, other)).toEqual(['To be reset']);
    const refused = await reset(partner, 'Another name');
    expect(refused.data?.resetSandbox.__typename).toBe('InvalidInputError');
    const done = await reset(partner, partner.organization.name);
    expect(done.data?.resetSandbox.__typename).toBe('ResetSandboxPayload');
    expect(await titles(partner.test, other)).toEqual([]);
    expect(await titles(partner.test)).toEqual([]);
  });

  it('is dropped with its organization', async () => {
    const partner = await newPartner();
    await titles(partner.test);
    await server.graphqlText(
      'mutation CloseIt($id: ID!) { closeOrganization(id: $id) { __typename } }',
      { id: partner.organization.id },
      { cookie: partner.owner.cookie },
    );
    await server.runJobs();
    expect(await databaseOf(partner)).toEqual([]);
  });

  it('is dropped when no test token was used for long', async () => {
    const [kept, unused] = [await newPartner(), await newPartner()];
    await titles(kept.test);
    await titles(unused.test);
    await server.pool.query(
      `UPDATE api_tokens SET last_used_at = now() - interval '91 days' WHERE organization_id = $1`,
      [unused.organization.id],
    );
    await server.deps.sandboxes.dropUnused(90);
    expect(await databaseOf(kept)).toHaveLength(1);
    expect(await databaseOf(unused)).toEqual([]);
  });

  it('is closed for another when too many are open, but not while it is used', async () => {
    const small = await startTestServer({
      database: { url: server.databaseUrl },
      sandboxes: { mostOpen: { approved: 1, pending: 0 } },
    });
    const [one, second] = [await newPartner(), await newPartner()];
    const opens = (partner: Partner) => expect.poll(() => titles(partner.test, small)).toEqual([]);
    await opens(one);
    // Its first jobs and the end of the response may still keep the other one open.
    await opens(second);
    const used = await openSandbox(small, second.organization);
    const refused = await small.graphqlText(listings, {}, one.test);
    expect(refused.status).toBe(503);
    used.done();
    await opens(one);
    await small.close();
  });

  it('is closed for another when only a subscription is open, which ends without an error', async () => {
    const small = await startTestServer({
      database: { url: server.databaseUrl },
      sandboxes: { mostOpen: { approved: 1, pending: 0 } },
    });
    const [watching, second] = [await newPartner(), await newPartner()];
    const made = await book(watching, await createTestListing(watching, 'A week to watch'));
    const watch = async () => {
      const events = await subscribe<{ bookingChanged: { booking: { status: string } } }>(
        small,
        `subscription { bookingChanged(id: "${made?.booking.databaseId}") { booking { status } } }`,
        { ...watching.test, signal: new AbortController().signal },
      );
      const first = [{ data: { bookingChanged: { booking: { status: 'PENDING' } } } }];
      await expect.poll(() => events).toEqual(first);
      return () => expect(events).toEqual(first);
    };
    const isUntouched = await watch();
    expect(watchers()).toBe(1);
    await expect.poll(() => titles(second.test, small)).toEqual([]);
    await expect.poll(watchers).toBe(0);
    isUntouched();
    // The client subscribes anew.
    await expect
      .poll(() => statusOf(watching, made?.booking.databaseId ?? '', small))
      .toBe('PENDING');
    await watch();
    await small.close();
  });

  it('of an organization that is not approved takes no place of an approved one', async () => {
    const small = await startTestServer({
      database: { url: server.databaseUrl },
      sandboxes: { mostOpen: { approved: 1, pending: 2 } },
    });
    const approved = await newPartner();
    const waiting = await Promise.all([1, 2, 3, 4].map(() => newPartner('pending')));
    const statusFor = async (partner: Partner) =>
      (await small.graphqlText(listings, {}, partner.test)).status;
    // All call at once, and those that find a place keep it.
    const opened = await Promise.allSettled(
      waiting.map(({ organization }) => openSandbox(small, organization)),
    );
    const used = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(used).toHaveLength(2);
    expect(await Promise.all(waiting.map(statusFor))).toEqual(
      opened.map(({ status }) => (status === 'fulfilled' ? 200 : 503)),
    );
    expect(await statusFor(approved)).toBe(200);
    // Nor does an approved one take theirs.
    const own = await openSandbox(small, approved.organization);
    used.forEach(({ done }) => done());
    for (const partner of waiting) {
      await expect.poll(() => statusFor(partner)).toBe(200);
    }
    own.done();
    await small.close();
  });

  it('is counted as that of an approved organization from the approval on', async () => {
    const small = await startTestServer({
      database: { url: server.databaseUrl },
      sandboxes: { mostOpen: { approved: 1, pending: 1 } },
    });
    const [first, second] = [await newPartner('pending'), await newPartner('pending')];
    const used = await openSandbox(small, first.organization);
    expect((await small.graphqlText(listings, {}, second.test)).status).toBe(503);
    await server.prisma.organization.update({
      where: { id: first.organization.id },
      data: { status: 'approved', decidedAt: new Date() },
    });
    expect(await titles(first.test, small)).toEqual([]);
    expect(await titles(second.test, small)).toEqual([]);
    used.done();
    await small.close();
  });

  it('is made so often for an account and from an address, and goes on working beyond', async () => {
    const limited = await startTestServer({
      database: { url: server.databaseUrl },
      rateLimits: true,
    });
    const { rateLimits } = limited.deps;
    const [made, counted, elsewhere] = [await newPartner(), await newPartner(), await newPartner()];
    expect(await titles(made.test, limited)).toEqual([]);
    await rateLimits.spend('sandboxByAccount', counted.owner.user.id, 20);
    const refused = async (partner: Partner) => {
      const { status, text } = await limited.graphqlText(listings, {}, partner.test);
      expect({ status, text }).toEqual({
        status: 429,
        text: expect.stringContaining('Too many tries') as string,
      });
      expect(await databaseOf(partner)).toEqual([]);
    };
    await refused(counted);
    await rateLimits.spend('sandboxByAddress', '127.0.0.1', 28);
    await refused(elsewhere);
    expect(await titles(made.test, limited)).toEqual([]);
    await limited.close();
  });

  it('is repaired after its maker was killed', async () => {
    const live = await startTestServer();
    await createResort(live, { name: 'Harbour House' });
    const open = async (organization: { id: string }) => {
      const { bearer } = await createTokenRow(live, organization, { mode: 'test' });
      const answer = await live.graphqlText(
        '{ resorts(first: 5) { edges { node { name } } } organization { name } }',
        {},
        bearer,
      );
      expect(answer.data).toEqual({
        resorts: { edges: [{ node: { name: 'Harbour House' } }] },
        organization: { name: 'Harbour Weeks' },
      });
    };
    const kill = (organization: { id: string }, statement: number) =>
      killAt(`statement ${statement}`, 'sandboxStep', [live.databaseUrl, organization.id]);
    // The first one makes the template; later ones only copy and fill.
    const [first, second] = [await createOrganization(live), await createOrganization(live)];
    for (const statement of some([4, 6, 90], 1)) {
      expect(await kill(first, statement)).toBe(true);
    }
    await open(first);
    for (const statement of some([8, 12, 16, 7, 12, 18, 24, 28], 2)) {
      expect(await kill(second, statement)).toBe(true);
    }
    await open(second);
    await live.close();
  });

  it('is made from a new template when the template of another version is there', async () => {
    const live = await startTestServer();
    const open = async () => {
      const organization = await createOrganization(live);
      const { bearer } = await createTokenRow(live, organization, { mode: 'test' });
      return titles(bearer, live);
    };
    expect(await open()).toEqual([]);
    const template = new pg.Client({ connectionString: `${live.databaseUrl}_sandbox` });
    await template.connect();
    await template.query(`UPDATE _prisma_migrations SET checksum = 'another'`);
    await template.end();
    expect(await open()).toEqual([]);
    await live.close();
  });

  it('is unavailable where the database user may not create databases', async () => {
    const url = new URL(server.databaseUrl);
    const name = `poor_${Date.now()}`;
    await server.pool.query(`CREATE USER ${name} PASSWORD 'poor'`);
    await server.pool.query(
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}; GRANT ALL ON SCHEMA public TO ${name};
       GRANT ALL ON SCHEMA graphile_worker TO ${name};
       GRANT ALL ON ALL TABLES IN SCHEMA graphile_worker TO ${name}`,
    );
    url.username = name;
    url.password = 'poor';
    const poor = await startTestServer({ database: { url: url.href } });
    const partner = await newPartner();
    const refused = await poor.graphqlText(listings, {}, partner.test);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('Test mode is not available on this installation');
    await poor.close();
  });
});

async function databaseOf({ organization }: Partner): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE datname LIKE $1',
    [`%_sandbox_${organization.id.replaceAll('-', '')}`],
  );
  await client.end();
  return rows.map(({ datname }) => datname);
}
