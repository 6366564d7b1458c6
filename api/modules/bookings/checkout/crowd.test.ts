import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#api/testing/client.ts';
import { inDepth } from '#api/testing/depth.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/serverProcess.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import { cardToken, hold, makeScene, payAt } from '../testing/flow.ts';

const travelers = inDepth(20, 200);

let server: TestServer;
let folder: string;
const processes: ServerProcess[] = [];

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
  folder = await mkdtemp(join(tmpdir(), 'tideweek-test-'));
  for (const name of ['one', 'two']) {
    processes.push(await startServerProcess(server.databaseUrl, join(folder, name), 'demo'));
  }
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that is too busy says so and asks to try again; a test that is over asks no more. */
async function untilAnswered<Answer extends { __typename: string }>(
  signal: AbortSignal,
  ask: () => Promise<Answer | null | undefined>,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer && answer.__typename !== 'UnavailableError') {
      return answer;
    }
  }
}

it(`one of ${travelers} travelers at two servers books the week, and nobody else is charged`, async ({
  signal,
}) => {
  const scene = await makeScene(server, { isInstant: true });
  const clients = processes.map(({ origin }) => createClient(origin));
  const cookies: string[] = [];
  for (let number = 0; number < travelers; number += 1) {
    cookies.push((await signedInUser(server)).cookie);
  }
  const card = await cardToken(server);
  const paidBefore = await server.prisma.sandboxPayment.count();
  const outcomes = await Promise.all(
    cookies.map(async (cookie, index) => {
      const client = clients[index % clients.length] ?? server;
      const held = await untilAnswered(signal, () => hold(client, scene, { cookie }));
      if (held.__typename !== 'HoldStayPayload') {
        return held.__typename;
      }
      const paid = await untilAnswered(signal, () => payAt(client, cookie, held.booking, card));
      if (paid.__typename !== 'PayBookingPayload') {
        return paid.__typename;
      }
      // A server that was too busy to hear of the payment asks again within a minute.
      const { databaseId: id } = held.booking;
      const now = () => server.prisma.booking.findUnique({ where: { id } });
      await expect.poll(async () => (await now())?.status).not.toBe('held');
      return (await now())?.status ?? '';
    }),
  );
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  expect([count('confirmed'), count('ConflictError')]).toEqual([1, travelers - 1]);

  const bookings = await server.prisma.booking.findMany({
    where: { listingId: scene.listing.id },
    include: { paymentOperations: true },
  });
  expect(bookings).toMatchObject([
    { status: 'confirmed', paymentOperations: [{ kind: 'charge', status: 'succeeded' }] },
  ]);
  expect(await server.prisma.sandboxPayment.count()).toBe(paidBefore + 1);
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
});
