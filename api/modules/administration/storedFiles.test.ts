import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { openS3Storage } from '#api/platform/storage/s3Storage.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { startS3Server } from '#api/testing/s3Server.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';

const storageStatusQuery = graphql(`
  query StorageStatus {
    systemStatus {
      name
      state
      detail
    }
  }
`);

const pictureId = '0199aaaa-0000-7000-8000-000000000001';

describe.each(['the disk', 'S3'])('Files that rows need, on %s', (place) => {
  let server: TestServer;
  let admin: Awaited<ReturnType<typeof signedInUser>>;
  let listingId: string;
  let resortId: string;
  const cleanUps: (() => void)[] = [];
  let now = new Date();

  beforeAll(async () => {
    const s3 = place === 'S3' ? await startS3Server() : undefined;
    cleanUps.push(() => s3?.close());
    const storage = s3 && (await openS3Storage(s3.settings, scratchFolder()));
    server = await startTestServer({ publicUrl: 'http://localhost', storage, clock: () => now });
    admin = await signedInUser(server, { role: 'admin' });
    const owner = await signedInUser(server);
    resortId = (await createResort(server)).id;
    listingId = (await createListing(server, { resortId, ownerId: owner.user.id })).id;
    const contractDocumentUrl = await uploadDocument(server, owner.cookie, pdf(777), 'Deed.pdf');
    const path = `/api/listings/${listingId}/contract`;
    await server.rest('POST', path, { contractDocumentUrl }, { cookie: owner.cookie });
  });

  afterAll(async () => {
    await server.close();
    cleanUps.forEach((cleanUp) => cleanUp());
  });

  afterEach(async () => {
    await server.prisma.picture.deleteMany();
    await server.prisma.resort.updateMany({ data: { imageUrl: '/pictures/resort.svg' } });
  });

  const contractKey = async () =>
    `contracts/${(await server.prisma.contractDocument.findFirstOrThrow()).id}`;

  const put = (key: string, content = 'x') =>
    server.deps.storage.write(key, Readable.from([content]), { maxBytes: 1_000_000 });

  /** The status of the storage after the job has run this often. */
  async function statusAfter(runs = 1) {
    for (let run = 0; run < runs; run += 1) {
      await server.pool.query(`SELECT graphile_worker.add_job('check_stored_files')`);
      await server.runJobs();
    }
    const { data } = await server.graphql(storageStatusQuery, {}, { cookie: admin.cookie });
    const storage = data?.systemStatus?.find(({ name }) => name === 'STORAGE');
    return [storage?.state, storage?.detail.split('. ').slice(1).join('. ')];
  }

  it('are counted while none is missing, with the age of the check', async () => {
    expect(await statusAfter()).toEqual([
      'OK',
      '1 stored file was looked for 0 minutes ago: none is missing',
    ]);
    now = new Date(now.getTime() + 5 * 60_000);
    expect((await statusAfter(0))[1]).toContain('5 minutes ago');
    now = new Date(now.getTime() + 6 * 3_600_000);
    expect((await statusAfter(0))[1]).toContain('6 hours ago');
  });

  it('are named if they are missing, until they are back', async () => {
    const key = await contractKey();
    const content = await server.deps.storage.read(key);
    const kept = Buffer.concat(await content.toArray());
    await server.deps.storage.remove(key);
    expect(await statusAfter()).toEqual([
      'FAILING',
      `1 stored file was looked for 0 minutes ago, and 1 is missing or incomplete: proof of ownership “Deed.pdf” (${key}). Restore the files from a backup`,
    ]);
    await put(key, 'cut');
    expect((await statusAfter())[0]).toBe('FAILING');
    await put(key, kept.toString('latin1'));
    expect((await statusAfter())[0]).toBe('OK');
  });

  it('are all sizes of pictures, of listings and of resorts', async () => {
    await server.prisma.picture.create({
      data: {
        id: pictureId,
        listingId,
        position: 1,
        alt: 'The beach',
        width: 800,
        height: 600,
        placeholder: 'data:image/webp;base64,AAAA',
      },
    });
    const imageUrl = `/media/resorts/${pictureId}/960.webp`;
    await server.prisma.resort.update({ where: { id: resortId }, data: { imageUrl } });
    const [state, detail] = await statusAfter();
    expect(state).toBe('FAILING');
    expect(detail).toMatch(
      /^8 stored files .* and 7 are missing .*: picture “The beach” \(pictures\/0199.* and 2 more\./,
    );
    for (const width of [400, 800]) {
      await put(`pictures/${pictureId}/${width}-avif`);
      await put(`pictures/${pictureId}/${width}-jpg`);
    }
    for (const width of [480, 960, 1440]) {
      await put(`resort-pictures/${pictureId}/${width}`);
    }
    expect((await statusAfter())[0]).toBe('OK');
  });

  // A call over HTTP for each of some thousand files takes too long.
  if (place === 'the disk') {
    it('are checked a bounded number at a time, and what is missing is told before the end', async () => {
      const { rows } = await server.pool.query<{ id: string }>(
        `INSERT INTO contract_documents (id, owner_id, status, file_name, size, sha256, content_type, updated_at)
         SELECT gen_random_uuid(), owner_id, 'accepted', 'Deed.pdf', 1, sha256, content_type, now()
         FROM contract_documents, generate_series(1, 2300) RETURNING id`,
      );
      expect(await statusAfter()).toEqual([
        'FAILING',
        expect.stringMatching(/^2,000 stored files/),
      ]);
      expect(await statusAfter()).toEqual([
        'FAILING',
        expect.stringMatching(/^2,301 stored files/),
      ]);
      await server.prisma.contractDocument.deleteMany({
        where: { id: { in: rows.map(({ id }) => id) } },
      });
      expect(await statusAfter()).toEqual(['OK', expect.stringMatching(/^1 stored file /)]);
    });
  }
});
