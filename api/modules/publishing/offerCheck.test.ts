import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createListing, createResort, createUser } from '#api/testing/factories.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const checkQuery = graphql(`
  query CheckOffer($code: String!) {
    checkOffer(code: $code) {
      mailDomain
      offer {
        resortName
        title
        isForSale
        isForRent
        verifiedOn
        path
      }
    }
  }
`);

const codeQuery = graphql(`
  query OfferCodeOfSale($id: ID!) {
    saleListing(id: $id) {
      offerCode
    }
  }
`);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await setContactEmail(server);
});

afterAll(() => server.close());

const check = async (code: string) => (await server.graphql(checkQuery, { code })).data?.checkOffer;

const none = { mailDomain: 'tideweek.example', offer: null };

async function listed(given: object = {}) {
  const resort = await createResort(server);
  const sale = { isForSale: true, salePriceCents: 900_000, ownership: 'fixed', use: 'annual' };
  const facts = { season: 'Gold', weekNumber: 26, tenure: 'deeded' } as const;
  const listing = await createListing(server, {
    resortId: resort.id,
    ...sale,
    ...facts,
    ...given,
  } as never);
  return { ...listing, resort };
}

async function verifiedOn(listingId: string, createdAt: Date) {
  const { id: actorId } = await createUser(server);
  await server.prisma.listingEvent.create({
    data: { listingId, actorId, kind: 'verified', createdAt },
  });
}

describe('checkOffer', () => {
  it('says what the code of a listing stands for, whatever its case and signs', async () => {
    const listing = await listed();
    await verifiedOn(listing.id, new Date('2020-05-04T12:00:00Z'));
    const { data } = await server.graphql(codeQuery, { id: listing.id });
    const code = data?.saleListing?.offerCode ?? '';
    expect(code).toMatch(/^[CDFGHJKMNPQRTVWX]{5}-[CDFGHJKMNPQRTVWX]{5}$/);
    const answer = {
      mailDomain: 'tideweek.example',
      offer: {
        resortName: listing.resort.name,
        title: listing.title,
        isForSale: true,
        isForRent: true,
        verifiedOn: '2020-05-04',
        path: `/sale/${listing.id}`,
      },
    };
    expect(await check(code)).toEqual(answer);
    expect(await check(` ${code.toLowerCase().replace('-', ' ')} `)).toEqual(answer);
  });

  it('says that an offer was withdrawn, without a path', async () => {
    const { id, offerCode } = await listed();
    await verifiedOn(id, new Date());
    await server.prisma.listing.update({ where: { id }, data: { isActive: false } });
    expect((await check(offerCode))?.offer).toMatchObject({
      isForSale: false,
      isForRent: false,
      path: null,
    });
  });

  it('answers alike for a code that nobody has and for a listing that was never public', async () => {
    const { offerCode } = await listed({ contractVerificationStatus: 'pending' });
    for (const code of [offerCode, 'CCCCC-CCCCC', 'no code', '', "' OR true --"]) {
      expect(await check(code)).toEqual(none);
    }
    const { errors } = await server.graphql(checkQuery, { code: 'C'.repeat(101) });
    expect(errors).toHaveLength(1);
  });

  it('has the domain that the mail settings name', async () => {
    await server.prisma.siteSetting.createMany({
      data: [
        { key: 'smtp_host', value: 'smtp.weeks.example', category: 'smtp' },
        { key: 'smtp_from_email', value: 'sales@mail.weeks.example', category: 'smtp' },
      ],
    });
    expect(await check('')).toEqual({ mailDomain: 'mail.weeks.example', offer: null });
  });

  it('is refused after 60 codes from one address', async () => {
    const limited = await startTestServer({ rateLimits: true });
    try {
      const answers = [];
      for (let guess = 0; guess < 61; guess += 1) {
        answers.push(await limited.graphql(checkQuery, { code: 'CCCCC-CCCCC' }));
      }
      expect(answers[59]?.data?.checkOffer).toMatchObject({ offer: null });
      expect(answers[60]?.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' });
    } finally {
      await limited.close();
    }
  });
});
