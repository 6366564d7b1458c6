import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { hold, makeScene, type Scene } from '../testing/flow.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
});

afterAll(() => server.close());

/** Holds the stay with a new account, and returns the name of the answer's type. */
async function byNewAccount(scene: Scene): Promise<string | undefined> {
  const { cookie } = await signedInUser(server);
  return (await hold(server, scene, { cookie }))?.__typename;
}

const isHeld = async ({ listing }: Scene): Promise<boolean> =>
  (await server.prisma.booking.count({ where: { listingId: listing.id, status: 'held' } })) > 0;

it('one address holds the stays of six weeks of an owner in an hour, with however many accounts', async () => {
  const first = await makeScene(server);
  const ownerId = first.owner.user.id;
  const scenes = [first];
  while (scenes.length < 7) {
    scenes.push(await makeScene(server, { ownerId }));
  }
  for (const scene of scenes.slice(0, 6)) {
    expect(await byNewAccount(scene)).toBe('HoldStayPayload');
  }
  const last = scenes[6] ?? first;
  expect(await byNewAccount(last)).not.toBe('HoldStayPayload');
  expect(await isHeld(last)).toBe(false);
  // Weeks of others are counted apart.
  expect(await byNewAccount(await makeScene(server))).toBe('HoldStayPayload');
});

it('one address holds 30 stays in an hour, with however many accounts and owners', async () => {
  await server.pool.query('TRUNCATE rate_limits');
  for (let count = 0; count < 30; count += 1) {
    expect(await byNewAccount(await makeScene(server))).toBe('HoldStayPayload');
  }
  const last = await makeScene(server);
  expect(await byNewAccount(last)).not.toBe('HoldStayPayload');
  expect(await isHeld(last)).toBe(false);
});
