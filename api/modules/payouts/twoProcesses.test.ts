import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChild } from '#api/testing/childProcess.ts';
import type { BookingStep } from '#api/testing/makeStep.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readExpectedBalances } from '../bookings/payment/expectedBalances.ts';
import { makeScene, movableClock, releasedStay } from '../bookings/testing/flow.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { connect } from './testing/flow.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

/** Runs the job in a process of its own; resolves to its exit code and what it printed. */
async function payOutInProcess(): Promise<[number | NodeJS.Signals, string]> {
  const step: BookingStep = { do: 'payOut' };
  const now = time.clock().toISOString();
  const args = [server.databaseUrl, server.folder, now, JSON.stringify(step)];
  const child = startChild([...briefly, programFile('bookingStep'), ...args]);
  return [await child.ended, child.output()];
}

/** How many connections to the database of this test wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await server.pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

it('two processes that pay the same owner at once send the money for each stay once', async () => {
  const scene = await makeScene(server, { isInstant: true });
  await connect(server, scene.owner.cookie);
  const ids = [(await releasedStay(server, time, scene)).id];
  while (ids.length < 3) {
    const other = await makeScene(server, { isInstant: true, ownerId: scene.owner.user.id });
    ids.push((await releasedStay(server, time, { ...other, owner: scene.owner })).id);
  }

  const locks = await server.pool.connect();
  await locks.query('BEGIN');
  await locks.query('SELECT lock_booking(id) FROM unnest($1::uuid[]) AS id', [ids]);
  const processes = [payOutInProcess(), payOutInProcess()];
  // Both have read what is due, and want the first booking.
  await expect.poll(waiting).toBe(2);
  await locks.query('COMMIT');
  locks.release();
  expect(await Promise.all(processes)).toEqual([
    [0, ''],
    [0, ''],
  ]);

  const transfers = await server.prisma.sandboxTransfer.findMany({
    select: { bookingId: true, amountCents: true },
    orderBy: { bookingId: 'asc' },
  });
  // 7 x $150 + $90 cleaning.
  const sent = ids.toSorted().map((bookingId) => ({ bookingId, amountCents: 114_000 }));
  expect(transfers).toEqual(sent);
  const booked = await server.prisma.ledgerTransaction.groupBy({
    by: ['bookingId'],
    where: { reason: 'payout' },
    _count: true,
    orderBy: { bookingId: 'asc' },
  });
  expect(booked).toEqual(ids.toSorted().map((bookingId) => ({ bookingId, _count: 1 })));
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
});
