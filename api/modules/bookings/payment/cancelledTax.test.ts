import { afterAll, beforeAll, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { booked, makeScene, move } from '../testing/flow.ts';

const destination = 'Coast of a tax';
let server: TestServer;
let resortId: string;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ id: resortId } = await createResort(server, { destination }));
  ({ cookie: admin } = await signedInUser(server, { role: 'admin' }));
  await setTax(false);
});

afterAll(() => server.close());

async function setTax(keepsTaxWhenCancelled: boolean): Promise<void> {
  const { id: taxId, version } = await server.prisma.occupancyTax.findUniqueOrThrow({
    where: { destination },
  });
  const { data } = await server.graphqlText<{ setTaxRate: { __typename: string } }>(
    'mutation ($input: SetTaxRateInput!) { setTaxRate(input: $input) { __typename } }',
    { input: { taxId, version, rateBps: 1_000, keepsTaxWhenCancelled } },
    { cookie: admin },
  );
  expect(data?.setTaxRate.__typename).toBe('SetTaxRatePayload');
}

/** A stay that begins in 40 days, so that the policy refunds half of the price. */
async function bookedStay() {
  const scene = await makeScene(server, {
    resortId,
    isInstant: true,
    cancellationPolicy: 'strict',
  });
  return { id: await booked(server, scene), cookie: scene.traveler.cookie };
}

async function cancel({ id, cookie }: Awaited<ReturnType<typeof bookedStay>>) {
  expect(await move(server, cookie, id, { move: 'CANCEL' })).toMatchObject({
    booking: { status: 'CANCELLED' },
  });
  const { refundCents } = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
  const { tax_payable } = await balancesOf(server.prisma, id);
  return { refundCents, taxKept: 0 - tax_payable };
}

// 7 x $150 + $90 cleaning, and a tenth of it as tax.
const [rent, tax] = [114_000, 11_400];

it('a cancelled stay gets its tax back, or a share of it where the destination keeps it, by the terms at which it was booked', async () => {
  const givenBack = await bookedStay();
  await setTax(true);
  const kept = await bookedStay();
  expect(await cancel(givenBack)).toEqual({ refundCents: rent / 2 + tax, taxKept: 0 });
  await setTax(false);
  expect(await cancel(kept)).toEqual({ refundCents: (rent + tax) / 2, taxKept: tax / 2 });
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
});
