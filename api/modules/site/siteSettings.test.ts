import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { openSiteSettings } from './siteSettings.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('the catalogue cache is cleared after a changed setting has been read', async () => {
  const listeners: ((payload: string, change: undefined) => void)[] = [];
  const forgottenAt: string[] = [];
  const settings = await openSiteSettings(
    server.prisma,
    {
      onChange: (listener) => void listeners.push(listener),
      forget: () => void forgottenAt.push(settings.current().title),
    },
    server.deps.log,
  );
  await server.prisma.siteSetting.create({ data: { key: 'site_title', value: 'Weeks & Waves' } });
  listeners.forEach((listener) => listener('', undefined));
  await expect.poll(() => forgottenAt).toEqual(['Weeks & Waves']);
});
