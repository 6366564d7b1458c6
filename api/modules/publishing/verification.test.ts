import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContractVerificationStatus, Prisma } from '#api/generated/prisma/client.ts';
import {
  createListing,
  createResort,
  createUser,
  dayAhead,
  signedInUser,
} from '#api/testing/factories.ts';
import { weeksQuery } from '../listings/testing/operations.ts';
import { resortsQuery } from '../resorts/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { expireEvidence } from './evidenceExpiry.ts';
import {
  askAboutListingMutation,
  rejectListingMutation,
  verificationListingQuery,
  verificationQueueQuery,
  verifyListingMutation,
} from './testing/operations.ts';

let server: TestServer;
let resortId: string;
let admin: Awaited<ReturnType<typeof signedInUser>>;
let ownerId: string;
let ownerEmail: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin', username: 'boss' });
});

beforeEach(async () => {
  resortId = (await createResort(server)).id;
  ({ id: ownerId, email: ownerEmail } = await createUser(server, { firstName: 'Ines' }));
});

afterAll(() => server.close());

const listing = (given: Partial<Prisma.ListingUncheckedCreateInput> = {}) =>
  createListing(server, {
    resortId,
    ownerId,
    contractVerificationStatus: 'pending',
    contractDocumentUrl: 'https://documents.test/deed.pdf',
    ...given,
  });

const verify = async (listingId: string, given: object = {}, cookie = admin.cookie) =>
  (
    await server.graphql(
      verifyListingMutation,
      { input: { listingId, version: 1, ...given } },
      { cookie },
    )
  ).data?.verifyListing;

const reject = async (listingId: string, given: object = {}, cookie = admin.cookie) =>
  (
    await server.graphql(
      rejectListingMutation,
      { input: { listingId, version: 1, reason: 'The deed names somebody else.', ...given } },
      { cookie },
    )
  ).data?.rejectListing;

const ask = async (listingId: string, given: object = {}, cookie = admin.cookie) =>
  (
    await server.graphql(
      askAboutListingMutation,
      { input: { listingId, version: 1, question: 'Which unit is it?', ...given } },
      { cookie },
    )
  ).data?.askAboutListing;

const stored = (id: string) =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id },
    include: { events: { orderBy: { number: 'asc' } }, resort: true },
  });

const mails = () => server.prisma.outgoingMail.findMany({ where: { toAddress: ownerEmail } });

const audited = (subjectId: string) => server.prisma.auditEntry.findMany({ where: { subjectId } });

describe('a decision of the team', () => {
  it('verifies a listing: it is public, with mail to the owner and an audit entry', async () => {
    const { id } = await listing();
    const evidenceEndsOn = dayAhead(400);
    expect(await verify(id, { evidenceEndsOn })).toMatchObject({
      __typename: 'VerifyListingPayload',
      listing: {
        status: 'PUBLISHED',
        evidenceEndsOn,
        escrowStatus: 'NONE',
        history: [{ kind: 'VERIFIED', author: 'TEAM', note: null }],
      },
    });
    expect(await stored(id)).toMatchObject({
      contractVerificationStatus: 'verified',
      ownershipVerified: true,
      resort: { availableRentals: 1 },
    });
    await server.emptyCaches();
    const weeks = await server.graphql(weeksQuery, { id: resortId });
    expect(weeks.data?.resort?.weeks.edges).toHaveLength(1);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'listingVerified' });
    expect(mail?.text).toContain('Our team has verified your ownership');
    expect(await audited(id)).toMatchObject([
      {
        actorId: admin.user.id,
        actorName: 'boss',
        action: 'listing.verify',
        before: { contractVerificationStatus: 'pending' },
        after: { contractVerificationStatus: 'verified', evidenceEndsOn },
      },
    ]);
  });

  it('rejects a listing: nobody sees it, and the owner is told why', async () => {
    const { id } = await listing();
    expect(await reject(id)).toMatchObject({
      listing: {
        status: 'REJECTED',
        history: [{ kind: 'REJECTED', author: 'TEAM', note: 'The deed names somebody else.' }],
      },
    });
    expect(await stored(id)).toMatchObject({
      ownershipVerified: false,
      resort: { availableRentals: 0 },
    });
    const [mail] = await mails();
    expect(mail?.template).toBe('listingRejected');
    expect(mail?.text).toContain('> The deed names somebody else.');
    expect(await audited(id)).toMatchObject([
      { action: 'listing.reject', note: 'The deed names somebody else.' },
    ]);
  });

  it('can reject a verified listing', async () => {
    const { id } = await listing({
      contractVerificationStatus: 'verified',
      ownershipVerified: true,
    });
    expect((await stored(id)).resort.availableRentals).toBe(1);
    await reject(id);
    expect(await stored(id)).toMatchObject({
      contractVerificationStatus: 'rejected',
      resort: { availableRentals: 0 },
    });
  });

  it('asks for more information: the listing waits for its owner, who gets the question', async () => {
    const { id } = await listing();
    expect(await ask(id)).toMatchObject({
      listing: {
        status: 'MORE_INFORMATION',
        history: [{ kind: 'MORE_INFORMATION_REQUESTED', note: 'Which unit is it?' }],
      },
    });
    expect((await mails())[0]?.text).toContain('> Which unit is it?');
    expect(await audited(id)).toMatchObject([{ action: 'listing.askForMore' }]);
    // The team can ask again, or decide.
    expect(await ask(id, { version: 2, question: 'And the floor?' })).toMatchObject({
      listing: {},
    });
    expect(await verify(id, { version: 3 })).toMatchObject({ listing: { status: 'PUBLISHED' } });
  });

  it('needs a note to verify a listing without a document', async () => {
    const { id } = await listing({ contractDocumentUrl: null });
    expect(await verify(id)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [
        { field: 'note', message: 'There is no document: say how the ownership was proven' },
      ],
    });
    expect(await stored(id)).toMatchObject({ contractVerificationStatus: 'pending', events: [] });
    expect(await verify(id, { note: 'The resort confirmed it by phone.' })).toMatchObject({
      listing: { history: [{ note: 'The resort confirmed it by phone.' }] },
    });
  });

  it.each([
    ['verify', { evidenceEndsOn: dayAhead(0) }, 'The end of the evidence must be after today'],
    ['verify', { note: 'x'.repeat(2_001) }, 'Note may have at most 2,000 characters'],
    ['reject', { reason: ' ' }, 'Reason is required'],
    ['reject', { reason: 'x'.repeat(2_001) }, 'Reason may have at most 2,000 characters'],
    ['ask', { question: '' }, 'Question is required'],
    ['ask', { question: 'x'.repeat(2_001) }, 'Question may have at most 2,000 characters'],
  ])('refuses to %s with %j', async (what, given, message) => {
    const { id } = await listing();
    const decide = { verify, reject, ask }[what as 'ask'];
    expect(await decide(id, given)).toMatchObject({ __typename: 'InvalidInputError', message });
    expect(await stored(id)).toMatchObject({ version: 1, events: [] });
    expect(await audited(id)).toEqual([]);
  });

  const undecidable: [ContractVerificationStatus, string][] = [
    ['rejected', 'This listing is rejected already. Load it again'],
    ['expired', 'This listing is without valid evidence already. Load it again'],
    ['verified', 'This listing is verified already. Load it again'],
  ];
  it.each(undecidable)('refuses to verify a listing that is %s', async (status, message) => {
    const { id } = await listing({ contractVerificationStatus: status });
    expect(await verify(id)).toEqual({ __typename: 'ConflictError', message });
  });

  it('is refused for a withdrawn or unknown listing', async () => {
    const { id } = await listing({ isActive: false });
    expect(await verify(id)).toEqual({
      __typename: 'ConflictError',
      message: 'This listing was withdrawn',
    });
    expect(await verify('palm')).toMatchObject({ __typename: 'NotFoundError' });
  });

  it('is refused if the owner has changed the listing meanwhile', async () => {
    const { id } = await listing();
    await server.prisma.listing.update({
      where: { id },
      data: { contractDocumentUrl: 'https://documents.test/another.pdf' },
    });
    expect(await verify(id)).toEqual({
      __typename: 'ConflictError',
      message: 'This listing has changed since you opened it. Load it again',
    });
    expect((await stored(id)).contractVerificationStatus).toBe('pending');
  });

  it('is made by only one of several concurrent administrators', async () => {
    const { id } = await listing();
    const others = await Promise.all(
      Array.from({ length: 9 }, () => signedInUser(server, { role: 'admin' })),
    );
    const answers = await Promise.all(
      others.map(({ cookie }, index) =>
        index % 3 === 0
          ? verify(id, {}, cookie)
          : index % 3 === 1
            ? reject(id, {}, cookie)
            : ask(id, {}, cookie),
      ),
    );
    const kinds = answers.map((answer) => answer?.__typename);
    expect(kinds.filter((kind) => kind !== 'ConflictError')).toHaveLength(1);
    const decisions = (await stored(id)).events;
    expect(decisions).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    expect(await audited(id)).toHaveLength(1);
  });

  it('is for administrators, except on their own listings', async () => {
    const owner = await signedInUser(server);
    const { id } = await listing({ ownerId: owner.user.id });
    const { id: own } = await listing({ ownerId: admin.user.id });
    for (const decide of [verify, reject, ask]) {
      expect(await decide(id, {}, owner.cookie)).toMatchObject({ __typename: 'ForbiddenError' });
      expect(await decide(own)).toEqual({
        __typename: 'ForbiddenError',
        message: 'Another administrator must decide about your own listing',
      });
    }
    expect(await stored(id)).toMatchObject({ version: 1, events: [] });
    expect(await stored(own)).toMatchObject({ version: 1, events: [] });
  });

  it('sends no mail to a closed account', async () => {
    const { id } = await listing();
    await server.prisma.user.update({ where: { id: ownerId }, data: { closedAt: new Date() } });
    await reject(id);
    expect((await stored(id)).contractVerificationStatus).toBe('rejected');
    expect(await mails()).toEqual([]);
  });

  it('is rolled back if a step fails', async () => {
    const own = await startTestServer();
    try {
      const boss = await signedInUser(own, { role: 'admin' });
      const resort = await createResort(own);
      const before = await createListing(own, {
        resortId: resort.id,
        contractVerificationStatus: 'pending',
        contractDocumentUrl: 'https://documents.test/deed.pdf',
      });
      await own.pool.query('ALTER TABLE audit_entries ADD CHECK (action <> $$listing.verify$$)');
      const answer = await own.graphql(
        verifyListingMutation,
        { input: { listingId: before.id, version: 1 } },
        { cookie: boss.cookie },
      );
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.listing.findUnique({ where: { id: before.id } })).toEqual(before);
      expect(await own.prisma.listingEvent.count()).toBe(0);
      expect(await own.prisma.outgoingMail.count()).toBe(0);
      const { rows } = await own.pool.query('SELECT FROM graphile_worker.jobs');
      expect(rows).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe('a search by dates', () => {
  it('finds the resort for a visitor only while the listing is verified', async () => {
    const { id } = await listing({ availableFrom: dayAhead(60) });
    const found = async () => {
      await server.emptyCaches();
      const filter = { availableFrom: dayAhead(62), availableTo: dayAhead(65) };
      const { data } = await server.graphql(resortsQuery, { filter });
      return data?.resorts?.edges.some(({ node }) => node.databaseId === resortId);
    };
    expect(await found()).toBe(false);
    await verify(id);
    expect(await found()).toBe(true);
    await reject(id, { version: 2 });
    expect(await found()).toBe(false);
  });
});

describe('the queue', () => {
  const page = async (variables: object = {}, cookie = admin.cookie) =>
    (await server.graphql(verificationQueueQuery, { ...variables }, { cookie })).data
      ?.verificationQueue;

  it('lists waiting listings, longest waiting first, with the facts to decide on', async () => {
    await server.pool.query('TRUNCATE resorts CASCADE');
    resortId = (await createResort(server, { name: 'Harbour House' })).id;
    const at = (day: string) => ({ reviewRequestedAt: new Date(day) });
    await listing({ title: 'Second', ...at('2026-02-01') });
    await listing({ title: 'First', ...at('2026-01-01') });
    await listing({ title: 'Third', ...at('2026-03-01') });
    await listing({ title: 'Withdrawn', isActive: false });
    await listing({ title: 'Asked', contractVerificationStatus: 'more_information' });
    await listing({ title: 'Bare', contractDocumentUrl: null, ...at('2025-01-01') });
    await listing({ title: 'Public', contractVerificationStatus: 'verified' });
    const first = await page({ few: 2 });
    expect(first?.edges.map(({ node }) => node)).toMatchObject([
      {
        title: 'First',
        hasContract: true,
        resort: { name: 'Harbour House' },
        owner: { email: ownerEmail },
        version: 1,
      },
      { title: 'Second' },
    ]);
    const second = await page({ few: 2, after: first?.pageInfo.endCursor });
    expect(second?.edges).toMatchObject([{ node: { title: 'Third' } }]);
    expect(second?.pageInfo.hasNextPage).toBe(false);
    expect(second?.totalCount).toEqual({ value: 3, isCapped: false });
    expect((await page({ status: 'VERIFIED' }))?.totalCount).toEqual({ value: 1, isCapped: false });
    expect((await page({ status: 'REJECTED' }))?.totalCount).toEqual({ value: 0, isCapped: false });
    const owners = await page({ status: 'MORE_INFORMATION', few: 1 });
    expect(owners?.edges).toMatchObject([{ node: { title: 'Bare', hasContract: false } }]);
    expect(owners?.totalCount).toEqual({ value: 2, isCapped: false });
    expect(
      (await page({ status: 'MORE_INFORMATION', few: 1, after: owners?.pageInfo.endCursor }))
        ?.edges,
    ).toMatchObject([{ node: { title: 'Asked' } }]);
  });

  it('is for administrators only', async () => {
    const member = await signedInUser(server);
    expect(await page({}, member.cookie)).toBeNull();
  });

  it('refuses a cursor of another list', async () => {
    const answer = await server.graphql(
      verificationQueueQuery,
      { after: 'palm' },
      { cookie: admin.cookie },
    );
    expect(answer.errors[0]?.message).toBe('The cursor in after does not belong to this list');
  });
});

describe('a listing in verification', () => {
  const one = async (id: string, cookie = admin.cookie) =>
    server.graphql(verificationListingQuery, { id }, { cookie });

  it('includes its contract and the authors of its history', async () => {
    const { id } = await listing({ title: 'A week by the lake' });
    const document = {
      ownerId,
      listingId: id,
      fileName: 'deed.pdf',
      contentType: 'application/pdf',
      sha256: '0'.repeat(64),
      attachedAt: new Date(),
    };
    await server.prisma.contractDocument.createMany({
      data: [
        { ...document, size: 2_048, status: 'attached' },
        { ...document, size: 1, fileName: 'earlier.pdf', status: 'discarded' },
      ],
    });
    await ask(id);
    expect((await one(id)).data?.verificationListing).toMatchObject({
      title: 'A week by the lake',
      owner: { email: ownerEmail },
      contract: { fileName: 'deed.pdf', contentType: 'application/pdf', size: 2_048 },
      history: [{ kind: 'MORE_INFORMATION_REQUESTED', author: 'TEAM', actorName: 'boss' }],
    });
    const bare = await listing({ contractDocumentUrl: null });
    expect((await one(bare.id)).data?.verificationListing?.contract).toBeNull();
  });

  it('names the next listing in the queue; after the last comes the first', async () => {
    await server.pool.query('TRUNCATE resorts CASCADE');
    resortId = (await createResort(server)).id;
    const at = (day: string) => ({ reviewRequestedAt: new Date(day) });
    const second = await listing(at('2026-02-01'));
    const first = await listing(at('2026-01-01'));
    const third = await listing(at('2026-02-01'));
    await listing({ ...at('2026-03-01'), isActive: false });
    await listing({ ...at('2026-03-02'), contractDocumentUrl: null });
    const asked = await listing({ ...at('2026-04-01'), contractVerificationStatus: 'rejected' });
    const next = async (id: string) =>
      (await one(id)).data?.verificationListing?.nextInQueueId ?? null;
    expect(await next(first.id)).toBe(second.id);
    expect(await next(second.id)).toBe(third.id);
    expect(await next(third.id)).toBe(first.id);
    expect(await next(asked.id)).toBe(first.id);
    await reject(first.id);
    await reject(second.id);
    expect(await next(third.id)).toBeNull();
  });

  it('is visible to administrators only, and null for an unknown id', async () => {
    const { id } = await listing();
    const member = await signedInUser(server);
    const answer = await one(id, member.cookie);
    expect(answer.data?.verificationListing).toBeNull();
    expect(answer.errors[0]?.extensions?.code).toBe('FORBIDDEN');
    for (const none of ['palm', '019ab3c0-11aa-7d3e-8a55-f1c2a9e7b210']) {
      const nothing = await one(none);
      expect({ data: nothing.data, errors: nothing.errors }).toEqual({
        data: { verificationListing: null },
        errors: [],
      });
    }
  });

  it('hides from the owner who decided and what is next in the queue', async () => {
    const owner = await signedInUser(server);
    const { id } = await listing({ ownerId: owner.user.id });
    await reject(id);
    const { data, errors } = await server.graphqlText<{
      viewer: { listing: { nextInQueueId: string | null; history: object[] } };
    }>(
      `query ($id: ID!) {
        viewer { listing(databaseId: $id) { nextInQueueId history { author actorName } } }
      }`,
      { id },
      { cookie: owner.cookie },
    );
    expect(data?.viewer.listing.history).toEqual([{ author: 'TEAM', actorName: null }]);
    expect(data?.viewer.listing.nextInQueueId).toBeNull();
    expect(errors[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('evidence with an end date', () => {
  const expired = (given: object = {}) =>
    listing({
      contractVerificationStatus: 'verified',
      ownershipVerified: true,
      evidenceEndsOn: new Date(dayAhead(-1)),
      ...given,
    });

  it('hides the listing on the day after, once, and mails the owner', async () => {
    const { id } = await expired();
    const good = await expired({ evidenceEndsOn: new Date(dayAhead(0)) });
    const endless = await expired({ evidenceEndsOn: null });
    await Promise.all(Array.from({ length: 3 }, () => expireEvidence({}, server.deps)));
    await expireEvidence({}, server.deps);
    expect(await stored(id)).toMatchObject({
      contractVerificationStatus: 'expired',
      ownershipVerified: false,
      events: [{ kind: 'evidence_expired', actorId: null }],
      resort: { availableRentals: 2 },
    });
    for (const other of [good, endless]) {
      expect((await stored(other.id)).contractVerificationStatus).toBe('verified');
    }
    expect(await mails()).toMatchObject([{ template: 'evidenceExpired' }]);
  });
});
