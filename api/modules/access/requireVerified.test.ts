import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createListing,
  createResort,
  createReview,
  globalId,
  signedInUser,
} from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const ask = async (name: string, input: object, { cookie }: { cookie: string }) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { data, errors } = await server.graphqlText<
    Record<string, { __typename: string; message?: string }>
  >(
    `mutation ($input: ${type}) { ${name}(input: $input) { __typename ... on Error { message } } }`,
    { input },
    { cookie },
  );
  expect(errors).toEqual([]);
  return data?.[name];
};

const words = { rating: 1, title: 'Never again', content: 'We would not come again.' };

const calls: Record<string, () => object> = {
  openThread: () => ({ listingId: randomUUID() }),
  sendMessage: () => ({ threadId: randomUUID(), text: 'Is it quiet?' }),
  reportMessage: () => ({ messageId: randomUUID(), reason: 'SPAM' }),
  createReview: () => ({ ...words, resortId: globalId('Resort', randomUUID()) }),
  updateReview: () => ({ ...words, reviewId: globalId('Review', randomUUID()) }),
  answerReview: () => ({
    reviewId: globalId('Review', randomUUID()),
    content: 'Thank you for your visit.',
  }),
  reportReview: () => ({ reviewId: globalId('Review', randomUUID()), reason: 'SPAM' }),
};

it.each(Object.keys(calls))('%s needs a verified address', async (name) => {
  const unproven = await signedInUser(server, { emailVerifiedAt: null });
  const input = calls[name]?.() ?? {};
  expect(await ask(name, input, unproven)).toEqual({
    __typename: 'ForbiddenError',
    message:
      'Confirm your email address first: follow the link in the mail we sent you. Your dashboard can send it again',
  });
  const proven = await signedInUser(server);
  expect((await ask(name, input, proven))?.message).not.toMatch(/^Confirm your email/);
});

it('a rating and a conversation of an account without a verified address are not stored', async () => {
  const { cookie } = await signedInUser(server, { emailVerifiedAt: null });
  const { id: resortId } = await createResort(server);
  await createReview(server, { resortId, rating: 5 });
  const { id: listingId } = await createListing(server, { resortId });
  await ask('createReview', { ...words, resortId: globalId('Resort', resortId) }, { cookie });
  await ask('openThread', { listingId }, { cookie });
  expect(await server.prisma.review.count({ where: { resortId } })).toBe(1);
  expect(await server.prisma.messageThread.count({ where: { listingId } })).toBe(0);
});
