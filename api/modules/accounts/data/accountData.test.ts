import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  dayAhead,
  cookieOf,
  createBooking,
  createInquiry,
  createListing,
  listingData,
  createResort,
  createReview,
  createSavedSearch,
  createUnsubscribeLink,
  createUser,
  password,
  signedInUser,
} from '#api/testing/factories.ts';
import { hashOfSecret } from '#api/platform/security/linkSecrets.ts';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { recordOwnChange } from '../recordOwnChange.ts';
import { viewerQuery } from '../testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const closeAccountMutation = graphql(`
  mutation CloseAccount($input: CloseAccountInput!) {
    closeAccount(input: $input) {
      __typename
      ...Refusal
    }
  }
`);

let server: TestServer;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
  resortId = (await createResort(server)).id;
  // A second administrator, so that no test account is the last one.
  await createUser(server, { role: 'admin' });
});

afterAll(() => server.close());

const sure = { password, confirmation: 'DELETE' };

const close = (cookie: string, input = sure) =>
  server.graphql(closeAccountMutation, { input }, { cookie });

const account = (id: string) => server.prisma.user.findUnique({ where: { id } });

/** Creates every kind of data of a person except bookings and listings. */
async function fill(userId: string): Promise<void> {
  await createReview(server, { resortId, userId, rating: 5 });
  await createSavedSearch(server, { userId, name: 'Beaches' });
  await createInquiry(server, { userId });
  await server.prisma.favorite.create({ data: { userId, resortId } });
  const other = await createReview(server, { resortId });
  await server.prisma.reviewReport.create({
    data: { reviewId: other.id, reporterId: userId, reason: 'spam' },
  });
}

/** A stay in the person's week, whose review they answered. */
async function answerAReview(ownerId: string): Promise<string> {
  const listing = await createListing(server, { ...listingData, resortId, ownerId });
  const { id: userId } = await createUser(server);
  const booking = await createBooking(server, {
    resortId,
    userId,
    listingId: listing.id,
    checkIn: listing.availableFrom,
    checkOut: listing.availableTo,
  });
  const review = await createReview(server, {
    resortId,
    userId,
    bookingId: booking.id,
    content: 'The words of a guest.',
    answer: 'The words of the owner.',
    answeredAt: new Date(),
  });
  return review.id;
}

const mail = (toAddress: string, subject: string) =>
  server.prisma.outgoingMail.create({
    data: {
      toAddress,
      subject,
      messageId: `${crypto.randomUUID()}@tideweek.test`,
      template: 'inquiryReceived',
      html: 'the text of the mail',
      text: 'the text of the mail',
      status: 'sent',
      sentAt: new Date(),
    },
  });

describe('the export', () => {
  it('contains everything about the person, as a file', async () => {
    const { user, cookie } = await signedInUser(server, { firstName: 'Anna' });
    await fill(user.id);
    await createBooking(server, { resortId, userId: user.id });
    await createListing(server, { ...listingData, resortId, ownerId: user.id, title: 'Spring' });
    await answerAReview(user.id);
    await mail(user.email, 'We have your property');
    await recordOwnChange(server.prisma, user, 'user.changePassword');
    const organization = await createOrganization(server, { account: user });
    const { text: token } = await createTokenRow(server, organization, { createdById: user.id });
    const [stay, week] = await Promise.all([
      server.prisma.booking.findFirstOrThrow({ where: { userId: user.id } }),
      server.prisma.booking.findFirstOrThrow({ where: { ownerId: user.id } }),
    ]);
    const paymentId = crypto.randomUUID();
    const moved = {
      currency: 'USD',
      provider: 'sandbox',
      dueAt: new Date(),
      createdAt: new Date(),
    };
    await server.prisma.$transaction([
      // Without the triggers that allow only what the payment of a booking allows.
      server.prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      server.prisma.paymentOperation.createMany({
        data: [
          { ...moved, bookingId: stay.id, kind: 'charge', amountCents: 126_000 },
          { ...moved, bookingId: week.id, paymentId, kind: 'transfer', amountCents: 90_000 },
          { ...moved, id: paymentId, bookingId: week.id, kind: 'charge', amountCents: 99_000 },
        ],
      }),
    ]);
    const answer = await server.rest<Record<string, unknown>>(
      'GET',
      '/api/users/me/export',
      undefined,
      { cookie },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({
      profile: { username: user.username, email: user.email, firstName: 'Anna' },
      accountChanges: [{ action: 'user.changePassword' }],
      sessions: [{ userAgent: 'a test', address: '127.0.0.1' }],
      reviews: [{ rating: 5, resort: { id: resortId } }],
      reviewAnswers: [{ answer: 'The words of the owner.', resort: { id: resortId } }],
      reviewReports: [{ reason: 'spam' }],
      favorites: [{ resort: { id: resortId } }],
      savedSearches: [{ name: 'Beaches' }],
      alerts: [],
      bookings: [{ totalPriceCents: 126_000, resort: { id: resortId } }],
      listings: [{}, { title: 'Spring' }],
      inquiries: [{ askingPriceText: '$12,500' }],
      payments: [{ kind: 'charge', amountCents: 126_000 }],
      payouts: [{ kind: 'transfer', amountCents: 90_000, bookingId: week.id }],
      organizations: [{ role: 'owner', organization: { website: expect.any(String) } }],
      apiTokens: [{ mode: 'live', organization: { name: expect.any(String) } }],
      mails: [{ subject: 'We have your property', status: 'sent' }],
    });
    expect(answer.text).not.toContain(token);
    expect(answer.text).not.toContain('99000');
    expect(answer.text).not.toContain('The words of a guest.');
  });

  it('contains no secrets, and nothing about anyone else', async () => {
    const { user, cookie } = await signedInUser(server);
    const search = await createSavedSearch(server, { userId: user.id });
    const unsubscribeToken = await createUnsubscribeLink(server, search.id);
    const stranger = await createUser(server);
    await fill(stranger.id);
    // The address belonged to another account before this one.
    const earlier = await mail(user.email, 'For the owner before');
    await server.prisma.outgoingMail.update({
      where: { id: earlier.id },
      data: { createdAt: new Date('2020-01-01') },
    });
    const { text } = await server.rest('GET', '/api/users/me/export', undefined, { cookie });
    const session = await server.prisma.session.findFirst({ where: { userId: user.id } });
    for (const secret of [
      user.passwordHash,
      'argon2',
      session?.id ?? '',
      unsubscribeToken,
      hashOfSecret(unsubscribeToken),
      stranger.id,
      'For the owner before',
      'the text of the mail',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('requires a session', async () => {
    expect((await server.rest('GET', '/api/users/me/export')).status).toBe(401);
  });
});

describe('closing an account', () => {
  it('deletes the person with all their data, and confirms it by mail', async () => {
    const { user, cookie } = await signedInUser(server, { firstName: 'Anna', lastName: 'Lind' });
    const elsewhere = await cookieOf(server, user);
    await fill(user.id);
    const { id: resort } = await createResort(server);
    await createReview(server, { resortId: resort, userId: user.id, rating: 2 });
    await mail(user.email, 'We have your property');

    const answer = await close(cookie);
    expect(answer.data?.closeAccount?.__typename).toBe('CloseAccountPayload');
    const names = answer.setCookies.map((each) => each.split('=', 1)[0]);
    expect(names.sort()).toEqual(['tideweek', 'tideweek-wrote']);
    expect(answer.cookie).toBeUndefined();
    expect(await account(user.id)).toBeNull();
    for (const old of [cookie, elsewhere]) {
      const viewer = await server.graphql(viewerQuery, {}, { cookie: old });
      expect(viewer.data?.viewer).toBeNull();
    }
    expect(await server.prisma.review.count({ where: { userId: user.id } })).toBe(0);
    expect(await server.prisma.propertyInquiry.count({ where: { email: user.email } })).toBe(0);
    expect(await server.prisma.resort.findUnique({ where: { id: resort } })).toMatchObject({
      reviewCount: 0,
      ratingSum: 0,
    });
    expect(
      await server.prisma.outgoingMail.findMany({ where: { toAddress: user.email } }),
    ).toMatchObject([{ template: 'accountClosed', toName: 'Anna Lind', status: 'waiting' }]);
  });

  it('anonymizes the row of a person with bookings or listings', async () => {
    const { user, cookie } = await signedInUser(server, { firstName: 'Anna', role: 'admin' });
    await fill(user.id);
    const { id: resort } = await createResort(server);
    const listing = await createListing(server, {
      ...listingData,
      resortId: resort,
      ownerId: user.id,
    });
    await createBooking(server, { resortId, userId: user.id });
    const answered = await answerAReview(user.id);
    await server.prisma.listingCalendar.create({
      data: {
        listingId: listing.id,
        name: 'Rentals',
        address: 'sealed',
        shownAddress: 'rentals.example/….ics',
        nextReadAt: new Date(),
      },
    });
    await close(cookie);
    expect(await server.prisma.review.findUnique({ where: { id: answered } })).toMatchObject({
      content: 'The words of a guest.',
      answer: null,
    });
    expect(await account(user.id)).toMatchObject({
      firstName: 'Former',
      lastName: 'member',
      username: `former-${user.id}`,
      email: `former-${user.id}@closed.invalid`,
      role: 'user',
      emailVerifiedAt: null,
      closedAt: expect.any(Date),
    });
    expect((await account(user.id))?.passwordHash).not.toBe(user.passwordHash);
    for (const count of [
      server.prisma.session.count({ where: { userId: user.id } }),
      server.prisma.review.count({ where: { userId: user.id } }),
      server.prisma.favorite.count({ where: { userId: user.id } }),
      server.prisma.savedSearch.count({ where: { userId: user.id } }),
      server.prisma.reviewReport.count({ where: { reporterId: user.id } }),
      server.prisma.propertyInquiry.count({ where: { userId: user.id } }),
      server.prisma.listingCalendar.count({ where: { listingId: listing.id } }),
    ]) {
      expect(await count).toBe(0);
    }
    expect(
      await server.prisma.listing.findUnique({
        where: { id: listing.id },
        include: { events: true },
      }),
    ).toMatchObject({ isActive: false, events: [{ kind: 'withdrawn', actorId: user.id }] });
    expect(await server.prisma.resort.findUnique({ where: { id: resort } })).toMatchObject({
      availableRentals: 0,
    });
    // The username and the address are available again.
    await createUser(server, { username: user.username, email: user.email });
  });

  it('takes the person out of the words of others, and of mail to them', async () => {
    const person = await signedInUser(server, { firstName: 'Anneke', lastName: 'Lindqvist' });
    const { id, email } = person.user;
    const guest = await createUser(server);
    const listing = await createListing(server, { ...listingData, resortId, ownerId: id });
    const booking = await createBooking(server, {
      resortId,
      listingId: listing.id,
      userId: guest.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'disputed',
      message: 'Dear Anneke, we look forward to it',
    });
    const at = new Date();
    const thread = await server.prisma.messageThread.create({
      data: { listingId: listing.id, travelerId: guest.id, lastMessageAt: at, createdAt: at },
    });
    const say = (number: number, side: 'owner' | 'traveler', text: string) =>
      server.prisma.message.create({
        data: {
          threadId: thread.id,
          number,
          side,
          authorId: side === 'owner' ? id : guest.id,
          text,
          sentAt: at,
        },
      });
    await say(
      1,
      'owner',
      'Call Anneke at 202-555-0173, or write to other@example.com. It is ready',
    );
    await say(2, 'traveler', `Thanks Anneke! (202) 555 0173 or ${email}? Mine is 303-555-0188`);
    const event = { bookingId: booking.id, status: 'disputed', at } as const;
    await server.prisma.bookingEvent.createMany({
      data: [
        { ...event, move: 'dispute', party: 'traveler', note: 'A. Lindqvist did not answer' },
        {
          ...event,
          move: 'escalate',
          party: 'owner',
          actorId: id,
          note: 'I am anneke@example.com',
        },
      ],
    });
    const evidence = { bookingId: booking.id, isTold: true, addedAt: at };
    await server.prisma.disputeEvidence.createMany({
      data: [
        { ...evidence, number: 1, party: 'traveler', text: 'I rang 2025550173' },
        { ...evidence, number: 2, party: 'owner', text: 'Anneke was there' },
      ],
    });
    await server.prisma.booking.update({
      where: { id: booking.id },
      data: { status: 'resolved', isProtected: false },
    });
    await server.prisma.outgoingMail.update({
      where: { id: (await mail(guest.email, 'Anneke wrote to you')).id },
      data: { html: '<p class="x">Anneke: 202-555-0173</p>', status: 'failed', sentAt: null },
    });
    await server.prisma.outgoingMail.update({
      where: { id: (await mail(email, 'For you')).id },
      data: { status: 'waiting', sentAt: null },
    });

    const answer = await close(person.cookie);
    expect(answer.data?.closeAccount?.__typename).toBe('CloseAccountPayload');
    const inOrder = { orderBy: { number: 'asc' } } as const;
    expect(
      await server.prisma.message.findMany({ where: { threadId: thread.id }, ...inOrder }),
    ).toMatchObject([
      { text: 'Call [hidden] at [hidden], or write to [hidden]. It is ready' },
      { text: 'Thanks [hidden]! [hidden] or [hidden]? Mine is 303-555-0188' },
    ]);
    expect(
      await server.prisma.booking.findUniqueOrThrow({
        where: { id: booking.id },
        select: { message: true, events: inOrder, evidence: inOrder },
      }),
    ).toMatchObject({
      message: 'Dear [hidden], we look forward to it',
      events: [{ note: 'A. [hidden] did not answer' }, { note: 'I am [hidden]' }],
      evidence: [{ text: 'I rang [hidden]' }, { text: '[hidden] was there' }],
    });
    expect(
      await server.prisma.outgoingMail.findMany({ where: { toAddress: guest.email } }),
    ).toMatchObject([
      { subject: '[hidden] wrote to you', html: '<p class="x">[hidden]: [hidden]</p>' },
    ]);
    expect(
      await server.prisma.outgoingMail.findMany({ where: { toAddress: email } }),
    ).toMatchObject([{ template: 'accountClosed' }]);
    // Nobody else may change what was said.
    await expect(
      server.prisma.message.updateMany({ where: { threadId: thread.id }, data: { text: 'no' } }),
    ).rejects.toThrow('messages_append_only');
  });

  it.each([
    [{ ...sure, password: '' }, 'password', 'Password is required'],
    [{ ...sure, confirmation: '' }, 'confirmation', 'Type DELETE to confirm'],
    [{ ...sure, confirmation: 'delete' }, 'confirmation', 'Type DELETE to confirm'],
  ])('is refused with %j', async (input, field, message) => {
    const { user, cookie } = await signedInUser(server);
    const answer = await close(cookie, input);
    expect(answer.data?.closeAccount).toMatchObject({ fieldErrors: [{ field, message }] });
    expect(await account(user.id)).toEqual(user);
  });

  it('is refused with a wrong password', async () => {
    const { user, cookie } = await signedInUser(server);
    const answer = await close(cookie, { ...sure, password: 'not my password' });
    expect(answer.data?.closeAccount).toEqual({
      __typename: 'InvalidCredentialsError',
      message: 'The password is not right',
    });
    expect(await account(user.id)).toEqual(user);
  });

  it.each(['pending', 'held', 'confirmed', 'certified', 'checked_in', 'disputed'] as const)(
    'is refused while a stay ahead is %s',
    async (status) => {
      const { user, cookie } = await signedInUser(server);
      const ahead = { checkIn: new Date(dayAhead(100)), checkOut: new Date(dayAhead(107)), status };
      const booking = await createBooking(server, { resortId, userId: user.id, ...ahead });
      const answer = await close(cookie);
      expect(answer.data?.closeAccount).toEqual({
        __typename: 'ConflictError',
        message: 'You have a stay ahead. Cancel it, or come back after it, to delete your account',
      });
      expect(await account(user.id)).toEqual(user);
      await server.prisma.booking.update({
        where: { id: booking.id },
        data: { status: 'cancelled' },
      });
      expect((await close(cookie)).data?.closeAccount?.__typename).toBe('CloseAccountPayload');
    },
  );

  it('is refused while a guest has booked a week of the owner', async () => {
    const { user, cookie } = await signedInUser(server);
    const listing = await createListing(server, { ...listingData, resortId, ownerId: user.id });
    await createBooking(server, {
      resortId,
      listingId: listing.id,
      userId: (await createUser(server)).id,
      checkIn: new Date(dayAhead(100)),
      checkOut: new Date(dayAhead(107)),
      status: 'confirmed',
    });
    expect((await close(cookie)).data?.closeAccount).toMatchObject({
      message: 'A guest has booked one of your weeks. You can delete your account after the stay',
    });
  });

  it('requires a session', async () => {
    const answer = await server.graphql(closeAccountMutation, { input: sure });
    expect(answer.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('closing an account on a separate site', () => {
  it('keeps the last administrator, even when all close their accounts concurrently', async () => {
    const own = await startTestServer();
    try {
      const admins = await Promise.all(
        Array.from({ length: 4 }, () => signedInUser(own, { role: 'admin' })),
      );
      const answers = await Promise.all(
        admins.map(({ cookie }) => own.graphql(closeAccountMutation, { input: sure }, { cookie })),
      );
      const refused = answers.flatMap(({ data }) =>
        data?.closeAccount?.__typename === 'ConflictError' ? [data.closeAccount.message] : [],
      );
      expect(refused).toEqual([
        'You are the last administrator. Make someone else an administrator before you leave',
      ]);
      expect(await own.prisma.user.count({ where: { role: 'admin' } })).toBe(1);
    } finally {
      await own.close();
    }
  });

  it('changes nothing when a step fails', async () => {
    const own = await startTestServer();
    try {
      const { user, cookie } = await signedInUser(own);
      await createSavedSearch(own, { userId: user.id });
      await own.pool.query('ALTER TABLE outgoing_mails ADD CHECK (template <> $$accountClosed$$)');
      const answer = await own.graphql(closeAccountMutation, { input: sure }, { cookie });
      expect(answer.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
      expect(await own.prisma.user.findUnique({ where: { id: user.id } })).toEqual(user);
      expect(await own.prisma.savedSearch.count()).toBe(1);
      expect((await own.graphql(viewerQuery, {}, { cookie })).data?.viewer).not.toBeNull();
    } finally {
      await own.close();
    }
  });

  it('limits password attempts', async () => {
    const own = await startTestServer({ rateLimits: true });
    try {
      const { user, cookie } = await signedInUser(own);
      const kinds: (string | undefined)[] = [];
      for (let count = 0; count < 11; count += 1) {
        const input = { ...sure, password: `guess ${count}` };
        const answer = await own.graphql(closeAccountMutation, { input }, { cookie });
        kinds.push(answer.data?.closeAccount?.__typename);
      }
      expect(kinds).toEqual([
        ...Array<string>(10).fill('InvalidCredentialsError'),
        'RateLimitedError',
      ]);
      expect(await own.prisma.user.count({ where: { id: user.id } })).toBe(1);
    } finally {
      await own.close();
    }
  });
});
