import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  dayAhead,
  createBooking,
  createListing,
  createResort,
  signedInUser,
} from '#api/testing/factories.ts';
import { createLog } from '#api/platform/process/log.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { createSecrets } from '#api/platform/security/secrets.ts';
import { rotateSecrets } from '#api/modules/settings/secretRotation.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { Sources } from '#api/context/sources.ts';

/** Refuses private hosts; reads nothing. */
const sources: Sources = {
  weeks: () => {
    throw new Error('nothing is read here');
  },
  takenNights: () => {
    throw new Error('nothing is read here');
  },
  calendar: () => {
    throw new Error('nothing is read here');
  },
  checkCalendarAddress: () => Promise.resolve(),
  checkAddress: (address) =>
    address.includes('private')
      ? Promise.reject(
          new InvalidInputError([{ field: 'address', message: 'The address is private' }]),
        )
      : Promise.resolve(),
};

/** A key that must not appear in any response, log line or table. */
const canary = 'canary-4f1c9d7e-key';

let server: TestServer;
let cookie: string;
let member: string;
const logged: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    sources,
    log: createLog('trace', { write: (line) => void logged.push(line) }),
  });
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
  ({ cookie: member } = await signedInUser(server));
});

afterAll(() => server.close());

afterEach(async () => {
  await server.pool.query('TRUNCATE inventory_providers, inventory_syncs, listings CASCADE');
  await server.prisma.siteSetting.deleteMany();
});

interface ProviderJson {
  databaseId: string;
  name: string;
  version: number;
  hasKey: boolean;
  [field: string]: unknown;
}

interface Result {
  __typename: string;
  message?: string;
  fieldErrors?: { field: string; message: string }[];
  provider?: ProviderJson;
  withdrawn?: number;
  deletedProviderId?: string;
}

const providerFields = `
  databaseId name kind address rowsPath fieldPaths { field path } hasKey schedule isEnabled version
  listingCount calendars { listingId listingTitle address } lastSuccessAt openResorts
  lastSync { status } currentSync { status }`;

async function change(
  verb: 'create' | 'update' | 'delete' | 'withdraw',
  input: object,
  as: string | undefined = cookie,
): Promise<Result> {
  const name = `${verb}InventoryProvider`;
  const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  const answer = await server.graphqlText<Record<string, Result>>(
    `mutation ($input: ${type}Input!) {
      ${name}(input: $input) {
        __typename
        ... on Error { message }
        ... on InvalidInputError { fieldErrors { field message } }
        ... on ConflictError { fieldErrors { field message } }
        ${verb === 'delete' ? `... on ${type}Payload { deletedProviderId }` : `... on ${type}Payload { provider { ${providerFields} } }`}
        ${verb === 'withdraw' ? `... on ${type}Payload { withdrawn }` : ''}
      }
    }`,
    { input },
    { cookie: as },
  );
  answers.push(answer.text);
  return answer.data?.[name] ?? { __typename: answer.errors[0]?.message ?? 'nothing' };
}

const feed = {
  name: 'Weeks Elsewhere',
  kind: 'JSON_FEED',
  address: 'https://weeks.example/a.json',
};

async function created(more: object = {}): Promise<ProviderJson> {
  const { provider, ...refused } = await change('create', { ...feed, ...more });
  expect(refused).toEqual({ __typename: 'CreateInventoryProviderPayload' });
  if (!provider) {
    throw new Error('there is no provider');
  }
  return provider;
}

async function listed(): Promise<ProviderJson[]> {
  const answer = await server.graphqlText<{ inventoryProviders: ProviderJson[] }>(
    `{ inventoryProviders { ${providerFields} } }`,
    {},
    { cookie },
  );
  answers.push(answer.text);
  expect(server.statementsOf(answer.requestId)).toHaveLength(1);
  return answer.data?.inventoryProviders ?? [];
}

const keySettingOf = (id: string) =>
  server.prisma.siteSetting.findUnique({ where: { key: `inventory.${id}.key` } });

/** The decrypted key of a provider. */
async function readKey(id: string): Promise<string | undefined> {
  const setting = await keySettingOf(id);
  return setting ? server.deps.secrets.open(setting.key, setting.value) : undefined;
}

async function audited(): Promise<{ action: string; before: object; after: object }[]> {
  const { rows } = await server.pool.query<{ action: string; before: object; after: object }>(
    `SELECT action, before, after FROM audit_entries WHERE action LIKE 'inventory.%' ORDER BY id`,
  );
  return rows;
}

describe('A new provider', () => {
  it('is stored with all its fields, and audited', async () => {
    const provider = await created({
      name: '  Weeks Elsewhere ',
      rowsPath: 'data.weeks',
      fieldPaths: [
        { field: 'pricePerNight', path: 'price.amount' },
        { field: 'externalId', path: 'id' },
      ],
      schedule: ' 0   4 * * 1-5 ',
      isEnabled: false,
    });
    const expected = {
      name: 'Weeks Elsewhere',
      kind: 'JSON_FEED',
      address: 'https://weeks.example/a.json',
      rowsPath: 'data.weeks',
      fieldPaths: [
        { field: 'externalId', path: 'id' },
        { field: 'pricePerNight', path: 'price.amount' },
      ],
      hasKey: false,
      schedule: '0 4 * * 1-5',
      isEnabled: false,
      version: 1,
      listingCount: 0,
      calendars: [],
      lastSuccessAt: null,
      openResorts: 0,
      lastSync: null,
      currentSync: null,
    };
    expect(provider).toEqual({ ...expected, databaseId: provider.databaseId });
    expect(await listed()).toEqual([provider]);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'inventory.create',
      before: null,
      after: { name: 'Weeks Elsewhere', address: 'https://weeks.example', hasKey: false },
    });
    const row = await server.prisma.inventoryProvider.findFirstOrThrow();
    expect(row.mapping).toEqual({
      rows: 'data.weeks',
      fields: { externalId: 'id', pricePerNight: 'price.amount' },
    });
  });

  it('drops fields that its kind does not use', async () => {
    const listing = await createListing(server, { resortId: (await createResort(server)).id });
    const calendars = [{ listingId: listing.id, address: 'https://weeks.example/a.ics' }];
    const paths = { rowsPath: 'data', fieldPaths: [{ field: 'title', path: 'headline' }] };
    const csv = await created({ name: 'a', kind: 'CSV_FEED', ...paths, calendars });
    expect([csv['rowsPath'], csv['fieldPaths'], csv['calendars']]).toEqual([
      '',
      paths.fieldPaths,
      [],
    ]);
    const ics = await created({ name: 'b', kind: 'ICALENDAR', address: '', ...paths, calendars });
    expect([ics['rowsPath'], ics['fieldPaths'], ics['calendars']]).toEqual([
      '',
      [],
      [{ ...calendars[0], listingTitle: listing.title }],
    ]);
  });

  const calendar = '01890a5d-ac96-774b-bcce-b302099a8057';
  const address = 'https://weeks.example/a.ics';

  it.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['name', { name: 'x'.repeat(81) }, 'Name may have at most 80 characters'],
    ['name', { name: 'two\nlines' }, 'Name has a character that is not allowed'],
    ['address', { address: '' }, 'Address is required'],
    [
      'address',
      { address: `https://${'x'.repeat(2_000)}` },
      'Address may have at most 2,000 characters',
    ],
    ['address', { address: 'http://private.example' }, 'The address is private'],
    ['key', { key: 'two words' }, 'Key may have letters, digits and signs, and no blanks'],
    ['key', { key: 'x'.repeat(1_001) }, 'Key may have at most 1,000 characters'],
    ['rowsPath', { rowsPath: 'x'.repeat(201) }, 'Rows path may have at most 200 characters'],
    ['fieldPaths.0.path', { fieldPaths: [{ field: 'title', path: ' ' }] }, 'Path is required'],
    [
      'fieldPaths',
      { fieldPaths: ['a', 'b'].map((path) => ({ field: 'title', path })) },
      'Each field can be given once',
    ],
    [
      'schedule',
      { schedule: '61 * * * *' },
      'Schedule must be five fields: minute, hour, day, month and weekday, such as 0 4 * * *',
    ],
    [
      'schedule',
      { schedule: '@daily' },
      'Schedule must be five fields: minute, hour, day, month and weekday, such as 0 4 * * *',
    ],
    [
      'schedule',
      { schedule: '0 4 * * * rm' },
      'Schedule must be five fields: minute, hour, day, month and weekday, such as 0 4 * * *',
    ],
    [
      'calendars.0.listingId',
      { kind: 'ICALENDAR', calendars: [{ listingId: 'nonsense', address }] },
      'There is no such listing',
    ],
    [
      'calendars.0.listingId',
      { kind: 'ICALENDAR', calendars: [{ listingId: calendar, address }] },
      'There is no such listing',
    ],
    [
      'calendars',
      { kind: 'ICALENDAR', calendars: [0, 1].map(() => ({ listingId: calendar, address })) },
      'Each listing can have one calendar here',
    ],
    [
      'calendars.0.address',
      { kind: 'ICALENDAR', calendars: [{ listingId: calendar, address: ' ' }] },
      'Address is required',
    ],
    [
      'calendars.0.address',
      {
        kind: 'ICALENDAR',
        calendars: [{ listingId: calendar, address: 'http://private.example' }],
      },
      'The address is private',
    ],
  ])('is refused for an invalid %s: %j', async (field, more, message) => {
    const result = await change('create', { ...feed, ...more });
    expect(result).toEqual({
      __typename: 'InvalidInputError',
      message,
      fieldErrors: [{ field, message }],
    });
    expect(await server.prisma.inventoryProvider.count()).toBe(0);
  });

  it('is refused with an unknown field, naming the known ones', async () => {
    const result = await change('create', { ...feed, fieldPaths: [{ field: 'x', path: 'y' }] });
    expect(result.fieldErrors?.[0]?.message).toMatch(
      /^There is no such field. Fields: externalId,/,
    );
  });

  it('is refused if its name is taken, ignoring case', async () => {
    await created();
    const message = 'There is a provider WEEKS elsewhere already';
    expect(await change('create', { ...feed, name: 'WEEKS elsewhere' })).toEqual({
      __typename: 'ConflictError',
      message,
      fieldErrors: [{ field: 'name', message }],
    });
  });

  it('can be added by administrators only', async () => {
    expect(await change('create', feed, member)).toEqual({
      __typename: 'ForbiddenError',
      message: 'You may not see or do this',
    });
    expect(await server.prisma.inventoryProvider.count()).toBe(0);
  });
});

describe('A change', () => {
  it('keeps omitted fields, raises the version, and records the differences in the audit log', async () => {
    const { databaseId: providerId, version } = await created({ schedule: '0 4 * * *' });
    const result = await change('update', {
      providerId,
      version,
      address: 'https://weeks.example/b.json?token=secret-in-address',
      isEnabled: false,
    });
    expect(result.provider).toMatchObject({
      name: feed.name,
      schedule: '0 4 * * *',
      isEnabled: false,
      version: 2,
      address: 'https://weeks.example/b.json?token=secret-in-address',
    });
    const entry = (await audited()).at(-1);
    expect(entry).toEqual({
      action: 'inventory.update',
      before: { isEnabled: true },
      after: { isEnabled: false, addressChanged: true },
    });
    const cleared = await change('update', { providerId, version: 2, schedule: '' });
    expect(cleared.provider).toMatchObject({ schedule: null, version: 3 });
  });

  it('without differences leaves version and audit log unchanged', async () => {
    const { databaseId: providerId, version } = await created({ key: 'k' });
    const before = await audited();
    const result = await change('update', { providerId, version, ...feed, key: null });
    expect(result.provider).toMatchObject({ version: 1, hasKey: true });
    expect(await audited()).toEqual(before);
  });

  it('is refused with an outdated version, also for one of two concurrent changes', async () => {
    const { databaseId: providerId, version } = await created();
    const results = await Promise.all(
      ['One', 'Other'].map((name) => change('update', { providerId, version, name })),
    );
    expect(results.map((result) => result.__typename).toSorted()).toEqual([
      'ConflictError',
      'UpdateInventoryProviderPayload',
    ]);
    for (const verb of ['update', 'delete', 'withdraw'] as const) {
      const message = 'This provider was changed by someone else meanwhile. Load it again';
      expect(await change(verb, { providerId, version })).toEqual({
        __typename: 'ConflictError',
        message,
        fieldErrors: [{ field: 'version', message }],
      });
    }
  });

  it('is refused for an unknown provider', async () => {
    for (const providerId of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense', '']) {
      for (const verb of ['update', 'delete', 'withdraw'] as const) {
        expect(await change(verb, { providerId, version: 1 })).toEqual({
          __typename: 'NotFoundError',
          message: 'There is no such provider',
        });
      }
    }
  });

  it('checks an address only if it is new', async () => {
    const { databaseId: providerId } = await created();
    await server.prisma.inventoryProvider.update({
      where: { id: providerId },
      data: { address: 'http://private.example' },
    });
    const input = { providerId, version: 2, isEnabled: false };
    expect((await change('update', input)).provider).toMatchObject({ isEnabled: false });
    const moved = { providerId, version: 3, address: 'http://private.example/other' };
    expect((await change('update', moved)).fieldErrors).toEqual([
      { field: 'address', message: 'The address is private' },
    ]);
  });

  it('of the calendars frees the nights of removed ones', async () => {
    const { id: resortId } = await createResort(server);
    const one = await createListing(server, { resortId });
    const other = await createListing(server, { resortId });
    const calendars = [one, other].map(({ id }) => ({
      listingId: id,
      address: `https://weeks.example/${id}.ics`,
    }));
    const { databaseId: providerId } = await created({ kind: 'ICALENDAR', calendars });
    await server.prisma.blockedNights.createMany({
      data: [one, other].map(({ id }) => ({
        listingId: id,
        providerId,
        externalId: 'x',
        startsOn: new Date(dayAhead(100)),
        endsOn: new Date(dayAhead(107)),
      })),
    });
    const kept = calendars.slice(0, 1);
    const result = await change('update', { providerId, version: 1, calendars: kept });
    expect(result.provider).toMatchObject({ version: 2, calendars: kept });
    const blocked = await server.prisma.blockedNights.findMany();
    expect(blocked.map(({ listingId }) => listingId)).toEqual([one.id]);
  });
});

describe('The key of a provider', () => {
  it('is stored encrypted, can be replaced and removed, and never appears in plain text', async () => {
    const { databaseId: providerId, hasKey } = await created({ key: ` ${canary}-1 ` });
    expect(hasKey).toBe(true);
    expect(await readKey(providerId)).toBe(`${canary}-1`);
    expect(await keySettingOf(providerId)).toMatchObject({
      category: 'inventory',
      isEncrypted: true,
      version: 1,
      description: 'Key of Weeks Elsewhere, where inventory comes from.',
    });

    const kept = await change('update', { providerId, version: 1, name: 'Renamed' });
    expect(kept.provider?.hasKey).toBe(true);
    expect(await readKey(providerId)).toBe(`${canary}-1`);

    const replaced = await change('update', { providerId, version: 2, key: `${canary}-2` });
    expect(replaced.provider).toMatchObject({ hasKey: true, version: 3 });
    expect(await readKey(providerId)).toBe(`${canary}-2`);
    expect((await audited()).at(-1)).toMatchObject({ before: {}, after: { keyChanged: true } });
    await change('update', { providerId, version: 3, key: `${canary} with blanks` });
    await change('update', { providerId, version: 1, key: `${canary}-3` });
    await listed();
    const settings = await server.rest('GET', '/api/admin/settings', undefined, { cookie });
    answers.push(settings.text);
    expect(settings.text).toContain('••••••••');

    const removed = await change('update', { providerId, version: 3, key: '' });
    expect(removed.provider).toMatchObject({ hasKey: false, version: 4 });
    expect(await readKey(providerId)).toBeUndefined();
    expect(await keySettingOf(providerId)).toBeNull();
    const again = await change('update', { providerId, version: 4, key: '' });
    expect(again.provider).toMatchObject({ hasKey: false, version: 4 });

    await change('update', { providerId, version: 4, key: `${canary}-4` });
    expect(logged.length).toBeGreaterThan(0);
    expect(answers.filter((text) => text.includes('canary'))).toEqual([]);
    expect(logged.filter((line) => line.includes('canary'))).toEqual([]);
    expect(await rowsWith(server, 'canary')).toEqual([]);
    // Proves that the search finds plain text.
    await server.prisma.siteSetting.create({ data: { key: 'open', value: canary } });
    expect(await rowsWith(server, 'canary')).toEqual(['site_settings']);
  });

  it.each([
    ['another host', { address: 'https://evil.example/a.json' }],
    ['another port', { address: 'https://weeks.example:8443/a.json' }],
    ['no encryption', { address: 'http://weeks.example/a.json' }],
    ['calendars alone', { kind: 'ICALENDAR', address: '' }],
  ])('must be entered again for %s', async (_, changes) => {
    const { databaseId: providerId } = await created({ key: canary });
    expect(await change('update', { providerId, version: 1, ...changes })).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'key', message: 'Enter the key again, since the address changed' }],
    });
    expect(await server.prisma.inventoryProvider.findMany()).toMatchObject([
      { address: feed.address, version: 1 },
    ]);
    const again = await change('update', { providerId, version: 1, ...changes, key: canary });
    expect(again.provider).toMatchObject({ hasKey: true, version: 2 });
    const stored = await keySettingOf(providerId);
    const origin = changes.address && new URL(changes.address).origin;
    expect(server.deps.secrets.destinationOf(stored?.value ?? '')).toBe(origin);
    const removed = await change('update', { providerId, version: 2, ...feed, key: '' });
    expect(removed.provider).toMatchObject({ hasKey: false, address: feed.address });
  });

  it('stays if only the path of the address changes', async () => {
    const { databaseId: providerId } = await created({ key: canary });
    const address = 'https://weeks.example/b.json?all=1';
    const { provider } = await change('update', { providerId, version: 1, address });
    expect(provider).toMatchObject({ address, hasKey: true });
  });

  it('replaced under settings is sealed for the address of its provider', async () => {
    const { databaseId: providerId } = await created({ key: canary });
    const key = `inventory.${providerId}.key`;
    expect((await settings('PUT', key, { value: 'another' })).status).toBe(200);
    const sealed = (await keySettingOf(providerId))?.value ?? '';
    expect(server.deps.secrets.openFor(key, sealed, 'https://weeks.example')).toBe('another');
  });

  it('is encrypted again when secrets are rotated', async () => {
    const { databaseId: providerId } = await created({ key: canary });
    const before = await keySettingOf(providerId);
    const { database } = server.deps;
    const secrets = createSecrets([Buffer.alloc(32, 9), Buffer.alloc(32, 7)]);
    expect(await rotateSecrets({ database, secrets })).toMatchObject({ changed: 1, problems: [] });
    const after = await keySettingOf(providerId);
    expect(after?.value).not.toBe(before?.value);
    const newest = createSecrets([Buffer.alloc(32, 9)]);
    const opened = newest.openFor(after?.key ?? '', after?.value ?? '', 'https://weeks.example');
    expect(opened).toBe(canary);
  });

  const settings = (method: string, key: string, body?: object) =>
    server.rest(method, `/api/admin/settings${key && `/${key}`}`, body, { cookie });

  it('can be replaced under settings, but not removed, emptied, stored unencrypted or added there', async () => {
    const { databaseId: providerId } = await created({ key: 'first' });
    const key = `inventory.${providerId}.key`;
    const refusals = [
      await settings('DELETE', key),
      await settings('PUT', key, { value: '' }),
      await settings('PUT', key, { value: 'two words' }),
      await settings('PUT', key, { value: 'plain', isEncrypted: false }),
      await settings('POST', '', { key, value: 'second' }),
      await settings('POST', '', { key: key.replace(/\d/g, '0'), value: 'second' }),
    ];
    expect(refusals.map(({ status, text }) => [status, text])).toEqual([
      [
        409,
        'This is the key of Weeks Elsewhere. Remove it where the provider is, under Inventory Management',
      ],
      [400, 'The key of a provider may not be empty'],
      [400, 'The key of a provider may have letters, digits and signs, and no blanks'],
      [400, `${key} can only be stored encrypted`],
      [400, 'The key of a provider is entered where the provider is, under Inventory Management'],
      [400, 'The key of a provider is entered where the provider is, under Inventory Management'],
    ]);
    expect(await readKey(providerId)).toBe('first');
    expect((await settings('PUT', key, { value: 'third' })).status).toBe(200);
    expect(await readKey(providerId)).toBe('third');

    await server.prisma.inventoryProvider.delete({ where: { id: providerId } });
    expect((await settings('DELETE', key)).status).toBe(200);
  });
});

describe('Withdrawing', () => {
  async function withListings(): Promise<{ provider: ProviderJson; listingIds: string[] }> {
    const provider = await created();
    const { id: resortId } = await createResort(server);
    const listingIds: string[] = [];
    for (const externalId of ['a', 'b', 'c']) {
      const listing = await server.prisma.listing.create({
        data: {
          resortId,
          externalId,
          providerId: provider.databaseId,
          title: 'A week',
          description: 'Two rooms.',
          pricePerNightCents: 15_000,
          availableFrom: new Date(dayAhead(100)),
          availableTo: new Date(dayAhead(107)),
          contractVerificationStatus: 'verified',
        },
      });
      listingIds.push(listing.id);
    }
    const { user } = await signedInUser(server);
    await createBooking(server, {
      resortId,
      userId: user.id,
      listingId: listingIds[0] ?? '',
      status: 'confirmed',
      checkIn: new Date(dayAhead(100)),
      checkOut: new Date(dayAhead(107)),
    });
    return { provider, listingIds };
  }

  it('takes every week off the site, disables the provider, and keeps bookings', async () => {
    const { provider, listingIds } = await withListings();
    const member = await createListing(server, { resortId: (await createResort(server)).id });
    expect((await listed())[0]).toMatchObject({ listingCount: 3 });
    const providerId = provider.databaseId;
    const result = await change('withdraw', { providerId, version: provider.version });
    expect(result).toMatchObject({
      withdrawn: 3,
      provider: { isEnabled: false, listingCount: 0, version: 2 },
    });
    const active = await server.prisma.listing.findMany({ where: { isActive: true } });
    expect(active.map(({ id }) => id)).toEqual([member.id]);
    const events = await server.prisma.listingEvent.findMany({ where: { kind: 'withdrawn' } });
    expect(events.map(({ listingId }) => listingId).toSorted()).toEqual(listingIds.toSorted());
    expect(await server.prisma.booking.count({ where: { status: 'confirmed' } })).toBe(1);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'inventory.withdraw',
      before: { isEnabled: true, listings: 3 },
      after: { isEnabled: false, listings: 0 },
    });
    const again = await change('withdraw', { providerId, version: 2 });
    expect(again).toMatchObject({ withdrawn: 0 });

    // After it is enabled again, the job does not withdraw what a sync brings back.
    await change('update', { providerId, version: 3, isEnabled: true });
    await server.prisma.listing.updateMany({ data: { isActive: true } });
    await server.runJobs();
    expect(await server.prisma.listing.count({ where: { isActive: true } })).toBe(4);
  });

  it('and deleting are refused while a run is under way', async () => {
    const { databaseId: providerId, version } = await created();
    await server.prisma.inventorySync.create({ data: { provider: feed.name, providerId } });
    for (const verb of ['withdraw', 'delete'] as const) {
      const message = 'A sync of Weeks Elsewhere is under way. Cancel it first';
      expect(await change(verb, { providerId, version })).toEqual({
        __typename: 'ConflictError',
        message,
        fieldErrors: [{ field: 'providerId', message }],
      });
    }
  });

  it('of many weeks is completed by the job', async () => {
    const { databaseId: providerId } = await created();
    const { id: resortId } = await createResort(server);
    await server.pool.query(
      `INSERT INTO listings (id, resort_id, provider_id, external_id, title, description,
         price_per_night_cents, available_from, available_to, contract_verification_status, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'w' || n, 'A week', 'Two rooms.', 10000, CURRENT_DATE + 100,
              CURRENT_DATE + 107, 'verified', now() FROM generate_series(1, 5000) AS n`,
      [resortId, providerId],
    );
    // Simulates a request that withdrew only one of the weeks; the job does the rest.
    const result = await change('withdraw', { providerId, version: 1 });
    expect(result).toMatchObject({ withdrawn: 5_000, provider: { isEnabled: false } });
    await server.prisma.listing.updateMany({
      where: { providerId, externalId: { not: 'w7' } },
      data: { isActive: true },
    });
    await server.runJobs();
    expect(await server.prisma.listing.count({ where: { isActive: true } })).toBe(0);
    const { availableRentals } = await server.prisma.resort.findUniqueOrThrow({
      where: { id: resortId },
    });
    expect(availableRentals).toBe(0);
  });

  it('is the alternative to deleting, which is refused while there are listings', async () => {
    const { provider } = await withListings();
    const providerId = provider.databaseId;
    expect((await change('delete', { providerId, version: 1 })).message).toBe(
      "Weeks Elsewhere has 3 listings, so it can't be deleted. Take its weeks off the site instead",
    );
    await change('withdraw', { providerId, version: 1 });
    expect((await change('delete', { providerId, version: 2 })).message).toBe(
      "Weeks Elsewhere has 3 listings that were on the site, so it can't be deleted",
    );
    expect(await server.prisma.inventoryProvider.count()).toBe(1);
  });
});

it('A provider without listings is deleted with its key; its history stays', async () => {
  const { databaseId: providerId, version } = await created({ key: 'k' });
  await server.prisma.inventorySync.create({
    data: { provider: feed.name, providerId, status: 'failed', finishedAt: new Date() },
  });
  const result = await change('delete', { providerId, version });
  expect(result).toEqual({
    __typename: 'DeleteInventoryProviderPayload',
    deletedProviderId: Buffer.from(`InventoryProvider:${providerId}`).toString('base64'),
  });
  expect(await server.prisma.inventoryProvider.count()).toBe(0);
  expect(await keySettingOf(providerId)).toBeNull();
  expect(await server.prisma.inventorySync.findFirstOrThrow()).toMatchObject({ providerId: null });
  expect((await audited()).at(-1)).toMatchObject({
    action: 'inventory.delete',
    before: { name: feed.name },
    after: null,
  });
});

it('The source of a listing is public, and null for a listing of a member', async () => {
  const provider = await created();
  const { id: resortId } = await createResort(server);
  const ofMember = await createListing(server, { resortId });
  const data = {
    ...ofMember,
    id: undefined,
    offerCode: undefined,
    ownerId: null,
    externalId: 'x',
  };
  await server.prisma.listing.create({ data: { ...data, providerId: provider.databaseId } });
  const sourcesOf = async () => {
    const answer = await server.graphqlText<{
      resort: { weeks: { edges: { node: { source: string | null } }[] } };
    }>(`query ($id: ID!) { resort(id: $id) { weeks { edges { node { source } } } } }`, {
      id: resortId,
    });
    return answer.data?.resort.weeks.edges.map(({ node }) => node.source).toSorted();
  };
  expect(await sourcesOf()).toEqual(['Weeks Elsewhere', null]);
  await change('update', { providerId: provider.databaseId, version: 1, name: 'Renamed' });
  await expect.poll(sourcesOf).toEqual(['Renamed', null]);
});

/** Tables with a row that contains this text. */
async function rowsWith({ pool }: TestServer, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name
     FROM pg_stat_user_tables ORDER BY relname`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `SELECT FROM ${name} AS line WHERE line::text LIKE '%' || $1 || '%' LIMIT 1`,
      [text],
    );
    if (rows.length > 0) {
      found.push(name.replace('public.', ''));
    }
  }
  return found;
}
