import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxOperationTime } from '#api/graphql/limits/limits.ts';
import { callPatience, type PaymentProvider } from '#api/platform/payments/paymentProvider.ts';
import { createStripePayments } from '#api/platform/payments/stripePayments.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { inDepth } from '#api/testing/depth.ts';
import { stripeKeys } from '#api/testing/payments/stripeServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { cardToken, held, makeScene, payAt } from '../testing/flow.ts';
import { checkPaymentMutation } from '../testing/operations.ts';

const payers = inDepth(10, 100);

let server: TestServer;
let sandbox: PaymentProvider;

/** Carries payments out, but every second one is answered only after `release`. */
let release: () => void;

beforeAll(async () => {
  server = await startTestServer();
  const { payments } = server.deps;
  if (!payments) throw new Error('The test server takes payments');
  sandbox = payments;
  const released = new Promise<void>((resolve) => (release = resolve));
  let started = 0;
  server.deps.payments = {
    ...sandbox,
    patience: 1_000,
    async start(call) {
      const isSlow = (started += 1) % 2 === 0;
      const state = await sandbox.start(call);
      if (isSlow) await released;
      return state;
    },
  };
});

afterAll(() => server.close());

const told = (booking: { status: string; payment?: { status: string } | null }) =>
  `${booking.status} ${booking.payment?.status}`;

it(`each of ${payers} who pay at once learns how the payment stands, while every second answer is slow`, async ({
  signal,
}) => {
  const scenes = [];
  for (let number = 0; number < payers; number += 1) {
    const scene = await makeScene(server, { isInstant: true });
    // Every third card is declined.
    const method = await cardToken(server, number % 3 === 2 ? '4000000000009995' : undefined);
    scenes.push({ ...scene, booking: await held(server, scene), method });
  }
  const answers = await Promise.all(
    scenes.map(async ({ traveler, booking, method }) => {
      const answer = await payAt(server, traveler.cookie, booking, method);
      if (answer?.__typename !== 'PayBookingPayload') throw new Error(JSON.stringify(answer));
      return told(answer.booking);
    }),
  );
  const possible = ['CONFIRMED SUCCEEDED', 'HELD FAILED', 'HELD WAITING'];
  expect(answers.filter((answer) => !possible.includes(answer))).toEqual([]);
  expect(answers.filter((answer) => answer === 'HELD WAITING').length).toBeGreaterThanOrEqual(
    payers / 2,
  );
  release();
  for (const [number, { traveler, booking, method }] of scenes.entries()) {
    const where = { id: booking.databaseId };
    let now = answers[number];
    while (now === 'HELD WAITING') {
      signal.throwIfAborted();
      await payAt(server, traveler.cookie, booking, method);
      const checked = await server.graphql(
        checkPaymentMutation,
        { input: { bookingId: where.id } },
        { cookie: traveler.cookie },
      );
      const answer = checked.data?.checkPayment;
      if (answer?.__typename !== 'CheckPaymentPayload') throw new Error(JSON.stringify(answer));
      now = told(answer.booking);
    }
    const stored = await server.prisma.booking.findUniqueOrThrow({
      where,
      include: { paymentOperations: true },
    });
    expect(stored.paymentOperations).toHaveLength(1);
    expect(told({ ...stored, payment: stored.paymentOperations[0] ?? null }).toUpperCase()).toBe(
      now,
    );
    expect(now).toBe(number % 3 === 2 ? 'HELD FAILED' : 'CONFIRMED SUCCEEDED');
    const bookingId = where.id;
    expect(await server.prisma.sandboxPayment.count({ where: { bookingId } })).toBe(1);
  }
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
});

it('a call ends well before the operation that waits for it', () => {
  expect(createStripePayments(stripeKeys).patience).toBe(callPatience);
  expect(2 * callPatience).toBeLessThan(maxOperationTime);
});
