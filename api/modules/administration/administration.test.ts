import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  createBooking,
  createInquiry,
  createListing,
  createMail,
  createResort,
  createUser,
  signedInUser,
} from '#api/testing/factories.ts';
import { booked, makeScene, move } from '../bookings/testing/flow.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, utcToday } from '#common/days.ts';

const siteOverviewQuery = graphql(`
  query SiteOverview($days: Int!) {
    siteTotals {
      users
      activeUsers
      adminUsers
      resorts
      publicListings
      bookings
      revenue {
        amount
        currency
      }
      fees {
        amount
        currency
      }
      taxes {
        amount
        currency
      }
      waitingListings
      newInquiries
      openReports
    }
    siteDays(days: $days) {
      date
      registrations
      listings
      bookings
      revenue {
        amount
        currency
      }
      fees {
        amount
      }
      taxes {
        amount
      }
    }
  }
`);

const systemStatusQuery = graphql(`
  query SystemStatus {
    systemStatus {
      name
      state
      detail
      lastError
      lastErrorDetails
      lastErrorAt
    }
  }
`);

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

const overview = async (days: number, cookie = admin.cookie) =>
  server.graphql(siteOverviewQuery, { days }, { cookie });

const status = async (cookie = admin.cookie) => server.graphql(systemStatusQuery, {}, { cookie });

const part = async (name: string) =>
  (await status()).data?.systemStatus?.find((candidate) => candidate.name === name);

const usd = (amount: number) => ({ amount, currency: 'USD' });

const utcDay = (daysAgo: number): string => addDays(utcToday(), -daysAgo);

describe('The figures of the site', () => {
  it('include totals and the new records of each day', async () => {
    const owner = await createUser(server);
    const gone = await createUser(server);
    await server.prisma.user.update({ where: { id: gone.id }, data: { closedAt: new Date() } });
    const resort = await createResort(server);
    const given = { resortId: resort.id, ownerId: owner.id };
    await createListing(server, { ...given, contractVerificationStatus: 'verified' });
    await createListing(server, { ...given, contractVerificationStatus: 'pending' });
    await createListing(server, {
      ...given,
      contractVerificationStatus: 'pending',
      contractDocumentUrl: 'https://documents.test/deed.pdf',
    });
    await createInquiry(server, { userId: owner.id });
    const stay = { resortId: resort.id, userId: owner.id };
    await createBooking(server, { ...stay, totalPriceCents: 2_000_000_000, status: 'confirmed' });
    await createBooking(server, { ...stay, totalPriceCents: 2_000_000_000, status: 'completed' });
    await createBooking(server, { ...stay, totalPriceCents: 500, status: 'cancelled' });
    const old = new Date(`${utcDay(2)}T23:59:59.999Z`);
    await createBooking(server, {
      ...stay,
      totalPriceCents: 700,
      status: 'confirmed' as const,
      createdAt: old,
    });
    const { data, requestId } = await overview(3);
    expect(data?.siteTotals).toEqual({
      users: 3,
      activeUsers: 2,
      adminUsers: 1,
      resorts: 1,
      publicListings: 1,
      bookings: 4,
      revenue: [usd(4_000_000_700)],
      fees: [usd(0)],
      taxes: [usd(0)],
      waitingListings: 1,
      newInquiries: 1,
      openReports: 0,
    });
    expect(data?.siteDays).toMatchObject([
      { date: utcDay(2), registrations: 0, listings: 0, bookings: 1, revenue: usd(700) },
      { date: utcDay(1), registrations: 0, listings: 0, bookings: 0, revenue: usd(0) },
      ...[{ date: utcDay(0), registrations: 3, listings: 3, bookings: 3 }].map((today) => ({
        ...today,
        revenue: usd(4_000_000_000),
      })),
    ]);
    expect(server.statementsOf(requestId).length).toBeLessThanOrEqual(2);
  });

  it('keep currencies apart', async () => {
    const { id: resortId } = await createResort(server);
    const { id: userId } = await createUser(server);
    const booked = { resortId, userId, status: 'confirmed' as const };
    await createBooking(server, { ...booked, currency: 'JPY', totalPriceCents: 1_800_000_000 });
    await createBooking(server, { ...booked, currency: 'EUR', totalPriceCents: 10_000 });
    await createBooking(server, {
      ...booked,
      currency: 'CAD',
      totalPriceCents: 10_000,
      status: 'pending',
    });
    const { data } = await overview(1);
    expect(data?.siteTotals?.revenue).toEqual([
      usd(4_000_000_700),
      { amount: 1_800_000_000, currency: 'JPY' },
      { amount: 10_000, currency: 'EUR' },
    ]);
    expect(data?.siteTotals?.bookings).toBe(7);
    expect(data?.siteDays?.[0]?.revenue).toEqual(usd(4_000_000_000));
  });

  it('keep what is the site’s and what is tax apart from what travelers paid', async () => {
    const own = await startTestServer();
    try {
      const { cookie } = await signedInUser(own, { role: 'admin' });
      const { id: resortId } = await createResort(own, { destination: 'Taxed Isle' });
      await own.prisma.occupancyTax.update({
        where: { destination: 'Taxed Isle' },
        data: { rateBps: 1_000, keepsTaxWhenCancelled: true },
      });
      const scene = await makeScene(own, {
        resortId,
        isInstant: true,
        cancellationPolicy: 'none_after_48h',
      });
      const id = await booked(own, scene);
      const read = async () => (await own.graphql(siteOverviewQuery, { days: 1 }, { cookie })).data;
      const price = await own.prisma.booking.findUniqueOrThrow({ where: { id } });
      const { totalPriceCents, serviceFeeCents, taxCents } = price;
      expect(taxCents).toBeGreaterThan(0);
      expect((await read())?.siteTotals).toMatchObject({
        revenue: [usd(totalPriceCents)],
        fees: [usd(0)],
        taxes: [usd(0)],
      });
      // Beyond the 48 hours in which it could be cancelled: everything is kept.
      await own.prisma.booking.update({
        where: { id },
        data: { confirmedAt: new Date(Date.now() - 72 * 3_600_000) },
      });
      await move(own, scene.traveler.cookie, id, { move: 'CANCEL' });
      const after = await read();
      expect(after?.siteTotals).toMatchObject({
        revenue: [usd(totalPriceCents)],
        fees: [usd(serviceFeeCents ?? 0)],
        taxes: [usd(taxCents ?? 0)],
      });
      expect(after?.siteDays).toMatchObject([
        {
          revenue: usd(totalPriceCents),
          fees: { amount: serviceFeeCents },
          taxes: { amount: taxCents },
        },
      ]);
    } finally {
      await own.close();
    }
  });

  it('are $0 without bookings', async () => {
    const own = await startTestServer();
    try {
      const { cookie } = await signedInUser(own, { role: 'admin' });
      const { data } = await own.graphql(siteOverviewQuery, { days: 1 }, { cookie });
      expect(data?.siteTotals?.revenue).toEqual([usd(0)]);
      expect(data?.siteTotals?.bookings).toBe(0);
    } finally {
      await own.close();
    }
  });

  it.each([0, 367])('refuse %d days', async (days) => {
    const { errors } = await overview(days);
    expect(errors[0]?.message).toContain('Days must be 1 to 366');
  });

  it('are for administrators only', async () => {
    const { cookie } = await signedInUser(server);
    for (const someone of ['', cookie]) {
      expect((await overview(3, someone)).data).toEqual({ siteTotals: null, siteDays: null });
      expect((await status(someone)).data).toEqual({ systemStatus: null });
    }
  });
});

describe('The status of the system', () => {
  // Those that the listings above added would be late.
  beforeAll(() => server.runJobs());

  it('checks every part, and leaves no file behind', async () => {
    const { data } = await status();
    expect(data?.systemStatus?.map(({ name, state }) => [name, state])).toEqual([
      ['DATABASE', 'OK'],
      ['JOBS', 'OK'],
      ['MAIL', 'WARNING'],
      ['STORAGE', 'OK'],
    ]);
    expect((await part('MAIL'))?.detail).toBe('No mail server is set; 0 messages wait for it');
    const probes = [];
    for await (const probe of server.deps.storage.list('probes/')) {
      probes.push(probe);
    }
    expect(probes).toEqual([]);
  });

  it('reports a failing storage, and keeps its last error after recovery', async () => {
    vi.spyOn(server.deps.storage, 'write').mockRejectedValueOnce(new Error('disk quota exceeded'));
    expect(await part('STORAGE')).toMatchObject({
      state: 'FAILING',
      lastError: 'disk quota exceeded',
    });
    vi.restoreAllMocks();
    expect(await part('STORAGE')).toMatchObject({ state: 'OK', lastError: 'disk quota exceeded' });
  });

  it('reports jobs that are late or given up, with the last error', async () => {
    await server.pool.query(`
      SELECT graphile_worker.add_job('late', run_at => now() - interval '1 hour');
      SELECT graphile_worker.add_job('broken', max_attempts => 1);
      UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'no such listing'
      WHERE max_attempts = 1`);
    expect(await part('JOBS')).toMatchObject({
      state: 'WARNING',
      detail: 'Jobs: 1 waiting for more than 2 minutes, 1 given up',
      lastError: 'The job “broken” failed: no such listing',
      lastErrorDetails: 'broken: no such listing',
    });
  });

  it('reports messages that are late or given up, with the last error', async () => {
    const mail = (index: number) => ({
      messageId: `m${index}@test`,
      toAddress: 'a@b.test',
      template: 'welcome',
      subject: 's',
      html: 'h',
      text: 't',
    });
    await createMail(server);
    expect((await part('MAIL'))?.detail).toBe('No mail server is set; 1 message waits for it');
    await server.prisma.outgoingMail.deleteMany();
    await server.prisma.siteSetting.create({ data: { key: 'smtp_host', value: 'mail.test' } });
    expect(await part('MAIL')).toMatchObject({ state: 'OK', detail: '0 messages waiting' });
    await server.prisma.outgoingMail.createMany({
      data: [
        { ...mail(1), status: 'failed', lastError: 'getaddrinfo ENOTFOUND mail.test' },
        { ...mail(2), createdAt: new Date(Date.now() - 3_600_000) },
      ],
    });
    expect(await part('MAIL')).toMatchObject({
      state: 'WARNING',
      detail: 'Messages: 1 waiting for more than 10 minutes, 1 given up',
      lastError: 'The mail server has an address whose host nobody knows',
      lastErrorDetails: 'getaddrinfo ENOTFOUND mail.test',
    });
  });

  it('says that the database answers if only its queues cannot be read', async () => {
    vi.spyOn(server.pool, 'query').mockRejectedValueOnce(new Error('no such table') as never);
    const { checkSystem } = await import('./systemStatus.ts');
    const parts = await checkSystem(server.deps);
    vi.restoreAllMocks();
    expect(
      parts.map(({ name, state, lastErrorDetails }) => [name, state, lastErrorDetails]),
    ).toEqual([
      ['database', 'ok', null],
      ['jobs', 'failing', null],
      ['mail', 'failing', null],
      ['storage', 'ok', null],
    ]);
  });

  it('still checks the storage if the database is unreachable', async () => {
    vi.spyOn(server.pool, 'query').mockRejectedValue(
      // Node.js reports a host with two addresses like this, without a message.
      Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), {
        code: 'ECONNREFUSED',
      }) as never,
    );
    const { checkSystem } = await import('./systemStatus.ts');
    const parts = await checkSystem(server.deps);
    vi.restoreAllMocks();
    const database = {
      state: 'failing',
      lastError: 'The database refused the connection',
      lastErrorDetails: 'connect ECONNREFUSED ::1:5432',
    };
    expect(parts).toMatchObject([
      { name: 'database', ...database },
      { name: 'jobs', ...database },
      { name: 'mail', ...database },
      { name: 'storage', state: 'ok', lastError: 'disk quota exceeded', lastErrorDetails: null },
    ]);
  });
});
