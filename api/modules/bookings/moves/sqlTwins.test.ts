import { afterAll, beforeAll, expect, it } from 'vitest';
import { BookingStatus } from '#api/generated/prisma/client.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';
import { certificateDays } from '#common/durations.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it.each([
  ['takes_nights', bookingStatuses.takesNights],
  ['is_paid', bookingStatuses.paid],
] as const)('%s knows the same statuses as common/bookingStatuses.ts', async (name, expected) => {
  const { rows } = await server.pool.query<{ status: BookingStatus }>(
    `SELECT status::text FROM unnest(enum_range(NULL::"BookingStatus")) AS status WHERE ${name}(status)`,
  );
  expect(rows.map(({ status }) => status).sort()).toEqual([...expected].sort());
});

it('names only statuses that a booking can have', () => {
  const known = Object.values<string>(BookingStatus);
  const named = Object.values(bookingStatuses).flat();
  expect(named.filter((status) => !known.includes(status))).toEqual([]);
});

it.each(['listed', 'escalate'] as const)(
  'certificate_days knows the days of common/durations.ts: %s',
  async (step) => {
    const { rows } = await server.pool.query('SELECT certificate_days($1) AS days', [step]);
    expect(rows).toEqual([{ days: certificateDays[step] }]);
  },
);
