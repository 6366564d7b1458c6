import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { SetDeedBackInput, SetResortFeeInput } from '#api/generated/operations/graphql.ts';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { mostFees } from './owning.ts';

const owningQuery = graphql(`
  query ResortOwning($resortId: ID!) {
    resortOwning(resortId: $resortId) {
      ...Owning
    }
  }
  fragment Owning on ResortOwning {
    fees {
      year
      bedrooms
      source
      fee {
        formatted
      }
    }
    deedBack {
      terms
      source
      recordedOn
    }
  }
`);

const feeMutation = graphql(`
  mutation SetResortFee($input: SetResortFeeInput!) {
    setResortFee(input: $input) {
      __typename
      ... on SetResortFeePayload {
        owning {
          ...Owning
        }
      }
      ...Refusal
    }
  }
`);

const deedBackMutation = graphql(`
  mutation SetDeedBack($input: SetDeedBackInput!) {
    setDeedBack(input: $input) {
      __typename
      ... on SetDeedBackPayload {
        owning {
          ...Owning
        }
      }
      ...Refusal
    }
  }
`);

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterAll(() => server.close());

const setFee = async (input: SetResortFeeInput, cookie = admin) =>
  (await server.graphql(feeMutation, { input }, { cookie })).data?.setResortFee;

const setDeedBack = async (input: SetDeedBackInput, cookie = admin) =>
  (await server.graphql(deedBackMutation, { input }, { cookie })).data?.setDeedBack;

const read = async (resortId: string) =>
  (await server.graphql(owningQuery, { resortId }, { cookie: admin })).data?.resortOwning;

const size = { bedrooms: 2, year: 2026 };
const fee = { cents: 124_050, source: ' Budget letter ' };
const recorded = { ...size, source: 'Budget letter', fee: { formatted: '$1,240.50' } };

it('a fee is recorded, changed and removed, and each is in the audit log', async () => {
  const { id: resortId } = await createResort(server);
  expect(await setFee({ resortId, ...size, fee })).toMatchObject({ owning: { fees: [recorded] } });
  await setFee({ resortId, bedrooms: 0, year: 2025, fee });
  await setFee({ resortId, ...size, fee: { cents: 130_000, source: 'Invoice' } });
  expect((await read(resortId))?.fees).toEqual([
    { ...size, source: 'Invoice', fee: { formatted: '$1,300' } },
    { ...recorded, bedrooms: 0, year: 2025 },
  ]);
  await setFee({ resortId, ...size });
  expect(await server.prisma.resortFee.findMany({ where: { resortId } })).toMatchObject([
    { bedrooms: 0, year: 2025, cents: 124_050 },
  ]);
  const audited = await server.prisma.auditEntry.findMany({
    where: { subjectId: resortId },
    orderBy: { id: 'asc' },
  });
  expect(audited.map(({ action }) => action)).toEqual(Array(4).fill('resort.setOwning'));
  expect(audited[2]).toMatchObject({ before: { cents: 124_050 }, after: { cents: 130_000 } });
});

it('a programme is recorded as of today, changed and removed', async () => {
  const { id: resortId } = await createResort(server);
  const programme = { terms: 'Paid up, no loan.', source: 'Club magazine' };
  const recordedOn = server.deps.clock().toISOString().slice(0, 10);
  expect(await setDeedBack({ resortId, ...programme })).toMatchObject({
    owning: { fees: [], deedBack: { ...programme, recordedOn } },
  });
  expect(await setDeedBack({ resortId, terms: 'Any.', source: 'Call' })).toMatchObject({
    owning: { deedBack: { terms: 'Any.', source: 'Call' } },
  });
  expect(await setDeedBack({ resortId, terms: ' ' })).toMatchObject({ owning: { deedBack: null } });
  expect(await server.prisma.deedBack.count({ where: { resortId } })).toBe(0);
});

it.each([
  [{ bedrooms: 13 }, 'bedrooms', 'Bedrooms must be 0 to 12'],
  [{ bedrooms: -1 }, 'bedrooms', 'Bedrooms must be 0 to 12'],
  [{ year: 1969 }, 'year', 'The year must be 1970 to 2200'],
  [{ year: 2200 }, 'year', 'The year may be at most next year'],
  [
    { fee: { ...fee, cents: 0 } },
    'fee.cents',
    'The fee must be more than $0, and at most $100,000',
  ],
  [
    { fee: { ...fee, cents: 10_000_001 } },
    'fee.cents',
    'The fee must be more than $0, and at most $100,000',
  ],
  [{ fee: { ...fee, source: ' ' } }, 'fee.source', 'Say where you read it'],
  [
    { fee: { ...fee, source: 'a'.repeat(201) } },
    'fee.source',
    'The source may have at most 200 characters',
  ],
])('the fee %j is refused', async (given, field, message) => {
  const { id: resortId } = await createResort(server);
  expect(await setFee({ resortId, ...size, fee, ...given })).toMatchObject({
    fieldErrors: [{ field, message }],
  });
  expect(await server.prisma.resortFee.count({ where: { resortId } })).toBe(0);
});

it.each([
  [{ terms: 'Any.' }, 'source', 'Say where you read it'],
  [
    { terms: 'a'.repeat(1_001), source: 'Site' },
    'terms',
    'The terms may have at most 1,000 characters',
  ],
  [
    { terms: 'Any.', source: 'a'.repeat(201) },
    'source',
    'The source may have at most 200 characters',
  ],
])('the programme %j is refused', async (given, field, message) => {
  const { id: resortId } = await createResort(server);
  expect(await setDeedBack({ resortId, ...given })).toMatchObject({
    fieldErrors: [{ field, message }],
  });
  expect(await server.prisma.deedBack.count({ where: { resortId } })).toBe(0);
});

it('only administrators record, and only for a resort that there is', async () => {
  const { id: resortId } = await createResort(server);
  const { cookie } = await signedInUser(server);
  for (const answer of [
    await setFee({ resortId, ...size, fee }, cookie),
    await setDeedBack({ resortId, terms: 'Any.', source: 'Site' }, cookie),
  ]) {
    expect(answer).toMatchObject({ __typename: 'ForbiddenError' });
  }
  for (const unknown of [randomUUID(), 'nothing']) {
    expect(await setFee({ resortId: unknown, ...size, fee })).toMatchObject({
      __typename: 'NotFoundError',
      message: 'Resort not found',
    });
    expect(await read(unknown)).toBeNull();
  }
});

it('a resort can have so many fees, and a full list can still be changed', async () => {
  const { id: resortId } = await createResort(server);
  await server.prisma.resortFee.createMany({
    data: Array.from({ length: mostFees }, (_, index) => ({
      resortId,
      bedrooms: index % 13,
      year: 1980 + Math.floor(index / 13),
      cents: 1,
      source: 'Old papers',
    })),
  });
  expect(await setFee({ resortId, ...size, fee })).toMatchObject({
    fieldErrors: [{ field: 'year' }],
  });
  expect(await setFee({ resortId, bedrooms: 0, year: 1980, fee })).toMatchObject({
    __typename: 'SetResortFeePayload',
  });
});

it('two administrators who record the same fee at once leave one of the two', async () => {
  const { id: resortId } = await createResort(server);
  const amounts = [100_000, 200_000];
  const answers = await Promise.all(
    amounts.map((cents) => setFee({ resortId, ...size, fee: { ...fee, cents } })),
  );
  expect(answers.map((answer) => answer?.__typename)).toEqual(Array(2).fill('SetResortFeePayload'));
  const stored = await server.prisma.resortFee.findMany({ where: { resortId } });
  expect(stored).toHaveLength(1);
  expect(amounts).toContain(stored[0]?.cents);
});
