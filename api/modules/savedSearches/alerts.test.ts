import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prisma, Resort } from '#api/generated/prisma/client.ts';
import {
  dayAhead,
  cookieOf,
  createBooking,
  createListing,
  listingData,
  createResort,
  createSavedSearch,
  createUser,
} from '#api/testing/factories.ts';
import { tokenFor } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { hashOfSecret } from '#api/platform/security/linkSecrets.ts';
import { listingPublished } from './alerts.ts';
import { saveSearchMutation } from './testing/operations.ts';

let server: TestServer;
let resort: Resort;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE users, resorts, outgoing_mails CASCADE');
  resort = await createResort(server, {
    name: 'Palm Bay',
    brand: 'Disney Vacation Club',
    location: 'Palm Beach, Aruba',
    destination: 'Aruba',
    amenities: ['Pool', 'Spa'],
    rating: 4.5,
  });
});

const member = (given: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  createUser(server, { emailVerifiedAt: new Date(), ...given });

const mails = () => server.prisma.outgoingMail.findMany({ orderBy: { toAddress: 'asc' } });

const publish = (id: string) => listingPublished(server.deps, { id });

describe('a published listing', () => {
  it('is mailed to members with a search that it fits, with an unsubscribe link', async () => {
    const anna = await member({ firstName: 'Anna', lastName: 'Lind' });
    const search = await createSavedSearch(server, {
      userId: anna.id,
      name: 'Aruba for six',
      query: 'aruba',
      filter: { guests: 6 },
    });
    const listing = await createListing(server, {
      ...listingData,
      resortId: resort.id,
      title: 'Spring by the bay',
    });
    await publish(listing.id);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const token = await tokenFor(server, anna.email, 'listingAlert');
    expect(token).toMatch(/^[\w-]{43}$/);
    const page = `http://tideweek.test/unsubscribe?token=${token}`;
    expect(mail).toMatchObject({
      toAddress: anna.email,
      toName: 'Anna Lind',
      template: 'listingAlert',
      status: 'waiting',
      headers: {
        'List-Unsubscribe': `<http://tideweek.test/api/unsubscribe?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    const firstDay = new Date(dayAhead(100)).toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
    const week = `http://tideweek.test/resort/${resort.id}?month=${dayAhead(100).slice(0, 7)}&night=${dayAhead(100)}`;
    for (const text of [
      'Aruba for six',
      'Spring by the bay',
      'Palm Bay',
      '$1,360.80 for 7 nights',
      firstDay,
      week,
      page,
    ]) {
      expect(mail?.text.replaceAll('\u2009', ' ')).toContain(text);
    }
    expect(await server.prisma.savedSearchAlert.findMany()).toMatchObject([
      { userId: anna.id, listingId: listing.id },
    ]);
    expect(await server.prisma.unsubscribeLink.findMany()).toMatchObject([
      { id: hashOfSecret(token), searchId: search.id },
    ]);
  });

  it('has a separate unsubscribe link in every mail, and every link works', async () => {
    const anna = await member();
    const search = await createSavedSearch(server, { userId: anna.id });
    const tokens = [];
    for (let count = 0; count < 2; count += 1) {
      await publish((await createListing(server, { ...listingData, resortId: resort.id })).id);
      tokens.push(await tokenFor(server, anna.email, 'listingAlert'));
    }
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) {
      await server.prisma.savedSearch.update({ where: { id: search.id }, data: { alerts: true } });
      expect((await server.rest('POST', `/api/unsubscribe?token=${token}`)).status).toBe(200);
      expect(await server.prisma.savedSearch.findMany()).toMatchObject([{ alerts: false }]);
    }
  });

  it('is mailed once per person, however many of their searches it fits', async () => {
    const anna = await member();
    await createSavedSearch(server, { userId: anna.id, query: 'aruba' });
    await createSavedSearch(server, { userId: anna.id, query: 'palm' });
    await createSavedSearch(server, { userId: anna.id });
    const listing = await createListing(server, { ...listingData, resortId: resort.id });
    await publish(listing.id);
    await publish(listing.id);
    expect(await mails()).toHaveLength(1);
    await publish((await createListing(server, { ...listingData, resortId: resort.id })).id);
    expect(await mails()).toHaveLength(2);
  });

  it('is mailed once per person when published 20 times at once', async () => {
    const people = [];
    for (let count = 0; count < 60; count += 1) {
      const person = await member();
      people.push(person.email);
      await createSavedSearch(server, { userId: person.id, query: 'aruba' });
      await createSavedSearch(server, { userId: person.id, query: 'spa' });
    }
    const listing = await createListing(server, { ...listingData, resortId: resort.id });
    await Promise.all(Array.from({ length: 20 }, () => publish(listing.id)));
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(people.sort());
    expect(await server.prisma.savedSearchAlert.count()).toBe(60);
  });

  it('reaches people past the first batch of searches', async () => {
    const anna = await member();
    const last = await member();
    await server.prisma.savedSearch.createMany({
      data: Array.from({ length: 1_100 }, (_, index) => ({
        userId: anna.id,
        name: `Search ${index}`,
        query: `nothing ${index}`,
        filter: { destinations: ['Hawaii'] },
      })),
    });
    await createSavedSearch(server, { userId: last.id, query: 'aruba' });
    await publish((await createListing(server, { ...listingData, resortId: resort.id })).id);
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual([last.email]);
  });

  it('is not mailed to its owner, closed accounts, unverified addresses or without alerts', async () => {
    const owner = await member();
    const closed = await member({ closedAt: new Date() });
    const unproven = await createUser(server, { emailVerifiedAt: null });
    const quiet = await member();
    for (const { id } of [owner, closed, unproven]) {
      await createSavedSearch(server, { userId: id });
    }
    await createSavedSearch(server, { userId: quiet.id, alerts: false });
    const listing = await createListing(server, {
      ...listingData,
      resortId: resort.id,
      ownerId: owner.id,
    });
    await publish(listing.id);
    expect(await mails()).toEqual([]);
  });

  it.each([
    [{ isActive: false }],
    [{ contractVerificationStatus: 'pending' as const }],
    [{ availableFrom: new Date('2020-01-01'), availableTo: new Date('2020-01-08') }],
  ])('is not mailed while it is %j', async (given) => {
    await createSavedSearch(server, { userId: (await member()).id });
    await publish(
      (await createListing(server, { ...listingData, resortId: resort.id, ...given })).id,
    );
    expect(await mails()).toEqual([]);
  });

  it('is ignored if it no longer exists', async () => {
    await expect(publish('01890a5d-ac96-774b-bcce-b302099a8057')).resolves.toBeUndefined();
  });
});

describe('a search', () => {
  it.each<[string, string, object, boolean]>([
    ['its resort by text', 'palm bay', {}, true],
    ['a mistyped word', 'palmm', {}, true],
    ['a word of another place', 'hawaii', {}, false],
    ['signs alone', '!!!', {}, false],
    ['one of the destinations', '', { destinations: ['Aruba', 'Hawaii'] }, true],
    ['other destinations', '', { destinations: ['Hawaii'] }, false],
    ['a place that is no destination', '', { destinations: ['Maui', 'Palm Beach'] }, true],
    ['such a place and words', 'disney', { destinations: ['Palm Beach'] }, true],
    ['such a place and other words', 'marriott', { destinations: ['Palm Beach'] }, false],
    ['another such place', '', { destinations: ['Maui', 'Hawaii'] }, false],
    ['one of the brands', '', { brands: ['Disney Vacation Club'] }, true],
    ['other brands', '', { brands: ['Marriott Vacation Club'] }, false],
    ['all amenities', '', { amenities: ['Pool', 'Spa'] }, true],
    ['one amenity too many', '', { amenities: ['Pool', 'Golf'] }, false],
    ['the rating', '', { minRating: 4.5 }, true],
    ['a higher rating', '', { minRating: 4.6 }, false],
    ['the price of the listing', '', { priceTier: 'FROM_100_TO_300' }, true],
    ['another price', '', { priceTier: 'UNDER_100' }, false],
    ['as many guests', '', { guests: 6 }, true],
    ['more guests', '', { guests: 7 }, false],
    ['as many bedrooms', '', { bedrooms: 2 }, true],
    ['more bedrooms', '', { bedrooms: 3 }, false],
    ['all nights', '', { availableFrom: dayAhead(100), availableTo: dayAhead(114) }, true],
    ['a night more', '', { availableFrom: dayAhead(100), availableTo: dayAhead(115) }, false],
    ['a night before', '', { availableFrom: dayAhead(99), availableTo: dayAhead(102) }, false],
    ['no new availability', '', { isNewAvailability: false }, true],
    ['new availability', '', { isNewAvailability: true }, false],
    ['text and conditions', 'aruba', { guests: 2, bedrooms: 2 }, true],
    ['text, but not conditions', 'aruba', { guests: 9 }, false],
    ['a holiday that it is not free on', 'christmas aruba', {}, false],
  ])('for %s: "%s" %j fits: %s', async (_what, query, filter, fits) => {
    const { id } = await member();
    await createSavedSearch(server, { userId: id, query, filter });
    await publish((await createListing(server, { ...listingData, resortId: resort.id })).id);
    expect(await mails()).toHaveLength(fits ? 1 : 0);
  });

  it.each([
    ['as many nights as its owner asks for', { minNights: 5, maxNights: 6 }, 6, 1],
    ['fewer nights', { minNights: 5, maxNights: 6 }, 7, 0],
    [
      'fewer nights than all',
      { availableFrom: dayAhead(100), availableTo: dayAhead(113) },
      null,
      0,
    ],
    ['all nights', { availableFrom: dayAhead(100), availableTo: dayAhead(114) }, null, 1],
    ['anything', {}, null, 1],
  ])('is mailed for %s: %j of %j', async (_what, filter, minNights, count) => {
    const { id } = await member();
    await createSavedSearch(server, { userId: id, query: '', filter });
    const given = { ...listingData, resortId: resort.id, minNights };
    await publish((await createListing(server, given)).id);
    expect(await mails()).toHaveLength(count);
  });

  it('is not mailed if all its nights are taken', async () => {
    const guest = await member();
    await createSavedSearch(server, { userId: guest.id, query: '', filter: {} });
    const listing = await createListing(server, { ...listingData, resortId: resort.id });
    await createBooking(server, {
      resortId: resort.id,
      listingId: listing.id,
      userId: guest.id,
      checkIn: listing.availableFrom,
      checkOut: listing.availableTo,
      status: 'confirmed',
    });
    await publish(listing.id);
    expect(await mails()).toEqual([]);
  });

  it('for a holiday fits a listing that covers it', async () => {
    const { id } = await member();
    await createSavedSearch(server, { userId: id, query: 'christmas aruba' });
    const year = new Date().getUTCFullYear() + 1;
    const listing = await createListing(server, {
      ...listingData,
      resortId: resort.id,
      availableFrom: new Date(`${year}-12-20`),
      availableTo: new Date(`${year}-12-27`),
    });
    await publish(listing.id);
    expect(await mails()).toHaveLength(1);
  });
});

it('a failed run marks nobody as alerted, and the next run alerts everyone', async () => {
  const own = await startTestServer();
  try {
    const place = await createResort(own);
    for (let count = 0; count < 3; count += 1) {
      const { id } = await createUser(own, { emailVerifiedAt: new Date() });
      await createSavedSearch(own, { userId: id });
    }
    const listing = await createListing(own, { resortId: place.id });
    await own.pool.query(
      'ALTER TABLE outgoing_mails ADD CONSTRAINT away CHECK (template <> $$listingAlert$$)',
    );
    await expect(listingPublished(own.deps, { id: listing.id })).rejects.toThrow();
    expect(await own.prisma.savedSearchAlert.count()).toBe(0);
    await own.pool.query('ALTER TABLE outgoing_mails DROP CONSTRAINT away');
    await listingPublished(own.deps, { id: listing.id });
    expect(await own.prisma.outgoingMail.count()).toBe(3);
  } finally {
    await own.close();
  }
});

it('a saved search is alerted once, and no more after its unsubscribe link was used', async () => {
  const anna = await member();
  const cookie = await cookieOf(server, anna);
  await server.graphql(
    saveSearchMutation,
    { input: { query: 'aruba', filter: { guests: 2 } } },
    { cookie },
  );
  const first = await createListing(server, { resortId: resort.id });
  await publish(first.id);
  await publish(first.id);
  const sent = await mails();
  expect(sent).toHaveLength(1);
  const [, link = ''] =
    /<(.*)>/.exec((sent[0]?.headers as Record<string, string>)['List-Unsubscribe'] ?? '') ?? [];
  const { pathname, search } = new URL(link);
  expect((await server.send(pathname + search, { method: 'POST' })).status).toBe(200);
  await publish((await createListing(server, { resortId: resort.id })).id);
  expect(await mails()).toHaveLength(1);
});

it('publishing a listing adds the alert job', async () => {
  await createSavedSearch(server, { userId: (await member()).id });
  const listing = await createListing(server, { ...listingData, resortId: resort.id });
  const { rows } = await server.pool.query<{ task_identifier: string }>(
    'SELECT task_identifier FROM graphile_worker.jobs WHERE key = $1',
    [`listing_published:${listing.id}`],
  );
  expect(rows).toEqual([{ task_identifier: 'listing_published' }]);
});
