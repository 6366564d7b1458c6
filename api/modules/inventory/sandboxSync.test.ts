import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InventoryProvider } from '../../generated/prisma/client.ts';
import { createProvider, errorsOf, runToEnd } from '../../testing/inventory.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { sandboxProviders } from './sandbox/formats.ts';
import { startSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { createSources } from './sources/sources.ts';

let sandbox: Sandbox;
let server: TestServer;

beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({
    database: 'sample',
    sources: createSources({ allowed: [], sandbox: sandbox.origin }),
  });
});

afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const asWith = async (query: string): Promise<InventoryProvider> => {
  const [weeks] = sandboxProviders;
  return createProvider(server, {
    name: `Sandbox ${query}`,
    kind: 'json_feed',
    address: `sandbox:/weeks.json?${query}`,
    mapping: { ...weeks?.mapping },
  });
};

it.each(sandboxProviders)(
  'the 5,000 weeks of $name: a preview and a sync agree; only honest errors are left',
  async ({ mapping, ...given }) => {
    const provider = await createProvider(server, {
      ...given,
      name: `The ${given.name}`,
      mapping: { ...mapping },
    });
    const expected = { status: 'completed', read: 5_000, total: 5_000, isComplete: true };
    const before = await server.prisma.listing.count();
    const looked = await runToEnd(server, provider.id, { purpose: 'preview' });
    expect(looked).toMatchObject(expected);
    expect(await server.prisma.listing.count()).toBe(before);
    const errors = await errorsOf(server, looked.id);
    const reasons = errors.map((error) =>
      error.replace(/^.*?: /, '').replace(/"[^"]*" \(.*?\)/, '…'),
    );
    expect([...new Set(reasons)].sort()).toEqual([
      "Prices in EUR can't be brought in; only US dollars",
      "The resort … isn't known here. Match it under Resorts to Match, or add it",
    ]);
    expect(errors.length).toBeLessThan(100);
    const done = await runToEnd(server, provider.id);
    expect(done).toMatchObject({
      ...expected,
      ...{ imported: 5_000 - errors.length, created: 5_000 - errors.length, failed: errors.length },
    });
    expect(await errorsOf(server, done.id)).toEqual(errors);
    expect(await runToEnd(server, provider.id)).toMatchObject({
      ...expected,
      ...{ unchanged: 5_000 - errors.length, created: 0, updated: 0, withdrawn: 0 },
    });
    expect(
      await server.prisma.inventoryResort.count({
        where: { providerId: provider.id, resortId: null },
      }),
    ).toBe(3);
  },
  60_000,
);

it('the first 100 weeks are faultless', async () => {
  const provider = await asWith('rows=5000');
  expect(await runToEnd(server, provider.id, { filters: { limit: 100 } })).toMatchObject({
    ...{ status: 'completed', read: 100, total: 100, imported: 100, failed: 0, isComplete: false },
  });
});

it.each([
  ['500', { status: 'failed', read: 0, message: expect.stringContaining('500') as string }],
  [
    'redirects',
    { status: 'failed', read: 0, message: expect.stringContaining('redirect') as string },
  ],
  ['truncated', { status: 'failed', message: expect.stringContaining('middle') as string }],
])(
  'of a feed with the fault %s what came is kept, and nothing is withdrawn',
  async (fault, expected) => {
    const provider = await asWith('rows=300');
    expect(await runToEnd(server, provider.id)).toMatchObject({ status: 'completed' });
    const on = { providerId: provider.id, isActive: true };
    const before = await server.prisma.listing.count({ where: on });
    await server.prisma.inventoryProvider.update({
      where: { id: provider.id },
      data: { address: `sandbox:/weeks.json?rows=200&fault=${fault}` },
    });
    const run = await runToEnd(server, provider.id);
    expect(run).toMatchObject({ ...expected, withdrawn: 0, isComplete: false });
    expect(run.imported).toBe(run.unchanged);
    expect(await server.prisma.listing.count({ where: on })).toBe(before);
    await server.prisma.listing.deleteMany({ where: on });
    await server.prisma.inventoryProvider.delete({ where: { id: provider.id } });
  },
);

it.each([
  ['duplicates', 'came before in this feed'],
  ['malformed', ''],
])(
  'of a feed with the fault %s each bad row is told, and the others come in',
  async (fault, reason) => {
    const provider = await asWith(`rows=1500&fault=${fault}`);
    const run = await runToEnd(server, provider.id);
    expect(run).toMatchObject({ status: 'completed', withdrawn: 0 });
    expect(run.imported).toBeGreaterThan(1_000);
    expect(run.total).toBe(run.imported + run.failed);
    const errors = await errorsOf(server, run.id);
    expect(errors).toHaveLength(run.failed);
    expect(errors.some((error) => error.includes(reason))).toBe(true);
  },
);
