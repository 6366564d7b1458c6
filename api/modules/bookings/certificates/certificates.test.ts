import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { docx, jpeg, pdf, png } from '#api/testing/documents.ts';
import { password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { pathOf, uploadDocument, uploadLink } from '#api/testing/uploads.ts';
import { sweepContracts } from '#api/modules/contracts/sweep.ts';
import { booked, certify, makeScene, move, movableClock, type Scene } from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;
let team: string;
let stranger: string;
let scene: Scene;
let bookingId: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  team = (await signedInUser(server, { role: 'admin' })).cookie;
  stranger = (await signedInUser(server)).cookie;
});

afterAll(() => server.close());

beforeEach(async () => {
  scene = await makeScene(server, { isInstant: true });
  bookingId = await booked(server, scene);
});

afterEach(() => vi.restoreAllMocks());

const linkMutation = graphql(`
  mutation LinkOfCertificate($input: CreateCertificateLinkInput!) {
    createCertificateLink(input: $input) {
      __typename
      ... on CreateCertificateLinkPayload {
        url
        document {
          fileName
          contentType
          size
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const certificateQuery = graphql(`
  query CertificateOfBooking($id: ID!) {
    booking(id: $id) {
      certificateNumber
      certificate {
        fileName
      }
    }
  }
`);

const linkFor = (cookie: string | undefined) =>
  server.graphql(linkMutation, { input: { bookingId } }, cookie === undefined ? {} : { cookie });

/** The path of a link that works. */
async function pathFor(cookie: string): Promise<string> {
  const link = (await linkFor(cookie)).data?.createCertificateLink;
  if (link?.__typename !== 'CreateCertificateLinkPayload') throw new Error(JSON.stringify(link));
  return pathOf(link.url);
}

async function download(cookie: string): Promise<Buffer> {
  const answer = await server.send(await pathFor(cookie), { cookie });
  expect(answer.status).toBe(200);
  return Buffer.from(answer.text, 'latin1');
}

const documents = () =>
  server.prisma.contractDocument.findMany({
    where: { bookingId },
    orderBy: { attachedAt: 'asc' },
    select: { fileName: true, status: true },
  });

const stored = () => server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });

describe('A guest certificate', () => {
  it.each([
    ['the owner', () => scene.owner.cookie, pdf(), 'GC „27“.pdf', 'application/pdf'],
    ['the team', () => team, png(), 'scan.png', 'image/png'],
    ['the owner', () => scene.owner.cookie, jpeg(), 'photo.jpeg', 'image/jpeg'],
  ])(
    'is uploaded by %s, and opened by traveler, owner and team alone',
    async (_, who, content, fileName, contentType) => {
      const answer = await certify(server, who(), bookingId, { content, fileName, reason: 'Ok.' });
      expect(answer).toMatchObject({ booking: { status: 'CERTIFIED' } });
      for (const cookie of [scene.traveler.cookie, scene.owner.cookie, team]) {
        const { data } = await linkFor(cookie);
        expect(data?.createCertificateLink).toMatchObject({
          document: { fileName, contentType, size: content.length },
        });
        const response = await fetch(`${server.url}${await pathFor(cookie)}`, {
          headers: { cookie },
        });
        expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
        expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
        const read = await server.graphql(certificateQuery, { id: bookingId }, { cookie });
        expect(read.data?.booking?.certificate).toEqual({ fileName });
      }
      const { data } = await linkFor(stranger);
      expect(data?.createCertificateLink).toEqual({
        __typename: 'NotFoundError',
        message: 'There is no guest certificate of this booking for you to see',
      });
      expect((await linkFor(undefined)).errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
      // Someone else's link opens nothing.
      const path = await pathFor(scene.traveler.cookie);
      expect((await server.send(path, { cookie: stranger })).status).toBe(403);
      expect((await server.send(path)).status).toBe(401);
      const openings = await server.prisma.auditEntry.findMany({
        where: { action: 'certificate.open', subjectId: bookingId },
      });
      expect(openings).toHaveLength(3);
    },
  );

  it('is announced by mail with a link to the booking', async () => {
    await certify(server, scene.owner.cookie, bookingId, { number: 'GC 4711' });
    const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
      where: {
        toAddress: scene.traveler.user.email,
        subject: { startsWith: 'Your guest certificate is here' },
      },
    });
    expect(text).toContain('GC 4711');
    expect(text).toContain(`/bookings/${bookingId}`);
  });

  it('needs its number and its document', async () => {
    const answer = await move(server, scene.owner.cookie, bookingId, {
      move: 'SUBMIT_CERTIFICATE',
    });
    expect(answer).toMatchObject({
      fieldErrors: [
        { field: 'certificateNumber', message: 'Certificate number is required' },
        { field: 'certificateUrl', message: 'Upload the certificate' },
      ],
    });
  });

  it.each([
    [
      'a Word document',
      () => uploadDocument(server, scene.owner.cookie, docx(), 'certificate.docx'),
      'A guest certificate is a PDF or a picture: .pdf, .jpg, .jpeg or .png',
    ],
    [
      "someone else's upload",
      () => uploadDocument(server, stranger, pdf()),
      'There is no such upload. Upload the document again',
    ],
    [
      'an upload that received no file',
      () => uploadLink(server, scene.owner.cookie, { filename: 'certificate.pdf' }),
      'Nothing was uploaded yet. Upload the document first',
    ],
    [
      'an address elsewhere',
      async () => 'https://evil.example/certificate.pdf',
      'There is no such upload. Upload the document again',
    ],
    [
      'the certificate of another booking',
      async () => {
        const other = await makeScene(server, { isInstant: true, ownerId: scene.owner.user.id });
        const url = await uploadDocument(server, scene.owner.cookie, pdf());
        await move(server, scene.owner.cookie, await booked(server, other), {
          move: 'SUBMIT_CERTIFICATE',
          certificateNumber: 'GC 9',
          certificateUrl: url,
        });
        return url;
      },
      'This document is used already. Upload one for this booking',
    ],
  ])('is not %s', async (_, upload, message) => {
    const answer = await move(server, scene.owner.cookie, bookingId, {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: await upload(),
    });
    expect(answer).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'certificateUrl', message }],
    });
    expect(await stored()).toMatchObject({ status: 'confirmed', certificateNumber: null });
    expect(await documents()).toEqual([]);
  });

  it('is refused by content, whatever it is called', async () => {
    await expect(
      certify(server, scene.owner.cookie, bookingId, { content: png() }),
    ).rejects.toThrow(/^400: [^]*The file is not what its name says/);
    expect(await stored()).toMatchObject({ status: 'confirmed' });
  });

  it('is attached once when it is sent twice at the same time', async () => {
    const input = {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: await uploadDocument(server, scene.owner.cookie, pdf()),
    } as const;
    const answers = await Promise.all(
      [1, 2, 3].map(() => move(server, scene.owner.cookie, bookingId, input)),
    );
    expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
      'ConflictError',
      'ConflictError',
      'MoveBookingPayload',
    ]);
    expect(await documents()).toEqual([{ fileName: 'contract.pdf', status: 'attached' }]);
  });

  it('leaves nothing behind when the database fails in the middle, and works afterwards', async () => {
    const input = {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: await uploadDocument(server, scene.owner.cookie, pdf()),
    } as const;
    const mails = await server.prisma.outgoingMail.count();
    await server.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON booking_events FOR EACH ROW EXECUTE FUNCTION fail();`);
    try {
      expect(await move(server, scene.owner.cookie, bookingId, input)).toBeFalsy();
    } finally {
      await server.pool.query('DROP TRIGGER fail ON booking_events; DROP FUNCTION fail');
    }
    expect(await stored()).toMatchObject({ status: 'confirmed', certificateNumber: null });
    expect(await documents()).toEqual([]);
    expect(await server.prisma.outgoingMail.count()).toBe(mails);
    expect(await move(server, scene.owner.cookie, bookingId, input)).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
  });

  it('is not taken while the storage fails, and can be sent again', async () => {
    const url = await uploadDocument(server, scene.owner.cookie, pdf());
    const input = {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: url,
    } as const;
    vi.spyOn(server.deps.storage, 'stat').mockRejectedValueOnce(new Error('the disk is away'));
    expect(await move(server, scene.owner.cookie, bookingId, input)).toBeFalsy();
    expect(await stored()).toMatchObject({ status: 'confirmed' });
    expect(await move(server, scene.owner.cookie, bookingId, input)).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
  });
});

describe('Another guest certificate', () => {
  const replace = (cookie: string, number: string, content = pdf()) =>
    certify(
      server,
      cookie,
      bookingId,
      { number, content, reason: 'A typo.' },
      'REPLACE_CERTIFICATE',
    );

  beforeEach(async () => {
    await certify(server, scene.owner.cookie, bookingId, { fileName: 'first.pdf' });
  });

  it('takes the place of the previous one before check-in, as often as needed', async () => {
    const old = await pathFor(scene.traveler.cookie);
    const [second, third] = [pdf(600), pdf(700)];
    expect(await replace(scene.owner.cookie, 'GC 2', second)).toMatchObject({
      booking: { status: 'CERTIFIED' },
    });
    expect((await server.send(old, { cookie: scene.traveler.cookie })).status).toBe(404);
    expect((await download(scene.traveler.cookie)).length).toBe(second.length);
    await replace(team, 'GC 3', third);
    expect((await download(scene.traveler.cookie)).length).toBe(third.length);
    expect(await stored()).toMatchObject({ status: 'certified', certificateNumber: 'GC 3' });
    expect((await documents()).map(({ status }) => status)).toEqual([
      'discarded',
      'discarded',
      'attached',
    ]);
    await sweepContracts(server.deps);
    expect(await documents()).toHaveLength(1);
    const mails = await server.prisma.outgoingMail.count({
      where: {
        toAddress: scene.traveler.user.email,
        subject: { startsWith: 'You have a new guest certificate' },
      },
    });
    expect(mails).toBe(2);
  });

  it('is too late from the day of check-in', async () => {
    const before = time.clock();
    await time.moveTo(server, new Date(`${scene.checkIn}T18:00:00Z`));
    expect(await replace(scene.owner.cookie, 'GC 2')).toMatchObject({
      __typename: 'ConflictError',
      message: 'It is too early or too late for this',
    });
    expect(await stored()).toMatchObject({ certificateNumber: 'GC 1' });
    await time.moveTo(server, before);
  });

  it.each(['traveler', 'stranger'])('is not for the %s to upload', async (who) => {
    const cookie = who === 'stranger' ? stranger : scene.traveler.cookie;
    const answer = await replace(cookie, 'GC 2');
    expect(answer?.__typename).toBe(who === 'stranger' ? 'NotFoundError' : 'ForbiddenError');
    expect(await documents()).toEqual([{ fileName: 'first.pdf', status: 'attached' }]);
  });
});

describe('The database', () => {
  const write = (sql: string) => server.pool.query(sql, [bookingId]);
  const missing = 'has no document';

  it('takes no certified booking without a document', async () => {
    await expect(
      write("UPDATE bookings SET status = 'certified', certificate_number = 'GC 1' WHERE id = $1"),
    ).rejects.toThrow(missing);
    expect(await stored()).toMatchObject({ status: 'confirmed' });
  });

  it('keeps the document until the stay is over', async () => {
    await certify(server, scene.owner.cookie, bookingId);
    const discard = "UPDATE contract_documents SET status = 'discarded' WHERE booking_id = $1";
    await expect(write(discard)).rejects.toThrow(missing);
    await expect(write('DELETE FROM contract_documents WHERE booking_id = $1')).rejects.toThrow(
      missing,
    );
    await write("UPDATE bookings SET status = 'checked_in' WHERE id = $1");
    await expect(write(discard)).rejects.toThrow(missing);
    await write("UPDATE bookings SET status = 'completed' WHERE id = $1");
    await write(discard);
  });
});

describe('When an account is closed', () => {
  const close = (cookie: string) =>
    server.graphqlText<{ closeAccount: { __typename: string } }>(
      `mutation { closeAccount(input: { password: "${password}", confirmation: "DELETE" }) { __typename } }`,
      {},
      { cookie },
    );

  const endStay = () =>
    server.prisma.booking.update({
      where: { id: bookingId },
      data: { status: 'cancelled', endedBy: 'team' },
    });

  it('of the traveler, the certificate and the names of the guests go', async () => {
    await certify(server, scene.owner.cookie, bookingId);
    expect((await close(scene.traveler.cookie)).data?.closeAccount.__typename).toBe(
      'ConflictError',
    );
    await endStay();
    expect((await close(scene.traveler.cookie)).data?.closeAccount.__typename).toBe(
      'CloseAccountPayload',
    );
    expect(await stored()).toMatchObject({ guestNames: [], message: null });
    expect((await linkFor(scene.owner.cookie)).data?.createCertificateLink?.__typename).toBe(
      'NotFoundError',
    );
    await sweepContracts(server.deps);
    expect(await documents()).toEqual([]);
  });

  it.each(['owner', 'administrator'])(
    'of the %s who uploaded it, the traveler keeps the certificate',
    async (who) => {
      const uploader =
        who === 'owner' ? scene.owner : await signedInUser(server, { role: 'admin' });
      await certify(server, uploader.cookie, bookingId, { reason: 'Ok.' });
      if (who === 'owner') await endStay();
      expect((await close(uploader.cookie)).data?.closeAccount.__typename).toBe(
        'CloseAccountPayload',
      );
      await sweepContracts(server.deps);
      expect((await download(scene.traveler.cookie)).length).toBe(400);
    },
  );
});
