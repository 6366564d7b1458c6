import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInUser } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { keepDeadlines } from './deadlines.ts';
import type { BookingMove } from '../../generated/operations/graphql.ts';
import { checkPaymentMutation } from './testing/operations.ts';
import { hold, makeScene, movableClock, move, pay, type Scene } from './testing/flow.ts';

const time = movableClock();
let server: TestServer;
let team: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  team = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

const cards = [
  '4242424242424242',
  '4242424242424242',
  '4000002500003155',
  '4000000000009995',
  '4000000000000119',
  '4000000000000259',
];

const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hold' as const), nights: fc.constantFrom(3, 7) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom(...cards) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      who: fc.constantFrom('traveler', 'owner', 'team'),
      move: fc.constantFrom<BookingMove>(
        'ABANDON',
        'WITHDRAW',
        'ACCEPT',
        'ACCEPT',
        'DECLINE',
        'CERTIFY',
        'CERTIFY',
        'CANCEL',
        'CANCEL_BY_OWNER',
        'CANCEL_BY_TEAM',
        'DISPUTE',
        'RESOLVE',
      ),
      refundCents: fc.integer({ min: 0, max: 60_000 }),
      /** Sent twice at the same time. */
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 15, 24 * 60, 10 * 24 * 60, 32 * 24 * 60, 2 * 24 * 60),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deadlines' as const) }) },
);

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

const later = (minutes: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));

async function carryOut(step: Step, scene: Scene, bookings: string[]): Promise<void> {
  const latest = bookings.at(-1);
  switch (step.do) {
    case 'hold': {
      const checkOut = new Date(Date.parse(scene.checkIn) + step.nights * 86_400_000);
      const answer = await hold(server, scene, { checkOut: checkOut.toISOString().slice(0, 10) });
      if (answer?.__typename === 'HoldStayPayload' && answer.booking.databaseId !== latest) {
        bookings.push(answer.booking.databaseId);
      }
      return;
    }
    case 'pay':
      if (latest !== undefined) {
        const { version } = await server.prisma.booking.findUniqueOrThrow({
          where: { id: latest },
        });
        await pay(server, scene, { databaseId: latest, version }, step.card);
      }
      return;
    case 'check':
      await server.graphql(
        checkPaymentMutation,
        { input: { bookingId: latest ?? '' } },
        { cookie: scene.traveler.cookie },
      );
      return;
    case 'move': {
      if (latest === undefined) return;
      const cookie = step.who === 'team' ? team : scene[step.who as 'owner'].cookie;
      const input = {
        move: step.move,
        reason: 'Because.',
        refundCents: step.refundCents,
        certificateNumber: 'GC 1',
      };
      await Promise.all(
        (step.isTwice ? [1, 2] : [1]).map(() => move(server, cookie, latest, input)),
      );
      return;
    }
    case 'wait':
      await later(step.minutes);
      return;
    case 'deadlines':
      await keepDeadlines(server.deps);
  }
}

it('whatever happens, state and money agree, and no call is made twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.constantFrom('flexible', 'moderate', 'strict', 'none_after_48h'),
      fc.array(steps, { minLength: 3, maxLength: 14 }),
      async (isInstant, cancellationPolicy, history) => {
        const scene = await makeScene(server, { isInstant, cancellationPolicy });
        const bookings: string[] = [];
        for (const step of history) {
          await carryOut(step, scene, bookings);
        }
        // Far later everything has come to rest.
        await later(60 * 24 * 60);
        for (let round = 0; round < 4; round += 1) {
          await keepDeadlines(server.deps);
          await later(25 * 60);
        }
        const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
        expect(differences).toEqual([]);
        const open = await server.prisma.paymentOperation.findMany({
          where: { bookingId: { in: bookings }, status: { in: ['waiting', 'needs_action'] } },
        });
        expect(open).toEqual([]);
        const ended = await server.prisma.booking.findMany({ where: { id: { in: bookings } } });
        expect(ended.filter(({ status }) => ['held', 'pending'].includes(status))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
