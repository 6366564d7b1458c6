import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { listingDetails, listingPayload } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { everythingStored, pathOf, put, uploadDocument, uploadLink } from '#api/testing/uploads.ts';

// Data of an owner, and attempts by everyone else to reach it, through every interface.
let server: TestServer;
let resortId: string;
let listingId: string;
let theirs: {
  /** An inspected document that is not attached to a listing. */
  document: string;
  /** Upload link for a whole file. */
  link: string;
  /** A multipart upload, and the upload link for its second part. */
  upload: { key: string; uploadId: string };
  pieceLink: string;
  etag: string;
  /** Download link for the document of the listing. */
  contract: string;
};

const people = ['signed out', 'another user', 'an administrator'] as const;
type Person = (typeof people)[number];
let cookies: Record<Person, string | undefined>;
let ownListing: Record<Person, string>;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'http://localhost' });
  const owner = await signedInUser(server);
  const other = await signedInUser(server);
  const admin = await signedInUser(server, { role: 'admin' });
  cookies = {
    'signed out': undefined,
    'another user': other.cookie,
    'an administrator': admin.cookie,
  };
  resortId = (await createResort(server)).id;
  const newListing = async (ownerId: string): Promise<string> =>
    (await createListing(server, { resortId, ownerId, contractVerificationStatus: 'pending' })).id;
  listingId = await newListing(owner.user.id);
  const otherListing = await newListing(other.user.id);
  ownListing = {
    'signed out': otherListing,
    'another user': otherListing,
    'an administrator': await newListing(admin.user.id),
  };

  const attached = await uploadDocument(server, owner.cookie, pdf());
  const path = `/api/listings/${listingId}/contract`;
  await server.rest('POST', path, { contractDocumentUrl: attached }, owner);
  const { body: contract } = await server.rest<{ url: string }>('GET', path, undefined, owner);
  const { body: upload } = await server.rest<{ key: string; uploadId: string }>(
    'POST',
    '/s3/multipart',
    { filename: 'deed.pdf' },
    owner,
  );
  const { etag } = await server.deps.storage.writePart(upload, 1, Readable.from([pdf()]), {
    maxBytes: 9_999,
  });
  const { body: piece } = await server.rest<{ url: string }>(
    'GET',
    `/s3/multipart/${upload.uploadId}/2?key=${upload.key}`,
    undefined,
    owner,
  );
  theirs = {
    document: await uploadDocument(server, owner.cookie, pdf()),
    link: await uploadLink(server, owner.cookie),
    upload,
    pieceLink: pathOf(piece.url),
    etag,
    contract: pathOf(contract.url),
  };
});

afterAll(() => server.close());

/** Everything an attempt could change. */
const state = async () => ({
  listings: await server.prisma.listing.findMany({
    include: { events: true },
    orderBy: { id: 'asc' },
  }),
  documents: await server.prisma.contractDocument.findMany({ orderBy: { id: 'asc' } }),
  stored: (await everythingStored(server)).sort(),
  parts: await server.deps.storage.listParts(theirs.upload),
});

/** 'allowed', or status and text of the response, as upload clients read it. */
async function rest(method: string, path: string, body: unknown, person: Person): Promise<string> {
  const { status, text } = await server.rest(method, path, body, { cookie: cookies[person] });
  return said(status, text);
}

async function sendTo(path: string, person: Person): Promise<string> {
  const cookie = cookies[person];
  const { status, text } = await put(server, path, pdf(), { ...(cookie && { cookie }) });
  return said(status, text);
}

function said(status: number, text: string): string {
  const message = /<Message>(.*)<\/Message>|"message":"([^"]*)"/.exec(text);
  return status < 300 ? 'allowed' : `${status} ${message?.[1] ?? message?.[2] ?? text}`;
}

/** The code of an error, the type and message of a refusal, or 'allowed' or 'nothing'. */
async function graphql(field: string, person: Person, variables: object = {}): Promise<string> {
  const names = Object.keys(variables);
  const types = names.map((name) => `$${name}: ${name}!`).join(', ');
  const document = names.length > 0 ? `mutation (${types}) { ${field} }` : `query { ${field} }`;
  const answer = await server.graphqlText<Record<string, unknown>>(
    document,
    variables as Record<string, unknown>,
    { cookie: cookies[person] },
  );
  const [value] = Object.values(answer.data ?? {}) as ({
    __typename?: string;
    message?: string;
  } | null)[];
  const code = answer.errors[0]?.extensions?.code;
  if (code !== undefined) {
    expect(JSON.stringify(answer.data ?? null)).not.toContain(listingId);
    return String(code);
  }
  return value?.message === undefined
    ? value
      ? 'allowed'
      : 'nothing'
    : `${value.__typename}: ${value.message}`;
}

const mutation =
  (name: string, input: string, variables: (person: Person) => object) =>
  (person: Person): Promise<string> =>
    graphql(`${name}(input: $${input}) { __typename ... on Error { message } }`, person, {
      [input]: variables(person),
    });

const node = (typename: string) => (person: Person) =>
  graphql(`node(id: ${JSON.stringify(globalId(typename, listingId))}) { __typename id }`, person);

const multipart =
  (method: string, place = '', body?: unknown) =>
  (person: Person) =>
    rest(
      method,
      `/s3/multipart/${theirs.upload.uploadId}${place}?key=${theirs.upload.key}`,
      body,
      person,
    );

const it404 = 'There is no contract of this listing for you to see';
const forbidden = 'ForbiddenError: You may not see or do this';
const notOwner = 'ForbiddenError: Only its owner can change a listing';
const noUpload = 'There is no such upload. Upload the document again';
const notYours = '403 This upload belongs to someone else';
const signIn = '401 Please sign in first';

/** Name, attempt, and the results for someone signed out, another user and an administrator. */
const ways: [string, (person: Person) => Promise<string>, string, string, string][] = [
  // GraphQL
  ['node of the listing', node('Listing'), 'UNAUTHENTICATED', 'FORBIDDEN', 'allowed'],
  ['node of the own listing', node('OwnListing'), 'UNAUTHENTICATED', 'FORBIDDEN', 'allowed'],
  [
    'updateListing',
    mutation('updateListing', 'UpdateListingInput', () => ({
      listingId,
      version: 2,
      details: listingDetails(resortId, { title: 'Mine now' }),
    })),
    'UNAUTHENTICATED',
    notOwner,
    notOwner,
  ],
  ...['withdrawListing', 'relistListing', 'resetListingCalendar'].map(
    (name): (typeof ways)[number] => [
      name,
      mutation(name, 'ListingIdInput', () => ({ listingId })),
      'UNAUTHENTICATED',
      notOwner,
      notOwner,
    ],
  ),
  [
    'requestListingReview',
    mutation('requestListingReview', 'RequestListingReviewInput', () => ({ listingId })),
    'UNAUTHENTICATED',
    notOwner,
    notOwner,
  ],
  [
    'attachContract to the listing',
    mutation('attachContract', 'AttachContractInput', () => ({
      listingId,
      contractDocumentUrl: theirs.document,
    })),
    'UNAUTHENTICATED',
    'NotFoundError: Listing not found',
    'NotFoundError: Listing not found',
  ],
  [
    'attachContract of the document',
    mutation('attachContract', 'AttachContractInput', (person) => ({
      listingId: ownListing[person],
      contractDocumentUrl: theirs.document,
    })),
    'UNAUTHENTICATED',
    `InvalidInputError: ${noUpload}`,
    `InvalidInputError: ${noUpload}`,
  ],
  [
    'attachContract of an upload under way',
    mutation('attachContract', 'AttachContractInput', (person) => ({
      listingId: ownListing[person],
      contractDocumentUrl: theirs.link,
    })),
    'UNAUTHENTICATED',
    `InvalidInputError: ${noUpload}`,
    `InvalidInputError: ${noUpload}`,
  ],
  [
    'createListing with the document',
    mutation('createListing', 'CreateListingInput', () => ({
      details: listingDetails(resortId),
      contractDocumentUrl: theirs.document,
    })),
    'UNAUTHENTICATED',
    `InvalidInputError: ${noUpload}`,
    `InvalidInputError: ${noUpload}`,
  ],
  [
    'createContractLink',
    mutation('createContractLink', 'CreateContractLinkInput', () => ({ listingId })),
    'UNAUTHENTICATED',
    `NotFoundError: ${it404}`,
    'allowed',
  ],
  [
    'verifyListing',
    mutation('verifyListing', 'VerifyListingInput', () => ({ listingId, version: 0 })),
    'UNAUTHENTICATED',
    forbidden,
    'ConflictError: This listing has changed since you opened it. Load it again',
  ],
  [
    'rejectListing',
    mutation('rejectListing', 'RejectListingInput', () => ({ listingId, version: 0, reason: 'x' })),
    'UNAUTHENTICATED',
    forbidden,
    'ConflictError: This listing has changed since you opened it. Load it again',
  ],
  [
    'retryEscrow',
    mutation('retryEscrow', 'RetryEscrowInput', () => ({ listingId })),
    'UNAUTHENTICATED',
    forbidden,
    'ConflictError: The escrow partner is not asked about this listing',
  ],
  [
    'the queue of the team',
    (person) => graphql('verificationQueue { edges { node { databaseId } } }', person),
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'allowed',
  ],
  // REST
  [
    'POST of a contract to the listing',
    (person) =>
      rest(
        'POST',
        `/api/listings/${listingId}/contract`,
        { contractDocumentUrl: theirs.document },
        person,
      ),
    signIn,
    '404 Listing not found',
    '404 Listing not found',
  ],
  [
    'POST of a listing with the document',
    (person) =>
      rest(
        'POST',
        '/api/listings',
        listingPayload(resortId, { contractDocumentUrl: theirs.document }),
        person,
      ),
    signIn,
    `400 ${noUpload}`,
    `400 ${noUpload}`,
  ],
  [
    'GET of a link to the contract',
    (person) => rest('GET', `/api/listings/${listingId}/contract`, undefined, person),
    signIn,
    `404 ${it404}`,
    'allowed',
  ],
  [
    'the link to the contract',
    (person) => rest('GET', theirs.contract, undefined, person),
    signIn,
    '403 This link was made for someone else',
    '403 This link was made for someone else',
  ],
  [
    'the contract without its link',
    (person) => rest('GET', theirs.contract.split('?')[0] ?? '', undefined, person),
    signIn,
    '403 This link is not valid',
    '403 This link is not valid',
  ],
  ['GET of the parts', multipart('GET'), signIn, notYours, notYours],
  ['GET of a link for a part', multipart('GET', '/2'), signIn, notYours, notYours],
  [
    'POST that completes the upload',
    (person) =>
      multipart('POST', '/complete', { parts: [{ PartNumber: 1, ETag: theirs.etag }] })(person),
    signIn,
    notYours,
    notYours,
  ],
  ['DELETE of the upload', multipart('DELETE'), signIn, notYours, notYours],
  // Storage URLs. Without a session the link alone is enough, as upload clients need.
  [
    'the link for a file',
    (person) => sendTo(person === 'signed out' ? `${theirs.link}x` : theirs.link, person),
    '403 This link is not valid',
    notYours,
    notYours,
  ],
  [
    'the link for a part',
    (person) =>
      sendTo(
        person === 'signed out'
          ? theirs.pieceLink.replace('partNumber=2', 'partNumber=1')
          : theirs.pieceLink,
        person,
      ),
    '403 This link is not valid',
    notYours,
    notYours,
  ],
  [
    'the URL of the file itself',
    (person) => rest('GET', theirs.document, undefined, person),
    '405 This method is not supported here',
    '405 This method is not supported here',
    '405 This method is not supported here',
  ],
  [
    'the key of the contract in the storage',
    (person) =>
      rest(
        'GET',
        `/s3/objects/contracts/${theirs.contract.split('?')[0]?.split('/').at(-1)}`,
        undefined,
        person,
      ),
    '404 There is no such call',
    '404 There is no such call',
    '404 There is no such call',
  ],
];

describe.each(ways)("someone else's: %s", (_way, attempt, ...expected) => {
  it.each(people)('%s', async (person) => {
    const before = await state();
    expect(await attempt(person)).toBe(expected[people.indexOf(person)]);
    expect(await state()).toEqual(before);
  });
});

it("viewer.listing returns nobody else's listing", async () => {
  for (const person of people) {
    const answer = await server.graphqlText<{ viewer: { listing: unknown } | null }>(
      `query { viewer { listing(databaseId: ${JSON.stringify(listingId)}) { title } } }`,
      {},
      { cookie: cookies[person] },
    );
    expect(answer.data?.viewer?.listing ?? null).toBeNull();
  }
});
