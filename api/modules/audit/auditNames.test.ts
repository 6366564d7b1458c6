import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createInquiry,
  createMail,
  createResort,
  createReview,
  createUser,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { auditedActions, recordAudit, type AuditAction } from './audit.ts';
import { auditEntriesQuery } from './testing/operations.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  const names = { firstName: 'Maren', lastName: 'Holt', username: 'boss' };
  ({ cookie } = await signedInUser(server, { role: 'admin', ...names }));
});

afterAll(() => server.close());

async function change(mutation: string, input: object): Promise<void> {
  const { data, errors } = await server.graphqlText<
    Record<string, { __typename: string; message?: string }>
  >(
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) {
       ${mutation}(input: $input) { __typename ... on Error { message } } }`,
    { input },
    { cookie },
  );
  expect(errors).toEqual([]);
  const answer = data?.[mutation];
  expect(answer?.__typename, answer?.message).toMatch(/Payload$/);
}

async function entriesAbout(subjectId: string) {
  const variables = { filter: { subjectId }, first: 100 };
  const { data, errors } = await server.graphql(auditEntriesQuery, variables, { cookie });
  expect(errors).toEqual([]);
  return (data?.auditEntries?.edges ?? []).map(({ node }) => node);
}

interface Case {
  /** Creates the subject and has an administrator change it; resolves to its id. */
  touch: () => Promise<string>;
  /** Deletes it, as an administrator or a cleanup job does. */
  remove: (id: string) => Promise<unknown>;
  /** Its name while it exists, and after it was deleted if that differs. */
  name: string;
  nameAfter?: string;
}

const sql = (text: string) => (id: string) => server.pool.query(text, [id]);

const cases: Record<string, Case> = {
  resort: {
    touch: async () => {
      const { id } = await createResort(server, { name: 'Quiet Harbor' });
      await change('updateResort', { resortId: id, fields: { priceMaxCents: 90_000 } });
      return id;
    },
    remove: (resortId) => change('deleteResort', { resortId }),
    name: 'Quiet Harbor',
  },
  account: {
    touch: async () => {
      const { id } = await createUser(server, { firstName: 'Ines', username: 'ines_b' });
      await change('updateUser', { userId: id, lastName: 'Berg' });
      return id;
    },
    remove: (userId) => change('deleteUser', { userId }),
    name: 'Ines Berg',
    // The full name is forgotten with the person.
    nameAfter: 'ines_b',
  },
  review: {
    touch: async () => {
      const { id: resortId } = await createResort(server);
      const { id: userId } = await createUser(server);
      const { id } = await createReview(server, { resortId, userId, title: 'Buy my boat' });
      const { id: reporterId } = await createUser(server);
      const report = { reviewId: id, reporterId, reason: 'SPAM' };
      await server.prisma.reviewReport.create({ data: report });
      await change('dismissReviewReports', { reviewId: globalId('Review', id), openReports: 1 });
      await server.prisma.reviewReport.create({
        data: { ...report, reporterId: (await createUser(server)).id },
      });
      return id;
    },
    remove: (id) =>
      change('removeReportedReview', {
        reviewId: globalId('Review', id),
        openReports: 1,
        reason: 'It is advertising.',
      }),
    name: 'Buy my boat',
  },
  setting: {
    touch: async () => {
      await change('createSetting', { key: 'motto', value: 'Weeks' });
      return 'motto';
    },
    remove: (key) => change('deleteSetting', { key, version: 1 }),
    name: 'motto',
  },
  inquiry: {
    touch: async () => {
      const { id: userId } = await createUser(server);
      const { id } = await createInquiry(server, { userId, propertyName: 'Kelp Cove' });
      await change('addInquiryNote', { inquiryId: id, text: 'Called.' });
      return id;
    },
    remove: (id) => sql('DELETE FROM property_inquiries WHERE id = $1')(id),
    name: 'Kelp Cove',
  },
  message: {
    touch: async () => {
      const { id } = await createMail(server, { status: 'failed', subject: 'Your week' });
      await change('resendMail', { id: globalId('OutgoingMail', id) });
      return id;
    },
    remove: (id) => sql('DELETE FROM outgoing_mails WHERE id = $1')(id),
    name: 'Your week',
  },
};

describe('The audit log', () => {
  it.each(Object.entries(cases))(
    'names the %s of an entry while it exists and after it was deleted',
    async (_what, { touch, remove, name, nameAfter = name }) => {
      const id = await touch();
      const before = await entriesAbout(id);
      expect(before).not.toEqual([]);
      for (const entry of before) {
        expect(entry).toMatchObject({ subjectName: name, subjectExists: true });
        expect(entry).toMatchObject({ actorFullName: 'Maren Holt', isByPerson: true });
      }
      await remove(id);
      for (const entry of await entriesAbout(id)) {
        expect(entry).toMatchObject({ subjectName: nameAfter, subjectExists: false });
      }
    },
  );

  it('names a deleted administrator by the username of that time', async () => {
    const gone = await signedInUser(server, { role: 'admin', username: 'gone_1' });
    await recordAudit(server.prisma, gone.user, 'resort.update', 'r1');
    await server.prisma.user.delete({ where: { id: gone.user.id } });
    expect(await entriesAbout('r1')).toMatchObject([
      { actorName: 'gone_1', actorFullName: null, isByPerson: true, subjectName: null },
    ]);
  });

  it('has an enum value for each action that can be recorded', async () => {
    for (const action of Object.keys(auditedActions) as AuditAction[]) {
      await recordAudit(server.prisma, 'housekeeping', action, 'every');
    }
    const entries = await entriesAbout('every');
    expect(entries).toHaveLength(Object.keys(auditedActions).length);
    for (const { kind, action, isByPerson } of entries) {
      expect(kind?.replaceAll('_', ''), action).toBe(action.replace('.', '').toUpperCase());
      expect(isByPerson).toBe(false);
    }
  });
});
