import { existsSync, readFileSync } from 'node:fs';
import { Kind, parse, print, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as generated from '../generated/operations/graphql.ts';
import {
  bookingData,
  dayAhead,
  inquiryData,
  listingData,
  mailData,
  resortData,
  signedInUser,
} from '../testing/factories.ts';
import { persistedDocumentsFile, startTestServer, type TestServer } from '../testing/testServer.ts';
import { viewerQuery } from '../modules/accounts/testing/operations.ts';

/** Maximum SQL statements per query of the client, besides the lookup of the session. */
const usualBudget = 2;

/** Queries that read several lists, such as a page, its facets and its months. */
const largerBudgets: Readonly<Record<string, number>> = {
  buyPageLoaderQuery: 3,
  DevelopersPageQuery: 4,
  StayToReview: 3,
  stayToReviewLoaderQuery: 3,
  nextPageLoaderWeeksQuery: 3,
  weeksPageLoaderQuery: 4,
  WeekResultsTestQuery: 3,
  WeeksOfPlaces: 7,
  WeekFacetsOfSearch: 4,
  WaysOn: 3,
  WaysOnQuery: 3,
  CountedWaysOn: 5,
  Nested: 4,
  OrdersOfTexts: 6,
  PayoutsOfViewer: 3,
  PayoutsPageQuery: 3,
  VerificationReviewPageQuery: 3,
  OwnListingSigns: 3,
  SalePageQuery: 3,
  OfferPageQuery: 3,
  ReadSale: 3,
};

let server: TestServer;
let cookie: string;
let viewerId: string;
let resortId: string;
let listingId: string;
let inquiryId: string;
let runId: string;
let bookingId: string;
let threadId: string;
let saleId: string;

beforeAll(async () => {
  server = await startTestServer();
  // An administrator may run every query.
  const viewer = await signedInUser(server, { role: 'admin' });
  cookie = viewer.cookie;
  viewerId = viewer.user.id;
});

afterAll(() => server.close());

/** Creates resorts, each with three reviews and a favorite of the viewer. */
async function fill(resorts: number): Promise<void> {
  await server.pool.query('TRUNCATE resorts CASCADE');
  const made = await server.prisma.resort.createManyAndReturn({
    data: Array.from({ length: resorts }, (_, index) =>
      resortData({ name: `Palm ${index}`, isNewAvailability: true }),
    ),
    select: { id: true },
  });
  const authors = [(await signedInUser(server)).user.id];
  while (authors.length < 3) {
    authors.push((await signedInUser(server)).user.id);
  }
  await server.prisma.review.createMany({
    data: made.flatMap(({ id }) =>
      authors.map((userId) => ({
        resortId: id,
        userId,
        rating: 5,
        title: 'Good week',
        content: 'We would come again.',
      })),
    ),
  });
  await server.prisma.favorite.createMany({
    data: made.map(({ id }) => ({ resortId: id, userId: viewerId })),
  });
  await server.prisma.listing.createMany({
    data: made.flatMap(({ id: madeId }, index) => ({
      // Half of them at the queried resort.
      resortId: index % 2 === 0 ? (made[0]?.id ?? madeId) : madeId,
      ownerId: viewerId,
      title: 'A week',
      description: 'Two rooms.',
      pricePerNightCents: 15_000,
      isForSale: true,
      salePriceCents: 900_000,
      // A gap of months, whose prices take a statement of their own.
      availableFrom: new Date(dayAhead(30 + index + (index === 0 ? 400 : 0))),
      availableTo: new Date(dayAhead(37 + index + (index === 0 ? 400 : 0))),
      contractVerificationStatus: 'verified',
    })),
  });
  await fillPictures(made.map(({ id }) => id));
  const reviews = await server.prisma.review.findMany({ select: { id: true } });
  await server.prisma.reviewReport.createMany({
    data: reviews.map(({ id }) => ({ reviewId: id, reporterId: viewerId, reason: 'SPAM' })),
  });
  resortId = made[0]?.id ?? '';
  await fillMemberArea(made.map(({ id }) => id));
}

/** Creates two pictures of each resort and of each listing. */
async function fillPictures(resortIds: string[]): Promise<void> {
  const listings = await server.prisma.listing.findMany({ select: { id: true } });
  const subjects = [
    ...resortIds.map((id) => ({ resortId: id })),
    ...listings.map(({ id }) => ({ listingId: id })),
  ];
  await server.prisma.picture.createMany({
    data: subjects.flatMap((subject) =>
      [1, 2].map((position) => ({
        ...subject,
        position,
        alt: 'The kitchen',
        width: 800,
        height: 600,
        placeholder: 'data:image/webp;base64,',
      })),
    ),
  });
}

/** Creates a row of each kind in the viewer's own area for each resort. */
async function fillMemberArea(resortIds: string[]): Promise<void> {
  const userId = viewerId;
  const listings = await server.prisma.listing.createManyAndReturn({
    data: resortIds.flatMap((resortId) => [
      {
        ...listingData,
        resortId,
        ownerId: userId,
      },
      {
        ...listingData,
        resortId,
        ownerId: userId,
        contractVerificationStatus: 'pending' as const,
      },
    ]),
    select: { id: true, resortId: true },
  });
  await server.prisma.listingEvent.createMany({
    data: listings.flatMap(({ id }) => [
      { listingId: id, actorId: userId, kind: 'created' as const },
      { listingId: id, kind: 'escrow_requested' as const },
    ]),
  });
  listingId = listings[0]?.id ?? '';
  const stays = await server.prisma.booking.createManyAndReturn({
    data: listings.map(({ id, resortId }) => ({
      ...bookingData,
      checkIn: listingData.availableFrom,
      checkOut: listingData.availableTo,
      listingId: id,
      resortId,
      userId,
    })),
    select: { id: true },
  });
  bookingId = stays[0]?.id ?? '';
  await server.prisma.bookingEvent.createMany({
    data: stays.flatMap(({ id }) =>
      (['hold', 'request'] as const).map((move) => ({
        bookingId: id,
        move,
        party: 'traveler' as const,
        status: 'completed' as const,
        at: new Date(),
      })),
    ),
  });
  await fillDisputes(
    stays.map(({ id }) => id),
    resortIds.length,
  );
  await fillPayouts(resortIds.length);
  await server.prisma.booking.createMany({
    data: resortIds.map((resortId) => ({ ...bookingData, resortId, userId })),
  });
  await server.prisma.savedSearch.createMany({
    data: resortIds.map((id) => ({ userId, name: id, query: id })),
  });
  const inquiries = await server.prisma.propertyInquiry.createManyAndReturn({
    data: resortIds.map(() => ({ ...inquiryData, userId })),
    select: { id: true },
  });
  inquiryId = inquiries[0]?.id ?? '';
  await server.prisma.inquiryEvent.createMany({
    data: resortIds.map(() => ({ inquiryId, actorId: userId, kind: 'note', text: 'Called' })),
  });
  await fillSales(listings.map(({ id }) => id));
  await fillMessages(listings.map(({ id }) => id));
  await fillAdministration(resortIds);
}

/** Creates an offer for each listing, with as many counter-offers as there are offers. */
async function fillSales(listingIds: string[]): Promise<void> {
  const { user: buyer } = await signedInUser(server);
  const at = new Date();
  const window = { createdAt: at, answerBy: at };
  const sales = await server.prisma.sale.createManyAndReturn({
    // The seller is set by a trigger.
    data: listingIds.map((id) => ({
      listingId: id,
      sellerId: viewerId,
      buyerId: buyer.id,
      ...window,
    })),
    select: { id: true },
  });
  saleId = sales[0]?.id ?? '';
  const { user: another } = await signedInUser(server);
  const agreed = await server.prisma.sale.createManyAndReturn({
    data: listingIds.map((id) => ({
      listingId: id,
      sellerId: viewerId,
      buyerId: another.id,
      status: 'agreed' as const,
      termSheet: 'The price',
      createdAt: at,
      acceptedAt: at,
      agreedAt: at,
    })),
    select: { id: true },
  });
  // No job asks the partner, so these are listed as failed.
  await server.prisma.escrowAccount.createMany({
    data: agreed.map(({ id }) => ({ saleId: id })),
  });
  const terms = sales.flatMap(({ id }, index) =>
    Array.from({ length: index === 0 ? listingIds.length : 1 }, (_, place) => ({
      saleId: id,
      number: place + 1,
      at,
    })),
  );
  await server.prisma.saleTerms.createMany({
    data: terms.map((each) => ({
      ...each,
      side: 'buyer',
      priceCents: 500_000,
      currency: 'USD',
      depositCents: 0,
      firstUseYear: at.getUTCFullYear() + 1,
      closingCostsBy: 'buyer',
      transferFeeBy: 'buyer',
      maintenanceFeeBy: 'buyer',
      bookedWeeksGoTo: 'seller',
      closingOn: at,
    })),
  });
  await server.prisma.saleEvent.createMany({
    data: terms.map(({ saleId: id }) => ({
      saleId: id,
      move: 'counter',
      party: 'buyer',
      actorId: buyer.id,
      status: 'offered',
      at,
    })),
  });
}

/** Creates a thread about each listing, with as many messages as there are threads. */
async function fillMessages(listingIds: string[]): Promise<void> {
  const { user: traveler } = await signedInUser(server);
  const now = new Date();
  const count = listingIds.length;
  const numbers = { lastNumber: count, lastOfTraveler: count, lastMessageAt: now, createdAt: now };
  const threads = await server.prisma.messageThread.createManyAndReturn({
    data: listingIds.map((id) => ({ listingId: id, travelerId: traveler.id, ...numbers })),
    select: { id: true },
  });
  threadId = threads[0]?.id ?? '';
  const messages = await server.prisma.message.createManyAndReturn({
    data: threads.flatMap(({ id }, index) =>
      Array.from({ length: index === 0 ? count : 1 }, (_, place) => ({
        threadId: id,
        number: count - place,
        side: 'traveler' as const,
        authorId: traveler.id,
        text: 'Is it near the pool? Call 808-555-1234',
        sentAt: now,
      })),
    ),
    select: { id: true },
  });
  await server.prisma.messageReport.createMany({
    data: messages.map(({ id }) => ({
      messageId: id,
      reporterId: viewerId,
      reason: 'SPAM',
      createdAt: now,
    })),
  });
}

/** Makes stays those of problems, the first half of them settled, with evidence of the first. */
async function fillDisputes(ids: string[], rows: number): Promise<void> {
  await server.prisma.booking.updateMany({
    where: { id: { in: ids } },
    data: { status: 'disputed', disputedAt: new Date() },
  });
  await server.prisma.disputeEvidence.createMany({
    data: (['traveler', 'owner'] as const).flatMap((party, side) =>
      Array.from({ length: Math.min(rows, 10) }, (_, place) => ({
        bookingId,
        number: side * 10 + place + 1,
        party,
        text: 'The door is locked.',
        isTold: true,
        addedAt: new Date(),
      })),
    ),
  });
  await server.prisma.booking.updateMany({
    where: { id: { in: ids.slice(0, ids.length / 2) } },
    data: { status: 'completed' },
  });
}

/** Creates refused payouts for the stay at a week of the viewer. */
async function fillPayouts(payouts: number): Promise<void> {
  const { id: bookingId } = await server.prisma.booking.findFirstOrThrow({
    where: { ownerId: viewerId, status: 'completed' },
  });
  const at = new Date();
  const operation = {
    bookingId,
    currency: 'USD',
    provider: 'sandbox',
    providerReference: 'a',
    createdAt: at,
    dueAt: at,
    settledAt: at,
  };
  const { id: paymentId } = await server.prisma.paymentOperation.create({
    data: { ...operation, kind: 'charge', status: 'succeeded', amountCents: 90_000 },
  });
  const refused = { status: 'failed', failureCode: 'closed', failureMessage: 'Closed' } as const;
  await server.prisma.paymentOperation.createMany({
    data: Array.from({ length: payouts }, () => ({
      ...operation,
      ...refused,
      kind: 'transfer' as const,
      paymentId,
      amountCents: 100,
    })),
  });
}

/** Creates a row of each kind that administrators manage for each resort. */
async function fillAdministration(resortIds: string[]): Promise<void> {
  await server.pool.query('TRUNCATE outgoing_mails, site_settings');
  await server.prisma.outgoingMail.createMany({
    data: resortIds.map((id) => mailData({ messageId: `${id}@tideweek.test`, toName: 'Palm' })),
  });
  await server.prisma.siteSetting.createMany({
    data: resortIds.map((id) => ({
      key: id,
      value: server.deps.secrets.seal(id, 'x'),
      isEncrypted: true,
    })),
  });
  await fillInventory(resortIds);
}

/** Creates a provider per resort, with a completed and a waiting sync, and resorts to match. */
async function fillInventory(resortIds: string[]): Promise<void> {
  const { prisma } = server;
  await prisma.inventorySync.deleteMany();
  await prisma.inventoryProvider.deleteMany();
  const providers = await prisma.inventoryProvider.createManyAndReturn({
    data: resortIds.map((id) => ({ name: id, kind: 'icalendar', address: 'https://a.example' })),
    select: { id: true, name: true },
  });
  const runs = await prisma.inventorySync.createManyAndReturn({
    data: providers.flatMap(({ id, name }) => [
      { provider: name, providerId: id, actorId: viewerId },
      { provider: name, providerId: id, status: 'completed', finishedAt: new Date() },
    ]),
    select: { id: true },
  });
  runId = runs[0]?.id ?? '';
  await prisma.inventorySyncError.createMany({
    data: providers.map((_, index) => ({
      syncId: runId,
      number: index + 1,
      listingId: 'palm',
      error: 'No price',
    })),
  });
  await prisma.inventoryResort.createMany({
    data: providers.map(({ id }, index) => ({
      providerId: id,
      externalId: 'a',
      name: `Palm ${index}`,
      location: 'Maine',
    })),
  });
  await prisma.inventoryCalendar.createMany({
    data: providers.map(({ id }) => ({ providerId: id, listingId, address: 'https://a.example' })),
  });
}

interface Query {
  name: string;
  /** Maximum number of its statements. */
  budget: number;
  body: { documentId: string } | { query: string };
  operation: OperationDefinitionNode;
  /** Of many weeks, the cheapest may leave months open, which are read with one statement more. */
  hasMonths: boolean;
}

/** The client's persisted queries, and the queries of the tests, which select more. */
function queries(): Query[] {
  const texts: [string, Query['body']][] = [];
  if (existsSync(persistedDocumentsFile)) {
    const persisted = JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<
      string,
      string
    >;
    texts.push(
      ...Object.entries(persisted).map(([documentId, text]): [string, Query['body']] => [
        text,
        { documentId },
      ]),
    );
  }
  texts.push(
    ...Object.values(generated)
      .filter((each) => each instanceof generated.TypedDocumentString)
      .map((document): [string, Query['body']] => [
        document.toString(),
        { query: document.toString() },
      ]),
    [everything, { query: everything }],
    [partners, { query: partners }],
    [inventory, { query: inventory }],
    [inventoryToMatch, { query: inventoryToMatch }],
  );
  return texts.flatMap(([text, body]) => {
    const operation = parse(text).definitions.find(
      (definition): definition is OperationDefinitionNode =>
        definition.kind === Kind.OPERATION_DEFINITION,
    );
    if (operation?.operation !== 'query') return [];
    const name = operation.name?.value ?? text;
    const budget = largerBudgets[name] ?? usualBudget;
    return [{ name, budget, body, operation, hasMonths: text.includes('weekMonths') }];
  });
}

const everything = `query ResortsWithReviews($count: Int) {
  resorts(query: "palm", first: $count) {
    totalCount { value }
    edges { node { name amenities pictures(first: 1) { url } reviews(first: 3) { edges { node { title author { name } } } } } }
  }
}`;

const partners = `query PartnerListings($count: Int) {
  listings(first: $count) {
    edges {
      node {
        title pricePerNight { formatted } facts { season } resort { name location }
        pictureCount pictures(first: 2) { alt url }
      }
    }
    pageInfo { hasNextPage }
  }
}`;

const inventory = `query AllOfInventory {
  inventoryProviders {
    name calendars { listingTitle } listingCount openResorts lastSuccessAt hasKey
    lastSync { status actorName } currentSync { status actorName filters { limit } }
  }
}`;

const inventoryToMatch = `query InventoryToMatch($count: Int) {
  inventoryResorts(first: $count) {
    edges { node { name providerName resort { name } suggestions { name brand } } }
  }
}`;

/** Cursors and dates, which can't take a search text. */
const notTexts = ['after', 'before', 'cursor', 'month', 'night', 'from', 'to'];

/** Dates that queries need. */
const days: Readonly<Record<string, string>> = {
  checkIn: dayAhead(30),
  checkOut: dayAhead(37),
  from: dayAhead(30),
  to: dayAhead(70),
};

/** A value for each variable: the number of rows, and ids that exist. */
function variablesOf(operation: OperationDefinitionNode, rows: number): Record<string, unknown> {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      const name = variable.name.value;
      const value = {
        ID: /\b(databaseId|listingId|saleListing\(id): \$/.test(print(operation))
          ? listingId
          : resortId,
        Int: intOf(name, operation, rows),
        Boolean: false,
        ResortSort: 'MOST_REVIEWS',
        ReviewSort: 'HIGHEST',
        UserSort: 'NAME',
        ManagedResortSort: 'NAME',
        ManagedListingSort: 'PRICE',
        ManagedListingFilter: { search: 'week' },
        ContractVerificationStatus: 'PENDING',
        '[ID!]': print(operation).includes('comparedListings')
          ? [listingId]
          : [Buffer.from(`Resort:${resortId}`).toString('base64')],
        SaleSort: 'LOWEST_FEE',
        WeekSort: 'EARLIEST',
        BookingList: 'PAST',
        '[SaleStatus!]': ['OFFERED'],
        TokenMode: 'LIVE',
        'Date!': days[name],
        String: notTexts.includes(name) ? undefined : 'palm',
      }[print(type) === 'Date!' ? 'Date!' : print(type).replace(/!$/, '')];
      if (value === undefined && type.kind === Kind.NON_NULL_TYPE && !defaultValue) {
        throw new Error(`The statement test needs a value for $${name}: ${print(type)}`);
      }
      if (/\binquiry\(id:/.test(print(operation))) {
        return [[name, inquiryId]];
      }
      if (name === 'refundCents') {
        return [[name, 0]];
      }
      if (print(type) === 'ID!' && /\bbooking\(id:/.test(print(operation))) {
        return [[name, bookingId]];
      }
      if (print(operation).includes(`inventoryRun(databaseId: $${name})`)) {
        return [[name, runId]];
      }
      if (name === 'id' && /\bsale\(id:/.test(print(operation))) {
        return [[name, saleId]];
      }
      if (name === 'id' && /\bmessageThread\(id:/.test(print(operation))) {
        return [[name, threadId]];
      }
      if (name === 'id' && print(operation).includes('node(id: $id)')) {
        return [[name, nodeId(operation)]];
      }
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The viewer for their own lists, otherwise the resort. */
function nodeId(operation: OperationDefinitionNode): string {
  const node = print(operation).includes('_viewer') ? `User:${viewerId}` : `Resort:${resortId}`;
  return Buffer.from(node).toString('base64');
}

function intOf(name: string, operation: OperationDefinitionNode, rows: number): number | undefined {
  const isSuggesting = operation.name?.value.includes('Suggestions');
  if (name === 'last') return undefined;
  if (name === 'year') return 2027;
  if (name === 'months') return 12;
  if (name === 'guests') return 2;
  // Lists whose objects have long lists themselves.
  if (name === 'few') return Math.min(rows, 20);
  // Either of two lists is read, and the costs of both are counted.
  if (name === 'first' && print(operation).includes('@skip(')) return Math.min(rows, 50);
  return name === 'zoom' ? 3 : isSuggesting ? 10 : rows;
}

/**
 * Reads that are then cached beside all answers: what the words of a text mean, how they are searched
 * for, the names of all facets, which destinations lie in which.
 */
const cachedReads: readonly ((sql: string) => boolean)[] = [
  (sql) => sql.trim().startsWith("SELECT 'place' AS kind"),
  (sql) => /^(SELECT query::text|WITH ways AS)/.test(sql.trim()),
  (sql) => sql.trim().startsWith('WITH every AS'),
  (sql) => sql.trim().startsWith('WITH towns AS'),
];

async function statements(query: Query, rows: number): Promise<string[]> {
  await server.emptyCaches();
  const answer = await server.send('/graphql', {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...query.body, variables: variablesOf(query.operation, rows) }),
  });
  expect(answer.text).not.toContain('"errors"');
  return server.statementsOf(answer.requestId);
}

/** Number of statements of each query in the run with fewer rows. */
const takenBefore = new Map<string, number>();

describe.each([10, 100])('with %i rows', (rows) => {
  beforeAll(() => fill(rows));

  it.each(queries())(
    '$name takes at most $budget statements, two for words and two for names, and no more for more rows',
    async (query) => {
      const all = await statements(query, rows);
      for (const isCached of cachedReads) {
        expect(all.filter(isCached).length).toBeLessThanOrEqual(1);
      }
      const taken = all.filter((sql) => !cachedReads.some((isCached) => isCached(sql)));
      expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(query.budget);
      const key = JSON.stringify(query.body);
      const before = takenBefore.get(key) ?? taken.length;
      expect(taken).toHaveLength(before + Number(query.hasMonths && takenBefore.has(key)));
      takenBefore.set(key, taken.length);
    },
  );
});

it('counts the statements of each request separately', async () => {
  await server.emptyCaches();
  const [list, viewer] = await Promise.all([
    server.rest('GET', '/api/resorts'),
    server.rest('GET', '/api/users/me', undefined, { cookie }),
  ]);
  expect(server.statementsOf(list.requestId)).toEqual([expect.stringContaining('FROM resorts')]);
  expect(server.statementsOf(viewer.requestId)).toEqual([]);
});

it('reads the viewer with the session, without another statement', async () => {
  const answer = await server.graphql(viewerQuery, {}, { cookie });
  expect(answer.data?.viewer).not.toBeNull();
  expect(server.statementsOf(answer.requestId)).toEqual([]);
});
