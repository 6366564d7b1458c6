import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createListing,
  createResort,
  createReview,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { addDays, utcToday } from '#common/days.ts';
import { schema } from '#api/schema.ts';
import { saturdayAhead } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

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

const endpoint = { address: 'https://hooks.example/', topics: ['BOOKING'] };

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
  holdStay: () => ({
    listingId: randomUUID(),
    checkIn: saturdayAhead(),
    checkOut: addDays(saturdayAhead(), 7),
    guests: 2,
  }),
  makeOffer: () => ({
    listingId: randomUUID(),
    terms: {
      priceCents: 800_000,
      depositCents: 0,
      firstUseYear: Number(utcToday().slice(0, 4)) + 1,
      closingCostsBy: 'BUYER',
      transferFeeBy: 'BUYER',
      maintenanceFeeBy: 'BUYER',
      bookedWeeksGoTo: 'SELLER',
      closingOn: addDays(utcToday(), 60),
    },
  }),
  openOrganization: () => ({
    name: 'Harbour Weeks',
    website: 'https://harbour.example',
    purpose: 'A channel manager',
  }),
  inviteMember: () => ({ organizationId: randomUUID(), email: 'new@example.com', role: 'VIEWER' }),
  createApiToken: () => ({
    organizationId: randomUUID(),
    name: 'Channel manager',
    mode: 'TEST',
    scopes: ['LISTINGS_READ'],
  }),
  createWebhookEndpoint: () => ({ ...endpoint, organizationId: randomUUID() }),
  updateWebhookEndpoint: () => ({
    ...endpoint,
    endpointId: randomUUID(),
    version: 1,
    isPaused: false,
  }),
};

/** Why members may call the other mutations before their address is verified. */
const others: Record<string, string[]> = {
  'reaches nobody else': [
    'addFavorite',
    'changePassword',
    'checkPayoutAccount',
    'closeAccount',
    'connectPayouts',
    'deleteSavedSearch',
    'discardListingDraft',
    'draftSubmittedProperty',
    'endOtherSessions',
    'endSession',
    'importCalendar', // only takes nights of the own listing off the site
    'markThreadRead',
    'readCalendar',
    'removeCalendar',
    'removeFavorite',
    'saveListingDraft',
    'setBlockedNights',
    'saveSearch', // alerts are mailed to verified addresses only
    'updateProfile',
    'updateSavedSearch',
    'uploadContract',
    'createContractLink',
  ],
  'proves the address, within limits': ['requestEmailChange', 'resendVerification'],
  'reaches the team, which decides what others see': [
    'addPicture',
    'attachContract',
    'bulkUpsertListings',
    'createListing',
    'deletePicture',
    'describePicture',
    'orderPictures',
    'relistListing',
    'requestListingReview',
    'submitProperty',
    'updateListing',
  ],
  'takes something back': [
    'closeOrganization',
    'deleteWebhookEndpoint',
    'removeMember',
    'resetListingCalendar',
    'resetSandbox',
    'revokeApiToken',
    'withdrawInvitation',
    'withdrawListing',
    'withdrawReview',
  ],
  'goes on with a sale, which makeOffer began': [
    'createSaleDocumentLink',
    'moveSale',
    'payFromSandbox',
    'paySaleDeposit',
    'checkSalePayment',
  ],
  'goes on with a booking, which holdStay began': [
    'addEvidence',
    'checkPayment',
    'createCertificateLink',
    'createEvidenceLink',
    'giveRefundDetails',
    'moveBooking',
    'payBalance',
    'payBooking',
    'payClaim',
    'sendChargebackEvidence', // only the team
  ],
  'stays within an organization, which openOrganization began': [
    'replayDeliveries',
    'rotateWebhookSecret',
    'sendTestEvent',
    'setMemberRole',
    'updateOrganization',
  ],
  'is for the data of a sandbox': [
    'createTestBooking',
    'moveSandboxClock',
    'moveTestBooking',
    'reviewTestStay',
    'verifyTestListing',
  ],
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
  expect((await ask(name, input, proven))?.message ?? '').not.toMatch(/^Confirm your email/);
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

it('acceptInvitation needs a verified address', async () => {
  const { cookie } = await signedInUser(server, { emailVerifiedAt: null });
  const { data } = await server.graphqlText(
    'mutation { acceptInvitation(token: "none") { ... on Error { message } } }',
    {},
    { cookie },
  );
  expect(data).toEqual({
    acceptInvitation: { message: expect.stringMatching(/^Confirm your email/) as string },
  });
});

it('the tables name every mutation for members', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const forMembers = fields.filter(({ extensions }) => {
    const { authScopes } = extensions['pothosOptions'] as { authScopes: object };
    return 'signedIn' in authScopes;
  });
  expect(
    [...Object.keys(calls), 'acceptInvitation', ...Object.values(others).flat()].toSorted(),
  ).toEqual(forMembers.map(({ name }) => name).toSorted());
});
