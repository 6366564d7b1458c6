import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { ImportProgress } from './resortImport.ts';
import { findTimeZones } from './timeZones.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

beforeEach(() => server.pool.query('TRUNCATE resorts CASCADE'));

const honolulu = { latitude: 21.28, longitude: -157.83 };
const maine = { region: 'Maine', country: 'United States' };

const create = (fields: object) =>
  server.rest<{ id: string }>(
    'POST',
    '/api/admin/resorts',
    { name: 'Rest', location: 'Here', destination: 'There', description: 'Quiet.', ...fields },
    { cookie },
  );

const zoneOf = async (id: string) =>
  (await server.prisma.resort.findUniqueOrThrow({ where: { id } })).timezone;

describe('the time zone of a new resort', () => {
  it.each([
    ['is the given one', { ...honolulu, timezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    ['may be given in lower case', { timezone: 'america/new_york' }, 'America/New_York'],
    ['is found from its coordinates', honolulu, 'Pacific/Honolulu'],
    [
      'is that of its coordinates, not of its region',
      { ...honolulu, ...maine },
      'Pacific/Honolulu',
    ],
    ['is found from its region', maine, 'America/New_York'],
    ['is not that of a region of the same name', { ...maine, country: 'France' }, 'UTC'],
    ['is UTC if nothing determines it', { timezone: '' }, 'UTC'],
  ])('%s', async (_, fields, zone) => {
    await createResort(server, { ...maine, timezone: 'America/New_York' });
    await createResort(server, { ...maine, timezone: 'America/New_York' });
    await createResort(server, { ...maine, timezone: 'America/Chicago' });
    const { status, body } = await create(fields);
    expect([status, await zoneOf(body.id)]).toEqual([201, zone]);
  });

  it.each(['+05:00', 'Moon/Base'])('is refused if it is %s', async (timezone) => {
    const answer = await create({ timezone });
    expect([answer.status, answer.text]).toEqual([
      400,
      'Time zone must be one such as America/New_York',
    ]);
    expect(await server.prisma.resort.count()).toBe(0);
  });
});

it('a resort gets the time zone of coordinates that are added', async () => {
  const { id } = await createResort(server);
  await server.rest('PATCH', `/api/admin/resorts/${id}`, honolulu, { cookie });
  expect(await zoneOf(id)).toBe('Pacific/Honolulu');
  await server.rest('PATCH', `/api/admin/resorts/${id}`, { timezone: 'Asia/Tokyo' }, { cookie });
  await server.rest('PATCH', `/api/admin/resorts/${id}`, { latitude: 20 }, { cookie });
  expect(await zoneOf(id)).toBe('Asia/Tokyo');
});

it('imported resorts get their time zones', async () => {
  const csv = [
    'name,location,destination,description,latitude,longitude,timezone',
    'One,Waikiki,Hawaii,Fine,21.28,-157.83,',
    'Two,Tokyo,Japan,Fine,,,Asia/Tokyo',
  ].join('\n');
  const read = await server.send('/api/admin/resorts/imports', {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  const { id } = JSON.parse(read.text) as ImportProgress;
  await server.rest('POST', `/api/admin/resorts/imports/${id}`, {}, { cookie });
  const stored = await server.prisma.resort.findMany({ orderBy: { name: 'asc' } });
  expect(stored.map(({ timezone }) => timezone)).toEqual(['Pacific/Honolulu', 'Asia/Tokyo']);
});

it('findTimeZones sets the time zones of existing resorts', async () => {
  const there = await createResort(server, honolulu);
  const given = await createResort(server, { ...honolulu, timezone: 'Asia/Tokyo' });
  const nowhere = await createResort(server);
  await findTimeZones(server.deps);
  expect(await Promise.all([there, given, nowhere].map(({ id }) => zoneOf(id)))).toEqual([
    'Pacific/Honolulu',
    'Asia/Tokyo',
    'UTC',
  ]);
});
