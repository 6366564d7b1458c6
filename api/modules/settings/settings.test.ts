import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let cookie: string;
let admin: { id: string; username: string };

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie, user: admin } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

afterEach(async () => {
  await server.prisma.siteSetting.deleteMany();
  await server.deps.siteSettings.refresh();
});

const mask = '••••••••';

interface SettingJson {
  key: string;
  value: string;
  category: string;
  description: string | null;
  isEncrypted: boolean;
  problem: string | null;
  version: number;
}

const rest = <Body = SettingJson>(method: string, path = '', body?: unknown) =>
  server.rest<Body>(method, `/api/admin/settings${path}`, body, { cookie });

const listed = async () => (await rest<SettingJson[]>('GET')).body;

const stored = (key: string) => server.prisma.siteSetting.findUniqueOrThrow({ where: { key } });

const audited = async () => {
  const { rows } = await server.pool.query<Record<string, unknown>>(
    `SELECT action, subject_id AS key, actor_name AS by, before, after FROM audit_entries
     WHERE action LIKE 'setting.%' ORDER BY id`,
  );
  return rows;
};

const lastAudit = async () => (await audited()).at(-1);

const save = (changes: object[], as = cookie) =>
  server.graphqlText<{ saveSettings: Record<string, unknown> }>(
    `mutation ($input: SaveSettingsInput!) {
      saveSettings(input: $input) {
        __typename
        ... on SaveSettingsPayload { settings { key value version } site { title } }
        ... on Error { message }
        ... on InvalidInputError { fieldErrors { field message } }
        ... on ConflictError { fieldErrors { field message } }
      }
    }`,
    { input: { changes } },
    { cookie: as },
  );

const reveal = async (key: string) => {
  const { data } = await server.graphqlText<{ revealSetting: Record<string, string> }>(
    `mutation ($input: RevealSettingInput!) {
      revealSetting(input: $input) {
        __typename ... on RevealSettingPayload { key value } ... on Error { message }
      }
    }`,
    { input: { key } },
    { cookie },
  );
  return data?.revealSetting;
};

describe('A new setting', () => {
  it('is stored and audited; its category defaults to general', async () => {
    const answer = await rest('POST', '', {
      key: 'motto',
      value: 'Weeks by the sea',
      category: ' ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      key: 'motto',
      value: 'Weeks by the sea',
      category: 'general',
      description: null,
      isEncrypted: false,
      problem: null,
      version: 1,
    });
    expect(await listed()).toEqual([answer.body]);
    expect(await lastAudit()).toMatchObject({
      action: 'setting.create',
      key: 'motto',
      by: admin.username,
      before: null,
      after: { value: 'Weeks by the sea', category: 'general', isEncrypted: false },
    });
  });

  it('that is encrypted is stored encrypted and masked everywhere', async () => {
    const answer = await rest('POST', '', {
      key: 'maps_key',
      value: 'canary-1',
      isEncrypted: true,
    });
    expect(answer.body).toMatchObject({ value: mask, isEncrypted: true });
    expect((await stored('maps_key')).value).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect((await rest('GET')).text).not.toContain('canary-1');
    expect(await lastAudit()).toMatchObject({ after: { value: '[encrypted]' } });
    expect(JSON.stringify(await audited())).not.toContain('canary-1');
  });

  it('is encrypted by default if it is the password of the mail server', async () => {
    const answer = await rest('POST', '', { key: 'smtp_password', value: 'x', category: 'smtp' });
    expect(answer.body).toMatchObject({ value: mask, isEncrypted: true });
  });

  it.each([
    [{}, 'Key and value are required'],
    [{ key: 'motto' }, 'Key and value are required'],
    [{ key: ' ', value: 'x' }, 'Key and value are required'],
    [{ key: 'motto', value: '' }, 'Key and value are required'],
    [{ key: 'motto', value: 7 }, 'Key and value are required'],
    [{ key: 'a b', value: 'x' }, /^The key may have letters, digits,/],
    [{ key: 'k'.repeat(101), value: 'x' }, 'The key may have at most 100 characters'],
    [{ key: 'motto', value: 'x'.repeat(10_001) }, 'The value may have at most 10,000 characters'],
    [{ key: 'motto', value: 'x\u0000' }, /not allowed/],
    [{ key: 'motto', value: 'x', category: 'c'.repeat(51) }, /at most 50 characters/],
    [{ key: 'motto', value: 'x', description: 'd'.repeat(501) }, /at most 500 characters/],
    [{ key: 'motto', value: 'x', isEncrypted: 'yes' }, 'isEncrypted must be true or false'],
    [{ key: 'motto', value: mask, isEncrypted: true }, /stands for a hidden one/],
    [{ key: 'site_title', value: 'x', isEncrypted: true }, /can't be encrypted/],
    [{ key: 'smtp_password', value: 'x', isEncrypted: false }, /only be stored encrypted/],
    [{ key: 'site_title', value: 'A\nB' }, 'Site Title must be one line'],
    [{ key: 'contact_email', value: 'somewhere' }, 'Contact Email must be an e-mail address'],
    [{ key: 'smtp_port', value: '70000' }, 'Port must be 1 to 65535'],
    [{ key: 'smtp_secure', value: 'some' }, 'Security must be none, tls or ssl'],
    [{ key: 'smtp_host', value: 'https://mail' }, /^Host must be the name of a server/],
    [{ key: 'smtp_from_email', value: 'sales' }, 'From Email must be an e-mail address'],
  ])('%j is refused', async (body, message) => {
    const answer = await rest('POST', '', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
    expect(await server.prisma.siteSetting.count()).toBe(0);
  });

  it('cannot use an existing key, even when two are created concurrently', async () => {
    const answers = await Promise.all(
      ['one', 'two'].map((value) => rest('POST', '', { key: 'motto', value })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.map(({ text }) => text)).toContain('There is a setting motto already');
    expect(await server.prisma.siteSetting.count()).toBe(1);
  });
});

describe('The list', () => {
  it('is the same over REST and GraphQL', async () => {
    await rest('POST', '', { key: 'motto', value: 'Weeks', category: 'words' });
    await rest('POST', '', { key: 'maps_key', value: 'x', isEncrypted: true, description: 'Map' });
    const { data } = await server.graphqlText<{ settings: SettingJson[] }>(
      '{ settings { key value category description isEncrypted problem version updatedAt } }',
      {},
      { cookie },
    );
    expect(data?.settings.map(({ key }) => key)).toEqual(['maps_key', 'motto']);
    expect(await listed()).toMatchObject(data?.settings ?? []);
  });
});

describe('A change', () => {
  it('keeps omitted fields, increments the version and is audited with the old values', async () => {
    await rest('POST', '', { key: 'motto', value: 'Old', description: 'Under the logo' });
    const answer = await rest('PUT', '/motto', { value: 'New' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ value: 'New', description: 'Under the logo', version: 2 });
    expect(await lastAudit()).toMatchObject({
      action: 'setting.update',
      key: 'motto',
      by: admin.username,
      before: { value: 'Old', version: 1 },
      after: { value: 'New', version: 2 },
    });
  });

  it('that changes nothing keeps the version and is not audited', async () => {
    const { body } = await rest('POST', '', { key: 'motto', value: 'Same', isEncrypted: true });
    const before = (await audited()).length;
    expect((await rest('PUT', '/motto', { ...body, value: 'Same' })).body.version).toBe(1);
    expect(await audited()).toHaveLength(before);
  });

  it('with the mask keeps the secret; an empty value clears it', async () => {
    await rest('POST', '', { key: 'maps_key', value: 'canary-2', isEncrypted: true });
    const { value } = await stored('maps_key');
    const kept = await rest('PUT', '/maps_key', { value: mask, description: 'Of the map' });
    expect(kept.body).toMatchObject({ value: mask, description: 'Of the map', version: 2 });
    expect((await stored('maps_key')).value).toBe(value);
    expect(await reveal('maps_key')).toMatchObject({ value: 'canary-2' });
    expect((await rest('PUT', '/maps_key', { value: '' })).body.value).toBe('');
    expect(await reveal('maps_key')).toMatchObject({ value: '' });
  });

  it('to encrypted hides the old value; a change back needs the value again', async () => {
    await rest('POST', '', { key: 'maps_key', value: 'canary-3' });
    const before = (await audited()).length;
    expect((await rest('PUT', '/maps_key', { isEncrypted: true })).body.value).toBe(mask);
    expect(JSON.stringify((await audited()).slice(before))).not.toContain('canary-3');
    const refused = await rest('PUT', '/maps_key', { isEncrypted: false, value: mask });
    expect([refused.status, refused.text]).toEqual([
      400,
      'maps_key is encrypted. To store it readable, enter its value again',
    ]);
    const readable = await rest('PUT', '/maps_key', { isEncrypted: false, value: 'open' });
    expect(readable.body).toMatchObject({ value: 'open', isEncrypted: false });
    expect((await stored('maps_key')).value).toBe('open');
  });

  it('of several settings is saved entirely or not at all', async () => {
    await rest('POST', '', { key: 'smtp_host', value: 'old.example', category: 'smtp' });
    await rest('POST', '', { key: 'smtp_port', value: '25', category: 'smtp' });
    const before = (await audited()).length;
    const wrong = await save([
      { key: 'smtp_host', version: 1, value: 'new.example' },
      { key: 'smtp_port', version: 1, value: 'many' },
    ]);
    expect(wrong.data?.saveSettings).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'smtp_port', message: 'Port must be 1 to 65535' }],
    });
    expect((await stored('smtp_host')).value).toBe('old.example');
    expect(await audited()).toHaveLength(before);
    const right = await save([
      { key: 'smtp_host', version: 1, value: ' new.example ' },
      { key: 'smtp_port', version: 1, value: '587' },
    ]);
    expect(right.data?.saveSettings['settings']).toEqual([
      { key: 'smtp_host', value: 'new.example', version: 2 },
      { key: 'smtp_port', value: '587', version: 2 },
    ]);
    expect(await audited()).toHaveLength(before + 2);
  });

  it('to a setting that someone else has changed is refused with a conflict', async () => {
    const other = await signedInUser(server, { role: 'admin' });
    await rest('POST', '', { key: 'motto', value: 'First' });
    const answers = await Promise.all([
      save([{ key: 'motto', version: 1, value: 'Mine' }]),
      save([{ key: 'motto', version: 1, value: 'Theirs' }], other.cookie),
    ]);
    const results = answers.map(({ data }) => data?.saveSettings);
    expect(results.map((result) => result?.['__typename']).sort()).toEqual([
      'ConflictError',
      'SaveSettingsPayload',
    ]);
    expect(results.find((result) => result?.['__typename'] === 'ConflictError')).toMatchObject({
      fieldErrors: [{ field: 'motto', message: 'motto was changed by someone else meanwhile' }],
    });
    expect((await stored('motto')).version).toBe(2);
    // Over REST, too, if the request names a version.
    const late = await rest('PUT', '/motto', { value: 'Late', version: 1 });
    expect([late.status, late.text]).toEqual([409, 'motto was changed by someone else meanwhile']);
    const lateDeletion = await rest('DELETE', '/motto', { version: 1 });
    expect(lateDeletion.status).toBe(409);
    await rest('DELETE', '/motto');
    const gone = await save([{ key: 'motto', version: 2, value: 'Mine' }]);
    expect(gone.data?.saveSettings['message']).toBe('motto was deleted by someone else meanwhile');
  });

  it('to an unknown setting answers 404, a change of the key 400', async () => {
    expect((await rest('PUT', '/none', { value: 'x' })).status).toBe(404);
    expect((await rest('DELETE', '/none')).status).toBe(404);
    await rest('POST', '', { key: 'motto', value: 'x' });
    expect((await rest('PUT', '/motto', { key: 'other', value: 'x' })).status).toBe(400);
    expect((await rest('PUT', '/motto', ['x'])).status).toBe(400);
  });
});

describe('A deleted setting', () => {
  it('is removed, and the audit log has its value unless it was secret', async () => {
    await rest('POST', '', { key: 'motto', value: 'Weeks' });
    await rest('POST', '', { key: 'maps_key', value: 'canary-4', isEncrypted: true });
    expect((await rest<unknown>('DELETE', '/motto')).body).toEqual({
      message: 'The setting motto was deleted',
    });
    expect(await lastAudit()).toMatchObject({
      action: 'setting.delete',
      key: 'motto',
      before: { value: 'Weeks' },
      after: null,
    });
    await rest('DELETE', '/maps_key');
    expect(await listed()).toEqual([]);
    expect(JSON.stringify(await audited())).not.toContain('canary-4');
  });
});

describe('Initializing the SMTP settings', () => {
  const initialize = async () => {
    const { data } = await server.graphqlText<{
      initializeSmtpSettings: { settings: { key: string; value: string }[] };
    }>(
      `mutation { initializeSmtpSettings {
        ... on InitializeSmtpSettingsPayload { settings { key value isEncrypted } } } }`,
      {},
      { cookie },
    );
    return Object.fromEntries(
      data?.initializeSmtpSettings.settings.map(({ key, value }) => [key, value]) ?? [],
    );
  };

  it('adds missing settings with their defaults and keeps existing ones', async () => {
    await rest('POST', '', { key: 'smtp_port', value: '2525', category: 'smtp' });
    expect(await initialize()).toEqual({
      smtp_host: '',
      smtp_port: '2525',
      smtp_secure: 'tls',
      smtp_username: '',
      smtp_password: '',
      smtp_from_name: 'Tideweek Sales',
      smtp_from_email: '',
    });
    expect((await stored('smtp_password')).isEncrypted).toBe(true);
    expect(await lastAudit()).toMatchObject({ action: 'setting.initialize', key: 'smtp' });
    const before = (await audited()).length;
    await initialize();
    expect(await audited()).toHaveLength(before);
    expect(await server.prisma.siteSetting.count()).toBe(7);
  });
});

describe('Revealing', () => {
  it('returns the value and audits who saw it', async () => {
    await rest('POST', '', { key: 'maps_key', value: 'canary-5', isEncrypted: true });
    expect(await reveal('maps_key')).toMatchObject({ key: 'maps_key', value: 'canary-5' });
    expect(await lastAudit()).toEqual({
      action: 'setting.reveal',
      key: 'maps_key',
      by: admin.username,
      before: null,
      after: null,
    });
    expect(await reveal('none')).toMatchObject({ __typename: 'NotFoundError' });
  });

  it('a damaged value fails, lists show the problem, and other settings still work', async () => {
    await rest('POST', '', { key: 'damaged', value: 'canary-6', isEncrypted: true });
    await rest('POST', '', { key: 'whole', value: 'fine', isEncrypted: true });
    const { value } = await stored('damaged');
    const [version = '', id = '', body = ''] = value.split('.');
    const bytes = Buffer.from(body, 'base64url');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await server.prisma.siteSetting.update({
      where: { key: 'damaged' },
      data: { value: `${version}.${id}.${bytes.toString('base64url')}` },
    });
    const problem = 'The setting damaged was changed after it was encrypted';
    expect(await listed()).toMatchObject([
      { key: 'damaged', value: mask, problem },
      { key: 'whole', value: mask, problem: null },
    ]);
    const before = (await audited()).length;
    expect(await reveal('damaged')).toEqual({ __typename: 'InvalidInputError', message: problem });
    expect(await audited()).toHaveLength(before);
    expect(await reveal('whole')).toMatchObject({ value: 'fine' });
    // Saving the value again repairs it.
    expect((await rest('PUT', '/damaged', { value: 'again' })).status).toBe(200);
    expect(await reveal('damaged')).toMatchObject({ value: 'again' });
  });

  it('a value copied from another setting fails', async () => {
    await rest('POST', '', { key: 'one', value: 'canary-7', isEncrypted: true });
    await rest('POST', '', { key: 'two', value: 'other', isEncrypted: true });
    const { value } = await stored('one');
    await server.prisma.siteSetting.update({ where: { key: 'two' }, data: { value } });
    expect(await reveal('two')).toMatchObject({ __typename: 'InvalidInputError' });
  });
});

describe('The password of the mail server', () => {
  const destination = async () =>
    server.deps.secrets.destinationOf((await stored('smtp_password')).value);

  const write = async (changes: Record<string, string>) => {
    const versions = new Map((await listed()).map(({ key, version }) => [key, version]));
    return save(
      Object.entries(changes).map(([key, value]) => ({ key, value, version: versions.get(key) })),
    );
  };

  const first = {
    smtp_host: 'mail.example',
    smtp_port: '587',
    smtp_secure: 'tls',
    smtp_username: 'sales',
    smtp_password: 'hunter22',
  };

  const configure = async () => {
    await server.graphqlText('mutation { initializeSmtpSettings { __typename } }', {}, { cookie });
    expect((await write(first)).data?.saveSettings['__typename']).toBe('SaveSettingsPayload');
  };

  it.each([
    [{ smtp_host: 'evil.example' }, 'the host'],
    [{ smtp_port: '25' }, 'the port'],
    [{ smtp_secure: 'none' }, 'the security'],
    [
      { smtp_host: 'evil.example', smtp_port: '', smtp_secure: 'ssl' },
      'the host and the port and the security',
    ],
    [{ smtp_host: 'evil.example', smtp_password: mask }, 'the host'],
  ])('must be entered again with the change %j', async (changes, changed) => {
    await configure();
    const message = `Enter the password again, since ${changed} changed`;
    expect((await write(changes)).data?.saveSettings).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'smtp_password', message }],
    });
    expect((await stored('smtp_host')).value).toBe('mail.example');
    expect(await destination()).toBe('["mail.example",587,"tls"]');
    const again = await write({ ...changes, smtp_password: 'hunter22' });
    expect(again.data?.saveSettings['__typename']).toBe('SaveSettingsPayload');
    expect(await destination()).not.toBe('["mail.example",587,"tls"]');
    expect(await reveal('smtp_password')).toMatchObject({ value: 'hunter22' });
  });

  it('is kept if other settings change, or the host only in case and spaces', async () => {
    await configure();
    const { data } = await write({ smtp_host: ' MAIL.example', smtp_username: 'other' });
    expect(data?.saveSettings['__typename']).toBe('SaveSettingsPayload');
    expect(await destination()).toBe('["mail.example",587,"tls"]');
  });

  it('must be entered again over REST, too', async () => {
    await configure();
    expect(await rest('PUT', '/smtp_host', { value: 'evil.example' })).toMatchObject({
      status: 400,
      text: 'Enter the password again, since the host changed',
    });
    expect((await stored('smtp_host')).value).toBe('mail.example');
    expect((await rest('PUT', '/smtp_password', { value: '' })).status).toBe(200);
    expect((await rest('PUT', '/smtp_host', { value: 'evil.example' })).status).toBe(200);
  });

  it('is not sent to another host if the host is deleted and added again', async () => {
    await configure();
    expect((await rest('DELETE', '/smtp_host')).status).toBe(200);
    expect(
      await rest('POST', '', { key: 'smtp_host', value: 'evil.example', category: 'smtp' }),
    ).toMatchObject({ status: 400, text: 'Enter the password again, since the host changed' });
    expect((await rest('POST', '', { key: 'smtp_host', value: 'mail.example' })).status).toBe(201);
  });

  it('must be entered again if deleting the port changes it', async () => {
    await configure();
    await write({ smtp_port: '2525', smtp_password: 'hunter22' });
    expect(await rest('DELETE', '/smtp_port')).toMatchObject({
      status: 400,
      text: 'Enter the password again, since the port changed',
    });
    expect((await stored('smtp_port')).value).toBe('2525');
    expect(await destination()).toBe('["mail.example",2525,"tls"]');
  });

  it('entered before the host is bound to the first host', async () => {
    for (const [key, value] of Object.entries(first).reverse()) {
      expect((await rest('POST', '', { key, value, category: 'smtp' })).status).toBe(201);
    }
    expect(await destination()).toBe('["mail.example",587,"tls"]');
  });
});

describe('The public site settings', () => {
  const site = async () => {
    const { data } = await server.graphqlText<{ site: Record<string, string> }>(
      '{ site { title contactEmail contactPhone supportHours } }',
    );
    return data?.site;
  };

  it('change with the response, and return to the default when the setting is deleted', async () => {
    expect((await site())?.['title']).toBe('Tideweek');
    for (const [key, value, field] of [
      ['site_title', 'Weeks & Waves', 'title'],
      ['contact_email', 'ahoy@waves.example', 'contactEmail'],
      ['contact_phone', '+1 555 0100', 'contactPhone'],
      ['support_hours', 'Always', 'supportHours'],
    ] as const) {
      await rest('POST', '', { key, value: 'old@waves.example' });
      expect((await site())?.[field]).toBe('old@waves.example');
      await rest('PUT', `/${key}`, { value });
      expect((await site())?.[field]).toBe(value);
    }
    await rest('DELETE', '/site_title');
    expect((await site())?.['title']).toBe('Tideweek');
  });

  it('accept only https addresses of pages on social networks', async () => {
    const links = async () =>
      (await server.graphqlText('{ site { socialLinks { network url } } }')).data;
    expect(await links()).toEqual({ site: { socialLinks: [] } });
    for (const value of [
      'facebook.com/waves',
      'http://facebook.com/waves',
      'javascript:alert(1)//https://facebook.com',
      'https://user:secret@facebook.com/waves',
      `https://facebook.com/${'w'.repeat(500)}`,
    ]) {
      const refused = await rest('POST', '', { key: 'facebook_url', value });
      expect([value, refused.status]).toEqual([value, 400]);
      expect(refused.text).toContain('Facebook Page must be an address that begins with');
    }
    expect(await links()).toEqual({ site: { socialLinks: [] } });

    const [youtube, facebook] = ['https://youtube.com/@waves', 'https://facebook.com/waves'];
    await rest('POST', '', { key: 'youtube_url', value: youtube });
    await rest('POST', '', { key: 'facebook_url', value: facebook });
    expect(await links()).toEqual({
      site: {
        socialLinks: [
          { network: 'FACEBOOK', url: facebook },
          { network: 'YOUTUBE', url: youtube },
        ],
      },
    });
    await rest('DELETE', '/facebook_url');
    expect((await rest('PUT', '/youtube_url', { value: '' })).status).toBe(200);
    expect(await links()).toEqual({ site: { socialLinks: [] } });
  });

  it('take figures and voices for the home page with their sources only', async () => {
    const claims = async () => {
      const { data } = await server.graphqlText<{ site: object }>(
        '{ site { trustFigures { text about source sourceUrl } testimonials { about } } }',
      );
      return data?.site;
    };
    expect(await claims()).toEqual({ trustFigures: [], testimonials: [] });
    const figure = '4.4 out of 5 | based on 312 reviews | Review Board, May';
    const whole = `${figure} | https://reviews.example/weeks`;
    for (const [value, refusal] of [
      ['A+', /^Trust Figures, line 1: write figure \| what it is about \| source/],
      [figure, /line 1/],
      [`${whole}\n\n${figure} | `, /line 3/],
      [`${figure} | http://reviews.example/weeks`, /line 1/],
      [`${figure} | javascript:alert(1)`, /line 1/],
      [`${whole} | more`, /line 1/],
      [`4.4 out of 5 | | Review Board | https://reviews.example`, /line 1/],
      [`${whole}\n`.repeat(7), 'Trust Figures may have at most 6 lines'],
    ] as const) {
      const refused = await rest('POST', '', { key: 'trust_figures', value });
      expect([value, refused.status]).toEqual([value, 400]);
      expect(refused.text).toMatch(refusal);
    }
    expect(await server.prisma.siteSetting.count({ where: { key: 'trust_figures' } })).toBe(0);

    await rest('POST', '', { key: 'trust_figures', value: `\n${whole}\r\n` });
    await rest('POST', '', { key: 'testimonials', value: whole.replace('4.4', 'Ana: 4.4') });
    const [text, about, source] = figure.split(' | ');
    expect(await claims()).toEqual({
      trustFigures: [{ text, about, source, sourceUrl: 'https://reviews.example/weeks' }],
      testimonials: [{ about }],
    });
    expect((await rest('PUT', '/trust_figures', { value: '' })).status).toBe(200);
    await rest('DELETE', '/testimonials');
    expect(await claims()).toEqual({ trustFigures: [], testimonials: [] });
  });

  it('omit a figure that was stored without a source', async () => {
    await server.prisma.siteSetting.upsert({
      where: { key: 'trust_figures' },
      create: { key: 'trust_figures', value: 'A+ | rating | | ' },
      update: { value: 'A+ | rating | | ' },
    });
    await server.deps.siteSettings.refresh();
    const { data } = await server.graphqlText('{ site { trustFigures { text } } }');
    expect(data).toEqual({ site: { trustFigures: [] } });
  });

  it('omit a stored address of a social network that is not https', async () => {
    await server.prisma.siteSetting.create({
      data: { key: 'instagram_url', value: 'javascript:alert(1)' },
    });
    const unsafe = await server.graphqlText<{ site: { socialLinks: unknown } }>(
      '{ site { socialLinks { url } title } }',
    );
    expect(unsafe.data?.site.socialLinks).toEqual([]);
    await rest('POST', '', { key: 'site_title', value: 'Read Again' });
    expect((await site())?.['title']).toBe('Read Again');
    expect((await server.graphqlText('{ site { socialLinks { url } } }')).data).toEqual({
      site: { socialLinks: [] },
    });
  });

  it('are in the response to the change', async () => {
    await rest('POST', '', { key: 'site_title', value: 'Weeks' });
    const { data } = await save([{ key: 'site_title', version: 1, value: 'Waves' }]);
    expect(data?.saveSettings['site']).toEqual({ title: 'Waves' });
  });

  it('change in other processes, too', async () => {
    const other = await startTestServer({ database: { url: server.databaseUrl } });
    try {
      await rest('POST', '', { key: 'site_title', value: 'Everywhere' });
      await expect
        .poll(async () => (await other.graphqlText<{ site: unknown }>('{ site { title } }')).data)
        .toEqual({ site: { title: 'Everywhere' } });
    } finally {
      await other.close();
    }
  });
});
