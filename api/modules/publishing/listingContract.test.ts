import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContractVerificationStatus } from '#api/generated/prisma/client.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { listingDetails, listingPayload } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createListingMutation } from './testing/operations.ts';

/** Listings together with their contracts. */
let server: TestServer;
let resortId: string;
let owner: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
});

beforeEach(async () => {
  owner = await signedInUser(server);
});

afterAll(() => server.close());

/** Uploads a file as the client does, and returns its URL. */
async function upload(cookie = owner.cookie, content: Buffer = pdf()): Promise<string> {
  const file = { filename: 'deed.pdf', type: 'application/pdf' };
  const begun = await server.rest<{ uploadURL: string }>('POST', '/api/contracts/upload', file, {
    cookie,
  });
  const { pathname, search } = new URL(begun.body.uploadURL);
  await server.send(`${pathname}${search}`, {
    method: 'PUT',
    body: new Uint8Array(content),
    cookie,
    headers: { 'content-type': 'application/pdf' },
  });
  return begun.body.uploadURL;
}

const stored = (id: string) =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id },
    include: { events: { orderBy: { number: 'asc' } } },
  });

const mails = () =>
  server.prisma.outgoingMail.findMany({
    where: { toAddress: owner.user.email },
    orderBy: { id: 'asc' },
  });

const listingsOfOwner = () => server.prisma.listing.findMany({ where: { ownerId: owner.user.id } });

describe('a new listing', () => {
  it('has the contract given at creation, and the mail says so', async () => {
    const contractDocumentUrl = await upload();
    const answer = await server.rest<{ id: string }>(
      'POST',
      '/api/listings',
      listingPayload(resortId, { contractDocumentUrl }),
      { cookie: owner.cookie },
    );
    expect(answer.status).toBe(201);
    const listing = await stored(answer.body.id);
    expect(listing.contractDocumentUrl).not.toBeNull();
    expect(listing.events.map(({ kind }) => kind)).toEqual(['created', 'contract_attached']);
    expect(await mails()).toMatchObject([{ template: 'listingReceived' }]);
    expect((await mails())[0]?.text).toContain(
      'Your listing and ownership contract have been submitted for verification.',
    );
    expect(
      await server.prisma.contractDocument.findMany({ where: { listingId: listing.id } }),
    ).toMatchObject([{ status: 'attached', ownerId: owner.user.id, fileName: 'deed.pdf' }]);
  });

  it('created 20 times at once with one idempotency key is stored once', async () => {
    const input = {
      details: listingDetails(resortId),
      contractDocumentUrl: await upload(),
      idempotencyKey: 'with-a-contract',
    };
    const create = () => server.graphql(createListingMutation, { input }, { cookie: owner.cookie });
    await create();
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    for (const { data } of answers) {
      expect(data?.createListing).toMatchObject({ listing: { hasContract: true } });
    }
    expect(await listingsOfOwner()).toHaveLength(1);
  });

  it.each([
    ['of somebody else', async () => upload((await signedInUser(server)).cookie)],
    ['that was never uploaded', () => Promise.resolve('https://documents.test/deed.pdf')],
    ['that is not a document', () => upload(owner.cookie, Buffer.from('MZ a program'))],
  ])('with a contract %s is refused and not stored', async (_what, address) => {
    const answer = await server.graphql(
      createListingMutation,
      { input: { details: listingDetails(resortId), contractDocumentUrl: await address() } },
      { cookie: owner.cookie },
    );
    expect(answer.data?.createListing).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'contractDocumentUrl' }],
    });
    expect(await listingsOfOwner()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('with the contract of another listing is refused', async () => {
    const contractDocumentUrl = await upload();
    const body = listingPayload(resortId, { contractDocumentUrl });
    const post = () => server.rest('POST', '/api/listings', body, { cookie: owner.cookie });
    expect((await post()).status).toBe(201);
    expect((await post()).status).toBe(400);
    expect(await listingsOfOwner()).toHaveLength(1);
  });
});

describe('adding a contract later', () => {
  const attach = async (listingId: string, contractDocumentUrl: string) =>
    server.rest(
      'POST',
      `/api/listings/${listingId}/contract`,
      { contractDocumentUrl },
      { cookie: owner.cookie },
    );

  const reviewRequestedAt = new Date('2026-01-01');

  it.each<ContractVerificationStatus>(['verified', 'rejected', 'more_information', 'expired'])(
    'returns a listing that is %s to review',
    async (contractVerificationStatus) => {
      const { id } = await createListing(server, {
        resortId,
        ownerId: owner.user.id,
        contractVerificationStatus,
        reviewRequestedAt,
      });
      const address = await upload();
      expect((await attach(id, address)).status).toBe(200);
      const listing = await stored(id);
      expect(listing).toMatchObject({
        contractVerificationStatus: 'pending',
        events: [{ kind: 'contract_attached' }, { kind: 'review_requested' }],
      });
      expect(listing.reviewRequestedAt.getTime()).toBeGreaterThan(reviewRequestedAt.getTime());
      expect(await mails()).toMatchObject([{ template: 'listingInReview' }]);
      // Idempotent.
      expect((await attach(id, address)).status).toBe(200);
      expect((await stored(id)).events).toHaveLength(2);
      expect(await mails()).toHaveLength(1);
    },
  );

  it('moves a listing to the end of the queue with its first contract', async () => {
    const { id } = await createListing(server, {
      resortId,
      ownerId: owner.user.id,
      contractVerificationStatus: 'pending',
      reviewRequestedAt,
    });
    await attach(id, await upload());
    const listing = await stored(id);
    expect(listing.reviewRequestedAt.getTime()).toBeGreaterThan(reviewRequestedAt.getTime());
    expect(listing.events).toMatchObject([{ kind: 'contract_attached' }]);
  });

  it('keeps the queue position of a listing in review', async () => {
    const { id } = await createListing(server, {
      resortId,
      ownerId: owner.user.id,
      contractVerificationStatus: 'pending',
      contractDocumentUrl: 'https://documents.test/deed.pdf',
      reviewRequestedAt,
    });
    await attach(id, await upload());
    expect(await stored(id)).toMatchObject({
      reviewRequestedAt,
      version: 2,
      events: [{ kind: 'contract_attached' }],
    });
    expect(await mails()).toEqual([]);
  });
});
