import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InquiryStatus as Status } from '#api/generated/operations/graphql.ts';
import type { Prisma, PropertyInquiry } from '#api/generated/prisma/client.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import {
  createInquiry,
  createResort,
  createUser,
  inquiryData,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { draftOf } from './inquiryDraft.ts';
import {
  addInquiryNoteMutation,
  inquiriesQuery,
  inquiryQuery,
  replyToInquiryMutation,
  setInquiryStatusMutation,
  turnInquiryIntoDraftMutation,
} from './testing/operations.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  await setContactEmail(server);
  const admin = { role: 'admin', username: 'desk', firstName: 'Maren', lastName: 'Dahl' } as const;
  ({ cookie } = await signedInUser(server, admin));
});

afterAll(() => server.close());

async function sent(
  given: Partial<Prisma.PropertyInquiryUncheckedCreateInput> = {},
): Promise<PropertyInquiry> {
  const user = await createUser(server);
  return createInquiry(server, { email: user.email, ...given, userId: user.id });
}

const read = async ({ id }: PropertyInquiry) =>
  (await server.graphql(inquiryQuery, { inquiryId: id }, { cookie })).data?.inquiry;

const note = async ({ id }: PropertyInquiry, text: string) =>
  (await server.graphql(addInquiryNoteMutation, { input: { inquiryId: id, text } }, { cookie }))
    .data?.addInquiryNote;

const reply = async ({ id }: PropertyInquiry, text: string, version = 1) =>
  (
    await server.graphql(
      replyToInquiryMutation,
      { input: { inquiryId: id, version, text } },
      { cookie },
    )
  ).data?.replyToInquiry;

const setStatus = async ({ id }: PropertyInquiry, status: Status, version = 1) =>
  (
    await server.graphql(
      setInquiryStatusMutation,
      { input: { inquiryId: id, version, status } },
      { cookie },
    )
  ).data?.setInquiryStatus;

const turn = async ({ id }: PropertyInquiry, draftVersion = 0, version = 1) =>
  (
    await server.graphql(
      turnInquiryIntoDraftMutation,
      { input: { inquiryId: id, version, draftVersion } },
      { cookie },
    )
  ).data?.turnInquiryIntoDraft;

const auditOf = (inquiry: PropertyInquiry) =>
  server.prisma.auditEntry.findMany({ where: { subjectId: inquiry.id }, orderBy: { id: 'asc' } });

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } });

const told = 'Another administrator has worked on this inquiry since you opened it. Load it again';

describe('a submitted property', () => {
  it('becomes contacted when the team replies by mail', async () => {
    const inquiry = await sent({ firstName: 'Ines', propertyName: 'Palm week' });
    const answer = await reply(inquiry, ' Hello Ines,\nwhich season is it? ');
    expect(answer).toMatchObject({
      __typename: 'ReplyToInquiryPayload',
      inquiry: {
        status: 'CONTACTED',
        version: 2,
        moves: ['CONVERTED', 'CLOSED'],
        history: [
          {
            kind: 'REPLY',
            status: 'CONTACTED',
            actorName: 'Maren Dahl',
            text: 'Hello Ines,\nwhich season is it?',
          },
        ],
      },
    });
    const [mail, ...more] = await mailsTo(inquiry.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      template: 'inquiryReply',
      subject: 'About your property: Palm week',
      headers: { 'Reply-To': server.deps.siteSettings.current().contactEmail },
    });
    expect(mail?.text).toContain('> which season is it?');
    // A second message leaves the status as it is.
    await reply(inquiry, 'And which unit?', 2);
    expect((await read(inquiry))?.history.map(({ status }) => status)).toEqual([null, 'CONTACTED']);
    expect(await auditOf(inquiry)).toMatchObject([
      { actorName: 'desk', action: 'inquiry.reply', after: { status: 'contacted', version: 2 } },
      { action: 'inquiry.reply', after: { status: 'contacted', version: 3 } },
    ]);
  });

  it('has notes that cannot be changed and are deleted with it', async () => {
    const inquiry = await sent();
    await note(inquiry, 'Called, no answer');
    expect(await note(inquiry, 'Called again')).toMatchObject({ inquiry: { version: 1 } });
    expect((await read(inquiry))?.history).toMatchObject([
      { kind: 'NOTE', text: 'Called again', actorName: 'Maren Dahl' },
      { kind: 'NOTE', text: 'Called, no answer' },
    ]);
    const [event] = await server.prisma.inquiryEvent.findMany({ where: { inquiryId: inquiry.id } });
    const where = { id: event?.id ?? '' };
    await expect(
      server.prisma.inquiryEvent.update({ where, data: { text: 'Changed' } }),
    ).rejects.toThrow('inquiry_events_append_only');
    await expect(server.prisma.inquiryEvent.delete({ where })).rejects.toThrow(
      'inquiry_events_append_only',
    );
    await server.prisma.propertyInquiry.delete({ where: { id: inquiry.id } });
    expect(await server.prisma.inquiryEvent.count({ where: { inquiryId: inquiry.id } })).toBe(0);
  });

  it('keeps its history, without the name, when an administrator is deleted', async () => {
    const inquiry = await sent();
    const gone = await signedInUser(server, { role: 'admin' });
    await server.graphql(
      addInquiryNoteMutation,
      { input: { inquiryId: inquiry.id, text: 'Mine' } },
      { cookie: gone.cookie },
    );
    await server.prisma.user.delete({ where: { id: gone.user.id } });
    expect((await read(inquiry))?.history).toMatchObject([{ text: 'Mine', actorName: null }]);
  });

  it.each([
    ['new', ['CONTACTED', 'CONVERTED', 'CLOSED']],
    ['contacted', ['CONVERTED', 'CLOSED']],
    ['converted', ['CONTACTED', 'CLOSED']],
    ['closed', ['CONTACTED']],
  ] as const)('that is %s can become one of %j only', async (status, moves) => {
    for (const wanted of ['NEW', 'CONTACTED', 'CONVERTED', 'CLOSED'] as const) {
      const inquiry = await sent({ status });
      const answer = await setStatus(inquiry, wanted);
      if ((moves as readonly Status[]).includes(wanted)) {
        expect(answer).toMatchObject({ inquiry: { status: wanted, version: 2 } });
        expect(await auditOf(inquiry)).toMatchObject([
          { action: 'inquiry.setStatus', before: { status }, after: { version: 2 } },
        ]);
      } else {
        expect(answer).toEqual({
          __typename: 'ConflictError',
          message: `An inquiry that is ${status} can't be made ${wanted.toLowerCase()}`,
        });
        expect(await auditOf(inquiry)).toEqual([]);
      }
    }
  });

  it('accepts one of 6 concurrent changes and refuses the others with a conflict', async () => {
    const inquiry = await sent();
    const answers = await Promise.all([
      setStatus(inquiry, 'CLOSED'),
      setStatus(inquiry, 'CONTACTED'),
      reply(inquiry, 'One'),
      reply(inquiry, 'Two'),
      turn(inquiry),
      turn(inquiry),
    ]);
    const lost = answers.filter((answer) => answer?.__typename === 'ConflictError');
    expect(lost).toHaveLength(5);
    expect(lost).toEqual(Array(5).fill({ __typename: 'ConflictError', message: told }));
    expect(await auditOf(inquiry)).toHaveLength(1);
    expect((await read(inquiry))?.history).toHaveLength(1);
  });

  it.each([
    ['', 'required'],
    [' \n ', 'required'],
    ['x'.repeat(5_001), 'may have at most 5,000 characters'],
  ])('refuses the text "%.5s"', async (text, problem) => {
    const inquiry = await sent();
    const words = (name: string) =>
      problem === 'required' ? `${name} is required` : `${name} ${problem}`;
    expect(await note(inquiry, text)).toMatchObject({ message: words('Note') });
    expect(await reply(inquiry, text)).toMatchObject({ message: words('Message') });
    expect((await read(inquiry))?.history).toEqual([]);
  });

  it('that does not exist is not found', async () => {
    for (const id of ['none', '01890a5d-ac96-774b-bcce-b302099a8057']) {
      const missing = { id } as PropertyInquiry;
      expect(await read(missing)).toBeNull();
      expect(await note(missing, 'Hello')).toEqual({
        __typename: 'NotFoundError',
        message: 'Inquiry not found',
      });
    }
  });
});

describe('a listing draft', () => {
  it('is made from a submitted property, and the member is told by mail', async () => {
    const resort = await createResort(server, { name: 'Pelican % Point' });
    await createResort(server, { name: 'Pelican 7 Point' });
    const inquiry = await sent({ resortName: ' pelican % point', additionalInfo: 'Top floor.' });
    const answer = await turn(inquiry);
    expect(answer).toMatchObject({
      __typename: 'TurnInquiryIntoDraftPayload',
      inquiry: {
        status: 'CONVERTED',
        version: 2,
        senderDraft: { version: 1, title: inquiryData.propertyName },
        history: [{ kind: 'DRAFT', status: 'CONVERTED' }],
      },
    });
    const ownerId = inquiry.userId ?? '';
    expect(await server.prisma.listingDraft.findUnique({ where: { ownerId } })).toMatchObject({
      resortId: resort.id,
      content: { title: inquiryData.propertyName, salePrice: '12500', weekNumber: '27' },
    });
    const [mail] = await mailsTo(inquiry.email);
    expect(mail).toMatchObject({ template: 'inquiryDraft' });
    expect(mail?.text).toContain('http://tideweek.test/create-listing');
    expect(mail?.text).not.toContain('taken the place');
    expect(await auditOf(inquiry)).toMatchObject([
      { action: 'inquiry.turnIntoDraft', after: { status: 'converted' }, note: null },
    ]);
  });

  it('begun by the member is replaced only if its version is given', async () => {
    const inquiry = await sent();
    const ownerId = inquiry.userId ?? '';
    await server.prisma.listingDraft.create({
      data: { ownerId, content: { title: 'My own' }, version: 3 },
    });
    expect((await read(inquiry))?.senderDraft).toEqual({ version: 3, title: 'My own' });
    expect(await turn(inquiry)).toEqual({
      __typename: 'ConflictError',
      message: 'The member has begun a listing of their own. Load this page again to see it',
    });
    expect(await turn(inquiry, 2)).toEqual({
      __typename: 'ConflictError',
      message:
        'The member has changed or finished their draft since you opened this page. Load it again',
    });
    const draft = () => server.prisma.listingDraft.findUnique({ where: { ownerId } });
    expect(await draft()).toMatchObject({ content: { title: 'My own' }, version: 3 });
    expect(await read(inquiry)).toMatchObject({ status: 'NEW', version: 1, history: [] });
    expect(await mailsTo(inquiry.email)).toEqual([]);
    expect(await turn(inquiry, 3)).toMatchObject({ inquiry: { status: 'CONVERTED' } });
    expect(await draft()).toMatchObject({
      content: { title: inquiryData.propertyName },
      version: 4,
    });
    expect((await mailsTo(inquiry.email))[0]?.text).toContain('taken the place');
    expect(await auditOf(inquiry)).toMatchObject([{ note: "The member's own draft was replaced" }]);
  });

  it('requires an account', async () => {
    const message = 'The person who sent this has no account any more';
    const closed = await createUser(server, { closedAt: new Date() });
    for (const userId of [null, closed.id]) {
      const inquiry = await server.prisma.propertyInquiry.create({
        data: { ...inquiryData, userId },
      });
      expect(await read(inquiry)).toMatchObject({ hasAccount: false, senderDraft: null });
      expect(await turn(inquiry)).toEqual({ __typename: 'ConflictError', message });
    }
  });

  it('is not made if the mail cannot be queued', async () => {
    const own = await startTestServer();
    try {
      const admin = await signedInUser(own, { role: 'admin' });
      const inquiry = await createInquiry(own, { userId: (await createUser(own)).id });
      await own.pool.query('ALTER TABLE outgoing_mails ADD CHECK (template <> $$inquiryDraft$$)');
      const answer = await own.graphql(
        turnInquiryIntoDraftMutation,
        { input: { inquiryId: inquiry.id, version: 1, draftVersion: 0 } },
        { cookie: admin.cookie },
      );
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.listingDraft.count()).toBe(0);
      expect(await own.prisma.inquiryEvent.count()).toBe(0);
      expect(await own.prisma.auditEntry.count()).toBe(0);
      expect(await own.prisma.propertyInquiry.findMany()).toMatchObject([
        { status: 'new', version: 1 },
      ]);
    } finally {
      await own.close();
    }
  });

  it.each([
    ['week 27', '27'],
    ['Weeks 12 and 13', undefined],
    ['week 12 to 14', undefined],
    ['week 12-14', undefined],
    ['Week #54', undefined],
    ['red season', undefined],
  ])('reads the week in "%s" as %s', (weekNumbers, weekNumber) => {
    expect(draftOf({ ...plainly, weekNumbers }).weekNumber).toBe(weekNumber);
  });

  it('has only values that can be parsed reliably; the rest is in the description', () => {
    expect(
      draftOf({
        ...plainly,
        unit: '2-bedroom, sleeps 6',
        ownershipType: 'Deeded, floating, odd years',
        askingPriceCents: null,
        askingPriceText: 'make an offer',
        additionalInfo: 'Top floor.',
      }),
    ).toEqual({
      title: inquiryData.propertyName,
      description:
        'Top floor.\n\nUnit: 2-bedroom, sleeps 6\n\nOwnership: Deeded, floating, odd years\n\nWeek or season: Week 27\n\nAsking price: make an offer',
      unitType: '2-bedroom, sleeps 6',
      isForSale: true,
      bedrooms: '2',
      weekNumber: '27',
      ownership: 'FLOATING',
      tenure: 'DEEDED',
      use: 'ODD',
    });
    expect(draftOf({ ...plainly, ownershipType: 'fixed or floating' }).ownership).toBeUndefined();
  });
});

const plainly = { ...inquiryData, additionalInfo: null };

describe('the list of submitted properties', () => {
  const list = async (variables: {
    status?: Status;
    search?: string;
    few?: number;
    after?: string;
  }) => (await server.graphql(inquiriesQuery, variables, { cookie })).data?.inquiries;

  it('can be searched, filtered by status and paged', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const inquiry = await sent({
        propertyName: `Zephyr no${count}`,
        location: 'Quiet_Bay',
        lastName: 'Vance',
        status: count === 0 ? 'closed' : 'new',
      });
      made.unshift(inquiry.id);
    }
    const idsOf = (page: Awaited<ReturnType<typeof list>>) =>
      page?.edges.map(({ node }) => node.databaseId);
    expect(idsOf(await list({ search: 'zephyr' }))).toEqual(made);
    expect(idsOf(await list({ search: 'VANCE quiet_bay no3' }))).toEqual([made[1]]);
    expect(idsOf(await list({ search: 'quiet-bay' }))).toEqual([]);
    expect(idsOf(await list({ search: 'zeph%r' }))).toEqual([]);
    expect(idsOf(await list({ search: 'zephyr', status: 'CLOSED' }))).toEqual([made[4]]);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ search: 'zephyr', few: 2, ...(after && { after }) });
      seen.push(...(idsOf(page) ?? []));
      after = (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || undefined;
    } while (after);
    expect(seen).toEqual(made);
  });
});
