import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganization } from '#api/modules/partners/testing/partner.ts';
import { inDepth } from '#api/testing/depth.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createApiBudgets, type ApiBudgets, type Charge } from './apiBudgets.ts';
import { createLog } from '../process/log.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** Points of the largest call. */
const mostOfCall = 40;

interface Call {
  process: number;
  taken: number;
  used: number;
  end: 'settle' | 'cancel';
}

const call: fc.Arbitrary<Call> = fc.record({
  process: fc.nat(1),
  taken: fc.integer({ min: 1, max: mostOfCall }),
  used: fc.integer({ min: 0, max: mostOfCall }),
  end: fc.constantFrom('settle', 'cancel'),
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(call, { minLength: 1, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('flush', 'crash') },
);

it('processes together spend no more than an organization has, and one call, even if some crash', async () => {
  const newProcess = (): ApiBudgets => createApiBudgets(server.deps.database, createLog('silent'));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const pointsPerMinute = 240;
      const organization = await createOrganization(server, { pointsPerMinute });
      const owner = { organizationId: organization.id, mode: 'live' as const };
      // Little refills during the test, and the clock of the database says how much.
      const readBudget = async (): Promise<{ points: number; seconds: number }> => {
        const [row] = await server.prisma.$queryRaw<{ points: number; seconds: number }[]>`
          SELECT points, extract(epoch FROM clock_timestamp())::float AS seconds FROM api_budgets
          WHERE organization_id = ${owner.organizationId}::uuid AND mode = 'live'`;
        return row ?? { points: 0, seconds: 0 };
      };
      const begun = await readBudget();
      const processes = [newProcess(), newProcess()];
      let spent = 0;
      let calls = 0;
      let hasCrashed = false;
      const run = async ({ process, taken, used, end }: Call) => {
        const budgets = processes[process];
        const charge: Charge | undefined =
          budgets?.takeAtOnce(owner, taken) ??
          (await budgets?.take(owner, taken).catch(() => undefined));
        if (end === 'cancel') {
          charge?.cancel();
        } else if (charge) {
          const points = Math.min(taken, used);
          spent += points;
          calls += 1;
          const balance = charge.settle({
            operation: 'Call',
            points,
            hasErrors: false,
            milliseconds: 1,
          });
          expect(balance.limit).toBe(pointsPerMinute);
          expect(balance.left).toBeLessThanOrEqual(pointsPerMinute);
        }
      };
      for (const each of steps) {
        if (each === 'flush') {
          await processes[0]?.flush();
        } else if (each === 'crash') {
          processes[0] = newProcess();
          hasCrashed = true;
        } else {
          await Promise.all(each.map(run));
        }
      }
      await Promise.all(processes.map((budgets) => budgets.flush()));
      const ended = await readBudget();
      const refilled = (ended.seconds - begun.seconds) * (pointsPerMinute / 60);
      expect(spent).toBeLessThanOrEqual(pointsPerMinute + mostOfCall + refilled);
      expect(ended.points).toBeLessThanOrEqual(begun.points - spent + refilled + 0.001);
      if (!hasCrashed) {
        // Nothing is lost, either.
        expect(ended.points).toBeGreaterThanOrEqual(begun.points - spent - 0.001);
        const { _sum: sums } = await server.prisma.apiUsage.aggregate({
          where: { organizationId: owner.organizationId },
          _sum: { calls: true, points: true },
        });
        expect([sums.calls ?? 0, Number(sums.points ?? 0)]).toEqual([calls, spent]);
      }
    }),
    { numRuns: inDepth(25, 500) },
  );
});
