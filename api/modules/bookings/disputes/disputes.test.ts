import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddEvidenceInput } from '#api/generated/operations/graphql.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import { addDays } from '#common/days.ts';
import { docx, jpeg, pdf, png } from '#api/testing/documents.ts';
import { password, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { pathOf, uploadDocument } from '#api/testing/uploads.ts';
import { sweepContracts } from '#api/modules/contracts/sweep.ts';
import {
  booked,
  makeScene,
  move,
  movableClock,
  settleDispute,
  type Scene,
} from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;
let team: string;
let stranger: string;
let scene: Scene;
let bookingId: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
  team = (await signedInUser(server, { role: 'admin' })).cookie;
  stranger = (await signedInUser(server)).cookie;
});

afterAll(() => server.close());

beforeEach(async () => {
  ({ scene, id: bookingId } = await disputedStay());
});

afterEach(() => vi.restoreAllMocks());

/** A stay whose traveler reports a problem on the day of check-in. */
async function disputedStay(): Promise<{ scene: Scene; id: string }> {
  const made = await makeScene(server, { isInstant: true, cancellationPolicy: 'flexible' });
  const id = await booked(server, made);
  await time.moveTo(server, new Date(`${made.checkIn}T12:00:00Z`));
  const answer = await move(server, made.traveler.cookie, id, {
    move: 'DISPUTE',
    reason: 'The door is locked.',
  });
  expect(answer).toMatchObject({ booking: { status: 'DISPUTED' } });
  return { scene: made, id };
}

const addMutation = graphql(`
  mutation AddEvidenceTest($input: AddEvidenceInput!) {
    addEvidence(input: $input) {
      __typename
      ... on AddEvidencePayload {
        booking {
          evidence {
            number
            party
            text
            document {
              fileName
              contentType
            }
          }
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

const linkMutation = graphql(`
  mutation LinkOfEvidence($input: CreateEvidenceLinkInput!) {
    createEvidenceLink(input: $input) {
      __typename
      ... on CreateEvidenceLinkPayload {
        url
        document {
          fileName
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

const disputeQuery = graphql(`
  query DisputeOfBooking($id: ID!, $refundCents: Int!) {
    booking(id: $id) {
      disputedAt
      evidence {
        number
        party
        text
        document {
          fileName
        }
      }
      lastPolicyRefund {
        amount
      }
      settlement(refundCents: $refundCents) {
        traveler {
          amount
        }
        owner {
          amount
        }
        tax {
          amount
        }
        serviceFee {
          amount
        }
      }
    }
  }
`);

const disputesQuery = graphql(`
  query Disputes($search: String, $first: Int, $after: String, $last: Int, $before: String) {
    disputes(search: $search, first: $first, after: $after, last: $last, before: $before) {
      edges {
        cursor
        node {
          databaseId
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
      }
    }
  }
`);

const add = async (cookie: string | undefined, input: Omit<AddEvidenceInput, 'bookingId'>) =>
  (
    await server.graphql(
      addMutation,
      { input: { bookingId, ...input } },
      cookie === undefined ? {} : { cookie },
    )
  ).data?.addEvidence;

/** Uploads a file and adds it. */
const show = async (cookie: string, content = png(), fileName = 'door.png') =>
  add(cookie, { documentUrl: await uploadDocument(server, cookie, content, fileName) });

const linkFor = (cookie: string | undefined, number = 1) =>
  server.graphql(
    linkMutation,
    { input: { bookingId, number } },
    cookie === undefined ? {} : { cookie },
  );

async function pathFor(cookie: string): Promise<string> {
  const link = (await linkFor(cookie)).data?.createEvidenceLink;
  if (link?.__typename !== 'CreateEvidenceLinkPayload') throw new Error(JSON.stringify(link));
  return pathOf(link.url);
}

const read = async (cookie: string, refundCents = 0) =>
  (await server.graphql(disputeQuery, { id: bookingId, refundCents }, { cookie })).data?.booking;

const stored = () =>
  server.prisma.disputeEvidence.findMany({
    where: { bookingId },
    orderBy: { number: 'asc' },
    select: { number: true, party: true, text: true },
  });

const settle = (terms?: { refundCents: number; reason: string }) =>
  settleDispute(server, scene, bookingId, team, terms);

/** Words before the colon of the subjects of mails to an address about evidence, oldest first. */
const mailsTo = async (toAddress: string): Promise<string[]> =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress, template: 'evidenceAdded', text: { contains: bookingId } },
      orderBy: { id: 'asc' },
    })
  ).map(({ subject }) => subject.split(':')[0] ?? '');

describe('Evidence', () => {
  it('of each side is read by both sides and the team, and by nobody else', async () => {
    await add(scene.traveler.cookie, { text: '  Nobody came. Call 808-555-0101.  ' });
    await show(scene.owner.cookie, pdf(), 'key „27“.pdf');
    const all = [
      { number: 1, party: 'TRAVELER', text: 'Nobody came. Call 808-555-0101.', document: null },
      { number: 2, party: 'OWNER', text: null, document: { fileName: 'key „27“.pdf' } },
    ];
    for (const cookie of [scene.traveler.cookie, scene.owner.cookie, team]) {
      expect((await read(cookie))?.evidence).toEqual(all);
    }
    expect(await read(stranger)).toBeNull();
    expect(await stored()).toHaveLength(2);
  });

  it.each([
    ['picture', png(), 'door.png', 'image/png'],
    ['photo', jpeg(), 'door.jpg', 'image/jpeg'],
    ['PDF', pdf(), 'report.pdf', 'application/pdf'],
  ])('as a %s is opened by link, which is recorded', async (_, content, fileName, contentType) => {
    expect(await show(scene.traveler.cookie, content, fileName)).toMatchObject({
      booking: { evidence: [{ document: { fileName, contentType } }] },
    });
    for (const cookie of [scene.traveler.cookie, scene.owner.cookie, team]) {
      const response = await fetch(`${server.url}${await pathFor(cookie)}`, {
        headers: { cookie },
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    }
    const openings = await server.prisma.auditEntry.findMany({
      where: { action: 'evidence.open', subjectId: bookingId },
    });
    expect(openings).toHaveLength(3);
    expect((await linkFor(stranger)).data?.createEvidenceLink).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no such file for you to see',
    });
    expect((await linkFor(undefined)).errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    expect((await linkFor(team, 2)).data?.createEvidenceLink?.__typename).toBe('NotFoundError');
    const path = await pathFor(scene.owner.cookie);
    expect((await server.send(path, { cookie: stranger })).status).toBe(403);
    expect((await server.send(path)).status).toBe(401);
  });

  it.each([
    [
      'a Word document',
      docx(),
      'notes.docx',
      'A piece of evidence is a PDF or a picture: .pdf, .jpg, .jpeg or .png',
    ],
  ])('is not %s', async (_, content, fileName, message) => {
    expect(await show(scene.traveler.cookie, content, fileName)).toMatchObject({
      fieldErrors: [{ field: 'documentUrl', message }],
    });
    expect(await stored()).toEqual([]);
  });

  it('is refused by content, whatever it is called', async () => {
    await expect(show(scene.traveler.cookie, png(), 'report.pdf')).rejects.toThrow(
      /^400: [^]*The file is not what its name says/,
    );
  });

  it('is no file of someone else, and none that is used already', async () => {
    const theirs = await uploadDocument(server, stranger, pdf());
    expect(await add(scene.traveler.cookie, { documentUrl: theirs })).toMatchObject({
      fieldErrors: [
        { field: 'documentUrl', message: 'There is no such upload. Upload the document again' },
      ],
    });
    const own = await uploadDocument(server, scene.traveler.cookie, pdf());
    await add(scene.traveler.cookie, { documentUrl: own });
    expect(await add(scene.traveler.cookie, { documentUrl: own })).toMatchObject({
      fieldErrors: [
        { field: 'documentUrl', message: 'This document is used already. Upload another one' },
      ],
    });
    expect(await stored()).toHaveLength(1);
  });

  it('comes from the two sides alone', async () => {
    expect(await add(team, { text: 'We decide.' })).toMatchObject({
      __typename: 'ForbiddenError',
      message: 'Only the traveler and the owner can add evidence',
    });
    expect((await add(stranger, { text: 'I saw it.' }))?.__typename).toBe('NotFoundError');
    expect(await add(undefined, { text: 'I saw it.' })).toBeFalsy();
    expect(await stored()).toEqual([]);
  });

  it.each([
    [{}, 'Write a statement or upload a file, one at a time'],
    [{ text: '  ' }, 'Write a statement or upload a file, one at a time'],
    [{ text: 'It leaks.', documentUrl: 'x' }, 'Write a statement or upload a file, one at a time'],
    [{ text: 'a'.repeat(2_001) }, 'A statement may have at most 2,000 characters'],
  ])('is refused: %j', async (input, message) => {
    expect(await add(scene.traveler.cookie, input)).toMatchObject({
      fieldErrors: [{ field: 'text', message }],
    });
  });

  it('is taken from the report until the problem is settled', async () => {
    const before = await makeScene(server, { isInstant: true });
    const disputed = bookingId;
    bookingId = await booked(server, before);
    expect(await add(before.traveler.cookie, { text: 'Early.' })).toMatchObject({
      __typename: 'ConflictError',
      message: 'No problem with this stay is being settled',
    });
    bookingId = disputed;
    expect(await settle()).toMatchObject({ booking: { status: 'RESOLVED' } });
    const tooLate = {
      __typename: 'ConflictError',
      message: 'The problem is settled: nothing can be added any more',
    };
    expect(await add(scene.owner.cookie, { text: 'Late.' })).toMatchObject(tooLate);
    expect(await show(scene.owner.cookie)).toMatchObject(tooLate);
    await expect(
      server.prisma.disputeEvidence.create({
        data: {
          bookingId,
          number: 1,
          party: 'owner',
          text: 'Late.',
          isTold: true,
          addedAt: new Date(),
        },
      }),
    ).rejects.toThrow('is being settled');
  });

  it('is at most ten statements of each side, also if they come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        add(scene.traveler.cookie, { text: `Statement ${index}` }),
      ),
    );
    expect(answers.filter((answer) => answer?.__typename === 'AddEvidencePayload')).toHaveLength(
      10,
    );
    expect(answers.find((answer) => answer?.__typename !== 'AddEvidencePayload')).toMatchObject({
      fieldErrors: [{ field: 'text', message: 'You can add at most 10 statements' }],
    });
    expect((await stored()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await add(scene.owner.cookie, { text: 'My side.' }))?.__typename).toBe(
      'AddEvidencePayload',
    );
    expect((await show(scene.traveler.cookie))?.__typename).toBe('AddEvidencePayload');
    await expect(
      server.prisma.disputeEvidence.create({
        data: {
          bookingId,
          number: 99,
          party: 'traveler',
          text: 'One more.',
          isTold: true,
          addedAt: new Date(),
        },
      }),
    ).rejects.toThrow('at most 10');
  });

  it('is added once when a call is repeated with its key', async () => {
    const input = { text: 'It leaks.', idempotencyKey: 'it-leaks-1' };
    const answers = await Promise.all([1, 2, 3].map(() => add(scene.traveler.cookie, input)));
    expect(answers.map((answer) => answer?.__typename)).toEqual(
      Array.from({ length: 3 }, () => 'AddEvidencePayload'),
    );
    const documentUrl = await uploadDocument(server, scene.owner.cookie, pdf());
    const file = { documentUrl, idempotencyKey: 'it-leaks-1' };
    await add(scene.owner.cookie, file);
    expect((await add(scene.owner.cookie, file))?.__typename).toBe('AddEvidencePayload');
    expect(await stored()).toHaveLength(2);
  });

  it('can’t be changed', async () => {
    await add(scene.traveler.cookie, { text: 'It leaks.' });
    for (const change of [
      server.prisma.disputeEvidence.updateMany({
        where: { bookingId },
        data: { text: 'It is dry.' },
      }),
      server.prisma.disputeEvidence.deleteMany({ where: { bookingId } }),
    ]) {
      await expect(change).rejects.toThrow('dispute_evidence_append_only');
    }
  });

  it('is told to the other side and the team, of each side once a day', async () => {
    const contact = server.deps.siteSettings.current().contactEmail;
    await add(scene.traveler.cookie, { text: 'It leaks.' });
    await add(scene.traveler.cookie, { text: 'Much.' });
    await show(scene.owner.cookie);
    expect(await mailsTo(scene.owner.user.email)).toEqual(['The traveler has told their side']);
    expect(await mailsTo(scene.traveler.user.email)).toEqual(['The owner has told their side']);
    expect(await mailsTo(contact)).toEqual([
      'The traveler has told their side',
      'The owner has told their side',
    ]);
    const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
      where: { toAddress: scene.owner.user.email, template: 'evidenceAdded' },
    });
    expect(text).toContain('It leaks.');
    await time.moveTo(server, new Date(`${addDays(scene.checkIn, 1)}T12:00:00Z`));
    await add(scene.traveler.cookie, { text: 'Still.' });
    expect(await mailsTo(scene.owner.user.email)).toHaveLength(2);
  });

  it('leaves nothing behind when the database fails, and can be sent again', async () => {
    const documentUrl = await uploadDocument(server, scene.traveler.cookie, pdf());
    await server.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON outgoing_mails FOR EACH ROW EXECUTE FUNCTION fail();`);
    try {
      expect(await add(scene.traveler.cookie, { documentUrl })).toBeFalsy();
    } finally {
      await server.pool.query('DROP TRIGGER fail ON outgoing_mails; DROP FUNCTION fail');
    }
    expect(await stored()).toEqual([]);
    expect((await add(scene.traveler.cookie, { documentUrl }))?.__typename).toBe(
      'AddEvidencePayload',
    );
  });
});

describe('When a dispute is over and a side closes its account', () => {
  it('its statements stay, its files go, and its export has had both', async () => {
    await add(scene.traveler.cookie, { text: 'It leaks.' });
    await show(scene.traveler.cookie);
    await add(scene.owner.cookie, { text: 'It does not.' });
    await settle();
    const { text } = await server.rest('GET', '/api/users/me/export', undefined, {
      cookie: scene.traveler.cookie,
    });
    expect(JSON.parse(text)).toMatchObject({
      disputeEvidence: [{ document: { fileName: 'door.png' } }, { text: 'It leaks.' }],
    });
    expect(text).not.toContain('It does not.');
    const closed = await server.graphqlText<{ closeAccount: { __typename: string } }>(
      `mutation { closeAccount(input: { password: "${password}", confirmation: "DELETE" }) { __typename } }`,
      {},
      { cookie: scene.traveler.cookie },
    );
    expect(closed.data?.closeAccount.__typename).toBe('CloseAccountPayload');
    await sweepContracts(server.deps);
    expect((await read(scene.owner.cookie))?.evidence).toMatchObject([
      { party: 'TRAVELER', text: 'It leaks.' },
      { party: 'TRAVELER', text: null, document: null },
      { party: 'OWNER', text: 'It does not.' },
    ]);
    expect((await linkFor(scene.owner.cookie, 2)).data?.createEvidenceLink?.__typename).toBe(
      'NotFoundError',
    );
    expect(await server.prisma.contractDocument.count({ where: { evidence: { bookingId } } })).toBe(
      0,
    );
  });
});

describe('The team', () => {
  // 7 x $150 + $90 cleaning, 8 % service fee.
  const total = 123_120;

  it('sees who gets what before it settles a problem, and so it is', async () => {
    expect(await read(team, 57_000)).toMatchObject({
      disputedAt: expect.any(String),
      // The policy is flexible until the day before check-in.
      lastPolicyRefund: { amount: total },
      settlement: {
        traveler: { amount: 57_000 },
        owner: { amount: 57_000 },
        tax: { amount: 0 },
        serviceFee: { amount: 9_120 },
      },
    });
    await settle({ refundCents: 57_000, reason: 'Half.' });
    const balances = await server.prisma.ledgerEntry.groupBy({
      by: ['account'],
      where: { transaction: { bookingId } },
      _sum: { amountCents: true },
    });
    const sums = Object.fromEntries(
      balances.map(({ account, _sum }) => [account, Number(_sum.amountCents)]),
    );
    expect(sums).toMatchObject({ owner_payable: -57_000, service_fee: -9_120 });
  });

  it('alone sees what a settlement would give', async () => {
    for (const { cookie } of [scene.traveler, scene.owner]) {
      expect(await read(cookie)).toMatchObject({ lastPolicyRefund: null, settlement: null });
    }
    const { errors } = await server.graphql(
      disputeQuery,
      { id: bookingId, refundCents: total + 1 },
      { cookie: team },
    );
    expect(errors[0]?.message).toBe('The refund must be $0 to $1,231.20');
  });

  it('finds the open problems first, and the oldest first', async () => {
    const oldest = bookingId;
    const { scene: settledScene, id: settled } = await disputedStay();
    await time.moveTo(server, new Date(time.clock().getTime() + 60_000));
    const newest = (await disputedStay()).id;
    await settleDispute(server, settledScene, settled, team);
    const page = async (variables: object) => {
      const { data } = await server.graphql(disputesQuery, variables, { cookie: team });
      const { edges = [], pageInfo } = data?.disputes ?? {};
      return {
        pageInfo,
        ids: edges.map(({ node }) => node.databaseId),
        cursors: edges.map(({ cursor }) => cursor),
      };
    };
    const all = await page({ first: 100 });
    const mine = all.ids.filter((id) => [oldest, settled, newest].includes(id));
    expect(mine).toEqual([oldest, newest, settled]);
    expect(new Set(all.ids).size).toBe(all.ids.length);
    // Pages of two, forwards and backwards, give the same order.
    const walked: string[] = [];
    let after: string | null = null;
    for (;;) {
      const next: Awaited<ReturnType<typeof page>> = await page({ first: 2, after });
      walked.push(...next.ids);
      if (!next.pageInfo?.hasNextPage) break;
      after = next.cursors.at(-1) ?? null;
    }
    expect(walked).toEqual(all.ids);
    const back = await page({ last: 2, before: all.cursors.at(-1) });
    expect(back.ids).toEqual(all.ids.slice(-3, -1));
    const { data } = await server.graphql(disputesQuery, { search: oldest }, { cookie: team });
    expect(data?.disputes?.edges.map(({ node }) => node.databaseId)).toEqual([oldest]);
  });
});
