import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setContactEmail } from '#api/testing/mail.ts';
import { fraudReasons } from '#common/fraudReasons.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import { createListing, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { mailUnreadMessages } from './unreadMail.ts';
import {
  messageThreadQuery,
  openThreadMutation,
  reportedMessagesQuery,
  reportMessageMutation,
  sendMessageMutation,
} from './testing/operations.ts';

const dismissMutation = graphql(`
  mutation DismissMessageReports($input: DismissMessageReportsInput!) {
    dismissMessageReports(input: $input) {
      __typename
      ...Refusal
    }
  }
`);

const hideMutation = graphql(`
  mutation HideReportedMessage($input: HideReportedMessageInput!) {
    hideReportedMessage(input: $input) {
      __typename
      ...Refusal
    }
  }
`);

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  await setContactEmail(server);
  admin = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

/** A thread in which the owner wrote messages 1 to 8. */
async function written() {
  const owner = await signedInUser(server);
  const traveler = await signedInUser(server);
  const { id: listingId } = await createListing(server, {
    resortId: (await createResort(server)).id,
    ownerId: owner.user.id,
  });
  const { data } = await server.graphql(
    openThreadMutation,
    { input: { listingId } },
    { cookie: traveler.cookie },
  );
  if (data?.openThread?.__typename !== 'OpenThreadPayload') throw new Error();
  const threadId = data.openThread.thread.databaseId;
  const ids: string[] = [];
  for (let number = 1; number <= 8; number += 1) {
    const answer = await server.graphql(
      sendMessageMutation,
      { input: { threadId, text: `Pay me at example.com, ${number}` } },
      { cookie: owner.cookie },
    );
    const sent = answer.data?.sendMessage;
    if (sent?.__typename === 'SendMessagePayload') ids.push(sent.messageEdge.node.databaseId);
  }
  return { owner, traveler, threadId, ids, messageId: ids[7] ?? '' };
}

const report = async (cookie: string | undefined, messageId: string, input: object = {}) =>
  (
    await server.graphql(
      reportMessageMutation,
      { input: { messageId, reason: 'OUTSIDE_PAYMENT', ...input } },
      { cookie },
    )
  ).data?.reportMessage;

const reported = async () =>
  (await server.graphql(reportedMessagesQuery, {}, { cookie: admin.cookie })).data?.reportedMessages
    ?.edges ?? [];

const read = async (threadId: string, cookie: string) =>
  (await server.graphql(messageThreadQuery, { id: threadId }, { cookie })).data?.messageThread;

describe('reportMessage', () => {
  it('shows the team the message with what was written around it, and mails them', async () => {
    const { traveler, threadId, ids } = await written();
    const messageId = ids[1] ?? '';
    expect(await read(threadId, admin.cookie)).toBeNull();
    expect(await report(traveler.cookie, messageId)).toEqual({
      __typename: 'ReportMessagePayload',
      messageId: globalId('Message', messageId),
    });
    const found = (await reported()).find(({ node }) => node.databaseId === messageId);
    expect(found?.node).toMatchObject({
      threadId,
      text: 'Pay me at example.com, 2',
      openReportCount: 1,
      openReports: [{ reason: 'OUTSIDE_PAYMENT', details: '' }],
    });
    expect(found?.node.context.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const thread = await read(threadId, admin.cookie);
    expect(thread?.side).toBeNull();
    expect(thread?.messages.edges[0]?.node.text).toBe('Pay me at example.com, 1');
    const mail = await server.prisma.outgoingMail.findFirst({
      where: { template: 'messageReported' },
      orderBy: { createdAt: 'desc' },
    });
    expect(mail?.text).toContain('Asks to pay or book elsewhere');
    expect(mail?.toAddress).toBe('hello@tideweek.example');
    const answer = await server.graphql(
      sendMessageMutation,
      { input: { threadId, text: 'As the team' } },
      { cookie: admin.cookie },
    );
    expect(answer.data?.sendMessage?.__typename).toBe('NotFoundError');
  });

  it('is accepted once, even when sent concurrently, and from the other side only', async () => {
    const { owner, traveler, messageId } = await written();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => report(traveler.cookie, messageId)),
    );
    expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
      'ConflictError',
      'ConflictError',
      'ConflictError',
      'ReportMessagePayload',
    ]);
    expect(await report(owner.cookie, messageId)).toMatchObject({ __typename: 'ForbiddenError' });
    const stranger = await signedInUser(server);
    for (const cookie of [stranger.cookie, admin.cookie]) {
      expect(await report(cookie, messageId)).toEqual({
        __typename: 'NotFoundError',
        message: 'There is no such message',
      });
    }
    expect(await report(traveler.cookie, messageId, { reason: 'OTHER' })).toMatchObject({
      fieldErrors: [{ field: 'details', message: 'Tell us what is wrong' }],
    });
    expect(await server.prisma.messageReport.count({ where: { messageId } })).toBe(1);
  });
});

/** Sends a message of the owner in a new thread. */
async function sentByOwner(text: string) {
  const parties = await written();
  const { threadId, owner } = parties;
  const send = async () => {
    const input = { threadId, text, idempotencyKey: 'the-same-call' };
    const { data } = await server.graphql(sendMessageMutation, { input }, { cookie: owner.cookie });
    return data?.sendMessage?.__typename === 'SendMessagePayload'
      ? data.sendMessage.messageEdge.node
      : undefined;
  };
  const sent = await send();
  if (!sent) throw new Error('The message was not sent');
  return { ...parties, send, sent };
}

describe('A message with signs of fraud', () => {
  const wire = 'Kindly wire the deposit to my sister. You must do it right now.';
  const signs = ['PAYMENT_OUTSIDE', 'PRESSURE'];

  it('warns both sides, in the mail too, and is before the team once', async () => {
    const { owner, traveler, threadId, sent, send } = await sentByOwner(wire);
    expect(sent.warnings).toEqual(signs);
    expect((await send())?.databaseId).toBe(sent.databaseId);
    for (const { cookie } of [owner, traveler, admin]) {
      const thread = await read(threadId, cookie);
      expect(thread?.messages.edges.at(-1)?.node).toMatchObject({ text: wire, warnings: signs });
      expect(thread?.messages.edges[0]?.node.warnings).toEqual([]);
    }
    const found = (await reported()).find(({ node }) => node.databaseId === sent.databaseId);
    expect(found?.node.openReports).toEqual([
      { reason: 'WARNING', details: '', signs, reporterName: 'Tideweek' },
    ]);
    expect(
      await server.prisma.messageReport.findMany({ where: { messageId: sent.databaseId } }),
    ).toMatchObject([{ reporterId: null, reason: 'WARNING', signs, status: 'open' }]);
    await server.prisma.messageThread.update({
      where: { id: threadId },
      data: { mailTravelerAt: new Date(0), readByTraveler: 8 },
    });
    await mailUnreadMessages(server.deps);
    const mail = await server.prisma.outgoingMail.findFirst({
      where: { template: 'unreadMessages', toAddress: traveler.user.email },
    });
    expect(mail?.text).toContain(`Take care: ${fraudReasons.PAYMENT_OUTSIDE.reader}`);
  });

  it('has no warning once the team dismisses its report, or hides it', async () => {
    const { traveler, threadId, sent } = await sentByOwner(wire);
    const messageId = sent.databaseId;
    expect(await report(traveler.cookie, messageId)).toMatchObject({
      __typename: 'ReportMessagePayload',
    });
    const dismissed = { input: { messageId, openReports: 2 } };
    await server.graphql(dismissMutation, dismissed, { cookie: admin.cookie });
    const thread = await read(threadId, traveler.cookie);
    expect(thread?.messages.edges.at(-1)?.node).toMatchObject({ text: wire, warnings: [] });
    expect(
      await server.prisma.auditEntry.findFirst({ where: { subjectId: messageId } }),
    ).toMatchObject({
      before: {
        reports: [
          { reporter: null, reason: 'WARNING', signs },
          { reporter: traveler.user.username, reason: 'OUTSIDE_PAYMENT' },
        ],
      },
    });
    const other = await sentByOwner(wire);
    const hidden = { messageId: other.sent.databaseId, openReports: 1, reason: 'Fraud' };
    await server.graphql(hideMutation, { input: hidden }, { cookie: admin.cookie });
    const after = await read(other.threadId, other.traveler.cookie);
    expect(after?.messages.edges.at(-1)?.node).toMatchObject({ text: '', warnings: [] });
  });

  it('is kept apart from honest ones, from the team’s own, and from reports of members', async () => {
    const { traveler, threadId, sent } = await sentByOwner('I paid the resort by wire in May.');
    expect(sent.warnings).toEqual([]);
    expect(await read(threadId, admin.cookie)).toBeNull();
    expect(await server.prisma.messageReport.count({ where: { message: { threadId } } })).toBe(0);
    expect(await report(traveler.cookie, sent.databaseId, { reason: 'WARNING' })).toMatchObject({
      fieldErrors: [{ field: 'reason', message: 'Choose a reason' }],
    });
    await server.prisma.messageThread.update({ where: { id: threadId }, data: { ownerId: null } });
    const team = { input: { threadId, text: wire } };
    const { data } = await server.graphql(sendMessageMutation, team, { cookie: admin.cookie });
    expect(data?.sendMessage).toMatchObject({ messageEdge: { node: { warnings: [] } } });
  });
});

describe('A decision', () => {
  const decide = async (kind: 'hide' | 'dismiss', messageId: string, openReports: number) =>
    kind === 'hide'
      ? (
          await server.graphql(
            hideMutation,
            { input: { messageId, openReports, reason: 'Fraud' } },
            { cookie: admin.cookie },
          )
        ).data?.hideReportedMessage
      : (
          await server.graphql(
            dismissMutation,
            { input: { messageId, openReports, note: 'Harmless' } },
            { cookie: admin.cookie },
          )
        ).data?.dismissMessageReports;

  it('to hide a message takes its text from both sides, and is in the audit log', async () => {
    const { owner, traveler, threadId, messageId } = await written();
    await report(traveler.cookie, messageId);
    expect(await decide('hide', messageId, 2)).toMatchObject({ __typename: 'ConflictError' });
    expect(await server.prisma.message.findUnique({ where: { id: messageId } })).toMatchObject({
      hiddenAt: null,
    });
    expect((await decide('hide', messageId, 1))?.__typename).toBe('HideReportedMessagePayload');
    for (const { cookie } of [owner, traveler]) {
      const thread = await read(threadId, cookie);
      expect(thread?.messages.edges.at(-1)?.node).toMatchObject({ text: '', isHidden: true });
    }
    expect((await reported()).map(({ node }) => node.databaseId)).not.toContain(messageId);
    expect(
      await server.prisma.auditEntry.findMany({ where: { subjectId: messageId } }),
    ).toMatchObject([
      {
        action: 'message.hide',
        note: 'Fraud',
        before: { author: owner.user.username, text: 'Pay me at example.com, 8' },
      },
    ]);
    expect(await decide('hide', messageId, 1)).toMatchObject({
      message: 'Someone else has already decided about this message',
    });
  });

  it('to dismiss keeps the message', async () => {
    const { traveler, threadId, messageId } = await written();
    await report(traveler.cookie, messageId);
    expect((await decide('dismiss', messageId, 1))?.__typename).toBe(
      'DismissMessageReportsPayload',
    );
    const thread = await read(threadId, traveler.cookie);
    expect(thread?.messages.edges.at(-1)?.node).toMatchObject({
      text: 'Pay me at [hidden], 8',
      isHidden: false,
    });
    expect(
      await server.prisma.auditEntry.findMany({ where: { subjectId: messageId } }),
    ).toMatchObject([{ action: 'message.dismissReports', note: 'Harmless' }]);
  });
});
