import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { everythingStored, put, uploadDocument, uploadLink } from '#api/testing/uploads.ts';
import { sweepContracts } from './sweep.ts';

let server: TestServer;
let owner: { cookie: string; id: string };

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'http://localhost' });
  const { cookie, user } = await signedInUser(server);
  owner = { cookie, id: user.id };
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.prisma.contractDocument.updateMany({ data: { status: 'discarded' } });
  await age(48);
  await sweepContracts(server.deps);
  expect(await everythingStored(server)).toEqual([]);
});

/** Makes all rows and stored files older. */
async function age(hours: number): Promise<void> {
  await server.pool.query(
    'UPDATE contract_documents SET updated_at = updated_at - make_interval(hours => $1)',
    [hours],
  );
  for (const name of await everythingStored(server)) {
    if (name.includes('/')) {
      const path = join(server.folder, name);
      const then = new Date((await stat(path)).mtimeMs - hours * 3_600_000);
      await utimes(path, then, then);
    }
  }
}

const sweepAfter = async (hours: number): Promise<string[]> => {
  await age(hours);
  await sweepContracts(server.deps);
  return everythingStored(server);
};

it('an unfinished upload is removed after a day', async () => {
  await uploadLink(server, owner.cookie);
  const { body } = await server.rest<{ key: string; uploadId: string }>(
    'POST',
    '/s3/multipart',
    { filename: 'deed.pdf' },
    owner,
  );
  await server.deps.storage.writePart(body, 1, Readable.from([pdf()]), { maxBytes: 9_999 });
  expect(await sweepAfter(23)).toHaveLength(3);
  expect(await sweepAfter(2)).toEqual([]);
});

it('a document that no listing uses is removed after a week', async () => {
  await uploadDocument(server, owner.cookie, pdf());
  expect(await sweepAfter(6 * 24)).toHaveLength(2);
  expect(await sweepAfter(25)).toEqual([]);
});

it('the document of a listing is kept for years, a replaced one is removed at once', async () => {
  const resort = await createResort(server);
  const listing = await createListing(server, { resortId: resort.id, ownerId: owner.id });
  const attach = async () =>
    server.rest(
      'POST',
      `/api/listings/${listing.id}/contract`,
      { contractDocumentUrl: await uploadDocument(server, owner.cookie, pdf()) },
      owner,
    );
  await attach();
  const before = await everythingStored(server);
  expect(await sweepAfter(1_000 * 24)).toEqual(before);
  await attach();
  expect(await everythingStored(server)).toHaveLength(4);
  const after = await sweepAfter(0);
  expect(after).toHaveLength(2);
  expect(after).not.toEqual(before);
  // A listing with a history can't be deleted, but its document can.
  await server.prisma.contractDocument.deleteMany({ where: { listingId: listing.id } });
  expect(await sweepAfter(48)).toEqual([]);
});

it('only files without a row are removed after a day', async () => {
  await uploadDocument(server, owner.cookie, pdf());
  const kept = await everythingStored(server);
  const [row] = await server.prisma.contractDocument.findMany();
  for (const key of [
    // Sent again after the document was accepted, and sent by a deleted account.
    `quarantine/${owner.id}/${row?.id}`,
    `quarantine/01890a5d-ac96-774b-bcce-b302099a8057/01890a5d-ac96-774b-bcce-b302099a8058`,
    'contracts/01890a5d-ac96-774b-bcce-b302099a8059',
    'contracts/odd',
  ]) {
    await server.deps.storage.write(key, Readable.from([pdf()]), { maxBytes: 9_999 });
  }
  expect(await sweepAfter(23)).toHaveLength(6);
  expect(await sweepAfter(25)).toEqual(kept);
});

it('files that a killed process left incomplete are removed after a day', async () => {
  const link = await uploadLink(server, owner.cookie);
  let endScan: (reason: Error) => void = () => undefined;
  const endless = new Promise<never>((_resolve, reject) => {
    endScan = reject;
  });
  const scan = vi.spyOn(server.deps.virusScanner, 'scan').mockReturnValue(endless);
  const sent = put(server, link, pdf(), { cookie: owner.cookie });
  await expect.poll(() => scan.mock.calls.length).toBe(1);
  vi.restoreAllMocks();
  expect(await sweepAfter(23)).toHaveLength(3);
  expect(await sweepAfter(2)).toEqual([]);
  endScan(new Error('The scanner is away'));
  expect((await sent).status).toBe(500);
});

it('a document that is attached during the sweep is kept', async () => {
  await uploadDocument(server, owner.cookie, pdf());
  await age(8 * 24);
  const { findMany } = server.prisma.contractDocument;
  const found = vi.spyOn(server.prisma.contractDocument, 'findMany');
  found.mockImplementationOnce((async (args: never) => {
    const rows = await findMany.call(server.prisma.contractDocument, args);
    await server.prisma.contractDocument.updateMany({ data: { updatedAt: new Date() } });
    return rows;
  }) as unknown as typeof findMany);
  await sweepContracts(server.deps);
  vi.restoreAllMocks();
  expect(await everythingStored(server)).toHaveLength(2);
});

it('files left by an unreachable storage are removed by the next sweep', async () => {
  await uploadDocument(server, owner.cookie, pdf());
  await age(8 * 24);
  vi.spyOn(server.deps.storage, 'remove').mockRejectedValueOnce(new Error('no route to host'));
  await expect(sweepContracts(server.deps)).rejects.toThrow('no route to host');
  vi.restoreAllMocks();
  await sweepContracts(server.deps);
  expect(await everythingStored(server)).toEqual([]);
});

it('the housekeeping job runs the sweep', async () => {
  const { jobs } = await import('#api/jobs.ts');
  await uploadLink(server, owner.cookie);
  await age(25);
  await jobs['housekeeping']?.({}, server.deps, { isLast: false });
  expect(await everythingStored(server)).toEqual([]);
});
