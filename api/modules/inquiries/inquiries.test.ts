import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setContactEmail } from '#api/testing/mail.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { memberAreaQuery } from '#api/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readAmount } from './inquiries.ts';

const submitPropertyMutation = graphql(`
  mutation SubmitProperty($input: SubmitPropertyInput!) {
    submitProperty(input: $input) {
      __typename
      ... on SubmitPropertyPayload {
        inquiry {
          id
          propertyName
          weekDetails
          status
        }
      }
      ...Refusal
      ... on ConflictError {
        fieldErrors {
          field
          message
        }
      }
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await setContactEmail(server);
});

afterAll(() => server.close());

const property = {
  propertyName: 'Our week by the sea',
  resortName: 'Harbour House',
  location: 'Camden, Maine',
  unit: '2 bedrooms, sleeps 6',
  ownership: 'Deeded, every year',
  weekDetails: 'Week 27, red season',
  askingPrice: '$12,500',
  contactPhone: '+1 555 0100',
};

const inquiriesOf = (userId: string) =>
  server.prisma.propertyInquiry.findMany({ where: { userId } });

const mailsTo = (toAddress: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } });

const teamMails = (text: string) =>
  server.prisma.outgoingMail.findMany({
    where: { template: 'inquiryForTeam', html: { contains: text } },
  });

describe('a submitted property', () => {
  it('is stored as new, acknowledged by mail and mailed to the team', async () => {
    const { user, cookie } = await signedInUser(server, { firstName: 'Nadia', lastName: 'Brandt' });
    const answer = await server.rest('POST', '/api/property-submissions', property, { cookie });
    expect(answer.status).toBe(201);
    const [inquiry, ...more] = await inquiriesOf(user.id);
    expect(more).toEqual([]);
    expect(answer.body).toEqual({
      id: inquiry?.id,
      propertyName: property.propertyName,
      resortName: property.resortName,
      status: 'new',
      createdAt: inquiry?.createdAt.toISOString(),
    });
    expect(inquiry).toMatchObject({
      firstName: 'Nadia',
      lastName: 'Brandt',
      email: user.email,
      phone: '+1 555 0100',
      propertyName: property.propertyName,
      resortName: property.resortName,
      location: property.location,
      unit: property.unit,
      ownershipType: property.ownership,
      weekNumbers: property.weekDetails,
      askingPriceText: '$12,500',
      askingPriceCents: 1_250_000,
      motivation: 'Sell',
      additionalInfo: null,
      status: 'new',
    });
    expect(await mailsTo(user.email)).toMatchObject([
      { template: 'inquiryReceived', status: 'waiting', toName: 'Nadia Brandt' },
    ]);
    const team = await teamMails(user.email);
    expect(team).toMatchObject([
      {
        toAddress: server.deps.siteSettings.current().contactEmail,
        subject: `New property: ${property.propertyName}`,
        headers: { 'Reply-To': user.email },
      },
    ]);
    for (const value of Object.values(property)) {
      expect(team[0]?.text).toContain(value);
    }
  });

  it('is stored with motivation, details and a price that is not an amount', async () => {
    const { user, cookie } = await signedInUser(server);
    const answer = await server.graphql(
      submitPropertyMutation,
      {
        input: {
          ...property,
          askingPrice: 'make an offer',
          additionalDetails: '  Top floor. ',
          motivation: 'SELL_OR_RENT',
        },
      },
      { cookie },
    );
    expect(answer.data?.submitProperty).toMatchObject({
      __typename: 'SubmitPropertyPayload',
      inquiry: { status: 'NEW', weekDetails: property.weekDetails },
    });
    expect(await inquiriesOf(user.id)).toMatchObject([
      {
        askingPriceText: 'make an offer',
        askingPriceCents: null,
        additionalInfo: 'Top floor.',
        motivation: 'Sell or Rent',
      },
    ]);
  });

  it('is listed for its owner only', async () => {
    const mine = await signedInUser(server);
    const other = await signedInUser(server);
    await server.rest('POST', '/api/property-submissions', property, { cookie: mine.cookie });
    const list = async (cookie: string) => {
      const answer = await server.graphql(memberAreaQuery, {}, { cookie });
      return answer.data?.viewer?.inquiries.edges.map(({ node }) => node);
    };
    expect(await list(mine.cookie)).toMatchObject([
      { propertyName: property.propertyName, askingPrice: '$12,500', status: 'NEW' },
    ]);
    expect(await list(other.cookie)).toEqual([]);
  });

  it('requires a session', async () => {
    const rest = await server.rest('POST', '/api/property-submissions', property);
    expect([rest.status, rest.text]).toEqual([401, 'Please sign in first']);
    const graphql = await server.graphql(submitPropertyMutation, { input: property });
    expect(graphql.errors[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['propertyName', 'Property name is required'],
    ['resortName', 'Resort name is required'],
    ['location', 'Location is required'],
    ['unit', 'Unit details are required'],
    ['ownership', 'Ownership details are required'],
    ['weekDetails', 'Week/season details are required'],
    ['askingPrice', 'Asking price is required'],
    ['contactPhone', 'Phone number is required'],
  ])('without %s is refused: %s', async (field, message) => {
    const { user, cookie } = await signedInUser(server);
    for (const value of ['', ' \t ']) {
      const answer = await server.graphql(
        submitPropertyMutation,
        { input: { ...property, [field]: value } },
        { cookie },
      );
      expect(answer.data?.submitProperty).toEqual({
        __typename: 'InvalidInputError',
        message,
        fieldErrors: [{ field, message }],
      });
    }
    const { [field as 'unit']: _, ...without } = property;
    const rest = await server.rest('POST', '/api/property-submissions', without, { cookie });
    expect([rest.status, rest.text]).toEqual([400, message]);
    expect(await inquiriesOf(user.id)).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it.each([
    [{ unit: 'x'.repeat(501) }, 'Unit details may have at most 500 characters'],
    [{ contactPhone: '1'.repeat(41) }, 'Phone number may have at most 40 characters'],
    [
      { additionalDetails: 'x'.repeat(5_001) },
      'Additional details may have at most 5000 characters',
    ],
    [{ propertyName: 'a\u0000b' }, 'propertyName has a character that is not allowed'],
    [{ motivation: 'Burn' }, 'Motivation must be one of Sell, Sell or Rent'],
    [{ location: 12 }, 'Location is required'],
  ])('is refused with %j', async (change, message) => {
    const { user, cookie } = await signedInUser(server);
    const rest = await server.rest(
      'POST',
      '/api/property-submissions',
      { ...property, ...change },
      { cookie },
    );
    expect([rest.status, rest.text]).toEqual([400, message]);
    expect(await inquiriesOf(user.id)).toEqual([]);
  });
});

describe('the same call sent again', () => {
  it('20 times at once with one key makes one inquiry and one pair of mails', async () => {
    const { user, cookie } = await signedInUser(server);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.rest<{ id: string }>('POST', '/api/property-submissions', property, {
          cookie,
          headers: { 'idempotency-key': 'one-and-the-same' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const inquiries = await inquiriesOf(user.id);
    expect(inquiries).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([inquiries[0]?.id]));
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await teamMails(user.email)).toHaveLength(1);
  });

  it('with the key of another property is refused', async () => {
    const { user, cookie } = await signedInUser(server);
    const send = (unit: string) =>
      server.graphql(
        submitPropertyMutation,
        { input: { ...property, unit, idempotencyKey: 'used-before' } },
        { cookie },
      );
    await send('Studio');
    expect((await send('Penthouse')).data?.submitProperty).toMatchObject({
      __typename: 'ConflictError',
      fieldErrors: [
        {
          field: 'idempotencyKey',
          message: 'This idempotency key was used for another property',
        },
      ],
    });
    expect(await inquiriesOf(user.id)).toHaveLength(1);
  });

  it("is independent of another person's key", async () => {
    const people = [await signedInUser(server), await signedInUser(server)];
    for (const { user, cookie } of people) {
      const headers = { 'idempotency-key': 'everybody-picks-this' };
      await server.rest('POST', '/api/property-submissions', property, { cookie, headers });
      expect(await inquiriesOf(user.id)).toHaveLength(1);
    }
  });
});

it('stores nothing if a mail cannot be queued', async () => {
  const own = await startTestServer();
  try {
    const { user, cookie } = await signedInUser(own);
    await setContactEmail(own);
    await own.pool.query('ALTER TABLE outgoing_mails ADD CHECK (template <> $$inquiryForTeam$$)');
    const answer = await own.rest('POST', '/api/property-submissions', property, {
      cookie,
      headers: { 'idempotency-key': 'to-try-again' },
    });
    expect(answer.status).toBe(500);
    expect(await own.prisma.propertyInquiry.count()).toBe(0);
    expect(await own.prisma.outgoingMail.count({ where: { toAddress: user.email } })).toBe(0);
    expect(await own.prisma.idempotencyKey.count()).toBe(0);
  } finally {
    await own.close();
  }
});

it('refuses the 21st within an hour from one account', async () => {
  const own = await startTestServer({ rateLimits: true });
  try {
    const { cookie, user } = await signedInUser(own);
    await own.deps.rateLimits.spend('inquiriesByAccount', user.id, 19);
    const submit = async () =>
      (await own.rest('POST', '/api/property-submissions', property, { cookie })).status;
    expect([await submit(), await submit()]).toEqual([201, 429]);
  } finally {
    await own.close();
  }
});

it.each([
  ['$12,500', 1_250_000],
  ['12500.50', 1_250_050],
  ['12500.5', 1_250_050],
  [' 12,500 USD ', 1_250_000],
  ['US$ 900', 90_000],
  ['0', 0],
  ['make an offer', undefined],
  ['12,50', undefined],
  ['$1 or $2', undefined],
  ['-5', undefined],
  ['99999999999', undefined],
])('%s reads as %s cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});
