import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listing } from '#api/generated/prisma/client.ts';
import { UnavailableError } from '#api/platform/errors.ts';
import { docx, pdf, png, program, zip } from '#api/testing/documents.ts';
import { createListing, createResort, password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { everythingStored, pathOf, put, uploadDocument, uploadLink } from '#api/testing/uploads.ts';

let server: TestServer;
let resortId: string;
let owner: { cookie: string; id: string };
let other: { cookie: string; id: string };
let admin: { cookie: string; id: string };
let listing: Listing;

const person = async (given = {}): Promise<{ cookie: string; id: string }> => {
  const { cookie, user } = await signedInUser(server, given);
  return { cookie, id: user.id };
};

const newListing = (ownerId: string): Promise<Listing> =>
  createListing(server, { resortId, ownerId, ownershipVerified: true });

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'http://localhost' });
  resortId = (await createResort(server)).id;
  owner = await person();
  other = await person();
  admin = await person({ role: 'admin' });
});

afterAll(() => server.close());

beforeEach(async () => {
  listing = await newListing(owner.id);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.prisma.contractDocument.deleteMany();
});

const attach = (
  contractDocumentUrl: unknown,
  cookie: string | undefined = owner.cookie,
  id = listing.id,
) => server.rest('POST', `/api/listings/${id}/contract`, { contractDocumentUrl }, { cookie });

const stored = () =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id: listing.id },
    include: { contracts: { orderBy: { id: 'asc' } } },
  });

interface Link {
  url: string;
  expiresAt: string;
  fileName: string;
  contentType: string;
  size: number;
}

async function linkFor(cookie: string): Promise<string> {
  const path = `/api/listings/${listing.id}/contract`;
  const answer = await server.rest<Link>('GET', path, undefined, { cookie });
  expect(answer.status).toBe(200);
  return pathOf(answer.body.url);
}

const openings = () =>
  server.prisma.$queryRaw<{ actor_id: string; after: { fileName: string } }[]>`
    SELECT actor_id, after FROM audit_entries
    WHERE action = 'contract.open' AND subject_id = ${listing.id} ORDER BY id`;

describe('POST /api/listings/{id}/contract', () => {
  it('makes an uploaded document the proof of the listing, which returns to verification', async () => {
    const url = await uploadDocument(server, owner.cookie, pdf(777), 'Deed.pdf');
    const answer = await attach(url);
    expect([answer.status, answer.body]).toEqual([
      200,
      { listingId: listing.id, fileName: 'Deed.pdf', contentType: 'application/pdf', size: 777 },
    ]);
    const { contracts, ...row } = await stored();
    expect(contracts).toMatchObject([{ status: 'attached', ownerId: owner.id, uploadId: null }]);
    expect(row).toMatchObject({
      contractDocumentUrl: `/api/contracts/${contracts[0]?.id}`,
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
    });
    expect(await server.deps.storage.stat(`contracts/${contracts[0]?.id}`)).toMatchObject({
      size: 777,
    });
  });

  it('accepts every form of a document URL', async () => {
    for (const form of [
      (path: string) => path,
      (path: string) => `${server.url}${path}`,
      (path: string) => `${server.url}${path}?expires=1&signature=x`,
      (path: string) => path.replace('/s3/objects/', ''),
      (path: string) => `https://s3.example/bucket/${encodeURIComponent(path.slice(12))}`,
      (path: string) => `  ${path}  `,
    ]) {
      const { id } = await newListing(owner.id);
      const url = form(await uploadDocument(server, owner.cookie, pdf()));
      expect((await attach(url, owner.cookie, id)).status).toBe(200);
    }
  });

  it('attaches a document once, however often it is called', async () => {
    const url = await uploadDocument(server, owner.cookie, pdf());
    const answers = await Promise.all([attach(url), attach(url), attach(url)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { contracts, contractDocumentUrl } = await stored();
    expect(contracts).toHaveLength(1);
    expect((await attach(contractDocumentUrl)).status).toBe(200);
  });

  it('replaces the previous document, which nobody can open any more', async () => {
    await attach(await uploadDocument(server, owner.cookie, pdf(500), 'first.pdf'));
    const link = await linkFor(owner.cookie);
    await attach(await uploadDocument(server, owner.cookie, pdf(600), 'second.pdf'));
    expect((await stored()).contracts).toMatchObject([
      { fileName: 'first.pdf', status: 'discarded' },
      { fileName: 'second.pdf', status: 'attached' },
    ]);
    expect((await server.send(link, owner)).status).toBe(404);
    expect(
      (await server.send(await linkFor(owner.cookie), owner)).headers.get('content-length'),
    ).toBe('600');
  });

  it('keeps one of two documents that are attached concurrently', async () => {
    const urls = [
      await uploadDocument(server, owner.cookie, pdf()),
      await uploadDocument(server, owner.cookie, pdf()),
    ];
    const answers = await Promise.all(urls.map((url) => attach(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const statuses = (await stored()).contracts.map(({ status }) => status);
    expect(statuses.sort()).toEqual(['attached', 'discarded']);
  });

  it.each([
    [undefined, 'Upload the contract first'],
    ['', 'Upload the contract first'],
    [7, 'Upload the contract first'],
    ['x'.repeat(2_001), 'contractDocumentUrl may have at most 2000 characters'],
    ['https://evil.example/deed.pdf', 'There is no such upload. Upload the document again'],
    [
      '/api/contracts/01890a5d-ac96-774b-bcce-b302099a8057',
      'There is no such upload. Upload the document again',
    ],
    ['/s3/objects/contracts/../../x', 'There is no such upload. Upload the document again'],
    ['http://[', 'There is no such upload. Upload the document again'],
    ['%', 'There is no such upload. Upload the document again'],
  ])('refuses %j', async (url, text) => {
    const answer = await attach(url);
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect((await stored()).contractDocumentUrl).toBeNull();
  });

  it('refuses an upload that received no file', async () => {
    const link = await uploadLink(server, owner.cookie);
    const answer = await attach(link);
    expect([answer.status, answer.text]).toEqual([
      400,
      'Nothing was uploaded yet. Upload the document first',
    ]);
    // The link still works.
    expect((await put(server, link, pdf())).status).toBe(200);
    expect((await attach(link)).status).toBe(200);
  });

  it('refuses a document of another listing', async () => {
    const url = await uploadDocument(server, owner.cookie, pdf());
    await attach(url, owner.cookie, (await newListing(owner.id)).id);
    const answer = await attach(url);
    expect([answer.status, answer.text]).toEqual([
      400,
      'This document is used already. Upload one for this listing',
    ]);
  });

  it('refuses a document whose file is missing or was replaced after its inspection', async () => {
    const url = await uploadDocument(server, owner.cookie, pdf());
    const [row] = await server.prisma.contractDocument.findMany();
    await server.deps.storage.remove(`contracts/${row?.id}`);
    const answer = await attach(url);
    expect([answer.status, answer.text]).toEqual([
      400,
      'The document is no longer stored. Upload it again',
    ]);
  });

  it('refuses and deletes an invalid file that was written directly to the storage', async () => {
    // As with temporary credentials of S3.
    const link = await uploadLink(server, owner.cookie, { filename: 'deed.pdf' });
    const key = link.split('?')[0]!.slice('/s3/objects/'.length);
    const { Readable } = await import('node:stream');
    await server.deps.storage.write(key, Readable.from([png()]), { maxBytes: 9_999 });
    const answer = await attach(link);
    expect([answer.status, answer.text]).toEqual([
      400,
      'The file is not what its name says. Upload it as it was saved',
    ]);
    expect(await server.prisma.contractDocument.count()).toBe(0);
    expect(await server.deps.storage.stat(key)).toBeNull();
  });

  it("refuses someone else's document, even for administrators", async () => {
    const url = await uploadDocument(server, owner.cookie, pdf());
    for (const thief of [other, admin]) {
      const own = await newListing(thief.id);
      const answer = await attach(url, thief.cookie, own.id);
      expect([answer.status, answer.text]).toEqual([
        400,
        'There is no such upload. Upload the document again',
      ]);
    }
    expect((await server.prisma.contractDocument.findMany())[0]?.status).toBe('accepted');
  });

  it("refuses someone else's listing, even for administrators", async () => {
    for (const thief of [other, admin]) {
      const url = await uploadDocument(server, thief.cookie, pdf());
      const answer = await attach(url, thief.cookie);
      expect([answer.status, answer.text]).toEqual([404, 'Listing not found']);
    }
    expect((await attach('x', '')).status).toBe(401);
    expect((await attach('x', owner.cookie, 'no-such-listing')).status).toBe(404);
    expect(await stored()).toMatchObject({ contractDocumentUrl: null, ownershipVerified: true });
  });

  it('changes nothing when the database fails', async () => {
    const url = await uploadDocument(server, owner.cookie, pdf());
    await server.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON listings FOR EACH ROW EXECUTE FUNCTION fail();`);
    try {
      expect((await attach(url)).status).toBe(500);
    } finally {
      await server.pool.query('DROP TRIGGER fail ON listings; DROP FUNCTION fail');
    }
    expect((await server.prisma.contractDocument.findMany())[0]?.status).toBe('accepted');
    expect((await attach(url)).status).toBe(200);
  });
});

it("a database constraint keeps a document away from someone else's listing", async () => {
  await uploadDocument(server, other.cookie, pdf());
  const [row] = await server.prisma.contractDocument.findMany();
  await expect(
    server.prisma.contractDocument.update({
      where: { id: row!.id },
      data: { status: 'attached', listingId: listing.id, attachedAt: new Date() },
    }),
  ).rejects.toThrow('is not of the owner of listing');
});

describe('GET /api/listings/{id}/contract', () => {
  it.each(['owner', 'administrator'])(
    'gives the %s a link that saves the file and never displays it',
    async (who) => {
      const content = docx();
      await attach(await uploadDocument(server, owner.cookie, content, 'Vertrag „27“ (neu).docx'));
      const { cookie, id } = who === 'owner' ? owner : admin;
      const path = `/api/listings/${listing.id}/contract`;
      const begun = Date.now();
      const answer = await server.rest<Link>('GET', path, undefined, { cookie });
      const madeAt = Date.parse(answer.body.expiresAt) - 900_000;
      // The end is in whole seconds.
      expect(madeAt).toBeGreaterThan(begun - 1_000);
      expect(madeAt).toBeLessThanOrEqual(Date.now());
      expect(answer.body).toMatchObject({
        fileName: 'Vertrag „27“ (neu).docx',
        size: content.length,
      });

      const response = await fetch(answer.body.url, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'content-length': String(content.length),
        'content-disposition':
          'attachment; filename="Vertrag _27_ _neu_.docx"; filename*=UTF-8\'\'Vertrag%20%E2%80%9E27%E2%80%9C%20%28neu%29.docx',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await openings()).toMatchObject([
        { actor_id: id, after: { fileName: 'Vertrag „27“ (neu).docx' } },
      ]);
    },
  );

  it('gives nobody else a link', async () => {
    await attach(await uploadDocument(server, owner.cookie, pdf()));
    const path = `/api/listings/${listing.id}/contract`;
    const asOther = await server.rest('GET', path, undefined, other);
    expect([asOther.status, asOther.text]).toEqual([
      404,
      'There is no contract of this listing for you to see',
    ]);
    expect((await server.rest('GET', path)).status).toBe(401);
    expect((await server.rest('GET', '/api/listings/x/contract', undefined, owner)).status).toBe(
      404,
    );
  });

  it('gives no link to a document that is not attached, not even to its owner', async () => {
    await uploadDocument(server, owner.cookie, pdf());
    const path = `/api/listings/${listing.id}/contract`;
    for (const { cookie } of [owner, admin]) {
      expect((await server.rest('GET', path, undefined, { cookie })).status).toBe(404);
    }
    const [row] = await server.prisma.contractDocument.findMany();
    const link = server.deps.signedLinks.sign(
      'GET',
      `/api/contracts/${row?.id}`,
      { person: owner.id },
      900,
    );
    expect((await server.send(link, owner)).status).toBe(404);
  });
});

describe('a link to a document', () => {
  let link: string;

  beforeEach(async () => {
    await attach(await uploadDocument(server, owner.cookie, pdf()));
    link = await linkFor(owner.cookie);
  });

  it('opens it for the person it was made for, and nobody else', async () => {
    for (const [cookie, status, text] of [
      [undefined, 401, 'Please sign in first'],
      [other.cookie, 403, 'This link was made for someone else'],
      [admin.cookie, 403, 'This link was made for someone else'],
    ] as const) {
      const answer = await server.send(link, { ...(cookie && { cookie }) });
      expect([answer.status, answer.text]).toEqual([status, text]);
    }
    expect(await openings()).toEqual([]);
    expect((await server.send(link, owner)).status).toBe(200);
    expect((await server.send(link, owner)).status).toBe(200);
    expect(await openings()).toHaveLength(2);
  });

  it('expires after 15 minutes', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 901_000);
    const answer = await server.send(link, owner);
    vi.restoreAllMocks();
    expect([answer.status, answer.text]).toEqual([403, 'Request has expired']);
    expect(await openings()).toEqual([]);
  });

  it('is refused after any change to it', async () => {
    const second = await newListing(owner.id);
    await attach(await uploadDocument(server, owner.cookie, pdf()), owner.cookie, second.id);
    const another = await server.prisma.contractDocument.findFirst({
      where: { listingId: second.id },
    });
    for (const changed of [
      link.replace(owner.id, other.id),
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/signature=.*/, ''),
      link.replace(/contracts\/[^?]+/, `contracts/${another?.id}`),
      link.split('?')[0] ?? '',
    ]) {
      const answer = await server.send(changed, { cookie: owner.cookie });
      expect([answer.status, answer.text]).toEqual([403, 'This link is not valid']);
    }
    expect(await openings()).toEqual([]);
  });

  it('opens nothing for a former administrator', async () => {
    const former = await person({ role: 'admin' });
    const theirs = await linkFor(former.cookie);
    await server.prisma.user.update({ where: { id: former.id }, data: { role: 'user' } });
    expect((await server.send(theirs, former)).status).toBe(404);
  });

  it('opens nothing when the audit entry cannot be written', async () => {
    await server.pool.query('ALTER TABLE audit_entries RENAME TO lost');
    try {
      expect((await server.send(link, owner)).status).toBe(500);
    } finally {
      await server.pool.query('ALTER TABLE lost RENAME TO audit_entries');
    }
  });
});

describe('by GraphQL', () => {
  const upload = /* GraphQL */ `
    mutation ($file: Upload!) {
      uploadContract(file: $file) {
        __typename
        ... on UploadContractPayload {
          contractDocumentUrl
          document {
            fileName
            contentType
            size
          }
        }
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
          }
        }
      }
    }
  `;
  const attachMutation = /* GraphQL */ `
    mutation ($input: AttachContractInput!) {
      attachContract(input: $input) {
        __typename
        ... on AttachContractPayload {
          document {
            fileName
          }
          listing {
            databaseId
            hasContract
          }
        }
        ... on Error {
          message
        }
      }
    }
  `;
  const linkMutation = /* GraphQL */ `
    mutation ($input: CreateContractLinkInput!) {
      createContractLink(input: $input) {
        __typename
        ... on CreateContractLinkPayload {
          url
          expiresAt
          document {
            size
          }
        }
        ... on Error {
          message
        }
      }
    }
  `;
  type Result<Field extends string> = Record<
    Field,
    { __typename: string; message?: string; contractDocumentUrl: string; url: string }
  >;
  const file = (content: Buffer, name = 'deed.pdf', type = 'application/pdf'): File =>
    new File([new Uint8Array(content)], name, { type });
  const send = (content: File, cookie?: string, headers?: Record<string, string>) =>
    server.graphqlFile<Result<'uploadContract'>>(upload, content, {
      cookie,
      ...(headers && { headers }),
    });

  it('a document is uploaded, attached and opened', async () => {
    const content = pdf(300_000);
    const { data, errors } = await send(file(content), owner.cookie);
    expect(errors).toEqual([]);
    expect(data?.uploadContract).toMatchObject({
      __typename: 'UploadContractPayload',
      document: { fileName: 'deed.pdf', contentType: 'application/pdf', size: 300_000 },
    });
    const contractDocumentUrl = data?.uploadContract.contractDocumentUrl ?? '';
    const attached = await server.graphqlText<Result<'attachContract'>>(
      attachMutation,
      { input: { listingId: listing.id, contractDocumentUrl } },
      owner,
    );
    expect(attached.data?.attachContract).toEqual({
      __typename: 'AttachContractPayload',
      document: { fileName: 'deed.pdf' },
      listing: { databaseId: listing.id, hasContract: true },
    });
    const link = await server.graphqlText<Result<'createContractLink'>>(
      linkMutation,
      { input: { listingId: listing.id } },
      admin,
    );
    const response = await fetch(link.data?.createContractLink.url ?? '', {
      headers: { cookie: admin.cookie },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  it.each<[string, () => File, string]>([
    ['an unknown file extension', () => file(pdf(), 'deed.exe'), 'Only .pdf, .doc, .docx'],
    ['a renamed program', () => file(program()), 'The file is not what it seems'],
    [
      'a PDF that is also an archive',
      () => file(Buffer.concat([pdf(), zip([])])),
      'The file holds something besides the document',
    ],
    [
      'a zip bomb',
      () => file(docx([{ name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024) }])),
      'The Word document unpacks to too much',
    ],
    ['a picture as PDF', () => file(png()), 'The file is not what its name says'],
    ['a type that is another', () => file(pdf(), 'deed.pdf', 'image/png'), 'The file is not what'],
    ['nothing', () => file(Buffer.alloc(0)), 'The file is empty'],
    ['a byte too many', () => file(pdf(50_485_761)), 'The file is larger than 50,485,760 bytes'],
    ['far too much', () => file(pdf(60_000_000)), 'The file is larger than 50,485,760 bytes'],
  ])('%s is refused, and nothing of it is kept', async (_name, make, text) => {
    const { data } = await send(make(), owner.cookie);
    expect(data?.uploadContract).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'file' }],
      message: expect.stringContaining(text) as string,
    });
    expect(await server.prisma.contractDocument.count()).toBe(0);
    expect(
      (await everythingStored(server)).filter((name) => name.startsWith('unfinished')),
    ).toEqual([]);
  });

  it('a file of exactly the maximum size is accepted', async () => {
    const { data } = await send(file(pdf(50_485_760)), owner.cookie);
    expect(data?.uploadContract.__typename).toBe('UploadContractPayload');
  });

  it('a file without the header that forms cannot send is refused', async () => {
    const body = new FormData();
    body.set('operations', JSON.stringify({ query: upload, variables: { file: null } }));
    body.set('map', '{"0":["variables.file"]}');
    body.set('0', file(pdf()));
    const answer = await server.send('/graphql', { method: 'POST', body, cookie: owner.cookie });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      400,
      {
        errors: [
          {
            message:
              'A multipart request needs the header graphql-require-preflight, with any value',
          },
        ],
      },
    ]);
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });

  it('a file from someone signed out is not read', async () => {
    const answer = await send(file(pdf()));
    expect([answer.status, answer.errors[0]?.extensions?.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('a file from another site is refused', async () => {
    const answer = await send(file(pdf()), owner.cookie, { origin: 'http://evil.example' });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['{"other":"{}"}', 'Missing multipart field ‘operations’'],
    ['{"operations":"{"}', 'Invalid JSON in the ‘operations’'],
    ['{"map":"{}"}', 'Misordered multipart fields'],
    ['{"operations":"{}","map":"[]"}', 'Invalid type for the ‘map’'],
    ['{"operations":"{}","map":"{\\"0\\":[\\"a\\"],\\"1\\":[\\"b\\"]}"}', '1 max file uploads'],
  ])('a form of %s is refused', async (fields, text) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(JSON.parse(fields) as object)) {
      body.set(name, value as string);
    }
    const answer = await server.send('/graphql', {
      method: 'POST',
      body,
      cookie: owner.cookie,
      headers: { 'graphql-require-preflight': '1' },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
  });

  it("someone else's listing and document are refused", async () => {
    const mine = await uploadDocument(server, owner.cookie, pdf());
    for (const thief of [other, admin]) {
      const theirs = await newListing(thief.id);
      const results = [
        { listingId: theirs.id, contractDocumentUrl: mine },
        { listingId: listing.id, contractDocumentUrl: mine },
      ].map(async (input) => {
        const answer = await server.graphqlText<Result<'attachContract'>>(
          attachMutation,
          { input },
          thief,
        );
        return answer.data?.attachContract.__typename;
      });
      expect(await Promise.all(results)).toEqual(['InvalidInputError', 'NotFoundError']);
    }
    await attach(mine);
    const link = await server.graphqlText<Result<'createContractLink'>>(
      linkMutation,
      { input: { listingId: listing.id } },
      other,
    );
    expect(link.data?.createContractLink).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no contract of this listing for you to see',
    });
  });
});

describe('viruses', () => {
  it('are found in an upload, and nothing of it is kept', async () => {
    vi.spyOn(server.deps.virusScanner, 'scan').mockResolvedValue('Eicar-Test-Signature');
    const link = await uploadLink(server, owner.cookie);
    const sent = await put(server, link, pdf());
    expect(sent.status).toBe(400);
    expect(sent.text).toContain('A virus was found in the file. It was deleted');
    expect(await server.prisma.contractDocument.count()).toBe(0);
  });

  it('cannot be ruled out without a scanner: the document waits until one responds', async () => {
    const scan = vi
      .spyOn(server.deps.virusScanner, 'scan')
      .mockRejectedValue(new UnavailableError('Not now', 30));
    const link = await uploadLink(server, owner.cookie);
    const sent = await put(server, link, pdf());
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await attach(link)).status).toBe(503);
    expect((await server.prisma.contractDocument.findMany())[0]?.status).toBe('uploading');
    scan.mockResolvedValue(null);
    expect((await attach(link)).status).toBe(200);
  });
});

it('closing an account deletes its documents', async () => {
  const leaving = await person();
  const { id } = await newListing(leaving.id);
  await attach(await uploadDocument(server, leaving.cookie, pdf()), leaving.cookie, id);
  await uploadDocument(server, leaving.cookie, pdf());
  const answer = await server.graphqlText<{ closeAccount: { __typename: string } }>(
    `mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { __typename } }`,
    { input: { password, confirmation: 'DELETE' } },
    leaving,
  );
  expect(answer.data?.closeAccount.__typename).toBe('CloseAccountPayload');
  const documents = await server.prisma.contractDocument.findMany();
  expect(documents.map(({ status }) => status)).toEqual(['discarded', 'discarded']);
  const row = await server.prisma.listing.findUniqueOrThrow({ where: { id } });
  expect(row.contractDocumentUrl).toBeNull();
});
