import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin', username: 'boss' }));
  await createResort(server, { destination: 'Utah' });
  await createResort(server, { destination: 'Aruba' });
  await createResort(server, { destination: 'Aruba' });
});

afterAll(() => server.close());

const stored = (destination: string) =>
  server.prisma.occupancyTax.findUniqueOrThrow({ where: { destination } });

async function setRate(input: { taxId: string; version: number; rateBps: number }) {
  const { data, errors } = await server.graphqlText<{ setTaxRate: object }>(
    `mutation ($input: SetTaxRateInput!) { setTaxRate(input: $input) {
       __typename ... on Error { message }
       ... on SetTaxRatePayload { tax { destination rateBps version } }
       ... on ConflictError { fieldErrors { field } } } }`,
    { input },
    { cookie },
  );
  expect(errors).toEqual([]);
  return data?.setTaxRate;
}

const audited = async () =>
  (
    await server.pool.query<object>(
      "SELECT actor_name, subject_id, before, after FROM audit_entries WHERE action = 'tax.update'",
    )
  ).rows;

describe('occupancy taxes', () => {
  it('are listed by destination, with their resorts', async () => {
    const { data } = await server.graphqlText(
      '{ occupancyTaxes { destination rateBps resortCount version } }',
      {},
      { cookie },
    );
    expect(data).toEqual({
      occupancyTaxes: [
        { destination: 'Aruba', rateBps: 0, resortCount: 2, version: 1 },
        { destination: 'Utah', rateBps: 0, resortCount: 1, version: 1 },
      ],
    });
  });

  it('are changed by administrators, which the audit log records', async () => {
    const { id } = await stored('Aruba');
    expect(await setRate({ taxId: id, version: 1, rateBps: 1_250 })).toMatchObject({
      tax: { destination: 'Aruba', rateBps: 1_250, version: 2 },
    });
    expect(await stored('Aruba')).toMatchObject({ rateBps: 1_250, version: 2 });
    expect(await audited()).toEqual([
      {
        actor_name: 'boss',
        subject_id: id,
        before: { name: 'Aruba', rateBps: 0, keepsTaxWhenCancelled: false },
        after: { name: 'Aruba', rateBps: 1_250, keepsTaxWhenCancelled: false },
      },
    ]);
  });

  it('keep a change that its author has not seen', async () => {
    const before = await stored('Aruba');
    expect(await setRate({ taxId: before.id, version: 1, rateBps: 0 })).toEqual({
      __typename: 'ConflictError',
      message: 'Someone else has changed this rate meanwhile',
      fieldErrors: [{ field: 'version' }],
    });
    expect(await stored('Aruba')).toEqual(before);
  });

  it.each([-1, 5_001])('refuse a rate of %d basis points', async (rateBps) => {
    const before = await stored('Utah');
    expect(await setRate({ taxId: before.id, version: 1, rateBps })).toMatchObject({
      __typename: 'InvalidInputError',
      message: 'Rate must be 0% to 50%, with at most two decimals',
    });
    expect(await stored('Utah')).toEqual(before);
  });

  it('that stay the same leave no trace', async () => {
    const { id } = await stored('Utah');
    const entries = await audited();
    expect(await setRate({ taxId: id, version: 1, rateBps: 0 })).toMatchObject({
      tax: { version: 1 },
    });
    expect(await audited()).toEqual(entries);
  });
});
